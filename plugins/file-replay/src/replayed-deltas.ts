import type { Delta } from '@marinedata/plugin-api'
import type { RecordedDelta, RecordedUpdate, RecordedValue } from './recorded-line.ts'

/** Whose data it is, then and now. */
export interface Vessels {
  /** The present boat, in full. */
  readonly self: string
  /** The boat that made the recording, in full, when the log says so. */
  readonly recordedSelf: string | undefined
}

export interface Replayed {
  readonly deltas: readonly Delta[]
  /** Values that only devices and alarms may write. */
  readonly reserved: number
}

const ownVessel = 'vessels.self'
const longestSource = 64

/** The name of a source as it can stand behind the plugin's own; undefined when nothing is left of it. */
export const cleanSource = (name: string): string | undefined => {
  const clean = name
    .replaceAll(/[^A-Za-z0-9._:@/-]+/g, '-')
    .replace(/^[^A-Za-z0-9]+/, '')
    .slice(0, longestSource)
  return clean === '' ? undefined : clean
}

/**
 * The context to replay under; undefined when it must not be replayed: another boat that saw this one by radio must not
 * move it.
 */
export const replayedContext = (recorded: string | undefined, vessels: Vessels): string | undefined => {
  const { self, recordedSelf = self } = vessels
  if (recorded === undefined || recorded === ownVessel || recorded === recordedSelf) return ownVessel
  return recorded === self ? undefined : recorded
}

/** The server takes these from devices and from alarms, not from data. */
const isReserved = ({ path }: RecordedValue): boolean =>
  ['notifications', 'steering.autopilot'].some((root) => path === root || path.startsWith(`${root}.`))

const isFree = (value: RecordedValue): boolean => !isReserved(value)

const headOf = ({ source, at }: RecordedUpdate, isRestamped: boolean) => {
  const $source = source === undefined ? undefined : cleanSource(source)
  return {
    ...($source !== undefined && { $source }),
    // Without a time it is stamped when it comes in, which is the present.
    ...(!isRestamped && at !== undefined && { timestamp: new Date(at).toISOString() }),
  }
}

/** What to publish for a recorded delta. Descriptions go by themselves: one that is refused must not take values along. */
export const replayedDeltas = (
  { updates }: RecordedDelta,
  context: string,
  isRestamped: boolean,
): Replayed => {
  const valued = updates.flatMap((update) => {
    const values = update.values.filter(isFree)
    return values.length === 0 ? [] : [{ ...headOf(update, isRestamped), values }]
  })
  const described = updates.flatMap((update) => {
    const meta = update.meta.filter(isFree)
    return meta.length === 0 ? [] : [{ ...headOf(update, isRestamped), meta }]
  })
  return {
    // What is known of a path has been recorded from another server; this one checks it.
    deltas: [valued, described]
      .filter((list) => list.length > 0)
      .map((list) => ({ context, updates: list as never })),
    reserved: updates.reduce((sum, { values }) => sum + values.filter(isReserved).length, 0),
  }
}
