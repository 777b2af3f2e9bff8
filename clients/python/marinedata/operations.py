# Written by "npm run client" from the schemas of the server. Do not edit.
"""A method for every operation of the server."""

from typing import Any, Dict, List, Literal, Optional, Union

from . import models
from ._feature import Call, Feature


class Autopilots(Feature):
    """Autopilots; the id `_default` is the default autopilot."""

    def list(
        self,
    ) -> models.AutopilotList:
        """All autopilots, by id.

        Problems: unauthenticated, forbidden, misdirected.
        """
        return self._call(
            "GET",
            "vessels/self/autopilots",
        )

    def get_default(
        self,
    ) -> models.DefaultAutopilot:
        """The id of the default autopilot.

        Problems: no-default-autopilot, unauthenticated, forbidden, misdirected.
        """
        return self._call(
            "GET",
            "vessels/self/autopilots/_providers/_default",
        )

    def set_default(
        self,
        id: str,
    ) -> models.Completed:
        """Makes an autopilot the default, also after a restart.

        Problems: autopilot-not-found, no-default-autopilot, invalid-value, unauthenticated, forbidden, cross-origin, misdirected.
        """
        return self._call(
            "POST",
            "vessels/self/autopilots/_providers/_default/{id}",
            params={"id": id},
        )

    def get(
        self,
        id: str,
    ) -> models.AutopilotDescription:
        """The state and the capabilities of one autopilot.

        Problems: autopilot-not-found, no-default-autopilot, invalid-value, unauthenticated, forbidden, misdirected.
        """
        return self._call(
            "GET",
            "vessels/self/autopilots/{id}",
            params={"id": id},
        )

    def get_state(
        self,
        id: str,
    ) -> models.NameValue:
        """The present state.

        Problems: autopilot-not-found, no-default-autopilot, invalid-value, unauthenticated, forbidden, misdirected.
        """
        return self._call(
            "GET",
            "vessels/self/autopilots/{id}/state",
            params={"id": id},
        )

    def set_state(
        self,
        id: str,
        body: models.NameRequest,
    ) -> models.Completed:
        """Sets the state, one of `options.state`.

        Problems: autopilot-not-found, no-default-autopilot, invalid-body, invalid-value, unknown-units, not-engaged, not-allowed-in-mode, wrong-direction, busy, input-stale, helm-held, helm-contested, idempotency-conflict, unsupported-action, rejected-by-device, autopilot-offline, unconfirmed, too-slow, too-large, unsupported-media-type, unauthenticated, forbidden, cross-origin, misdirected.
        """
        return self._call(
            "PUT",
            "vessels/self/autopilots/{id}/state",
            params={"id": id},
            body=body,
        )

    def get_mode(
        self,
        id: str,
    ) -> models.NameValue:
        """The present mode.

        Problems: autopilot-not-found, no-default-autopilot, invalid-value, unauthenticated, forbidden, misdirected.
        """
        return self._call(
            "GET",
            "vessels/self/autopilots/{id}/mode",
            params={"id": id},
        )

    def set_mode(
        self,
        id: str,
        body: models.NameRequest,
    ) -> models.Completed:
        """Sets the mode, one of `options.mode`; an engaged autopilot continues the present course.

        Problems: autopilot-not-found, no-default-autopilot, invalid-body, invalid-value, unknown-units, not-engaged, not-allowed-in-mode, wrong-direction, busy, input-stale, helm-held, helm-contested, idempotency-conflict, unsupported-action, rejected-by-device, autopilot-offline, unconfirmed, too-slow, too-large, unsupported-media-type, unauthenticated, forbidden, cross-origin, misdirected.
        """
        return self._call(
            "PUT",
            "vessels/self/autopilots/{id}/mode",
            params={"id": id},
            body=body,
        )

    def get_target(
        self,
        id: str,
    ) -> models.AngleValue:
        """The present target.

        Problems: autopilot-not-found, no-default-autopilot, invalid-value, unauthenticated, forbidden, misdirected.
        """
        return self._call(
            "GET",
            "vessels/self/autopilots/{id}/target",
            params={"id": id},
        )

    def set_target(
        self,
        id: str,
        body: models.AngleRequest,
    ) -> models.Completed:
        """Sets the target, in radians unless `units` is `deg`, within the range of the mode.

        Problems: autopilot-not-found, no-default-autopilot, invalid-body, invalid-value, unknown-units, not-engaged, not-allowed-in-mode, wrong-direction, busy, input-stale, helm-held, helm-contested, idempotency-conflict, unsupported-action, rejected-by-device, autopilot-offline, unconfirmed, too-slow, too-large, unsupported-media-type, unauthenticated, forbidden, cross-origin, misdirected.
        """
        return self._call(
            "PUT",
            "vessels/self/autopilots/{id}/target",
            params={"id": id},
            body=body,
        )

    def adjust(
        self,
        id: str,
        body: models.AngleRequest,
    ) -> models.Completed:
        """Adds to the target: positive to starboard, negative to port.

        Problems: autopilot-not-found, no-default-autopilot, invalid-body, invalid-value, unknown-units, not-engaged, not-allowed-in-mode, wrong-direction, busy, input-stale, helm-held, helm-contested, idempotency-conflict, unsupported-action, rejected-by-device, autopilot-offline, unconfirmed, too-slow, too-large, unsupported-media-type, unauthenticated, forbidden, cross-origin, misdirected.
        """
        return self._call(
            "PUT",
            "vessels/self/autopilots/{id}/target/adjust",
            params={"id": id},
            body=body,
        )

    def engage(
        self,
        id: str,
    ) -> models.Completed:
        """Engages the autopilot on the present course.

        Problems: autopilot-not-found, no-default-autopilot, invalid-body, invalid-value, unknown-units, not-engaged, not-allowed-in-mode, wrong-direction, busy, input-stale, helm-held, helm-contested, idempotency-conflict, unsupported-action, rejected-by-device, autopilot-offline, unconfirmed, unauthenticated, forbidden, cross-origin, misdirected.
        """
        return self._call(
            "POST",
            "vessels/self/autopilots/{id}/engage",
            params={"id": id},
        )

    def disengage(
        self,
        id: str,
    ) -> models.Completed:
        """Disengages the autopilot; sent before all queued commands.

        Problems: autopilot-not-found, no-default-autopilot, invalid-body, invalid-value, unknown-units, not-engaged, not-allowed-in-mode, wrong-direction, busy, input-stale, helm-held, helm-contested, idempotency-conflict, unsupported-action, rejected-by-device, autopilot-offline, unconfirmed, unauthenticated, forbidden, cross-origin, misdirected.
        """
        return self._call(
            "POST",
            "vessels/self/autopilots/{id}/disengage",
            params={"id": id},
        )

    def tack(
        self,
        id: str,
        direction: models.TurnDirection,
    ) -> models.Completed:
        """Turns the bow through the wind; completes when the manoeuvre has begun.

        Problems: autopilot-not-found, no-default-autopilot, invalid-body, invalid-value, unknown-units, not-engaged, not-allowed-in-mode, wrong-direction, busy, input-stale, helm-held, helm-contested, idempotency-conflict, unsupported-action, rejected-by-device, autopilot-offline, unconfirmed, unauthenticated, forbidden, cross-origin, misdirected.
        """
        return self._call(
            "POST",
            "vessels/self/autopilots/{id}/tack/{direction}",
            params={"id": id, "direction": direction},
        )

    def gybe(
        self,
        id: str,
        direction: models.TurnDirection,
    ) -> models.Completed:
        """Turns the stern through the wind; completes when the manoeuvre has begun.

        Problems: autopilot-not-found, no-default-autopilot, invalid-body, invalid-value, unknown-units, not-engaged, not-allowed-in-mode, wrong-direction, busy, input-stale, helm-held, helm-contested, idempotency-conflict, unsupported-action, rejected-by-device, autopilot-offline, unconfirmed, unauthenticated, forbidden, cross-origin, misdirected.
        """
        return self._call(
            "POST",
            "vessels/self/autopilots/{id}/gybe/{direction}",
            params={"id": id, "direction": direction},
        )

    def begin_dodge(
        self,
        id: str,
    ) -> models.Completed:
        """Holds the present heading until the dodge is ended.

        Problems: autopilot-not-found, no-default-autopilot, invalid-body, invalid-value, unknown-units, not-engaged, not-allowed-in-mode, wrong-direction, busy, input-stale, helm-held, helm-contested, idempotency-conflict, unsupported-action, rejected-by-device, autopilot-offline, unconfirmed, unauthenticated, forbidden, cross-origin, misdirected.
        """
        return self._call(
            "POST",
            "vessels/self/autopilots/{id}/dodge",
            params={"id": id},
        )

    def dodge(
        self,
        id: str,
        body: models.AngleRequest,
    ) -> models.Completed:
        """Turns away by an angle: positive to starboard, negative to port.

        Problems: autopilot-not-found, no-default-autopilot, invalid-body, invalid-value, unknown-units, not-engaged, not-allowed-in-mode, wrong-direction, busy, input-stale, helm-held, helm-contested, idempotency-conflict, unsupported-action, rejected-by-device, autopilot-offline, unconfirmed, too-slow, too-large, unsupported-media-type, unauthenticated, forbidden, cross-origin, misdirected.
        """
        return self._call(
            "PUT",
            "vessels/self/autopilots/{id}/dodge",
            params={"id": id},
            body=body,
        )

    def end_dodge(
        self,
        id: str,
    ) -> models.Completed:
        """Returns to the mode and target before the dodge.

        Problems: autopilot-not-found, no-default-autopilot, invalid-body, invalid-value, unknown-units, not-engaged, not-allowed-in-mode, wrong-direction, busy, input-stale, helm-held, helm-contested, idempotency-conflict, unsupported-action, rejected-by-device, autopilot-offline, unconfirmed, unauthenticated, forbidden, cross-origin, misdirected.
        """
        return self._call(
            "DELETE",
            "vessels/self/autopilots/{id}/dodge",
            params={"id": id},
        )

    def get_helm(
        self,
        id: str,
    ) -> models.HelmState:
        """The client that holds the helm, if any.

        Problems: autopilot-not-found, no-default-autopilot, invalid-value, unauthenticated, forbidden, misdirected.
        """
        return self._call(
            "GET",
            "vessels/self/autopilots/{id}/helm",
            params={"id": id},
        )

    def take_helm(
        self,
        id: str,
        body: models.HelmRequest,
    ) -> models.HelmTaken:
        """Takes the helm; other commands than disengage then need the lease in `X-Helm-Lease`.

        Problems: autopilot-not-found, no-default-autopilot, helm-held, invalid-body, too-slow, too-large, unsupported-media-type, invalid-value, unauthenticated, forbidden, cross-origin, misdirected.
        """
        return self._call(
            "PUT",
            "vessels/self/autopilots/{id}/helm",
            params={"id": id},
            body=body,
        )

    def release_helm(
        self,
        id: str,
    ) -> models.Completed:
        """Releases the helm.

        Problems: autopilot-not-found, no-default-autopilot, helm-held, invalid-value, unauthenticated, forbidden, cross-origin, misdirected.
        """
        return self._call(
            "DELETE",
            "vessels/self/autopilots/{id}/helm",
            params={"id": id},
        )

    def get_audit(
        self,
        id: str,
        *,
        limit: Optional[int] = None,
        before: Optional[int] = None,
    ) -> List[models.AuditEntry]:
        """The commands to this autopilot, newest first; each entry contains the hash of the previous one.

        Problems: autopilot-not-found, no-default-autopilot, invalid-value, invalid-query, unauthenticated, forbidden, misdirected.
        """
        return self._call(
            "GET",
            "vessels/self/autopilots/{id}/audit",
            params={"id": id},
            query={"limit": limit, "before": before},
        )


