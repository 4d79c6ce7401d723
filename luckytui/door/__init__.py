"""The door for guests: ssh and the web for people who have no luckytui. A host runs it as a process."""
