import { ListenerWatch, OwnTrack, StationRegistry, type AnchorRegistry } from '@marinedata/core'
import { isCalm } from '@marinedata/model'
import type { Logger } from 'pino'
import { freshFix } from './alerts.ts'
import type { Core } from './core.ts'
import type { Route } from '../http/route.ts'
import { preferenceRoutes } from '../http/routes/console/preference-routes.ts'
import { stationRoutes } from '../http/routes/console/station-routes.ts'
import { trackRoutes } from '../http/routes/console/track-routes.ts'
import type { BoatStore } from '../storage/boat-store.ts'
import type { StreamServer } from '../stream/stream-server.ts'

export interface ConsoleOptions {
  readonly log: Logger
  /** How long the anchor may be down without a device that would sound, until the crew is told. */
  readonly listenerPatienceMs?: number
}

interface ConsoleParts {
  readonly core: Core
  readonly anchor: AnchorRegistry
  readonly store: BoatStore
  readonly stream: StreamServer
}

const trackFact = 'track'
const listenersPath = 'notifications.navigation.anchor.listeners'
const source = 'server'
const usualPatienceMs = 30_000

const watchListeners = (
  { core, anchor }: ConsoleParts,
  stations: StationRegistry,
  patienceMs: number,
): ListenerWatch =>
  new ListenerWatch({
    clock: core.clock,
    isNeeded: () => anchor.device?.isDown === true,
    hasListener: () => stations.hasListener,
    patienceMs,
    stands: !isCalm(core.alerts.stateAt(listenersPath, source) ?? 'normal'),
    tell: (value) => core.voice.publish(source, [{ path: listenersPath, value }]),
  })

/** What the consoles need of the boat: who else is there, and where it has been. */
export const composeConsole = (
  { log, listenerPatienceMs = usualPatienceMs }: ConsoleOptions,
  parts: ConsoleParts,
) => {
  const { core, store, stream } = parts
  const { clock, counters } = core
  const stations = new StationRegistry({ clock, counters, hasStream: (owner) => stream.isOpenFor(owner) })
  const listeners = watchListeners(parts, stations, listenerPatienceMs)
  const track = new OwnTrack({
    clock: core.clock,
    position: () => freshFix(core),
    store: {
      load: () => store.recall(trackFact),
      save: (packed) => store.keep(trackFact, packed),
    },
    onFault: (error) => log.error({ err: error }, 'the track could not be written'),
  })
  return {
    stations,
    track,
    /** To be called every second or so. */
    watch: (): void => {
      listeners.watch()
      track.watch()
    },
    [Symbol.dispose]: () => track[Symbol.dispose](),
  }
}

export type Consoles = ReturnType<typeof composeConsole>

interface ConsoleRouteParts {
  readonly core: Core
  readonly consoles: Consoles
  readonly store: BoatStore
}

export const consoleRoutesOf = ({ core, consoles, store }: ConsoleRouteParts): Route[] => {
  const base = `/${core.productWord}/v2/api`
  return [
    ...stationRoutes({ base: `${base}/stations`, stations: consoles.stations }),
    ...preferenceRoutes({ base: `${base}/preferences`, preferences: store.preferences }),
    ...trackRoutes({ path: `${base}/vessels/self/track`, track: consoles.track }),
  ]
}
