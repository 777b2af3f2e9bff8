import type { Boat } from './boat.ts'
import { ageOf } from './reading.ts'

/** Whether the data is real, simulated or replayed. */
export type Origin = 'real' | 'simulated' | 'replayed'

/** Paths whose source decides. A sailing boat has at least one of them. */
const timeFormat = [
  'navigation.position',
  'navigation.headingMagnetic',
  'navigation.speedOverGround',
] as const

/** A plugin can only write under its own name, so the source is reliable. */
const originOfSource = (source: string): Origin => {
  if (source.startsWith('simulator.')) return 'simulated'
  return source.startsWith('file-replay.') ? 'replayed' : 'real'
}

export const originOf = ({ values, now, link }: Pick<Boat, 'values' | 'now' | 'link'>): Origin => {
  for (const path of timeFormat) {
    const reading = values.of(path).value
    if (reading === undefined || ageOf(reading, now.value, link.isLost.value) === 'dead') continue
    const origin = originOfSource(reading.source)
    if (origin !== 'real') return origin
  }
  return 'real'
}
