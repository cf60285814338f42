/// The shells that completion scripts are made for.
enum Shell: String, CaseIterable {
  case bash, zsh, fish

  /// What packages call the script.
  var completionFileName: String {
    switch self {
    case .bash: "chatctl.bash"
    case .zsh: "_chatctl"
    case .fish: "chatctl.fish"
    }
  }

  /// A script that teaches the shell to complete the commands of `table`, in lines without a final
  /// line break.
  func completionScript(for table: CommandTable) -> String {
    switch self {
    case .bash: BashCompletion(table: table).script
    case .zsh: ZshCompletion(table: table).script
    case .fish: FishCompletion(table: table).script
    }
  }
}
