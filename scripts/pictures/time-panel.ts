import { ink } from './ink.ts'
import { scaleOver, type Scale } from './scale.ts'
import { element, line, text, type Point } from './svg.ts'

export interface Box {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

export interface TimePanel {
  readonly box: Box
  readonly title: string
  readonly time: Scale
  readonly values: Scale
  /** Formats the value of a tick. */
  readonly label: (value: number) => string
  /** Start and end of a reported manoeuvre. */
  readonly turning: readonly [from: number, to: number] | undefined
  readonly isLast: boolean
}

/** The scale of a panel's vertical axis, with its largest value on top. */
export const upward = (values: readonly number[], { top, height }: Box, wished?: number): Scale =>
  scaleOver(values, [top + height, top], wished)

export const pointsOf = <T extends { readonly time: number }>(
  samples: readonly T[],
  { time, values }: TimePanel,
  value: (sample: T) => number,
): Point[] => samples.map((sample) => [time.place(sample.time), values.place(value(sample))])

const ticks = ({ box, time, values, label, isLast }: TimePanel): string => {
  const { left, top, width, height } = box
  const bottom = top + height
  const across = values.ticks.map((tick) => {
    const y = values.place(tick)
    return (
      line([left, y, left + width, y], { stroke: ink.grid }) +
      text(label(tick), [left - 10, y + 4.5], { 'text-anchor': 'end', fill: ink.quiet })
    )
  })
  const down = time.ticks.map((tick) => {
    const x = time.place(tick)
    const name = isLast
      ? text(`${tick}`.replace('-', '−'), [x, bottom + 20], { 'text-anchor': 'middle', fill: ink.quiet })
      : ''
    return line([x, top, x, bottom], { stroke: ink.grid }) + name
  })
  return [...across, ...down].join('')
}

/** A panel over time: shade, grid, frame and labels; `inside` is drawn on top of them. */
export const drawPanel = (panel: TimePanel, inside: string): string => {
  const { box, title, time, turning, isLast } = panel
  const { left, top, width, height } = box
  const shade =
    turning === undefined
      ? ''
      : element('rect', {
          x: time.place(turning[0]),
          y: top,
          width: time.place(turning[1]) - time.place(turning[0]),
          height,
          fill: ink.turning,
        })
  const begin = line([time.place(0), top, time.place(0), top + height], {
    stroke: ink.frame,
    'stroke-dasharray': '2 3',
  })
  const frame = element('rect', { x: left, y: top, width, height, fill: 'none', stroke: ink.frame })
  const below = isLast
    ? text('seconds from the command', [left + width / 2, top + height + 44], {
        'text-anchor': 'middle',
        fill: ink.text,
      })
    : ''
  const name = text(title, [left, top - 10], { fill: ink.text, 'font-weight': 'bold' })
  return shade + ticks(panel) + begin + inside + frame + name + below
}
