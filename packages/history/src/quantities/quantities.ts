import { PathMetadataTable } from '@marinedata/model'

/** How the samples of a series are averaged. */
export type QuantityKind = 'linear' | 'angle' | 'position'

const metadata = new PathMetadataTable()

/** Steps per unit. The error of a recorded number is at most half a step. */
const stepsPerUnit: Readonly<Record<string, number>> = {
  deg: 1e7,
  rad: 1e5,
  'rad/s': 1e7,
  'm/s': 1e4,
  m: 1e4,
  V: 1e4,
  A: 1e4,
  K: 1e3,
  Pa: 1,
}
const otherSteps = 1e6

const unitOf = (path: string, part: string): string | undefined => {
  const found = metadata.of(path.split('.'))
  if (part === '') return found?.units
  const member: unknown = found?.properties?.[part]
  return typeof member === 'object' &&
    member !== null &&
    'units' in member &&
    typeof member.units === 'string'
    ? member.units
    : undefined
}

/** Steps per unit of a series. Every position is in degrees, at any path. */
export const stepsOf = (path: string, part: string): number =>
  part === 'latitude' || part === 'longitude' ? 1e7 : (stepsPerUnit[unitOf(path, part) ?? ''] ?? otherSteps)

/** An angle is averaged as a direction: the mean of 359° and 1° is 0°. */
export const kindOf = (path: string, part: string): QuantityKind => {
  if (part === 'latitude' || part === 'longitude') return 'position'
  return unitOf(path, part) === 'rad' ? 'angle' : 'linear'
}

/** Whether values of the path are times as text. */
export const isTimeText = (path: string): boolean =>
  path === 'navigation.datetime' || (metadata.of(path.split('.'))?.units ?? '').startsWith('RFC 3339')
