import type { Delta } from '@marinedata/plugin-api'
import type { RecordedDelta, RecordedUpdate, RecordedValue } from './recorded-line.ts'

/** The recording vessel and the own vessel. */
export interface Vessels {
  /** The full context of the present boat. */
  readonly self: string
  /** The full context of the recording boat, when the log contains it. */
  readonly recordedSelf: string | undefined
}

export interface Replayed {
  readonly deltas: readonly Delta[]
  /** Values that only devices and alerts may write. */
  readonly reserved: number
}

const ownVessel = 'vessels.self'
const maxSourceLength = 64

/**
 * A source name that is valid after the plugin's own name: forbidden characters become `-`. Undefined when nothing is
 * left.
 */
export const cleanSource = (name: string): string | undefined => {
  const clean = name
    .replaceAll(/[^A-Za-z0-9._:@-]+/g, '-')
    .replace(/^[^A-Za-z0-9]+/, '')
    .slice(0, maxSourceLength)
  return clean === '' ? undefined : clean
}

/**
 * The context to replay under. Undefined when the values must be skipped: another boat that received this one by radio
 * must not move it.
 */
export const replayedContext = (recorded: string | undefined, vessels: Vessels): string | undefined => {
  const { self, recordedSelf = self } = vessels
  if (recorded === undefined || recorded === ownVessel || recorded === recordedSelf) return ownVessel
  return recorded === self ? undefined : recorded
}

/** The server accepts these only from device reports and alerts. */
const isReserved = ({ path }: RecordedValue): boolean =>
  ['notifications', 'steering.autopilot'].some((root) => path === root || path.startsWith(`${root}.`))

const isPublishable = (value: RecordedValue): boolean => !isReserved(value)

const headOf = ({ source, at }: RecordedUpdate, isRestamped: boolean) => {
  const $source = source === undefined ? undefined : cleanSource(source)
  return {
    ...($source !== undefined && { $source }),
    // Without a time the server stamps it on arrival, which is the present.
    ...(!isRestamped && at !== undefined && { timestamp: new Date(at).toISOString() }),
  }
}

/**
 * The deltas to publish for a recorded delta. Metadata is sent separately, so that refused metadata does not affect
 * values.
 */
export const replayedDeltas = (
  { updates }: RecordedDelta,
  context: string,
  isRestamped: boolean,
): Replayed => {
  const withValues = updates.flatMap((update) => {
    const values = update.values.filter(isPublishable)
    return values.length === 0 ? [] : [{ ...headOf(update, isRestamped), values }]
  })
  const withMeta = updates.flatMap((update) => {
    const meta = update.meta.filter(isPublishable)
    return meta.length === 0 ? [] : [{ ...headOf(update, isRestamped), meta }]
  })
  return {
    // Metadata was recorded by another server, so it is not typed; this server validates it.
    deltas: [withValues, withMeta]
      .filter((list) => list.length > 0)
      .map((list) => ({ context, updates: list as never })),
    reserved: updates.reduce((sum, { values }) => sum + values.filter(isReserved).length, 0),
  }
}
