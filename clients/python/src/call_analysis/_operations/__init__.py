"""The operations of the API, generated."""
