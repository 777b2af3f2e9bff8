import { ink } from './ink.ts'
import type { Scale } from './scale.ts'
import { element, line, text } from './svg.ts'
import type { Box } from './time-panel.ts'

/** A bar to a value, and a whisker to a further one. */
export interface Bar {
  readonly value: number
  readonly whisker?: number
  readonly colour: string
  /** The label at its end. */
  readonly words: string
}

export interface BarGroup {
  readonly name: string
  readonly bars: readonly Bar[]
}

export interface BarPanel {
  readonly box: Box
  readonly title: string
  readonly scale: Scale
  readonly groups: readonly BarGroup[]
  readonly label: (value: number) => string
}

const thick = 13
const gap = 4

const axis = ({ box, scale, label }: BarPanel): string => {
  const bottom = box.top + box.height
  return scale.ticks
    .map((tick) => {
      const x = scale.place(tick)
      return (
        line([x, box.top, x, bottom], { stroke: ink.grid }) +
        text(label(tick), [x, bottom + 20], { 'text-anchor': 'middle', fill: ink.quiet })
      )
    })
    .join('')
}

const drawBar = ({ value, whisker, colour, words }: Bar, scale: Scale, top: number): string => {
  const [zero, end] = [scale.place(0), scale.place(value)]
  const middle = top + thick / 2
  const tip = whisker === undefined ? end : scale.place(whisker)
  const reach =
    whisker === undefined
      ? ''
      : line([end, middle, tip, middle], { stroke: colour, 'stroke-width': 2 }) +
        line([tip, top + 2, tip, top + thick - 2], { stroke: colour, 'stroke-width': 2 })
  return (
    element('rect', { x: zero, y: top, width: Math.max(end - zero, 1.5), height: thick, fill: colour }) +
    reach +
    text(words, [tip + 7, top + thick - 2], { fill: ink.text, 'font-size': 12 })
  )
}

const drawGroup = ({ name, bars }: BarGroup, { box, scale }: BarPanel, middle: number): string => {
  const height = bars.length * (thick + gap) - gap
  const top = middle - height / 2
  return (
    text(name, [box.left - 10, middle + 4.5], { 'text-anchor': 'end', fill: ink.text }) +
    bars.map((bar, index) => drawBar(bar, scale, top + index * (thick + gap))).join('')
  )
}

/** Groups of bars from left to right, each group above its name. */
export const drawBars = (panel: BarPanel): string => {
  const { box, title, groups } = panel
  const { left, top, width, height } = box
  const each = height / groups.length
  return [
    text(title, [left, top - 12], { fill: ink.text, 'font-weight': 'bold' }),
    axis(panel),
    element('rect', { x: left, y: top, width, height, fill: 'none', stroke: ink.frame }),
    ...groups.map((group, index) => drawGroup(group, panel, top + (index + 0.5) * each)),
  ].join('')
}
