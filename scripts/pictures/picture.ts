import { ink } from './ink.ts'
import type { RecordedRun, Sample } from './recorded-run.ts'
import { scaleOver } from './scale.ts'
import { curve, element, line, pathThrough, text, type Point } from './svg.ts'
import { drawPanel, pointsOf, upward, type Box, type TimePanel } from './time-panel.ts'
import { drawTrack } from './track-panel.ts'

const size = { width: 1_120, height: 780 }
const column = { left: 92, width: 540 }
const tops = { heading: 108, rudder: 400, speed: 592 }
const track: Box = { left: 690, top: tops.heading, width: 390, height: 596 }

const headingLabel = (value: number): string => `${String(((value % 360) + 360) % 360).padStart(3, '0')}°`
const rudderLabel = (value: number): string =>
  value === 0 ? '0°' : `${Math.abs(value)}° ${value < 0 ? 'P' : 'S'}`

const turningOf = (samples: readonly Sample[]): readonly [number, number] | undefined => {
  const turning = samples.filter(({ isTurning }) => isTurning)
  const last = turning.at(-1)
  return last === undefined ? undefined : [0, last.time]
}

/** One half of a panel, so that a curve can have another colour in each. */
const half = (id: string, y: number, height: number): string =>
  element('clipPath', { id }, element('rect', { x: 0, y, width: size.width, height }))

/** Filled to the middle line: red to port, green to starboard. */
const rudderArea = (points: readonly Point[], { box, values }: TimePanel): string => {
  const zero = values.place(0)
  const { left, top, width, height } = box
  const [first = [0, zero], last = [0, zero]] = [points[0], points.at(-1)]
  const d = `${pathThrough([[first[0], zero], ...points, [last[0], zero]])}Z`
  const area = (id: string, colour: string): string =>
    element('path', { d, fill: colour, 'fill-opacity': 0.25, 'clip-path': `url(#${id})` }) +
    curve(points, { stroke: colour, 'stroke-width': 2, 'clip-path': `url(#${id})` })
  return (
    half('starboard', top, zero - top) +
    half('port', zero, top + height - zero) +
    area('starboard', ink.starboard) +
    area('port', ink.port) +
    line([left, zero, left + width, zero], { stroke: ink.frame })
  )
}

/** The legend of the first panel. */
const legend = ({ left, top, width }: Box): string => {
  const entry = (words: string, x: number, attributes: Readonly<Record<string, string | number>>): string =>
    line([x, top - 14, x + 26, top - 14], { 'stroke-width': 2.4, ...attributes }) +
    text(words, [x + 33, top - 10], { fill: ink.text })
  const right = left + width
  return (
    entry('heading', right - 190, { stroke: ink.heading }) +
    entry('target', right - 82, { stroke: ink.target, 'stroke-dasharray': '6 4' })
  )
}

/** What all panels over time share. */
type Common = Pick<TimePanel, 'time' | 'turning'> & { readonly samples: readonly Sample[] }

const headingPanel = (common: Common): string => {
  const { samples } = common
  const box = { ...column, top: tops.heading, height: 240 }
  const values = upward(
    samples.flatMap(({ heading, target }) => [heading, target]),
    box,
    6,
  )
  const panel = { ...common, box, values, title: 'Heading', label: headingLabel, isLast: false }
  const target = pointsOf(samples, panel, (sample) => sample.target)
  const heading = pointsOf(samples, panel, (sample) => sample.heading)
  const inside =
    curve(target, { stroke: ink.target, 'stroke-width': 2, 'stroke-dasharray': '6 4' }) +
    curve(heading, { stroke: ink.heading, 'stroke-width': 2.4 })
  return drawPanel(panel, inside) + legend(box)
}

const rudderPanel = (common: Common): string => {
  const box = { ...column, top: tops.rudder, height: 140 }
  const title = 'Rudder, to port (P) or starboard (S)'
  const values = upward([-35, 35], box, 4)
  const panel = { ...common, box, values, title, label: rudderLabel, isLast: false }
  const points = pointsOf(common.samples, panel, (sample) => sample.rudder)
  return drawPanel(panel, rudderArea(points, panel))
}

const speedPanel = (common: Common): string => {
  const box = { ...column, top: tops.speed, height: 112 }
  const title = 'Speed through the water, knots'
  const values = upward([0, ...common.samples.map(({ speed }) => speed)], box, 4)
  const panel = { ...common, box, values, title, label: String, isLast: true }
  const points = pointsOf(common.samples, panel, (sample) => sample.speed)
  return drawPanel(panel, curve(points, { stroke: ink.speed, 'stroke-width': 2.2 }))
}

const subtitle = ({ samples, settledAt }: RecordedRun): string => {
  const turning = turningOf(samples)
  const settled = `within 2° of the target after ${settledAt.toFixed(1)} s`
  const shaded = turning === undefined ? '' : `; shaded: the manoeuvre as the pilot reports it`
  return `The simulated 12 m yacht, steered by its pilot on flat water: ${settled}${shaded}.`
}

/** A run as one picture: heading, rudder and speed over time, and the track. */
export const pictureOf = (run: RecordedRun): string => {
  const { samples } = run
  const side = [column.left, column.left + column.width] as const
  const time = scaleOver(
    samples.map((sample) => sample.time),
    side,
    12,
  )
  const common = { samples, time, turning: turningOf(samples) }
  return element(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      ...size,
      viewBox: `0 0 ${size.width} ${size.height}`,
      'font-family': 'DejaVu Sans, Liberation Sans, Arial, Helvetica, sans-serif',
      'font-size': 14,
    },
    [
      element('rect', { x: 0, y: 0, ...size, fill: '#ffffff' }),
      text(run.title, [40, 40], { fill: ink.text, 'font-size': 22, 'font-weight': 'bold' }),
      text(subtitle(run), [40, 64], { fill: ink.quiet }),
      headingPanel(common),
      rudderPanel(common),
      speedPanel(common),
      drawTrack(run.samples, track),
    ].join(''),
  )
}
