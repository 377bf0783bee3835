"""One command a module: it parses, builds, runs and reports. Nothing is computed here."""
