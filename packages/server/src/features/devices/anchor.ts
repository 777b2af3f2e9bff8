import {
  AnchorCommands,
  AnchorQueries,
  AnchorRegistry,
  type AnyAnchorCommand,
  type SendCommand,
} from '@marinedata/core'
import type { AnchorQuestion } from '@marinedata/model'
import { faultWarning, type CommandRecording } from '#compose/fault-warnings.ts'
import type { Base, Feature } from '#compose/feature.ts'
import { anchorRoutes } from '#http/routes/anchor-routes.ts'

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

/** The anchor watches. Publishes the last saved state to the tree before any client connects. */
const registryOf = ({ core, store, log }: Base): AnchorRegistry =>
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

const watchMs = 1_000

interface AnchorParts {
  readonly send: SendCommand<AnyAnchorCommand | AnchorQuestion>
  readonly recording: CommandRecording
}

export interface Anchor extends Feature {
  readonly registry: AnchorRegistry
  readonly command: AnchorCommands['command']
}

/** The anchor watches, and commands and queries to the active one, sent through its plugin. */
export const anchorFeature = (base: Base, { send, recording }: AnchorParts): Anchor => {
  const { clock, counters } = base.core
  const registry = registryOf(base)
  const commands = new AnchorCommands({ clock, counters, registry, send, ...recording })
  const queries = new AnchorQueries({
    clock,
    registry,
    // Queries are never aborted.
    ask: (device, question, options) =>
      send(device, question, { ...options, signal: new AbortController().signal }),
  })
  const command: Anchor['command'] = (...args) => commands.command(...args)
  return {
    registry,
    command,
    routes: anchorRoutes({
      base: `${base.api}/vessels/self/navigation/anchor`,
      state: () => registry.state,
      track: () => queries.track(),
      stays: () => queries.stays(),
      command,
    }),
    tasks: [{ name: 'anchor.watch', period: watchMs, run: () => registry.watch() }],
    start: () => registry,
  }
}