class Anchor(Feature):
    """The anchor watch."""

    def get(
        self,
    ) -> models.AnchorState:
        """The state of the anchor as last reported by the watch.

        Problems: no-provider, unauthenticated, forbidden, misdirected.
        """
        return self._call(
            "GET",
            "vessels/self/navigation/anchor",
        )

    def get_track(
        self,
    ) -> models.AnchorTrack:
        """The boat’s track during this stay, or of the last six hours while the anchor is up.

        Problems: unsupported-action, rejected-by-device, plugin-failed, no-provider, unauthenticated, forbidden, misdirected.
        """
        return self._call(
            "GET",
            "vessels/self/navigation/anchor/track",
        )

    def list_stays(
        self,
    ) -> models.AnchorStays:
        """The last 20 past stays.

        Problems: unsupported-action, rejected-by-device, plugin-failed, no-provider, unauthenticated, forbidden, misdirected.
        """
        return self._call(
            "GET",
            "vessels/self/navigation/anchor/stays",
        )

    def veer(
        self,
        body: models.AnchorRepositionRequest,
    ) -> models.AnchorCompleted:
        """Sets the length of rode that is out; the anchor position stays, and the radius follows unless set by hand.

        Problems: invalid-body, invalid-value, anchor-no-position, anchor-not-down, input-stale, busy, idempotency-conflict, unsupported-action, rejected-by-device, no-provider, unconfirmed, too-slow, too-large, unsupported-media-type, unauthenticated, forbidden, cross-origin, misdirected.
        """
        return self._call(
            "POST",
            "vessels/self/navigation/anchor/veer",
            body=body,
        )

    def set_from_track(
        self,
        body: models.AnchorTrackRequest,
    ) -> models.AnchorCompleted:
        """Sets the anchor position to the bow’s position at a time of the track.

        Problems: invalid-body, invalid-value, anchor-no-position, anchor-not-down, input-stale, busy, idempotency-conflict, unsupported-action, rejected-by-device, no-provider, unconfirmed, too-slow, too-large, unsupported-media-type, unauthenticated, forbidden, cross-origin, misdirected.
        """
        return self._call(
            "POST",
            "vessels/self/navigation/anchor/set-from-track",
            body=body,
        )

    def set_at(
        self,
        body: models.AnchorPlaceRequest,
    ) -> models.AnchorCompleted:
        """Sets the anchor position, within 300 m of the bow; the radius stays.

        Problems: invalid-body, invalid-value, anchor-no-position, anchor-not-down, input-stale, busy, idempotency-conflict, unsupported-action, rejected-by-device, no-provider, unconfirmed, too-slow, too-large, unsupported-media-type, unauthenticated, forbidden, cross-origin, misdirected.
        """
        return self._call(
            "POST",
            "vessels/self/navigation/anchor/set-at",
            body=body,
        )

    def drop(
        self,
    ) -> models.AnchorCompleted:
        """Drops the anchor at the bow’s position and starts the watch with a provisional radius.

        Problems: invalid-body, invalid-value, anchor-no-position, anchor-not-down, input-stale, busy, idempotency-conflict, unsupported-action, rejected-by-device, no-provider, unconfirmed, unauthenticated, forbidden, cross-origin, misdirected.
        """
        return self._call(
            "POST",
            "vessels/self/navigation/anchor/drop",
        )

    def set_radius(
        self,
        body: models.AnchorRadiusRequest,
    ) -> models.AnchorCompleted:
        """Sets the radius of the alarm area, in metres.

        Problems: invalid-body, invalid-value, anchor-no-position, anchor-not-down, input-stale, busy, idempotency-conflict, unsupported-action, rejected-by-device, no-provider, unconfirmed, too-slow, too-large, unsupported-media-type, unauthenticated, forbidden, cross-origin, misdirected.
        """
        return self._call(
            "POST",
            "vessels/self/navigation/anchor/radius",
            body=body,
        )

    def reposition(
        self,
        body: models.AnchorRepositionRequest,
    ) -> models.AnchorCompleted:
        """Sets the anchor position this many metres of rode ahead of the boat.

        Problems: invalid-body, invalid-value, anchor-no-position, anchor-not-down, input-stale, busy, idempotency-conflict, unsupported-action, rejected-by-device, no-provider, unconfirmed, too-slow, too-large, unsupported-media-type, unauthenticated, forbidden, cross-origin, misdirected.
        """
        return self._call(
            "POST",
            "vessels/self/navigation/anchor/reposition",
            body=body,
        )

    def raise_(
        self,
    ) -> models.AnchorCompleted:
        """Raises the anchor and ends the watch.

        Problems: invalid-body, invalid-value, anchor-no-position, anchor-not-down, input-stale, busy, idempotency-conflict, unsupported-action, rejected-by-device, no-provider, unconfirmed, unauthenticated, forbidden, cross-origin, misdirected.
        """
        return self._call(
            "POST",
            "vessels/self/navigation/anchor/raise",
        )


