import sys

from tempanswerqa.cli import main

sys.exit(main())
