"""Other de-identification tools, each in an environment of its own, beside this one."""