class Alerts(Feature):
    """Alerts, and the calls of people about them."""

    def list(
        self,
    ) -> models.AlertList:
        """All alerts of the own vessel, most severe first.

        Problems: unauthenticated, forbidden, misdirected.
        """
        return self._call(
            "GET",
            "notifications",
        )

    def raise_(
        self,
        body: models.AlertRequest,
    ) -> models.AlertCompleted:
        """Raises an alert by hand; repeating it at the same path sounds the alert again.

        Problems: invalid-body, invalid-value, storage-full, too-slow, too-large, unsupported-media-type, unauthenticated, forbidden, cross-origin, misdirected.
        """
        return self._call(
            "POST",
            "notifications",
            body=body,
        )

    def list_past(
        self,
    ) -> models.PastAlertList:
        """The alerts that ended in the last 24 hours, newest first.

        Problems: unauthenticated, forbidden, misdirected.
        """
        return self._call(
            "GET",
            "notifications/past",
        )

    def get(
        self,
        id: str,
    ) -> models.Alert:
        """One alert.

        Problems: alert-not-found, invalid-value, unauthenticated, forbidden, misdirected.
        """
        return self._call(
            "GET",
            "notifications/{id}",
            params={"id": id},
        )

    def end(
        self,
        id: str,
    ) -> models.AlertCompleted:
        """Ends an alert that was raised by hand, that is `endable`, or whose source has not reported since the server started.

        Problems: alert-not-found, not-raised-by-hand, invalid-value, unauthenticated, forbidden, cross-origin, misdirected.
        """
        return self._call(
            "DELETE",
            "notifications/{id}",
            params={"id": id},
        )

    def acknowledge(
        self,
        id: str,
    ) -> models.AlertCompleted:
        """Acknowledges an alert for everyone aboard; repeating it has no effect.

        Problems: alert-not-found, invalid-value, unauthenticated, forbidden, cross-origin, misdirected.
        """
        return self._call(
            "POST",
            "notifications/{id}/acknowledge",
            params={"id": id},
        )

    def silence(
        self,
        id: str,
    ) -> models.AlertCompleted:
        """Silences an alert for 30 seconds, or until its severity rises.

        Problems: alert-not-found, invalid-value, unauthenticated, forbidden, cross-origin, misdirected.
        """
        return self._call(
            "POST",
            "notifications/{id}/silence",
            params={"id": id},
        )

    def acknowledge_all(
        self,
    ) -> models.AlertsCompleted:
        """Acknowledges all alerts.

        Problems: unauthenticated, forbidden, cross-origin, misdirected.
        """
        return self._call(
            "POST",
            "notifications/acknowledge",
        )

    def silence_all(
        self,
    ) -> models.AlertsCompleted:
        """Silences all alerts for 30 seconds.

        Problems: unauthenticated, forbidden, cross-origin, misdirected.
        """
        return self._call(
            "POST",
            "notifications/silence",
        )

    def raise_man_overboard(
        self,
    ) -> models.AlertCompleted:
        """Raises a man overboard emergency, with the position if a recent fix exists.

        Problems: unauthenticated, forbidden, cross-origin, misdirected.
        """
        return self._call(
            "POST",
            "notifications/mob",
        )

    def end_man_overboard(
        self,
    ) -> models.AlertCompleted:
        """Ends the man overboard emergency.

        Problems: alert-not-found, unauthenticated, forbidden, cross-origin, misdirected.
        """
        return self._call(
            "DELETE",
            "notifications/mob",
        )

    def list_calls(
        self,
    ) -> models.AlertCallList:
        """The latest calls of people for alarms, with what became of each of them.

        Problems: unauthenticated, forbidden, misdirected.
        """
        return self._call(
            "GET",
            "notifications/calls",
        )

    def list_channels(
        self,
    ) -> models.AlertChannelList:
        """The channels on which an alarm calls people.

        Problems: unauthenticated, forbidden, misdirected.
        """
        return self._call(
            "GET",
            "notifications/channels",
        )

    def test_alarm(
        self,
    ) -> models.AlertCompleted:
        """Raises a test alarm that calls people on every channel; it ends when someone acknowledges it.

        Problems: storage-full, unauthenticated, forbidden, cross-origin, misdirected.
        """
        return self._call(
            "POST",
            "notifications/test",
        )

    def get_push_setup(
        self,
    ) -> models.PushSetup:
        """What a page needs to receive pushes, and the caller’s devices that do.

        Problems: unauthenticated, forbidden, misdirected.
        """
        return self._call(
            "GET",
            "notifications/push",
        )

    def put_push_device(
        self,
        id: str,
        body: models.PushDeviceRequest,
    ) -> models.PushSetup:
        """Registers a browser for pushes of alarms, or replaces its subscription.

        Problems: invalid-body, invalid-value, forbidden, storage-full, too-slow, too-large, unsupported-media-type, unauthenticated, cross-origin, misdirected.
        """
        return self._call(
            "PUT",
            "notifications/push/{id}",
            params={"id": id},
            body=body,
        )

    def remove_push_device(
        self,
        id: str,
    ) -> models.PushSetup:
        """Ends the pushes to a browser.

        Problems: invalid-value, forbidden, storage-full, unauthenticated, cross-origin, misdirected.
        """
        return self._call(
            "DELETE",
            "notifications/push/{id}",
            params={"id": id},
        )

    def receive_push(
        self,
        id: str,
        body: models.PushReceipt,
    ) -> models.Completed:
        """Sent by a browser when it has shown a push.

        Problems: invalid-body, invalid-value, forbidden, too-slow, too-large, unsupported-media-type, unauthenticated, cross-origin, misdirected.
        """
        return self._call(
            "POST",
            "notifications/push/{id}/receipt",
            params={"id": id},
            body=body,
        )


