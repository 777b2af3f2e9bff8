import { AnchorQueries, AnchorRegistry, AnchorCommands } from '@marinedata/core'
import type { Logger } from 'pino'
import { faultWarning, type CommandRecording } from './fault-warnings.ts'
import type { Core } from './core.ts'
import type { PluginHost } from '../plugin-host/plugin-host.ts'
import type { BoatStore } from '../storage/boat-store.ts'

const anchorFact = 'anchor'

/** Parses a stored value; undefined when it is missing or cannot be read. */
const parsed = (saved: string | undefined): unknown => {
  if (saved === undefined) return undefined
  try {
    return JSON.parse(saved)
  } catch {
    return undefined
  }
}

/** The anchor watch devices. Publishes the last saved state to the tree before any client connects. */
export const composeAnchor = (core: Core, store: BoatStore, log: Logger): AnchorRegistry =>
  new AnchorRegistry({
    clock: core.clock,
    publish: (source, values) => core.voice.publish(source, values),
    store: {
      load: () => parsed(store.readFact(anchorFact)),
      save: (saved) => store.saveFact(anchorFact, JSON.stringify(saved)),
    },
    onFault: faultWarning(core, log, {
      name: 'anchor',
      event: 'anchor.save_failed',
      path: 'notifications.navigation.anchor.storage',
      severity: 'alarm',
      message: 'The anchor state cannot be saved: after a restart the anchor would not be watched',
      count: (counters) => counters.unsavedAnchors++,
    }),
  })

interface AnchorCommandParts {
  readonly core: Core
  readonly anchor: AnchorRegistry
  readonly plugins: PluginHost
  readonly commands: CommandRecording
}

/** Commands to the plugin that watches the anchor. */
export const composeAnchorCommands = ({
  core,
  anchor,
  plugins,
  commands,
}: AnchorCommandParts): AnchorCommands =>
  new AnchorCommands({
    clock: core.clock,
    counters: core.counters,
    registry: anchor,
    send: (device, command, options) => plugins.command(device, command, options),
    ...commands,
  })

/** Queries to the plugin that watches the anchor. */
export const composeAnchorMemory = ({
  core,
  anchor,
  plugins,
}: Pick<AnchorCommandParts, 'core' | 'anchor' | 'plugins'>): AnchorQueries =>
  new AnchorQueries({
    clock: core.clock,
    registry: anchor,
    ask: (device, question, options) =>
      // Queries are never aborted.
      plugins.command(device, question, { ...options, signal: new AbortController().signal }),
  })
