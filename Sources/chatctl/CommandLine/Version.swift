/// The version of chatctl, as `chatctl --version` says it.
let version = "0.1.0"

/// The day of this version, for the manual page.
let versionDate = "2026-11-30"
