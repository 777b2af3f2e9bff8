import { ListenerWatch, OwnTrack, ConsoleClientRegistry, type AnchorRegistry } from '@marinedata/core'
import { isNormal } from '@marinedata/model'
import type { Logger } from 'pino'
import { freshFix } from './alerts.ts'
import type { Core } from './core.ts'
import type { Route } from '../http/route.ts'
import { preferenceRoutes } from '../http/routes/console/preference-routes.ts'
import { consoleClientRoutes } from '../http/routes/console/console-client-routes.ts'
import { trackRoutes } from '../http/routes/console/track-routes.ts'
import type { BoatStore } from '../storage/boat-store.ts'
import type { StreamServer } from '../stream/stream-server.ts'

export interface ConsoleOptions {
  readonly log: Logger
  /** How long the anchor may be down without a console that can sound an alarm, until the crew is warned. */
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
const defaultPatienceMs = 30_000

const watchListeners = (
  { core, anchor }: ConsoleParts,
  stations: ConsoleClientRegistry,
  patienceMs: number,
): ListenerWatch =>
  new ListenerWatch({
    clock: core.clock,
    isNeeded: () => anchor.device?.isDown === true,
    hasListener: () => stations.hasListener,
    graceMs: patienceMs,
    wasRaised: !isNormal(core.alerts.stateAt(listenersPath, source) ?? 'normal'),
    publish: (value) => core.voice.publish(source, [{ path: listenersPath, value }]),
  })

/** Server side of the consoles: connected consoles, and the boat's own track. */
export const composeConsole = (
  { log, listenerPatienceMs = defaultPatienceMs }: ConsoleOptions,
  parts: ConsoleParts,
) => {
  const { core, store, stream } = parts
  const { clock, counters } = core
  const stations = new ConsoleClientRegistry({
    clock,
    counters,
    hasStream: (owner) => stream.isOpenFor(owner),
  })
  const listeners = watchListeners(parts, stations, listenerPatienceMs)
  const track = new OwnTrack({
    clock: core.clock,
    position: () => freshFix(core),
    store: {
      load: () => store.readFact(trackFact),
      save: (packed) => store.saveFact(trackFact, packed),
    },
    onFault: (error) => log.error({ event: 'track.save_failed', err: error }, 'track not saved'),
  })
  return {
    stations,
    track,
    /** Call it about every second. */
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
    ...consoleClientRoutes({ base: `${base}/stations`, clients: consoles.stations }),
    ...preferenceRoutes({ base: `${base}/preferences`, preferences: store.preferences }),
    ...trackRoutes({ path: `${base}/vessels/self/track`, track: consoles.track }),
  ]
}
