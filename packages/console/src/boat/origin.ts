import type { Boat } from './boat.ts'
import { ageOf } from './reading.ts'

/** Whether what is shown happens at all. */
export type Origin = 'real' | 'simulated' | 'replayed'

/** What tells it: a boat that sails has at least one of these. */
const telling = ['navigation.position', 'navigation.headingMagnetic', 'navigation.speedOverGround'] as const

/** A plugin writes under its own name, so a source cannot pretend. */
const originOfSource = (source: string): Origin => {
  if (source.startsWith('simulator.')) return 'simulated'
  return source.startsWith('file-replay.') ? 'replayed' : 'real'
}

export const originOf = ({ values, now, link }: Pick<Boat, 'values' | 'now' | 'link'>): Origin => {
  for (const path of telling) {
    const reading = values.of(path).value
    if (reading === undefined || ageOf(reading, now.value, link.isLost.value) === 'dead') continue
    const origin = originOfSource(reading.source)
    if (origin !== 'real') return origin
  }
  return 'real'
}
