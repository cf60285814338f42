/// A day of the proleptic Gregorian calendar, in the years 0 to 9999.
struct CivilDate: Equatable {
  let year: Int
  /// 1 to 12.
  let month: Int
  /// 1 to 31.
  let day: Int

  /// - Returns: nil for a day that the calendar does not have.
  init?(year: Int, month: Int, day: Int) {
    guard (0...9999).contains(year), (1...12).contains(month), day >= 1,
      day <= Self.days(inMonth: month, of: year)
    else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  /// `civil_from_days` of Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms". It counts
  /// in eras of 400 years that begin on 1 March, so that the leap day is the last of its year.
  /// - Parameter days: since 1970-01-01, of a day in the years 0 to 9999.
  init(daysSince1970 days: Int) {
    // An era earlier keeps the numerators positive for the first two months of the year 0.
    let shifted = days + daysFromEraTo1970 + daysPerEra
    let era = shifted / daysPerEra - 1
    let dayOfEra = shifted % daysPerEra
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
  }

  /// `days_from_civil` of the same source.
  var daysSince1970: Int {
    let yearFromMarch = year + 400 - (month <= 2 ? 1 : 0)
    let era = yearFromMarch / 400 - 1
    let yearOfEra = yearFromMarch % 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * daysPerEra + dayOfEra - daysFromEraTo1970
  }

  private static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

private let daysPerEra = 146_097

/// From 1 March of the year 0 to 1970-01-01.
private let daysFromEraTo1970 = 719_468
