/** The kinds of lines in a log. Times are milliseconds since 1970. */
export type RecordedLine =
  | { readonly kind: 'delta'; readonly delta: RecordedDelta; readonly at: number | undefined }
  /** The start of a recording: the recording vessel and the time. */
  | { readonly kind: 'hello'; readonly self: string; readonly at: number | undefined }
  /** A heartbeat, response or problem: part of the stream, but no data. */
  | { readonly kind: 'other' }
  | { readonly kind: 'broken' }

export interface RecordedDelta {
  readonly context: string | undefined
  readonly updates: readonly RecordedUpdate[]
}

export interface RecordedUpdate {
  readonly source: string | undefined
  readonly at: number | undefined
  readonly values: readonly RecordedValue[]
  readonly meta: readonly RecordedValue[]
}

export interface RecordedValue {
  readonly path: string
  readonly value: unknown
}

type Members = Readonly<Record<string, unknown>>

const broken: RecordedLine = { kind: 'broken' }

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

const timeOf = (value: unknown): number | undefined => {
  const time = typeof value === 'string' ? Date.parse(value) : NaN
  return Number.isNaN(time) ? undefined : time
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isValue = (value: unknown): value is RecordedValue & Members =>
  isMembers(value) && typeof value['path'] === 'string' && 'value' in value

/** Skips a stale value: it was recorded only because it had not been renewed. */
const withoutStale = ({ path, value, stale }: RecordedValue & Members): RecordedValue[] =>
  stale === true ? [] : [{ path, value }]

const listOf = (list: unknown): RecordedValue[] | undefined => {
  if (list === undefined) return []
  return Array.isArray(list) && list.every(isValue) ? list.flatMap(withoutStale) : undefined
}

const updateOf = (update: unknown): RecordedUpdate | undefined => {
  if (!isMembers(update)) return undefined
  const { $source, source, timestamp, values: given, meta: described } = update
  const values = listOf(given)
  const meta = listOf(described)
  if (values === undefined || meta === undefined) return undefined
  const label = isMembers(source) ? source['label'] : undefined
  return { source: textOf($source) ?? textOf(label), at: timeOf(timestamp), values, meta }
}

const deltaOf = (context: unknown, list: unknown): RecordedLine => {
  if (!Array.isArray(list) || (context !== undefined && typeof context !== 'string')) return broken
  const updates = list.map(updateOf)
  if (!updates.every((update) => update !== undefined)) return broken
  return { kind: 'delta', delta: { context, updates }, at: updates.find(({ at }) => at !== undefined)?.at }
}

/** Parses one line of a log. Never throws. */
export const parseLine = (text: string): RecordedLine => {
  const line = parseJson(text)
  if (!isMembers(line)) return broken
  if ('updates' in line) return deltaOf(line['context'], line['updates'])
  const { self, timestamp } = line
  return typeof self === 'string' ? { kind: 'hello', self, at: timeOf(timestamp) } : { kind: 'other' }
}
