import {
  ListenerWatch,
  OwnTrack,
  ConsoleClientRegistry,
  type AlertCalls,
  type AnchorRegistry,
} from '@marinedata/core'
import { isNormal } from '@marinedata/model'
import { freshFix } from '../compose/alerts.ts'
import type { Base, Feature } from '../compose/feature.ts'
import type { DemoScene } from '../http/console-files.ts'
import { preferenceRoutes } from '../http/routes/console/preference-routes.ts'
import { consoleClientRoutes } from '../http/routes/console/console-client-routes.ts'
import { trackRoutes } from '../http/routes/console/track-routes.ts'
import type { StreamServer } from '../stream/stream-server.ts'

export interface ConsoleOptions {
  /** How long the anchor may be down without a console that can sound an alarm, until the crew is warned. */
  readonly listenerPatienceMs?: number
  /** The scene of the demo, for its tour; undefined on a real boat. */
  readonly demo?: DemoScene
}

export interface ConsoleFeature extends Feature {
  readonly track: OwnTrack
}

interface ConsoleParts extends Pick<ConsoleOptions, 'listenerPatienceMs'> {
  readonly anchor: AnchorRegistry
  readonly stream: StreamServer
  readonly calls: Pick<AlertCalls, 'hasSounder'>
}

const watchMs = 1_000
const trackFact = 'track'
const listenersPath = 'notifications.navigation.anchor.listeners'
const source = 'server'
const defaultPatienceMs = 30_000

/** The boat's own track, restored from the store. */
const trackOf = ({ core, store, log }: Base): OwnTrack =>
  new OwnTrack({
    clock: core.clock,
    position: () => freshFix(core),
    store: {
      load: () => store.readFact(trackFact),
      save: (packed) => store.saveFact(trackFact, packed),
    },
    onFault: (error) => log.error({ event: 'track.save_failed', err: error }, 'track not saved'),
  })

/** Server side of the consoles: open pages, preferences, and the boat's own track. */
export const consoleFeature = (
  base: Base,
  { anchor, stream, calls, listenerPatienceMs = defaultPatienceMs }: ConsoleParts,
): ConsoleFeature => {
  const { core, store, api } = base
  const { clock, counters } = core
  const clients = new ConsoleClientRegistry({
    clock,
    counters,
    hasStream: (owner) => stream.isOpenFor(owner),
  })
  const listeners = new ListenerWatch({
    clock,
    isNeeded: () => anchor.device?.isDown === true,
    hasListener: () => clients.hasListener || calls.hasSounder,
    graceMs: listenerPatienceMs,
    wasRaised: !isNormal(core.alerts.stateAt(listenersPath, source) ?? 'normal'),
    publish: (value) => core.voice.publish(source, [{ path: listenersPath, value }]),
  })
  const track = trackOf(base)
  return {
    track,
    routes: [
      ...consoleClientRoutes({ base: `${api}/stations`, clients }),
      ...preferenceRoutes({ base: `${api}/preferences`, preferences: store.preferences }),
      ...trackRoutes({ path: `${api}/vessels/self/track`, track }),
    ],
    tasks: [
      { name: 'listeners.watch', period: watchMs, run: () => listeners.watch() },
      { name: 'track.watch', period: watchMs, run: () => track.watch() },
    ],
    start: () => track,
  }
}
