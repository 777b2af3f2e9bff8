import type { JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import uPlot from 'uplot'
import { useConsole } from '#page/console-context.ts'
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

/** The content of the next drawing. */
interface Drawn extends GraphPlotProps {
  readonly colours: Colours
}

interface Colours {
  readonly line: string
  readonly band: string
  readonly grid: string
}

/** The palettes give six hexadecimal digits. */
const withAlpha = (colour: string, alpha: string): string =>
  /^#[\da-f]{6}$/i.test(colour) ? `${colour}${alpha}` : 'transparent'

/** Read once for each palette: each reading may make the browser compute the styles of the page again. */
const coloursOf = (host: HTMLElement): Colours => {
  const styles = getComputedStyle(host)
  const line = styles.getPropertyValue('--graph').trim()
  return { line, band: withAlpha(line, '40'), grid: styles.getPropertyValue('--hair').trim() }
}

/** A plot without cursor, legend and axes: the screen has one of each for all graphs. */
const optionsOf = (host: HTMLElement, drawn: () => Drawn): uPlot.Options => ({
  width: Math.max(host.clientWidth, 1),
  height: Math.max(host.clientHeight, 1),
  padding: [4, 0, 4, 0],
  legend: { show: false },
  cursor: { show: false },
  scales: {
    x: { time: false, range: () => [drawn().window.from, drawn().window.to] },
    y: { range: () => [drawn().scale?.lower ?? 0, drawn().scale?.upper ?? 1] },
  },
  axes: [
    {
      size: 0,
      splits: () => [...drawn().ticks],
      values: () => [],
      ticks: { show: false },
      grid: { stroke: () => drawn().colours.grid, width: 1 },
    },
    { show: false },
  ],
  series: [
    {},
    { points: { show: false }, width: 0 },
    { points: { show: false }, width: 0 },
    { points: { show: false }, width: 2, stroke: () => drawn().colours.line },
  ],
  bands: [{ series: [1, 2], fill: () => drawn().colours.band }],
})

const dataOf = ({ at, mean, low, high }: GraphLine, of: (value: number) => number): uPlot.AlignedData => {
  const shown = (cells: GraphLine['mean']): (number | null)[] =>
    cells.map((cell) => (cell === null ? null : of(cell)))
  return [[...at], shown(high), shown(low), shown(mean)]
}

/** Draws a graph in a separate task, so that several graphs do not stall the page together. */
class Drawing implements Disposable {
  readonly #plot: uPlot
  readonly #sizing: ResizeObserver
  #drawn: Drawn
  #hasNewData = true
  #waiting: ReturnType<typeof setTimeout> | undefined

  constructor(host: HTMLElement, first: GraphPlotProps) {
    this.#drawn = { ...first, colours: coloursOf(host) }
    this.#plot = new uPlot(
      optionsOf(host, () => this.#drawn),
      [[], [], [], []],
      host,
    )
    this.#sizing = new ResizeObserver(() =>
      this.#plot.setSize({ width: Math.max(host.clientWidth, 1), height: Math.max(host.clientHeight, 1) }),
    )
    this.#sizing.observe(host)
  }

  /** Draws what was shown last, once, when the page has done what it is doing. */
  show(shown: GraphPlotProps): void {
    const { line, shownOf } = this.#drawn
    this.#hasNewData ||= line !== shown.line || shownOf !== shown.shownOf
    this.#drawn = { ...shown, colours: this.#drawn.colours }
    this.#waiting ??= setTimeout(() => this.#draw())
  }

  /** Draws in the colours of another palette. */
  recolour(host: HTMLElement): void {
    this.#drawn = { ...this.#drawn, colours: coloursOf(host) }
    this.#plot.redraw(false)
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#waiting)
    this.#sizing.disconnect()
    this.#plot.destroy()
  }

  #draw(): void {
    this.#waiting = undefined
    const { line, window, scale, shownOf } = this.#drawn
    this.#plot.batch((plot: uPlot) => {
      if (this.#hasNewData) plot.setData(dataOf(line, shownOf), false)
      this.#hasNewData = false
      plot.setScale('x', { min: window.from, max: window.to })
      plot.setScale('y', { min: scale?.lower ?? 0, max: scale?.upper ?? 1 })
    })
  }
}

/** The mean of a value over time, on the band between its smallest and largest samples. */
export const GraphPlot = (props: GraphPlotProps): JSX.Element => {
  const { theme } = useConsole()
  const palette = theme.palette.value
  const { line, window, scale, shownOf } = props
  const host = useRef<HTMLDivElement>(null)
  const drawing = useRef<Drawing | undefined>(undefined)
  useEffect(() => {
    if (host.current === null) return undefined
    const made = new Drawing(host.current, props)
    drawing.current = made
    return () => made[Symbol.dispose]()
  }, [])
  useEffect(
    () => drawing.current?.show(props),
    [line, shownOf, window.from, window.to, scale?.lower, scale?.upper],
  )
  useEffect(() => {
    if (host.current !== null) drawing.current?.recolour(host.current)
  }, [palette])
  return <div ref={host} class="graph-plot" data-rows={line.at.length} />
}
