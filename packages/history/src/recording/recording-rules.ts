import { isNotificationPath, isWholePosition } from '@marinedata/model'
import { isTimeText } from '#quantities/quantities.ts'

/** A change that is recorded as numbers, or as JSON. */
export type RecordedValue =
  | { readonly kind: 'numbers'; readonly parts: readonly string[]; readonly numbers: readonly number[] }
  | { readonly kind: 'null' }
  | { readonly kind: 'json' }
  | { readonly kind: 'none' }

const mostParts = 8
const numberParts: readonly string[] = ['']
const memberPattern = /^[A-Za-z][A-Za-z0-9]{0,63}$/

/** An object of numbers, such as a position or an attitude, is recorded as numbers. */
const partsOf = (value: object): RecordedValue => {
  const members = Object.entries(value)
  const isNumeric =
    members.length > 0 &&
    members.length <= mostParts &&
    members.every(([name, member]) => memberPattern.test(name) && Number.isFinite(member))
  if (!isNumeric || Array.isArray(value)) return { kind: 'json' }
  if (('latitude' in value || 'longitude' in value) && !isWholePosition(value)) return { kind: 'json' }
  const sorted = members.toSorted(([one], [other]) => (one < other ? -1 : 1))
  return {
    kind: 'numbers',
    parts: sorted.map(([name]) => name),
    numbers: sorted.map(([, member]) => Number(member)),
  }
}

/** Decides how a value is recorded. A number that is not finite is not a measurement. */
export const recordedValueOf = (path: string, value: unknown): RecordedValue => {
  if (isNotificationPath(path)) return { kind: 'json' }
  if (typeof value === 'number')
    return Number.isFinite(value)
      ? { kind: 'numbers', parts: numberParts, numbers: [value] }
      : { kind: 'none' }
  if (value === null) return { kind: 'null' }
  if (typeof value === 'object') return partsOf(value)
  return typeof value === 'string' || typeof value === 'boolean' ? { kind: 'json' } : { kind: 'none' }
}

const measuredOfOthers: ReadonlySet<string> = new Set([
  'navigation.position',
  'navigation.courseOverGroundTrue',
  'navigation.speedOverGround',
])
const namesOfOthers: ReadonlySet<string> = new Set([
  'name',
  'mmsi',
  'design.aisShipType',
  'communication.callsignVhf',
])

/** What is recorded of a path. Milliseconds between two entries; undefined when it is not recorded. */
export interface RecordingRule {
  readonly numbersEveryMs: number | undefined
  readonly textsEveryMs: number | undefined
  /** Every entry counts, also one that is equal to the last. */
  readonly isNotification: boolean
}

const none = undefined

/** The rule of a path of the own vessel, or of another one. */
export const recordingRule = (isOwn: boolean, path: string): RecordingRule => {
  if (isNotificationPath(path))
    return { numbersEveryMs: none, textsEveryMs: isOwn ? 0 : none, isNotification: true }
  if (!isOwn)
    return {
      numbersEveryMs: measuredOfOthers.has(path) ? 10_000 : none,
      textsEveryMs: namesOfOthers.has(path) ? 10_000 : none,
      isNotification: false,
    }
  // Every entry has its time: the clock as text says nothing more.
  return { numbersEveryMs: 100, textsEveryMs: isTimeText(path) ? none : 10_000, isNotification: false }
}
