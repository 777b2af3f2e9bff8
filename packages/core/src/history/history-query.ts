import {
  fittingResolution,
  historyLimits,
  historyMethods,
  historyRows,
  parsePath,
  MarineDataError,
  type BoundingBox,
  type HistoryColumn,
  type HistoryMethod,
  type HistoryValuesQuestion,
} from '@marinedata/model'

/** The range of a question, as text. */
export interface RangeText {
  readonly from?: string
  readonly to?: string
  readonly duration?: string
}

/** Unix milliseconds, both inclusive. */
export interface HistoryRange {
  readonly from: number
  readonly to: number
}

export interface ValuesText extends RangeText {
  readonly context: string
  readonly paths: string
  readonly resolution?: string
  readonly sourcePolicy?: 'preferred' | 'all'
}

const invalid = (member: string, message: string): never => {
  throw new MarineDataError('invalid-query', `The query is not valid: /${member} ${message}`, {
    errors: [{ path: `/${member}`, message }],
  })
}

const dateTime = /^(\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2}))?$/

/** A point in time: ISO 8601, with a time zone; a date alone is its start in UTC. Unix milliseconds. */
export const parseTime = (member: string, text: string): number => {
  const date = dateTime.exec(text)?.[1]
  // A day that does not exist, such as February 30, would become one of the next month.
  const day = date === undefined ? Number.NaN : Date.parse(`${date}T00:00:00Z`)
  const time = Date.parse(text)
  const isValid =
    Number.isFinite(time) && Number.isFinite(day) && new Date(day).toISOString().startsWith(date ?? '')
  return isValid ? time : invalid(member, 'must be a date-time such as 2026-06-01T12:00:00Z')
}

const isoDuration = /^P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/
const secondsPerPart = [604_800, 86_400, 3_600, 60, 1]
const longestSeconds = 100 * 366 * 86_400

/** Parses a duration to milliseconds: seconds, or ISO 8601 without years and months. */
const parseDuration = (text: string): number => {
  const parts = isoDuration.exec(text)?.slice(1)
  const seconds = /^\d+(?:\.\d+)?$/.test(text)
    ? Number(text)
    : (parts ?? []).reduce(
        (sum, part: string | undefined, at) => sum + Number(part ?? 0) * (secondsPerPart[at] ?? 0),
        0,
      )
  const isValid = seconds > 0 && seconds <= longestSeconds
  return isValid
    ? Math.round(seconds * 1_000)
    : invalid('duration', 'must be seconds, or a duration such as PT15M')
}

/**
 * The range of a question: two of `from`, `to` and `duration` at most, and `from` or `duration` at least.
 * @param now Unix milliseconds
 * @throws MarineDataError `invalid-query`
 */
export const parseRange = (text: RangeText, now: number): HistoryRange => {
  checkMembers(text)
  const length = text.duration === undefined ? undefined : parseDuration(text.duration)
  const from = text.from === undefined ? undefined : parseTime('from', text.from)
  const to = text.to === undefined ? undefined : parseTime('to', text.to)
  const range =
    from === undefined ? rangeBefore(to ?? now, length) : (rangeFrom(from, to, length) ?? { from, to: now })
  return range.from < range.to ? range : invalid('from', 'must be before to')
}

const checkMembers = ({ from, to, duration }: RangeText): void => {
  if (from === undefined && duration === undefined) invalid('from', 'is missing. Give from or duration')
  if (from !== undefined && to !== undefined && duration !== undefined)
    invalid('duration', 'cannot be combined with both from and to')
}

const rangeBefore = (to: number, length = 0): HistoryRange => ({ from: to - length, to })

const rangeFrom = (from: number, to?: number, length?: number): HistoryRange | undefined => {
  if (to !== undefined) return { from, to }
  return length === undefined ? undefined : { from, to: from + length }
}

const secondsPerUnit: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 }
const longestResolution = 31_536_000

