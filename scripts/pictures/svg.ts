const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

type Attributes = Readonly<Record<string, string | number>>

export const element = (name: string, attributes: Attributes, inside = ''): string => {
  const written = Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${typeof value === 'number' ? Number(value.toFixed(2)) : value}"`)
    .join('')
  return inside === '' ? `<${name}${written}/>` : `<${name}${written}>${inside}</${name}>`
}

export type Point = readonly [x: number, y: number]

export const text = (words: string, [x, y]: Point, attributes: Attributes = {}): string =>
  element('text', { x, y, ...attributes }, escaped(words))

export const line = (
  [x1, y1, x2, y2]: readonly [number, number, number, number],
  attributes: Attributes,
): string => element('line', { x1, y1, x2, y2, ...attributes })

export const pathThrough = (points: readonly Point[]): string =>
  points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('')

export const curve = (points: readonly Point[], attributes: Attributes): string =>
  element('path', { d: pathThrough(points), fill: 'none', 'stroke-linejoin': 'round', ...attributes })
