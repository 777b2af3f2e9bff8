import { degrees, toDegrees, wrapFull, type Condition, type Radians } from '@marinedata/model'
import type { Reached } from './course-store.ts'
import { bearingBetween } from './great-circle.ts'
import { turnTo, type Leg } from './leg.ts'

/** A boat goes on by itself only when that is hardly a turn. */
const gentleTurn: Radians = degrees(10)

export const isGentle = (leg: Leg, next: Leg): boolean => {
  const turn = turnTo(leg, next)
  return turn !== null && Math.abs(turn) <= gentleTurn
}

const courseText = (bearing: Radians | null): string =>
  bearing === null
    ? 'an unknown course'
    : `${String(Math.round(toDegrees(wrapFull(bearing))) % 360).padStart(3, '0')}° true`

const turnText = (leg: Leg, next: Leg): string => {
  const turn = turnTo(leg, next)
  const course = courseText(bearingBetween(next.start, next.end))
  if (turn === null) return `goes ${course}`
  return `turns ${Math.round(Math.abs(toDegrees(turn)))}° to ${turn < 0 ? 'port' : 'starboard'}, to ${course}`
}

const verbs = { 'within-reach': 'is reached', abeam: 'is abeam' } as const

export const calm: Condition = { state: 'normal', method: [], message: '' }

/** The last point: there is nothing to do but to know it. */
export const arrived = (point: string, { how }: Reached): Condition => ({
  state: 'alert',
  method: ['visual'],
  message: `${point} ${verbs[how]}`,
})

/** The next leg is a turn, and a turn is for people to decide. */
export const waitsForTurn = (point: string, { how }: Reached, legs: readonly [Leg, Leg]): Condition => ({
  state: 'warn',
  method: ['visual', 'sound'],
  message: `${point} ${verbs[how]}. The next leg ${turnText(...legs)}: it waits for you to advance`,
})

/** The next leg leads on in almost the same direction, and has begun. */
export const wentOn = (point: string, { how }: Reached, next: Leg): Condition => ({
  state: 'alert',
  method: ['visual'],
  message: `${point} ${verbs[how]}. On to the next, ${courseText(bearingBetween(next.start, next.end))}`,
})
