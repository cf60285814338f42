// The tests of ChatSystem.