class Controls(Feature):
    """Switches, dimmers and setpoints, by path."""

    def list(
        self,
    ) -> models.ControlList:
        """The paths that can be set: switches, dimmers and setpoints, with their range and present value.

        Problems: unauthenticated, forbidden, misdirected.
        """
        return self._call(
            "GET",
            "vessels/self/controls",
        )

    def set(
        self,
        path: str,
        body: models.ControlRequest,
    ) -> models.ControlCompleted:
        """Sets the value of a path; answered when the device reports it.

        Problems: invalid-body, invalid-value, control-not-found, busy, idempotency-conflict, input-stale, unsupported-action, rejected-by-device, no-provider, unconfirmed, too-slow, too-large, unsupported-media-type, unauthenticated, forbidden, cross-origin, misdirected.
        """
        return self._call(
            "PUT",
            "vessels/self/controls/{path}",
            params={"path": path},
            body=body,
        )


class Course(Feature):
    """The destination and the active route."""

    def get(
        self,
    ) -> models.Course:
        """The course; bearing, distance and cross-track error are below `navigation.courseGreatCircle`.

        Problems: unauthenticated, forbidden, misdirected.
        """
        return self._call(
            "GET",
            "vessels/self/navigation/course",
        )

    def end(
        self,
    ) -> models.CourseCompleted:
        """Clears the course.

        Problems: unauthenticated, forbidden, cross-origin, misdirected.
        """
        return self._call(
            "DELETE",
            "vessels/self/navigation/course",
        )

    def set_destination(
        self,
        body: models.DestinationRequest,
    ) -> models.CourseCompleted:
        """Sets a destination with a straight leg from the present position; no autopilot is commanded.

        Problems: invalid-body, input-stale, too-slow, too-large, unsupported-media-type, unauthenticated, forbidden, cross-origin, misdirected.
        """
        return self._call(
            "PUT",
            "vessels/self/navigation/course/destination",
            body=body,
        )

    def follow_route(
        self,
        body: models.FollowRequest,
    ) -> models.CourseCompleted:
        """Follows a route to its first point, or to the second when the boat is at the first.

        Problems: invalid-body, route-not-found, input-stale, too-slow, too-large, unsupported-media-type, unauthenticated, forbidden, cross-origin, misdirected.
        """
        return self._call(
            "PUT",
            "vessels/self/navigation/course/route",
            body=body,
        )

    def advance(
        self,
        *,
        leg: Optional[int] = None,
    ) -> models.CourseCompleted:
        """Begins the next leg of the route, whether or not the active point was reached.

        Problems: invalid-query, no-next-leg, unauthenticated, forbidden, cross-origin, misdirected.
        """
        return self._call(
            "POST",
            "vessels/self/navigation/course/advance",
            query={"leg": leg},
        )

    def list_providers(
        self,
    ) -> models.CourseProviderList:
        """The plugins that can compute the course; without a chosen one the server computes it.

        Problems: unauthenticated, forbidden, misdirected.
        """
        return self._call(
            "GET",
            "vessels/self/navigation/course/_providers",
        )

    def set_provider(
        self,
        id: str,
    ) -> models.Completed:
        """Chooses the plugin that computes the course, which autopilots follow.

        Problems: not-found, invalid-value, unauthenticated, forbidden, cross-origin, misdirected.
        """
        return self._call(
            "POST",
            "vessels/self/navigation/course/_providers/_default/{id}",
            params={"id": id},
        )

    def remove_provider(
        self,
    ) -> models.Completed:
        """Chooses none: the server computes the course.

        Problems: unauthenticated, forbidden, cross-origin, misdirected.
        """
        return self._call(
            "DELETE",
            "vessels/self/navigation/course/_providers/_default",
        )


class Resources(Feature):
    """Routes, waypoints and the resources of plugins."""

    def list_routes(
        self,
    ) -> models.RouteList:
        """All routes, in the order of their creation.

        Problems: unauthenticated, forbidden, misdirected.
        """
        return self._call(
            "GET",
            "resources/routes",
        )

    def make_route(
        self,
        body: models.RouteRequest,
    ) -> models.RouteCompleted:
        """Creates a route; the response contains its id.

        Problems: invalid-body, storage-full, too-slow, too-large, unsupported-media-type, unauthenticated, forbidden, cross-origin, misdirected.
        """
        return self._call(
            "POST",
            "resources/routes",
            body=body,
        )

    def get_route(
        self,
        id: str,
    ) -> models.Route:
        """One route.

        Problems: route-not-found, invalid-value, unauthenticated, forbidden, misdirected.
        """
        return self._call(
            "GET",
            "resources/routes/{id}",
            params={"id": id},
        )

    def change_route(
        self,
        id: str,
        body: models.RouteRequest,
    ) -> models.RouteCompleted:
        """Replaces a route; if the boat follows it, the course is updated.

        Problems: invalid-body, route-not-found, too-slow, too-large, unsupported-media-type, invalid-value, unauthenticated, forbidden, cross-origin, misdirected.
        """
        return self._call(
            "PUT",
            "resources/routes/{id}",
            params={"id": id},
            body=body,
        )

    def remove_route(
        self,
        id: str,
    ) -> models.RouteCompleted:
        """Removes a route that the boat does not follow.

        Problems: route-not-found, route-in-use, invalid-value, unauthenticated, forbidden, cross-origin, misdirected.
        """
        return self._call(
            "DELETE",
            "resources/routes/{id}",
            params={"id": id},
        )

    def list_waypoints(
        self,
    ) -> models.WaypointList:
        """All waypoints, in the order of their creation.

        Problems: unauthenticated, forbidden, misdirected.
        """
        return self._call(
            "GET",
            "resources/waypoints",
        )

    def make_waypoint(
        self,
        body: models.WaypointRequest,
    ) -> models.WaypointCompleted:
        """Creates a waypoint; the response contains its id.

        Problems: invalid-body, storage-full, too-slow, too-large, unsupported-media-type, unauthenticated, forbidden, cross-origin, misdirected.
        """
        return self._call(
            "POST",
            "resources/waypoints",
            body=body,
        )

    def get_waypoint(
        self,
        id: str,
    ) -> models.Waypoint:
        """One waypoint.

        Problems: waypoint-not-found, invalid-value, unauthenticated, forbidden, misdirected.
        """
        return self._call(
            "GET",
            "resources/waypoints/{id}",
            params={"id": id},
        )

    def change_waypoint(
        self,
        id: str,
        body: models.WaypointRequest,
    ) -> models.WaypointCompleted:
        """Changes the name or position of a waypoint; a course to it is not changed.

        Problems: invalid-body, waypoint-not-found, too-slow, too-large, unsupported-media-type, invalid-value, unauthenticated, forbidden, cross-origin, misdirected.
        """
        return self._call(
            "PUT",
            "resources/waypoints/{id}",
            params={"id": id},
            body=body,
        )

    def remove_waypoint(
        self,
        id: str,
    ) -> models.WaypointCompleted:
        """Removes a waypoint; a course to it is not changed.

        Problems: waypoint-not-found, invalid-value, unauthenticated, forbidden, cross-origin, misdirected.
        """
        return self._call(
            "DELETE",
            "resources/waypoints/{id}",
            params={"id": id},
        )

    def list_provided(
        self,
        kind: str,
    ) -> models.ProvidedResourceList:
        """All resources of a kind that a plugin provides.

        Problems: not-found, invalid-value, unauthenticated, forbidden, misdirected.
        """
        return self._call(
            "GET",
            "resources/{kind}",
            params={"kind": kind},
        )

    def get_provided(
        self,
        kind: str,
        id: str,
    ) -> models.ProvidedResource:
        """One resource of a kind that a plugin provides.

        Problems: not-found, invalid-value, unauthenticated, forbidden, misdirected.
        """
        return self._call(
            "GET",
            "resources/{kind}/{id}",
            params={"kind": kind, "id": id},
        )


