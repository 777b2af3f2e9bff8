import { AnchorMemory, AnchorRegistry, Windlass } from '@marinedata/core'
import type { Logger } from 'pino'
import { warnOfFault, type CommandRecording } from './saving-faults.ts'
import type { Core } from './core.ts'
import type { PluginHost } from '../plugin-host/plugin-host.ts'
import type { BoatStore } from '../storage/boat-store.ts'

const anchorFact = 'anchor'

/** What was kept; undefined when it cannot be read, as when nothing was. */
const parsed = (kept: string | undefined): unknown => {
  if (kept === undefined) return undefined
  try {
    return JSON.parse(kept)
  } catch {
    return undefined
  }
}

/** The anchor, as its providers tell it; what was last told is in the tree before anyone is let in. */
export const composeAnchor = (core: Core, store: BoatStore, log: Logger): AnchorRegistry =>
  new AnchorRegistry({
    clock: core.clock,
    publish: (source, values) => core.voice.publish(source, values),
    store: {
      load: () => parsed(store.recall(anchorFact)),
      save: (kept) => store.keep(anchorFact, JSON.stringify(kept)),
    },
    onFault: warnOfFault(core, log, {
      name: 'anchor',
      event: 'anchor.save_failed',
      path: 'notifications.navigation.anchor.storage',
      severity: 'alarm',
      message: 'The anchor’s state cannot be saved: after a restart it would not be watched',
      count: (counters) => counters.unsavedAnchors++,
    }),
  })

interface WindlassParts {
  readonly core: Core
  readonly anchor: AnchorRegistry
  readonly plugins: PluginHost
  readonly commands: CommandRecording
}

/** Commands, taken to whoever watches the anchor. */
export const composeWindlass = ({ core, anchor, plugins, commands }: WindlassParts): Windlass =>
  new Windlass({
    clock: core.clock,
    counters: core.counters,
    registry: anchor,
    send: (device, command, options) => plugins.command(device, command, options),
    ...commands,
  })

/** Questions, taken there as well. */
export const composeAnchorMemory = ({
  core,
  anchor,
  plugins,
}: Pick<WindlassParts, 'core' | 'anchor' | 'plugins'>): AnchorMemory =>
  new AnchorMemory({
    clock: core.clock,
    registry: anchor,
    ask: (device, question, options) =>
      // Nobody takes a question back.
      plugins.command(device, question, { ...options, signal: new AbortController().signal }),
  })
