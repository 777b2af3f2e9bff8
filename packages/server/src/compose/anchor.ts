import { AnchorMemory, AnchorRegistry, FreeAuthor, Windlass } from '@marinedata/core'
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
export const composeAnchor = (core: Core, store: BoatStore): AnchorRegistry => {
  const author = new FreeAuthor('anchor')
  return new AnchorRegistry({
    clock: core.clock,
    publish: (source, values) =>
      void core.intake.accept({ updates: [{ $source: source, values: [...values] }] }, author),
    store: {
      load: () => parsed(store.recall(anchorFact)),
      save: (kept) => store.keep(anchorFact, JSON.stringify(kept)),
    },
  })
}

interface WindlassParts {
  readonly core: Core
  readonly anchor: AnchorRegistry
  readonly plugins: PluginHost
  readonly store: BoatStore
}

/** Commands, taken to whoever watches the anchor. */
export const composeWindlass = ({ core, anchor, plugins, store }: WindlassParts): Windlass =>
  new Windlass({
    clock: core.clock,
    registry: anchor,
    send: (device, command, options) => plugins.command(device, command, options),
    record: (record) => store.audit.recordCommand(record, core.clock.timestamp()),
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
