import { ink } from './ink.ts'
import type { Sample } from './recorded-run.ts'
import { curve, element, line, text, type Point } from './svg.ts'
import type { Box } from './time-panel.ts'

/** Metres between two grid lines. */
const grid = 20
const boatLength = 12
const marksEvery = 5

interface Chart {
  readonly box: Box
  readonly place: (at: { readonly north: number; readonly east: number }) => Point
  /** Pixels per metre. */
  readonly zoom: number
}

const middle = (values: readonly number[]): number => (Math.min(...values) + Math.max(...values)) / 2
const extent = (values: readonly number[]): number => Math.max(...values) - Math.min(...values)

const chartOver = (samples: readonly Sample[], box: Box): Chart => {
  const [easts, norths] = [samples.map(({ east }) => east), samples.map(({ north }) => north)]
  const margin = 1.5 * boatLength
  const zoom = Math.min(box.width / (extent(easts) + margin * 2), box.height / (extent(norths) + margin * 2))
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
  const [east0, north0] = [middle(easts), middle(norths)]
  return {
    box,
    zoom,
    place: ({ north, east }) => [x + (east - east0) * zoom, y - (north - north0) * zoom],
  }
}

/** The boat to scale, seen from above. */
const hull = ({ place, zoom }: Chart, sample: Sample): string => {
  const [x, y] = place(sample)
  const half = (boatLength * zoom) / 2
  const beam = half * 0.34
  const shape = `M0 ${-half}C${beam} ${-half * 0.3} ${beam} ${half * 0.5} ${beam * 0.7} ${half}L${-beam * 0.7} ${half}C${-beam} ${half * 0.5} ${-beam} ${-half * 0.3} 0 ${-half}Z`
  return element('path', {
    d: shape,
    transform: `translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${sample.heading.toFixed(1)})`,
    fill: sample.isTurning ? '#cfe0f2' : '#ffffff',
    stroke: ink.heading,
    'stroke-width': 1.4,
  })
}

const seconds = ({ place }: Chart, sample: Sample): string => {
  const [x, y] = place(sample)
  const aside = ((sample.heading + 90) * Math.PI) / 180
  return text(`${sample.time.toFixed(0)} s`, [x + 22 * Math.sin(aside), y - 22 * Math.cos(aside) + 4], {
    'text-anchor': 'middle',
    fill: ink.quiet,
    'font-size': 12,
  })
}

const windArrow = ({ box }: Chart): string => {
  const x = box.left + box.width - 44
  const y = box.top + 22
  const shaft = line([x, y, x, y + 50], { stroke: ink.text, 'stroke-width': 2 })
  const head = element('path', {
    d: `M${x - 7} ${y + 42}L${x} ${y + 58}L${x + 7} ${y + 42}Z`,
    fill: ink.text,
  })
  return (
    shaft +
    head +
    text('wind, 12 kn', [x, y + 76], { 'text-anchor': 'middle', fill: ink.text, 'font-size': 13 })
  )
}

const scaleBar = ({ box, zoom }: Chart): string => {
  const [x, y] = [box.left + 16, box.top + box.height - 16]
  return (
    line([x, y, x + grid * zoom, y], { stroke: ink.text, 'stroke-width': 2 }) +
    text(`${grid} m`, [x + (grid * zoom) / 2, y - 8], {
      'text-anchor': 'middle',
      fill: ink.text,
      'font-size': 13,
    })
  )
}

/** The track of the boat, seen from above, north up. */
export const drawTrack = (samples: readonly Sample[], box: Box): string => {
  const chart = chartOver(samples, box)
  const marks = samples.filter(
    ({ time }) => Math.abs(time / marksEvery - Math.round(time / marksEvery)) < 1e-6,
  )
  const { left, top, width, height } = box
  return [
    text('Track, north up', [left, top - 10], { fill: ink.text, 'font-weight': 'bold' }),
    element('rect', { x: left, y: top, width, height, fill: '#fbfcfd', stroke: ink.frame }),
    curve(samples.map(chart.place), { stroke: ink.heading, 'stroke-width': 1.2, 'stroke-dasharray': '3 3' }),
    ...marks.map((sample) => hull(chart, sample) + seconds(chart, sample)),
    windArrow(chart),
    scaleBar(chart),
  ].join('')
}
