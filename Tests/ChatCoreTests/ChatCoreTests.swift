// The tests of ChatCore.
