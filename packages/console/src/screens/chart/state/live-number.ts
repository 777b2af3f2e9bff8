import type { Boat } from '#boat/boat.ts'
import { ageOf, numberIn } from '#boat/reading.ts'

/** A fresh number of the own vessel, otherwise undefined. Read it again at every tick of `now`. */
export const liveNumber = (
  { values, link }: Pick<Boat, 'values' | 'link'>,
  path: string,
  now: number,
): number | undefined => {
  const reading = values.of(path).peek()
  return ageOf(reading, now, link.isLost.peek()) === 'fresh' ? numberIn(reading) : undefined
}
