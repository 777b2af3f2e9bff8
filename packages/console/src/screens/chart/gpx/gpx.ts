import type { RouteRequest, WaypointRequest } from '@marinedata/model'
import type { Place } from '#boat/values.ts'
import { parseXml, type XmlElement, type XmlFault } from './xml-elements.ts'

/** Routes and waypoints of a GPX file. A name is undefined if the file does not name it. */
export interface GpxContent {
  readonly routes: readonly { readonly name: string | undefined; readonly points: Place[] }[]
  readonly waypoints: readonly { readonly name: string | undefined; readonly position: Place }[]
}

/** Why a file is rejected. */
export type GpxFault = XmlFault | 'tooLarge' | 'notGpx' | 'empty' | 'position' | 'name' | 'points'

/** The limits of the server, so that a whole file is rejected before a part of it is saved. */
export const gpxLimits = {
  bytes: 4_000_000,
  routes: 200,
  waypoints: 1_000,
  points: 500,
  nameLength: 128,
} as const

class Rejected extends Error {
  readonly fault: GpxFault

  constructor(fault: GpxFault) {
    super(fault)
    this.fault = fault
  }
}

/** The name without its prefix: some programs write `gpx:rte`. */
const localName = ({ name }: XmlElement): string => name.slice(name.indexOf(':') + 1)

const childrenOf = (element: XmlElement, name: string): XmlElement[] =>
  element.children.filter((child) => localName(child) === name)

const nameOf = (element: XmlElement): string | undefined => {
  const name = childrenOf(element, 'name')[0]?.text.trim() ?? ''
  if (name.length > gpxLimits.nameLength) throw new Rejected('name')
  return name === '' ? undefined : name
}

const angleOf = (element: XmlElement, name: 'lat' | 'lon', most: number): number => {
  const text = element.attributes.get(name)?.trim() ?? ''
  // Number() would also accept an empty text, hexadecimal digits and Infinity.
  const angle = /^[+-]?(?:\d{1,3}(?:\.\d{0,20})?|\.\d{1,20})$/.test(text) ? Number(text) : NaN
  if (!(Math.abs(angle) <= most)) throw new Rejected('position')
  return angle
}

const placeOf = (element: XmlElement): Place => ({
  latitude: angleOf(element, 'lat', 90),
  longitude: angleOf(element, 'lon', 180),
})

const routeOf = (element: XmlElement): GpxContent['routes'][number] => {
  const points = childrenOf(element, 'rtept').map(placeOf)
  if (points.length < 2 || points.length > gpxLimits.points) throw new Rejected('points')
  return { name: nameOf(element), points }
}

const contentOf = (root: XmlElement): GpxContent => {
  if (localName(root) !== 'gpx') throw new Rejected('notGpx')
  const [routes, waypoints] = [childrenOf(root, 'rte'), childrenOf(root, 'wpt')]
  if (routes.length + waypoints.length === 0) throw new Rejected('empty')
  if (routes.length > gpxLimits.routes || waypoints.length > gpxLimits.waypoints)
    throw new Rejected('tooMany')
  return {
    routes: routes.map(routeOf),
    waypoints: waypoints.map((element) => ({ name: nameOf(element), position: placeOf(element) })),
  }
}

/** Parses a GPX file. Returns its content, or why the whole file is rejected; tracks are ignored. */
export const parseGpx = (source: string): GpxContent | GpxFault => {
  if (source.length > gpxLimits.bytes) return 'tooLarge'
  const root = parseXml(source)
  if (typeof root === 'string') return root
  try {
    return contentOf(root)
  } catch (error) {
    if (error instanceof Rejected) return error.fault
    throw error
  }
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Text of an element. Characters that XML cannot contain are left out. */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    // oxlint-disable-next-line no-control-regex -- control characters are what is left out
    .replaceAll(/[\0-\x08\v\f\x0e-\x1f\ufffe\uffff]/g, '')
    .replaceAll(/[&<>"]/g, (letter) => escapes[letter] ?? '')

/** Decimals of a degree: a centimetre. */
const decimals = 7

const pointOf = (tagName: 'rtept' | 'wpt', { latitude, longitude }: Place, inside = ''): string => {
  const attributes = `lat="${latitude.toFixed(decimals)}" lon="${longitude.toFixed(decimals)}"`
  return inside === '' ? `<${tagName} ${attributes}/>` : `<${tagName} ${attributes}>${inside}</${tagName}>`
}

const named = (name: string): string => `<name>${escaped(name)}</name>`

/** A GPX 1.1 file with these routes and waypoints. */
export const gpxText = (
  routes: readonly RouteRequest[],
  waypoints: readonly WaypointRequest[],
  productName: string,
): string => {
  // GPX requires waypoints before routes.
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<gpx version="1.1" creator="${escaped(productName)}" xmlns="http://www.topografix.com/GPX/1/1">`,
    ...waypoints.map(({ name, position }) => `  ${pointOf('wpt', position, named(name))}`),
    ...routes.flatMap(({ name, points }) => [
      `  <rte>${named(name)}`,
      ...points.map((point) => `    ${pointOf('rtept', point)}`),
      '  </rte>',
    ]),
    '</gpx>',
  ]
  return `${lines.join('\n')}\n`
}

/** A file name made from the name of a route: letters, digits and dashes. */
export const gpxFileName = (name: string): string => {
  const plain = name
    .normalize('NFKC')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
  return `${plain === '' ? 'route' : plain.slice(0, 60)}.gpx`
}
