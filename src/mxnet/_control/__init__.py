"""How the processes of a distributed job find each other: roles, ranks, barriers, and who has died.

Numbers never travel here: gradients go through XLA's collectives or to the parameter servers.
"""
