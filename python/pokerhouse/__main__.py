"""The command as a module: ``python -m pokerhouse``."""

from pokerhouse.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
