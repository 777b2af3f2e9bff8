import type { JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import uPlot from 'uplot'
import { useConsole } from '#app/console-context.ts'
import type { TimeWindow } from '../state/time-window.ts'
import type { GraphLine } from './graph-rows.ts'
import type { GraphScale } from './graph-scale.ts'

export interface GraphPlotProps {
  readonly line: GraphLine
  readonly window: TimeWindow
  readonly scale: GraphScale | undefined
  /** Moments of the lines across. */
  readonly ticks: readonly number[]
  /** Converts a value to the shown unit. */
  readonly shownOf: (value: number) => number
}

type Drawn = Pick<GraphPlotProps, 'window' | 'scale' | 'ticks'>

const tokenOf = (host: HTMLElement, name: string): string =>
  getComputedStyle(host).getPropertyValue(name).trim()

/** The palettes give six hexadecimal digits. */
const withAlpha = (colour: string, alpha: string): string =>
  /^#[\da-f]{6}$/i.test(colour) ? `${colour}${alpha}` : 'transparent'

/** A plot without cursor, legend and axes: the screen has one of each for all graphs. */
const optionsOf = (host: HTMLElement, drawn: { current: Drawn }): uPlot.Options => ({
  width: Math.max(host.clientWidth, 1),
  height: Math.max(host.clientHeight, 1),
  padding: [4, 0, 4, 0],
  legend: { show: false },
  cursor: { show: false },
  scales: {
    x: { time: false, range: () => [drawn.current.window.from, drawn.current.window.to] },
    y: { range: () => [drawn.current.scale?.lower ?? 0, drawn.current.scale?.upper ?? 1] },
  },
  axes: [
    {
      size: 0,
      splits: () => [...drawn.current.ticks],
      values: () => [],
      ticks: { show: false },
      grid: { stroke: () => tokenOf(host, '--hair'), width: 1 },
    },
    { show: false },
  ],
  series: [
    {},
    { points: { show: false }, width: 0 },
    { points: { show: false }, width: 0 },
    { points: { show: false }, width: 2, stroke: () => tokenOf(host, '--graph') },
  ],
  bands: [{ series: [1, 2], fill: () => withAlpha(tokenOf(host, '--graph'), '40') }],
})

const dataOf = ({ at, mean, low, high }: GraphLine, of: (value: number) => number): uPlot.AlignedData => {
  const shown = (cells: GraphLine['mean']): (number | null)[] =>
    cells.map((cell) => (cell === null ? null : of(cell)))
  return [[...at], shown(high), shown(low), shown(mean)]
}

/** The mean of a value over time, on the band between its smallest and largest samples. */
export const GraphPlot = ({ line, window, scale, ticks, shownOf }: GraphPlotProps): JSX.Element => {
  const { theme } = useConsole()
  const palette = theme.palette.value
  const host = useRef<HTMLDivElement>(null)
  const plot = useRef<uPlot | undefined>(undefined)
  const drawn = useRef<Drawn>({ window, scale, ticks })
  drawn.current = { window, scale, ticks }
  useEffect(() => {
    const place = host.current
    if (place === null) return undefined
    const made = new uPlot(optionsOf(place, drawn), [[], [], [], []], place)
    plot.current = made
    const sizing = new ResizeObserver(() =>
      made.setSize({ width: Math.max(place.clientWidth, 1), height: Math.max(place.clientHeight, 1) }),
    )
    sizing.observe(place)
    return () => {
      sizing.disconnect()
      made.destroy()
    }
  }, [])
  // Changed data sets the scales, which are read again.
  useEffect(() => plot.current?.setData(dataOf(line, shownOf)), [line, shownOf])
  useEffect(() => {
    plot.current?.batch((made: uPlot) => {
      made.setScale('x', { min: window.from, max: window.to })
      made.setScale('y', { min: scale?.lower ?? 0, max: scale?.upper ?? 1 })
    })
  }, [window.from, window.to, scale?.lower, scale?.upper])
  useEffect(() => plot.current?.redraw(false), [palette])
  return <div ref={host} class="graph-plot" data-rows={line.at.length} />
}
