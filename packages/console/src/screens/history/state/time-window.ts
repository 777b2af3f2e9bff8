/** A part of the recorded time. Unix milliseconds by the clock of the boat. */
export interface TimeWindow {
  readonly from: number
  readonly to: number
}

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** Lengths of time to choose from. */
export const ranges = [
  { id: '1h', ms: hour },
  { id: '6h', ms: 6 * hour },
  { id: '24h', ms: day },
  { id: '7d', ms: 7 * day },
  { id: '30d', ms: 30 * day },
  { id: '1y', ms: 365 * day },
] as const
export type RangeId = (typeof ranges)[number]['id']

const spanLimits = { least: minute, most: 3 * 365 * day } as const

/** The visible time: a period that ends now and moves on, or ends at a fixed time. */
export interface View {
  readonly span: number
  readonly end: number | 'now'
}

export const windowOf = ({ span, end }: View, now: number): TimeWindow => {
  const to = end === 'now' ? now : end
  return { from: to - span, to }
}

/** There is nothing to show after now: a view that reaches it follows the time. */
const viewOf = (span: number, end: number, now: number): View => ({
  span,
  end: end >= now - span / 500 ? 'now' : Math.round(end),
})

/** Moves a view; to later times with a positive number. */
export const panned = (view: View, ms: number, now: number): View =>
  viewOf(view.span, windowOf(view, now).to + ms, now)

interface Zoom {
  /** Factor of the period; less than 1 shows more detail. */
  readonly factor: number
  /** The moment that stays in its place. */
  readonly at: number
}

export const zoomed = (view: View, { factor, at }: Zoom, now: number): View => {
  const { from, to } = windowOf(view, now)
  const span = Math.min(spanLimits.most, Math.max(spanLimits.least, Math.round(view.span * factor)))
  return viewOf(span, at + ((to - at) / (to - from)) * span, now)
}

/** Lengths of a row, in seconds. From 60 s on a row is made of whole recorded minutes. */
const resolutions = [1, 5, 15, 60, 300, 900, 3_600, 10_800, 21_600, 86_400] as const
const coarsest = 604_800

/** The finest resolution, in seconds, at which so many rows fit into the time shown. */
export const resolutionFor = (span: number, mostRows: number): number =>
  resolutions.find((seconds) => span / (seconds * second) <= mostRows) ?? coarsest

const tickSteps: readonly number[] = [
  ...[1, 2, 5, 10, 15, 30].map((count) => count * second),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * minute),
  ...[1, 2, 3, 6, 12].map((count) => count * hour),
  ...[1, 2, 4, 7, 14].map((count) => count * day),
]
const monthSteps = [1, 2, 3, 6, 12] as const

/** Moments to name along the axis. */
export interface Ticks {
  readonly at: readonly number[]
  /** The unit that distinguishes two labels. */
  readonly unit: 'second' | 'minute' | 'day'
}

/** Minutes that the shown clock is ahead of UTC. */
export type ClockOffset = (at: number) => number

const evenTicks = ({ from, to }: TimeWindow, step: number, offset: ClockOffset): number[] => {
  const shift = offset(from) * minute
  const at: number[] = []
  for (let tick = Math.ceil((from + shift) / step) * step - shift; tick <= to; tick += step) at.push(tick)
  return at
}

const monthTicks = ({ from, to }: TimeWindow, months: number, offset: ClockOffset): number[] => {
  const start = new Date(from + offset(from) * minute)
  const [year, month] = [start.getUTCFullYear(), start.getUTCMonth()]
  const first = month - (month % months)
  const at: number[] = []
  for (let next = first; at.length < 60; next += months) {
    const moment = Date.UTC(year, next)
    const tick = moment - offset(moment) * minute
    if (tick > to) break
    if (tick >= from) at.push(tick)
  }
  return at
}

/** Round times along the axis, at most so many, in the time zone of the shown clock. */
export const ticksOf = (window: TimeWindow, most: number, offset: ClockOffset): Ticks => {
  const span = window.to - window.from
  const step = tickSteps.find((each) => span / each <= most)
  if (step === undefined) {
    const months = monthSteps.find((each) => span / (each * 30 * day) <= most) ?? 12
    return { at: monthTicks(window, months, offset), unit: 'day' }
  }
  const unit = step < minute ? 'second' : step < day ? 'minute' : 'day'
  return { at: evenTicks(window, step, offset), unit }
}
