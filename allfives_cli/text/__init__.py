"""Every sentence that a user sees, in each language, and the one way to show foreign text."""
