"""Raises a test alarm, lists the alerts, and acknowledges them."""

from app_read import call

call("v2/api/notifications/test", "POST")
for alert in call("v2/api/notifications"):
    print(alert["state"], alert["status"], alert["path"], alert["message"])
call("v2/api/notifications/acknowledge", "POST")
