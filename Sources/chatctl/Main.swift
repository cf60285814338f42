/// Parses, opens what the command needs, runs it and exits.
@main
enum Main {
  static func main() {}
}
