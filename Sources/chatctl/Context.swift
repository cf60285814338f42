/// What a command gets to work with.
struct Context {
}