class History(Feature):
    """Recorded values."""

    def values(
        self,
        *,
        paths: str,
        from_: Optional[str] = None,
        to: Optional[str] = None,
        duration: Optional[str] = None,
        context: Optional[str] = None,
        resolution: Optional[str] = None,
        source_policy: Optional[Literal["preferred", "all"]] = None,
        provider: Optional[str] = None,
    ) -> models.HistoryValuesAnswer:
        """Recorded values, aggregated in buckets of equal length.

        Problems: invalid-query, not-found, too-many-requests, no-history-provider, plugin-failed, plugin-not-running, storage-full, too-much-history, unauthenticated, forbidden, misdirected.
        """
        return self._call(
            "GET",
            "history/values",
            query={"paths": paths, "from": from_, "to": to, "duration": duration, "context": context, "resolution": resolution, "sourcePolicy": source_policy, "provider": provider},
        )

    def contexts(
        self,
        *,
        from_: Optional[str] = None,
        to: Optional[str] = None,
        duration: Optional[str] = None,
        provider: Optional[str] = None,
    ) -> List[str]:
        """Contexts with recorded values in a range.

        Problems: invalid-query, not-found, too-many-requests, no-history-provider, plugin-failed, plugin-not-running, storage-full, too-much-history, unauthenticated, forbidden, misdirected.
        """
        return self._call(
            "GET",
            "history/contexts",
            query={"from": from_, "to": to, "duration": duration, "provider": provider},
        )

    def paths(
        self,
        *,
        from_: Optional[str] = None,
        to: Optional[str] = None,
        duration: Optional[str] = None,
        context: Optional[str] = None,
        bbox: Optional[str] = None,
        provider: Optional[str] = None,
    ) -> List[str]:
        """Paths with recorded values in a range.

        Problems: invalid-query, not-found, too-many-requests, no-history-provider, plugin-failed, plugin-not-running, storage-full, too-much-history, unauthenticated, forbidden, misdirected.
        """
        return self._call(
            "GET",
            "history/paths",
            query={"from": from_, "to": to, "duration": duration, "context": context, "bbox": bbox, "provider": provider},
        )

    def track(
        self,
        *,
        from_: Optional[str] = None,
        to: Optional[str] = None,
        duration: Optional[str] = None,
        context: Optional[str] = None,
        tolerance: Optional[float] = None,
        provider: Optional[str] = None,
    ) -> models.Track:
        """The recorded track of a vessel, thinned to a tolerance.

        Problems: invalid-query, not-found, too-many-requests, no-history-provider, plugin-failed, plugin-not-running, storage-full, too-much-history, unauthenticated, forbidden, misdirected.
        """
        return self._call(
            "GET",
            "history/track",
            query={"from": from_, "to": to, "duration": duration, "context": context, "tolerance": tolerance, "provider": provider},
        )

    def storage(
        self,
        *,
        provider: Optional[str] = None,
    ) -> models.HistoryStorage:
        """What the history occupies on disk, and how far it goes back.

        Problems: invalid-query, not-found, too-many-requests, no-history-provider, plugin-failed, plugin-not-running, storage-full, unauthenticated, forbidden, misdirected.
        """
        return self._call(
            "GET",
            "history/storage",
            query={"provider": provider},
        )

    def forget(
        self,
        *,
        from_: Optional[str] = None,
        to: Optional[str] = None,
        duration: Optional[str] = None,
        provider: Optional[str] = None,
    ) -> Union[models.HistoryForgotten, models.HistoryDeletionPending]:
        """Deletes what was recorded in a range, in whole minutes.

        Problems: invalid-query, not-found, too-many-requests, no-history-provider, plugin-failed, plugin-not-running, storage-full, unconfirmed, unauthenticated, forbidden, cross-origin, misdirected.
        """
        return self._call(
            "DELETE",
            "history",
            query={"from": from_, "to": to, "duration": duration, "provider": provider},
        )

    def list_providers(
        self,
    ) -> models.HistoryProviderList:
        """The plugins that answer questions about history.

        Problems: unauthenticated, forbidden, misdirected.
        """
        return self._call(
            "GET",
            "history/_providers",
        )

    def get_default_provider(
        self,
    ) -> models.DefaultHistoryProvider:
        """The provider that answers by default.

        Problems: no-history-provider, unauthenticated, forbidden, misdirected.
        """
        return self._call(
            "GET",
            "history/_providers/_default",
        )

    def set_default_provider(
        self,
        id: str,
    ) -> models.Completed:
        """Chooses the provider that answers by default.

        Problems: not-found, invalid-value, unauthenticated, forbidden, cross-origin, misdirected.
        """
        return self._call(
            "POST",
            "history/_providers/_default/{id}",
            params={"id": id},
        )


class Weather(Feature):
    """Observations, forecasts and warnings."""

    def observations(
        self,
        *,
        latitude: Optional[float] = None,
        longitude: Optional[float] = None,
        provider: Optional[str] = None,
        most: Optional[int] = None,
    ) -> models.ServedObservations:
        """What stations near a place have measured; near the boat when no place is given.

        Problems: invalid-query, not-found, input-stale, too-many-requests, no-provider, plugin-failed, plugin-not-running, unauthenticated, forbidden, misdirected.
        """
        return self._call(
            "GET",
            "weather/observations",
            query={"latitude": latitude, "longitude": longitude, "provider": provider, "most": most},
        )

    def forecast(
        self,
        *,
        latitude: Optional[float] = None,
        longitude: Optional[float] = None,
        provider: Optional[str] = None,
        hours: Optional[int] = None,
        step: Optional[int] = None,
    ) -> models.ServedForecast:
        """The forecast for a place; for the boat when no place is given.

        Problems: invalid-query, not-found, input-stale, too-many-requests, no-provider, plugin-failed, plugin-not-running, unauthenticated, forbidden, misdirected.
        """
        return self._call(
            "GET",
            "weather/forecast",
            query={"latitude": latitude, "longitude": longitude, "provider": provider, "hours": hours, "step": step},
        )

    def warnings(
        self,
        *,
        latitude: Optional[float] = None,
        longitude: Optional[float] = None,
        provider: Optional[str] = None,
    ) -> models.ServedWarnings:
        """Warnings of weather services for a place; for the boat when no place is given.

        Problems: invalid-query, not-found, input-stale, too-many-requests, no-provider, plugin-failed, plugin-not-running, unauthenticated, forbidden, misdirected.
        """
        return self._call(
            "GET",
            "weather/warnings",
            query={"latitude": latitude, "longitude": longitude, "provider": provider},
        )

    def list_providers(
        self,
    ) -> models.WeatherProviderList:
        """The plugins that answer questions about the weather.

        Problems: unauthenticated, forbidden, misdirected.
        """
        return self._call(
            "GET",
            "weather/_providers",
        )

    def set_default_provider(
        self,
        id: str,
    ) -> models.Completed:
        """Chooses the provider that answers by default.

        Problems: not-found, invalid-value, unauthenticated, forbidden, cross-origin, misdirected.
        """
        return self._call(
            "POST",
            "weather/_providers/_default/{id}",
            params={"id": id},
        )


