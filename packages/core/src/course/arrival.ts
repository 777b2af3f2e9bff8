import { bearingBetween, degrees, toDegrees, wrapFull, type Condition, type Radians } from '@marinedata/model'
import type { Reached } from './course-store.ts'
import { turnTo, type Leg } from './leg.ts'

/** The next leg starts automatically only when the turn onto it is at most this large. */
const maxAutomaticTurn: Radians = degrees(10)

export const isSmallTurn = (leg: Leg, next: Leg): boolean => {
  const turn = turnTo(leg, next)
  return turn !== null && Math.abs(turn) <= maxAutomaticTurn
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

export const normalCondition: Condition = { state: 'normal', method: [], message: '' }

/** The last point of the course was reached. No action is needed. */
export const arrivedCondition = (point: string, { how }: Reached): Condition => ({
  state: 'alert',
  method: ['visual'],
  message: `${point} ${verbs[how]}`,
})

/** The next leg is a turn. A turn is never started automatically: the crew decides it. */
export const waitingForTurnCondition = (
  point: string,
  { how }: Reached,
  legs: readonly [Leg, Leg],
): Condition => ({
  state: 'warn',
  method: ['visual', 'sound'],
  message: `${point} ${verbs[how]}. The next leg ${turnText(...legs)}. Advance to start it`,
})

/** The next leg has almost the same direction and was started automatically. */
export const autoAdvancedCondition = (point: string, { how }: Reached, next: Leg): Condition => ({
  state: 'alert',
  method: ['visual'],
  message: `${point} ${verbs[how]}. Next leg started: ${courseText(bearingBetween(next.start, next.end))}`,
})
