// The tests of chatctl.