class Plugins(Feature):
    """Plugins: their state, settings and actions."""

    def get_budget(
        self,
    ) -> models.PluginBudget:
        """What all plugins use together, and what they may use.

        Problems: unauthenticated, forbidden, misdirected.
        """
        return self._call(
            "GET",
            "plugin-budget",
        )

    def list(
        self,
    ) -> models.PluginList:
        """All plugins, by name.

        Problems: unauthenticated, forbidden, misdirected.
        """
        return self._call(
            "GET",
            "plugins",
        )

    def get(
        self,
        plugin: str,
    ) -> models.PluginReport:
        """One plugin.

        Problems: plugin-not-found, invalid-value, unauthenticated, forbidden, misdirected.
        """
        return self._call(
            "GET",
            "plugins/{plugin}",
            params={"plugin": plugin},
        )

    def remove(
        self,
        plugin: str,
    ) -> models.Completed:
        """Disables and deletes an installed plugin; its data and settings stay.

        Problems: plugin-not-found, invalid-value, busy, unconfirmed, unauthenticated, forbidden, cross-origin, misdirected.
        """
        return self._call(
            "DELETE",
            "plugins/{plugin}",
            params={"plugin": plugin},
        )

    def get_log(
        self,
        plugin: str,
    ) -> models.PluginLog:
        """The newest log lines of a plugin.

        Problems: plugin-not-found, invalid-value, unauthenticated, forbidden, misdirected.
        """
        return self._call(
            "GET",
            "plugins/{plugin}/log",
            params={"plugin": plugin},
        )

    def get_settings(
        self,
        plugin: str,
    ) -> models.PluginSettings:
        """The settings of a plugin; its manifest describes them.

        Problems: plugin-not-found, invalid-value, unauthenticated, forbidden, misdirected.
        """
        return self._call(
            "GET",
            "plugins/{plugin}/settings",
            params={"plugin": plugin},
        )

    def set_settings(
        self,
        plugin: str,
        body: models.PluginSettings,
    ) -> models.Completed:
        """Replaces all settings of a plugin; completes when it runs with them.

        Problems: invalid-settings, plugin-not-found, plugin-not-running, plugin-failed, invalid-body, too-slow, too-large, unsupported-media-type, invalid-value, unauthenticated, forbidden, cross-origin, misdirected.
        """
        return self._call(
            "PUT",
            "plugins/{plugin}/settings",
            params={"plugin": plugin},
            body=body,
        )

    def enable(
        self,
        plugin: str,
    ) -> models.Completed:
        """Enables a plugin; completes when it runs.

        Problems: plugin-not-found, plugin-not-running, plugin-failed, plugin-budget, invalid-value, unauthenticated, forbidden, cross-origin, misdirected.
        """
        return self._call(
            "POST",
            "plugins/{plugin}/enable",
            params={"plugin": plugin},
        )

    def approve(
        self,
        plugin: str,
    ) -> models.Completed:
        """Approves the new claims of a plugin; completes when it runs.

        Problems: plugin-not-found, plugin-not-running, plugin-failed, invalid-value, unauthenticated, forbidden, cross-origin, misdirected.
        """
        return self._call(
            "POST",
            "plugins/{plugin}/approve",
            params={"plugin": plugin},
        )

    def disable(
        self,
        plugin: str,
    ) -> models.Completed:
        """Disables a plugin; completes when its process has ended.

        Problems: plugin-not-found, plugin-not-running, plugin-failed, invalid-value, unauthenticated, forbidden, cross-origin, misdirected.
        """
        return self._call(
            "POST",
            "plugins/{plugin}/disable",
            params={"plugin": plugin},
        )

    def restart(
        self,
        plugin: str,
    ) -> models.Completed:
        """Restarts a plugin; completes when it runs.

        Problems: plugin-not-found, plugin-not-running, plugin-failed, invalid-value, unauthenticated, forbidden, cross-origin, misdirected.
        """
        return self._call(
            "POST",
            "plugins/{plugin}/restart",
            params={"plugin": plugin},
        )

    def run_action(
        self,
        plugin: str,
        action: str,
        body: Any,
    ) -> models.ActionCompleted:
        """Runs an action of a plugin, for the role that the manifest names or the owner; completes when the plugin has answered.

        Problems: invalid-body, not-found, unconfirmed, plugin-not-found, plugin-not-running, plugin-failed, too-slow, too-large, unsupported-media-type, invalid-value, unauthenticated, forbidden, cross-origin, misdirected.
        """
        return self._call(
            "POST",
            "plugins/{plugin}/actions/{action}",
            params={"plugin": plugin, "action": action},
            body=body,
        )

    def get_catalogue(
        self,
    ) -> models.PluginCatalogue:
        """Plugins that can be installed or updated, with their rights.

        Problems: not-found, no-provider, unauthenticated, forbidden, misdirected.
        """
        return self._call(
            "GET",
            "plugin-catalogue",
        )

    def install(
        self,
        plugin: str,
        body: models.PluginInstallation,
    ) -> models.PluginReport:
        """Installs or updates a plugin; a new one stays disabled.

        Problems: not-found, no-provider, plugin-not-found, invalid-value, busy, unconfirmed, invalid-body, too-slow, too-large, unsupported-media-type, unauthenticated, forbidden, cross-origin, misdirected.
        """
        return self._call(
            "POST",
            "plugin-catalogue/{plugin}/install",
            params={"plugin": plugin},
            body=body,
        )


class Logbook(Feature):
    """The logbook."""

    def get(
        self,
    ) -> models.Logbook:
        """The figures of the trip, and the days of the logbook.

        Problems: unauthenticated, forbidden, misdirected.
        """
        return self._call(
            "GET",
            "vessels/self/logbook",
        )

    def get_day(
        self,
        day: str,
    ) -> models.LogbookDay:
        """The entries of one day.

        Problems: not-found, invalid-value, unauthenticated, forbidden, misdirected.
        """
        return self._call(
            "GET",
            "vessels/self/logbook/days/{day}",
            params={"day": day},
        )

    def add_note(
        self,
        body: models.LogbookNoteRequest,
    ) -> models.LogbookCompleted:
        """Adds a note to the logbook, with the position, course and weather of now.

        Problems: invalid-body, plugin-not-found, plugin-not-running, plugin-failed, unconfirmed, too-slow, too-large, unsupported-media-type, unauthenticated, forbidden, cross-origin, misdirected.
        """
        return self._call(
            "POST",
            "vessels/self/logbook/entries",
            body=body,
        )

    def reset_trip(
        self,
    ) -> models.Completed:
        """Starts a new trip: all its figures begin at zero; the logbook is not changed.

        Problems: plugin-not-found, plugin-not-running, plugin-failed, unconfirmed, unauthenticated, forbidden, cross-origin, misdirected.
        """
        return self._call(
            "POST",
            "vessels/self/logbook/trip/reset",
        )


