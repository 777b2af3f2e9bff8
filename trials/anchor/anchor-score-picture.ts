import { dragFigures, falseNights, resultOf, tradeOffs, undisturbed, type TradeOff } from './figures.ts'
import { names, type KindResult } from './run-nights.ts'
import { drawBars, type BarGroup } from '../../scripts/pictures/bar-panel.ts'
import { ink } from '../../scripts/pictures/ink.ts'
import { scaleOver, type Scale } from '../../scripts/pictures/scale.ts'
import { curve, element, line, text, type Point } from '../../scripts/pictures/svg.ts'
import type { Box } from '../../scripts/pictures/time-panel.ts'

const size = { width: 1_120, height: 900 }
const falseBox: Box = { left: 190, top: 128, width: 330, height: 330 }
const dragBox: Box = { left: 690, top: 128, width: 370, height: 330 }
const tradeBox: Box = { left: 190, top: 560, width: 870, height: 260 }

const colourByName: ReadonlyMap<string, string> = new Map([
  [names.ours, ink.heading],
  [names.atOnce, ink.port],
  [names.wide, ink.target],
])
const watches = [...colourByName]

const shareOfFalse = (results: readonly KindResult[], name: string): number => {
  const nights = results.reduce((sum, result) => sum + result.nights, 0)
  return results.reduce((sum, result) => sum + falseNights(result, name), 0) / nights
}

const falsePanel = (results: readonly KindResult[]): string => {
  const groups: BarGroup[] = results
    .filter(({ kind }) => kind.drag === 0)
    .map((result) => ({
      name: result.kind.name,
      bars: watches.map(([name, colour]) => {
        const value = 100 * shareOfFalse([result], name)
        return { value, colour, words: `${value.toFixed(0)} %` }
      }),
    }))
  const scale = scaleOver([0, 120], [falseBox.left, falseBox.left + falseBox.width], 6)
  const title = 'Nights with a false alarm'
  return drawBars({
    box: falseBox,
    title,
    scale,
    groups,
    label: (value) => (value > 100 ? '' : `${value} %`),
  })
}

const dragPanel = (results: readonly KindResult[]): string => {
  const groups: BarGroup[] = results
    .filter(({ kind }) => kind.drag > 0)
    .map((result) => ({
      name: result.kind.words.replace(',', ''),
      bars: watches.map(([name, colour]) => {
        const { median, most } = dragFigures(result, name).metres
        return { value: median, whisker: most, colour, words: `${median.toFixed(0)} m, ${most.toFixed(0)} m` }
      }),
    }))
  const scale = scaleOver([0, 70], [dragBox.left, dragBox.left + dragBox.width], 7)
  const title = 'Metres dragged at the alarm: median and 95th'
  return drawBars({ box: dragBox, title, scale, groups, label: (value) => `${value} m` })
}

const legend = (): string =>
  watches
    .map(([name, colour], index) => {
      const x = 40 + index * 240
      return (
        element('rect', { x, y: 78, width: 14, height: 14, fill: colour }) +
        text(name, [x + 21, 90], { fill: ink.text })
      )
    })
    .join('')

interface Axes {
  readonly metres: Scale
  readonly share: Scale
}

const grid = ({ metres, share }: Axes): string => {
  const { left, top, width, height } = tradeBox
  const down = metres.ticks.map((tick) => {
    const x = metres.place(tick)
    const name = text(`${tick} m`, [x, top + height + 20], { 'text-anchor': 'middle', fill: ink.quiet })
    return line([x, top, x, top + height], { stroke: ink.grid }) + name
  })
  const across = share.ticks.map((tick) => {
    const y = share.place(tick)
    const name = text(`${tick} %`, [left - 10, y + 4.5], { 'text-anchor': 'end', fill: ink.quiet })
    return line([left, y, left + width, y], { stroke: ink.grid }) + name
  })
  const frame = element('rect', { x: left, y: top, width, height, fill: 'none', stroke: ink.frame })
  return [...down, ...across, frame].join('')
}

const dot = ([cx, cy]: Point, fill: string, r = 4): string => element('circle', { cx, cy, r, fill })

const marginCurve = (offs: readonly TradeOff[], { metres, share }: Axes): string => {
  const points = offs.map(({ good, slow }): Point => [
    metres.place(slow.metres.median),
    share.place(100 * good),
  ])
  const marks = offs.map(({ extra }, index) => {
    const point = points[index] ?? [0, 0]
    const words = extra === 0 ? 'as suggested' : `${extra > 0 ? '+' : '−'}${Math.abs(extra)} m`
    const place: Point = [point[0] + 6, point[1] - (extra === 0 ? 26 : 10)]
    return (
      dot(point, ink.heading, extra === 0 ? 7 : 4) +
      text(words, place, { fill: ink.heading, 'font-size': 13 })
    )
  })
  return curve(points, { stroke: ink.heading, 'stroke-width': 2.2 }) + marks.join('')
}

/** Speed of detection against false alarms, by margin, with the simple rules. */
const tradePanel = (results: readonly KindResult[]): string => {
  const { left, top, width, height } = tradeBox
  const axes = {
    metres: scaleOver([0, 50], [left, left + width], 10),
    share: scaleOver([0, 100], [top + height, top], 5),
  }
  const slow = resultOf(results, 'slow drag')
  const good = undisturbed.map((kind) => resultOf(results, kind))
  const rules = [names.atOnce, names.wide].map((name) => {
    const share = 100 * shareOfFalse(good, name)
    const point: Point = [axes.metres.place(dragFigures(slow, name).metres.median), axes.share.place(share)]
    const colour = colourByName.get(name) ?? ink.text
    return (
      dot(point, colour, 7) + text(name, [point[0] + 12, point[1] + 5], { fill: colour, 'font-size': 13 })
    )
  })
  const title =
    'More or less margin: false alarms (nights with good reception) against metres of a slow drag, median'
  return [
    text(title, [left, top - 12], { fill: ink.text, 'font-weight': 'bold' }),
    grid(axes),
    marginCurve(tradeOffs(results), axes),
    ...rules,
  ].join('')
}

/** The score as one picture. */
export const anchorScorePicture = (results: readonly KindResult[]): string => {
  const nights = results.reduce((sum, result) => sum + result.nights, 0)
  const subtitle = `${nights} simulated nights of eight hours; the same nights and the same anchor position for each watch.`
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
      text('The anchor watch, measured', [40, 40], {
        fill: ink.text,
        'font-size': 22,
        'font-weight': 'bold',
      }),
      text(subtitle, [40, 64], { fill: ink.quiet }),
      legend(),
      falsePanel(results),
      dragPanel(results),
      tradePanel(results),
    ].join(''),
  )
}
