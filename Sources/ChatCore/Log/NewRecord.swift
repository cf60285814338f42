/// What is to be added to a log; its number and date come from the log's end.
enum NewRecord {
  case message(body: String, reply: MessageReference?)
  case edit(MessageReference, body: String)
  case deletion(MessageReference)
  case event(ChatEvent)
}