class Vessel(Feature):
    """The details, limits and recent track of the own vessel."""

    def get(
        self,
    ) -> models.Boat:
        """Details and limits of the own vessel, and whether each limit is watched.

        Problems: unauthenticated, forbidden, misdirected.
        """
        return self._call(
            "GET",
            "vessels/self/boat",
        )

    def set_details(
        self,
        body: models.BoatDetailsRequest,
    ) -> models.BoatCompleted:
        """Replaces the details of the own vessel; a new MMSI identifies it after the next start.

        Problems: invalid-body, invalid-value, boat-changed, storage-full, too-slow, too-large, unsupported-media-type, unauthenticated, forbidden, cross-origin, misdirected.
        """
        return self._call(
            "PUT",
            "vessels/self/boat/details",
            body=body,
        )

    def set_limits(
        self,
        body: models.BoatLimitsRequest,
    ) -> models.BoatCompleted:
        """Replaces the limits that raise alerts; they are the zones in the metadata of their paths.

        Problems: invalid-body, invalid-value, boat-changed, storage-full, too-slow, too-large, unsupported-media-type, unauthenticated, forbidden, cross-origin, misdirected.
        """
        return self._call(
            "PUT",
            "vessels/self/boat/limits",
            body=body,
        )

    def get_track(
        self,
        *,
        seconds: Optional[float] = None,
    ) -> models.Track:
        """The track of the own vessel, up to one day; older parts of a long track are thinned.

        Problems: invalid-query, unauthenticated, forbidden, misdirected.
        """
        return self._call(
            "GET",
            "vessels/self/track",
            query={"seconds": seconds},
        )


class Charts(Feature):
    """Chart files."""

    def list(
        self,
    ) -> models.ChartList:
        """The charts in the data folder.

        Problems: unauthenticated, forbidden, misdirected.
        """
        return self._call(
            "GET",
            "charts",
        )

    def remove(
        self,
        id: str,
    ) -> models.Completed:
        """Deletes the file of a chart.

        Problems: not-found, storage-full, invalid-value, unauthenticated, forbidden, cross-origin, misdirected.
        """
        return self._call(
            "DELETE",
            "charts/{id}",
            params={"id": id},
        )


class Access(Feature):
    """People, tokens, pairings and the audit."""

    def me(
        self,
    ) -> models.Visitor:
        """The caller with its roles and scopes, and whether the boat has an owner.

        Problems: misdirected.
        """
        return self._call(
            "GET",
            "access/me",
        )

    def claim(
        self,
        body: models.JoinRequest,
    ) -> models.SignedIn:
        """Creates the first owner with the code that the server printed; once, over https or on the boat’s own computer.

        Problems: already-claimed, wrong-secret, too-many-requests, invalid-value, tls-required, invalid-body, too-slow, too-large, unsupported-media-type, cross-origin, misdirected.
        """
        return self._call(
            "POST",
            "access/claim",
            body=body,
        )

    def join(
        self,
        body: models.JoinRequest,
    ) -> models.SignedIn:
        """Creates a person with the code of an invitation.

        Problems: wrong-secret, too-many-requests, tls-required, name-taken, invalid-value, storage-full, invalid-body, too-slow, too-large, unsupported-media-type, cross-origin, misdirected.
        """
        return self._call(
            "POST",
            "access/join",
            body=body,
        )

    def sign_in(
        self,
        body: models.SignInRequest,
    ) -> models.SignedIn:
        """Signs a person in.

        Problems: wrong-secret, too-many-requests, tls-required, invalid-body, too-slow, too-large, unsupported-media-type, cross-origin, misdirected.
        """
        return self._call(
            "POST",
            "access/sign-in",
            body=body,
        )

    def ask_pairing(
        self,
        body: models.PairingRequest,
    ) -> models.PairingMade:
        """Requests pairing for a device, which shows the six digits that it receives.

        Problems: too-many-requests, invalid-body, too-slow, too-large, unsupported-media-type, cross-origin, misdirected.
        """
        return self._call(
            "POST",
            "access/pairings",
            body=body,
        )

    def list_pairings(
        self,
    ) -> List[models.Pairing]:
        """Devices that wait for approval.

        Problems: unauthenticated, forbidden, misdirected.
        """
        return self._call(
            "GET",
            "access/pairings",
        )

    def refuse_all_pairings(
        self,
    ) -> models.Completed:
        """Rejects all devices that wait for approval.

        Problems: unauthenticated, forbidden, cross-origin, misdirected.
        """
        return self._call(
            "DELETE",
            "access/pairings",
        )

    def collect_pairing(
        self,
        id: str,
        body: models.PairingCollection,
    ) -> Union[models.SignedIn, models.PairingPending]:
        """Returns the secret to the paired device, once; 202 until the owner has decided.

        Problems: not-found, wrong-secret, too-many-requests, invalid-body, too-slow, too-large, unsupported-media-type, invalid-value, cross-origin, misdirected.
        """
        return self._call(
            "POST",
            "access/pairings/{id}/collect",
            params={"id": id},
            body=body,
        )

    def stream_ticket(
        self,
    ) -> models.StreamTicket:
        """Creates a ticket with which a browser opens one stream.

        Problems: too-many-requests, unauthenticated, forbidden, cross-origin, misdirected.
        """
        return self._call(
            "POST",
            "access/ticket",
        )

    def sign_out(
        self,
    ) -> models.Completed:
        """Revokes the session or token of this request and closes its streams.

        Problems: unauthenticated, forbidden, cross-origin, misdirected.
        """
        return self._call(
            "POST",
            "access/sign-out",
        )

    def set_passphrase(
        self,
        body: models.PassphraseChange,
    ) -> models.Completed:
        """Changes the caller’s pass-phrase and ends all other sessions.

        Problems: wrong-secret, too-many-requests, invalid-value, invalid-body, too-slow, too-large, unsupported-media-type, unauthenticated, forbidden, cross-origin, misdirected.
        """
        return self._call(
            "PUT",
            "access/passphrase",
            body=body,
        )

    def approve_pairing(
        self,
        id: str,
        body: models.PairingApproval,
    ) -> models.Completed:
        """Approves a device by the digits that it shows.

        Problems: not-found, wrong-secret, too-many-requests, invalid-value, invalid-body, too-slow, too-large, unsupported-media-type, unauthenticated, forbidden, cross-origin, misdirected.
        """
        return self._call(
            "POST",
            "access/pairings/{id}/approve",
            params={"id": id},
            body=body,
        )

    def refuse_pairing(
        self,
        id: str,
    ) -> models.Completed:
        """Rejects a device.

        Problems: not-found, invalid-value, unauthenticated, forbidden, cross-origin, misdirected.
        """
        return self._call(
            "DELETE",
            "access/pairings/{id}",
            params={"id": id},
        )

    def list_people(
        self,
    ) -> List[models.Person]:
        """All people who can sign in.

        Problems: unauthenticated, forbidden, misdirected.
        """
        return self._call(
            "GET",
            "access/people",
        )

    def set_role(
        self,
        name: str,
        body: models.RoleChange,
    ) -> models.Completed:
        """Changes the role of a person.

        Problems: not-found, last-owner, invalid-body, too-slow, too-large, unsupported-media-type, invalid-value, unauthenticated, forbidden, cross-origin, misdirected.
        """
        return self._call(
            "PUT",
            "access/people/{name}",
            params={"name": name},
            body=body,
        )

    def remove_person(
        self,
        name: str,
    ) -> models.Completed:
        """Removes a person, and revokes that person’s sessions and tokens.

        Problems: not-found, last-owner, invalid-value, unauthenticated, forbidden, cross-origin, misdirected.
        """
        return self._call(
            "DELETE",
            "access/people/{name}",
            params={"name": name},
        )

    def list_credentials(
        self,
    ) -> List[models.Credential]:
        """All tokens and sessions, with their last use.

        Problems: unauthenticated, forbidden, misdirected.
        """
        return self._call(
            "GET",
            "access/credentials",
        )

    def make_token(
        self,
        body: models.TokenRequest,
    ) -> models.TokenMade:
        """Creates a token for a program or a device.

        Problems: invalid-value, storage-full, invalid-body, too-slow, too-large, unsupported-media-type, unauthenticated, forbidden, cross-origin, misdirected.
        """
        return self._call(
            "POST",
            "access/tokens",
            body=body,
        )

    def change_credential(
        self,
        id: str,
        body: models.CredentialChange,
    ) -> models.Completed:
        """Decides what the token of an app of the Signal K family may do in the address of a stream.

        Problems: not-found, invalid-body, invalid-value, storage-full, too-slow, too-large, unsupported-media-type, unauthenticated, forbidden, cross-origin, misdirected.
        """
        return self._call(
            "PUT",
            "access/credentials/{id}",
            params={"id": id},
            body=body,
        )

    def revoke(
        self,
        id: str,
    ) -> models.Completed:
        """Revokes a token or session and closes its streams.

        Problems: not-found, invalid-value, unauthenticated, forbidden, cross-origin, misdirected.
        """
        return self._call(
            "DELETE",
            "access/credentials/{id}",
            params={"id": id},
        )

    def get_invitations(
        self,
    ) -> List[models.Invitation]:
        """The invitations that nobody has used yet.

        Problems: unauthenticated, forbidden, misdirected.
        """
        return self._call(
            "GET",
            "access/invitations",
        )

    def invite(
        self,
        body: models.InvitationRequest,
    ) -> models.InvitationMade:
        """Creates a code with which one person can join once.

        Problems: invalid-body, too-slow, too-large, unsupported-media-type, unauthenticated, forbidden, cross-origin, misdirected.
        """
        return self._call(
            "POST",
            "access/invitations",
            body=body,
        )

    def withdraw_invitation(
        self,
        id: str,
    ) -> models.Completed:
        """Withdraws an invitation: its code is not valid any more.

        Problems: not-found, invalid-value, unauthenticated, forbidden, cross-origin, misdirected.
        """
        return self._call(
            "DELETE",
            "access/invitations/{id}",
            params={"id": id},
        )

    def get_audit(
        self,
        *,
        limit: Optional[int] = None,
        before: Optional[int] = None,
        kind: Optional[Literal["command", "access", "alert", "course", "plugin", "settings", "server"]] = None,
    ) -> models.AuditPage:
        """The audit log, newest first; each entry contains the hash of the previous one.

        Problems: invalid-query, unauthenticated, forbidden, misdirected.
        """
        return self._call(
            "GET",
            "access/audit",
            query={"limit": limit, "before": before, "kind": kind},
        )

    def family_switch(
        self,
    ) -> models.FamilySwitchView:
        """Whether apps of the Signal K family are served, now and after the next start.

        Problems: unauthenticated, forbidden, misdirected.
        """
        return self._call(
            "GET",
            "access/family",
        )

    def set_family_switch(
        self,
        body: models.FamilySwitchRequest,
    ) -> models.FamilySwitchView:
        """Serves apps of the Signal K family, or not, from the next start of the server on.

        Problems: invalid-body, fixed-by-settings, storage-full, too-slow, too-large, unsupported-media-type, unauthenticated, forbidden, cross-origin, misdirected.
        """
        return self._call(
            "PUT",
            "access/family",
            body=body,
        )

    def get_shore_session(
        self,
    ) -> models.ShoreSessionView:
        """Whether people ashore may command the boat.

        Problems: unauthenticated, forbidden, misdirected.
        """
        return self._call(
            "GET",
            "access/shore-session",
        )

    def open_shore_session(
        self,
        body: models.ShoreSessionRequest,
    ) -> models.ShoreSessionView:
        """Permits people ashore to command the boat for some time after each command, two hours at most; only aboard.

        Problems: invalid-body, storage-full, too-slow, too-large, unsupported-media-type, unauthenticated, forbidden, cross-origin, misdirected.
        """
        return self._call(
            "POST",
            "access/shore-session",
            body=body,
        )

    def close_shore_session(
        self,
    ) -> models.Completed:
        """Ends the session: people ashore can only look again.

        Problems: unauthenticated, forbidden, cross-origin, misdirected.
        """
        return self._call(
            "DELETE",
            "access/shore-session",
        )


