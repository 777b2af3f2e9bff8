"""Publishes the change of the air pressure over three hours, and warns when it falls fast.

A fall of 6 hPa in three hours is the classic sign of a gale. The plugin listens to the pressure, keeps a sample a
minute with the server, so that a restart does not forget the past, and publishes the change over the window.
"""

from __future__ import annotations

import asyncio
import time
from typing import Any, Optional

from marinedata_plugin import Json, Plugin, run

PRESSURE = "environment.outside.pressure"
TENDENCY = "environment.outside.pressureTendency"
ALARM = "notifications.environment.outside.pressure"
SAMPLES = 180
LEAST_PERIOD = 0.05
SILENT_SAMPLES = 3
SAVE_SECONDS = 1.0
CLEAR_SHARE = 0.75
Sample = tuple[float, float]


class History:
    """The samples of one window, oldest first: seconds since 1970, and pascals."""

    def __init__(self, window: float) -> None:
        self.window = window
        self.samples: list[Sample] = []

    def add(self, at: float, pressure: float) -> None:
        """Adds a sample and drops those older than the window."""
        # A sample from the future means that the clock was set back; a little more than the window keeps its far end.
        oldest = at - self.window * 1.1
        self.samples = [sample for sample in self.samples if oldest <= sample[0] < at][-SAMPLES * 2 :]
        self.samples.append((at, pressure))

    def tendency(self) -> Optional[float]:
        """Pascals of change over the window; None until there is a sample from that long ago."""
        now, pressure = self.samples[-1]
        then, before = min(self.samples, key=lambda sample: abs(now - self.window - sample[0]))
        return pressure - before if abs(now - self.window - then) <= self.window / 10 else None

    def fall(self) -> float:
        """Pascals below the highest sample of the window: a steep fall need not wait for the window to fill."""
        now, pressure = self.samples[-1]
        return max(before for then, before in self.samples if now - then <= self.window) - pressure

    def span(self) -> float:
        """Seconds from the oldest sample to the newest."""
        return self.samples[-1][0] - self.samples[0][0] if self.samples else 0.0


class BarometerTrend(Plugin):
    """Subscribes to the pressure, stores samples, and publishes the tendency."""

    def __init__(self) -> None:
        super().__init__()
        self._threshold = 0.0
        self._period = 0.0
        self._history = History(0.0)
        self._heard: list[float] = []
        self._silent = 0
        self._saved_at = 0.0
        self._is_described = False
        # Unknown after a start: an alert of the previous process may still be active.
        self._is_warned: Optional[bool] = None
        self._sampling: Optional[asyncio.Task[None]] = None

    async def start(self, settings: Json, self_context: str) -> None:
        self._threshold = settings["threshold"]
        self._history = History(settings["window"])
        self._period = max(LEAST_PERIOD, settings["window"] / SAMPLES)
        kept = await self.ask("storage/get", {"key": "samples"})
        self._history.samples = [(at, pressure) for at, pressure in kept.get("value") or []]
        # The sea lifts a barometer by metres, some 12 Pa each: a sample is the mean of what came in its minute.
        every = max(10, round(min(1.0, self._period / 2) * 1000))
        wish = {"path": PRESSURE, "policy": "fixed", "period": every}
        await self.ask("subscribe", {"subscribe": [wish], "sendCachedValues": False})
        self.status("warning", f"Waiting for {PRESSURE}")
        self._sampling = asyncio.ensure_future(self._sample_for_ever())

    async def stop(self) -> None:
        # Before the start the stored samples have not been read, and must not be overwritten.
        if self._sampling is not None:
            self._sampling.cancel()
            await self._save()

    async def deltas(self, deltas: list[Json]) -> None:
        for value in (value for delta in deltas for update in delta["updates"] for value in update.get("values", [])):
            # A stale value is not a new one; null means unknown.
            reading = value["value"]
            if type(reading) in (int, float) and not value.get("stale"):
                self._heard.append(reading)

    async def command(self, name: str, given: Any) -> Any:
        if name != "reset":
            return await super().command(name, given)
        forgotten = len(self._history.samples)
        self._history.samples = []
        self._heard = []
        await self._save()
        await self._warn(False)
        return {"forgotten": forgotten}

    async def _sample_for_ever(self) -> None:
        while True:
            await asyncio.sleep(self._period)
            try:
                await self._sample()
            except Exception as error:  # The server may be busy; the next sample comes in a minute.
                print(f"A sample was lost: {error}")

    async def _sample(self) -> None:
        if not self._heard:
            self._silent += 1
            if self._silent == SILENT_SAMPLES:
                self.status("warning", f"Waiting for {PRESSURE}")
            return
        self._silent = 0
        pressure = sum(self._heard) / len(self._heard)
        self._heard = []
        self._history.add(round(time.time(), 3), round(pressure, 1))
        tendency, fall = self._history.tendency(), self._history.fall()
        await self._publish(tendency)
        if fall >= self._threshold:
            await self._warn(True, fall)
        elif fall < self._threshold * CLEAR_SHARE:
            # Hysteresis, so that the alert does not come and go.
            await self._warn(False)
        self.status("ok", self._status_line(pressure, tendency))
        if time.monotonic() - self._saved_at >= SAVE_SECONDS:
            await self._save()

    async def _publish(self, tendency: Optional[float]) -> None:
        meta = {
            "description": f"Change of the outside pressure over {in_words(self._history.window)}",
            "units": "Pa",
            # Older samples are outdated.
            "timeout": self._period * SILENT_SAMPLES + 1,
        }
        rounded = None if tendency is None else round(tendency, 1)
        update: Json = {"values": [{"path": TENDENCY, "value": rounded}]}
        if not self._is_described:
            update["meta"] = [{"path": TENDENCY, "value": meta}]
        answer = await self.ask("publish", {"deltas": [{"updates": [update]}]})
        for refused in answer["refused"]:
            print(f"The tendency was refused: {refused['reason']}")
        self._is_described = True

    async def _warn(self, is_falling: bool, fall: float = 0.0) -> None:
        if is_falling == self._is_warned:
            return
        if is_falling:
            message = f"Pressure fell {fall / 100:.1f} hPa within {in_words(self._history.window)}: expect wind"
            notification = {"state": "warn", "method": ["visual", "sound"], "message": message}
            await self.ask("notification/raise", {"path": ALARM, "notification": notification})
        else:
            await self.ask("notification/clear", {"path": ALARM})
        self._is_warned = is_falling

    async def _save(self) -> None:
        self._saved_at = time.monotonic()
        await self.ask("storage/set", {"values": {"samples": self._history.samples}})

    def _status_line(self, pressure: float, tendency: Optional[float]) -> str:
        window, now = in_words(self._history.window), f"{pressure / 100:.1f} hPa"
        if tendency is None:
            return f"{now}, {in_words(self._history.span())} of {window} known"
        return f"{now}, {tendency / 100:+.1f} hPa in {window}"


def in_words(seconds: float) -> str:
    """A duration as text: `3 h`, `2 h 10 min`, `40 s`."""
    minutes = round(seconds / 60)
    if minutes < 1:
        return f"{seconds:.0f} s"
    hours, rest = divmod(minutes, 60)
    return " ".join([f"{hours} h"] * (hours > 0) + [f"{rest} min"] * (rest > 0))


if __name__ == "__main__":
    run(BarometerTrend())
