"""The suite for games explains what fails."""

pytest_plugins = ["luckytui.testing"]