/** Parses a resolution in seconds. */
const parseResolution = (text: string): number => {
  const [, number, unit = 's'] = /^(\d+(?:\.\d+)?)([smhd])?$/.exec(text) ?? []
  const seconds = Number(number) * (secondsPerUnit[unit] ?? Number.NaN)
  return seconds > 0 && seconds <= longestResolution
    ? seconds
    : invalid('resolution', 'must be seconds, or a number with s, m, h or d')
}

const isMethod = (text: string | undefined): text is HistoryMethod =>
  historyMethods.some((method) => method === text)

/** The method at the end of a column, if there is one. A source may contain colons too. */
const splitMethod = (
  text: string,
): { readonly rest: string; readonly method?: HistoryMethod; readonly parameter?: number } => {
  const parts = text.split(':')
  const parameter = Number(parts.at(-1))
  const withParameter = parts.at(-2)
  if (parts.length > 2 && isMethod(withParameter) && Number.isFinite(parameter))
    return { rest: parts.slice(0, -2).join(':'), method: withParameter, parameter }
  const method = parts.at(-1)
  if (parts.length > 1 && isMethod(method)) return { rest: parts.slice(0, -1).join(':'), method }
  return { rest: text }
}

const parseColumn = (text: string): HistoryColumn => {
  const { rest, ...method } = splitMethod(text)
  const bar = rest.indexOf('|')
  const path = bar < 0 ? rest : rest.slice(0, bar)
  if (path === '' || parsePath(path) === undefined) {
    const [, unknown] = path.split(':')
    return invalid(
      'paths',
      unknown === undefined
        ? `has "${path}", which is not a path`
        : `has the method "${unknown}". Use one of ${historyMethods.join(', ')}`,
    )
  }
  const source = bar < 0 ? undefined : rest.slice(bar + 1)
  if (source === '') return invalid('paths', `has "${text}" without a source after the bar`)
  return { path, ...(source !== undefined && { $source: source }), ...method }
}

/**
 * The question of `GET history/values`.
 * @param now Unix milliseconds
 * @throws MarineDataError `invalid-query`, and `too-much-history` with the resolution that fits
 */
export const parseValuesQuestion = (text: ValuesText, now: number): HistoryValuesQuestion => {
  const range = parseRange(text, now)
  const columns = text.paths.split(',').map((column) => parseColumn(column.trim()))
  if (columns.length > historyLimits.paths)
    throw new MarineDataError(
      'too-much-history',
      `At most ${historyLimits.paths} paths in one question, not ${columns.length}`,
    )
  const resolution =
    text.resolution === undefined ? fittingResolution(range) : parseResolution(text.resolution)
  if (historyRows(range, resolution) * columns.length > historyLimits.cells) {
    const fitting = fittingResolution(range, Math.floor(historyLimits.cells / columns.length))
    throw new MarineDataError(
      'too-much-history',
      `The answer would have more than ${historyLimits.cells} cells. Use a resolution of ${fitting} s or a shorter range`,
    )
  }
  const { context, sourcePolicy } = text
  return { context, ...range, resolution, columns, ...(sourcePolicy !== undefined && { sourcePolicy }) }
}

const boxMembers = ['west', 'south', 'east', 'north'] as const

/** A bounding box as text: west, south, east and north in degrees. */
export const parseBox = (text: string): BoundingBox => {
  const numbers = text
    .replaceAll(/^\[|\]$/g, '')
    .split(',')
    .map(Number)
  const [west = Number.NaN, south = Number.NaN, east = Number.NaN, north = Number.NaN] = numbers
  const isValid =
    numbers.length === boxMembers.length &&
    [west, east].every((longitude) => Math.abs(longitude) <= 180) &&
    [south, north].every((latitude) => Math.abs(latitude) <= 90) &&
    south <= north
  return isValid
    ? { west, south, east, north }
    : invalid('bbox', `must be ${boxMembers.join(',')} in degrees`)
}
