/// Dates stand in documents as strings.
extension Timestamp: Encodable {
  package func encode(to encoder: any Encoder) throws { try rfc3339.encode(to: encoder) }
}