class Server(Feature):
    """The server itself, and what its console stores."""

    def doctor_report(
        self,
    ) -> models.DoctorReport:
        """Checks the machine and the data folder, and says what to do.

        Problems: unauthenticated, forbidden, misdirected.
        """
        return self._call(
            "GET",
            "doctor",
        )

    def info(
        self,
    ) -> models.ServerInfo:
        """Addresses at which other devices aboard reach the server, and settings without effect.

        Problems: unauthenticated, forbidden, misdirected.
        """
        return self._call(
            "GET",
            "server",
        )

    def list_stations(
        self,
    ) -> models.ConsoleClientList:
        """The open console pages, and which of them sound alarms.

        Problems: unauthenticated, forbidden, misdirected.
        """
        return self._call(
            "GET",
            "stations",
        )

    def put_station(
        self,
        id: str,
        body: models.ConsoleClientRequest,
    ) -> models.ConsoleClientList:
        """Registers an open console page; to be repeated every five seconds.

        Problems: invalid-body, invalid-value, forbidden, too-slow, too-large, unsupported-media-type, unauthenticated, cross-origin, misdirected.
        """
        return self._call(
            "PUT",
            "stations/{id}",
            params={"id": id},
            body=body,
        )

    def remove_station(
        self,
        id: str,
    ) -> models.ConsoleClientList:
        """Removes a closed console page.

        Problems: invalid-value, forbidden, unauthenticated, cross-origin, misdirected.
        """
        return self._call(
            "DELETE",
            "stations/{id}",
            params={"id": id},
        )

    def get_preferences(
        self,
    ) -> models.Preferences:
        """The caller’s preferences; in open mode all callers share one set.

        Problems: unauthenticated, forbidden, misdirected.
        """
        return self._call(
            "GET",
            "preferences",
        )

    def set_preferences(
        self,
        body: models.Preferences,
    ) -> models.Completed:
        """Replaces all preferences of the caller; 48 kB at most.

        Problems: invalid-body, invalid-value, too-large, storage-full, too-slow, unsupported-media-type, unauthenticated, forbidden, cross-origin, misdirected.
        """
        return self._call(
            "PUT",
            "preferences",
            body=body,
        )


class Features:
    """All features of a boat."""

    def __init__(self, call: Call) -> None:
        self.autopilots = Autopilots(call)
        self.anchor = Anchor(call)
        self.alerts = Alerts(call)
        self.controls = Controls(call)
        self.course = Course(call)
        self.resources = Resources(call)
        self.history = History(call)
        self.weather = Weather(call)
        self.plugins = Plugins(call)
        self.logbook = Logbook(call)
        self.vessel = Vessel(call)
        self.charts = Charts(call)
        self.access = Access(call)
        self.server = Server(call)
