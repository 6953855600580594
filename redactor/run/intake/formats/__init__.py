"""This package reads documents, mails, workbooks, databases and lists of archives, in the process of `worker` alone."""
