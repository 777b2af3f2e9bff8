import { degrees, opposite, radians, wrapFull, type Radians } from '@marinedata/model'
import assert from 'node:assert/strict'
import { degreesText, isWithin } from '../angles.ts'
import { modesOf, needs, needsInMode, type PilotCase } from '../pilot-case.ts'
import { reaching, running, type PilotTrial } from '../pilot-trial.ts'

const change = degrees(40)
/** Smaller turns may come from the waves. */
const clearTurn = degrees(15)
/** The pilot corrects for its distance from the leg. */
const nearCourse = degrees(20)
const turnSeconds = 90
const holdSeconds = 30

/** The course over ground; the heading when no course is published. */
const presentCourse = ({ boat }: PilotTrial): Radians =>
  boat.reading('course') ?? boat.reading('heading') ?? reaching.heading

/** Engages the pilot in a route mode, on a course straight ahead. Returns that course. */
const followAhead = async (trial: PilotTrial, mode: string): Promise<Radians> => {
  await trial.setUp(mode, running)
  const ahead = presentCourse(trial)
  trial.boat.course.lead(ahead)
  await trial.engage()
  return ahead
}

/** Following the course of the boat. */
export const routeCases: readonly PilotCase[] = [
  {
    title: 'in a route mode it steers the course that it is given, and a new one when that changes',
    each: modesOf('route'),
    lacks: needsInMode('steering', 'sea', 'heading'),
    check: async (trial, mode) => {
      for (const by of [change, opposite(change)]) {
        const ahead = await followAhead(trial, mode)
        const bow = trial.boat.bow()
        const course = wrapFull(radians(ahead + by))
        trial.boat.course.lead(course)
        await trial.boat.until(() => Math.abs(bow.look()) >= clearTurn, 'A turn to the course', turnSeconds)
        const turned = bow.look()
        assert.ok(
          turned > 0 === by > 0,
          `The course changed by ${degreesText(by)}, and the bow turned ${degreesText(turned)}`,
        )
        const isReported = (): boolean => {
          const { target } = trial.report
          return target === null || isWithin(radians(target), course, nearCourse)
        }
        await trial.boat.until(isReported, `A target near the course ${degreesText(course)}`, turnSeconds)
      }
    },
  },
  {
    title: 'in a route mode it holds its heading when the course ends, and reports no target',
    each: modesOf('route'),
    lacks: needsInMode('steering', 'sea', 'heading'),
    check: async (trial, mode) => {
      await followAhead(trial, mode)
      await trial.boat.watch(holdSeconds)
      trial.boat.course.end()
      try {
        await trial.boat.until(() => trial.report.target === null, 'A report without a target', turnSeconds)
        await trial.assertGoesStraight('After the end of the course')
        assert.ok(trial.isSteering, 'It does not steer after the end of the course')
      } finally {
        trial.boat.course.lead(reaching.heading)
      }
    },
  },
  {
    title: 'refuses to steer in a route mode without a course: input-stale',
    each: modesOf('route'),
    lacks: needs('steering', 'set-mode'),
    check: async (trial, mode) => {
      trial.boat.course.end()
      try {
        await trial.disengageAll(mode)
        const { engaging = assert.fail('It cannot be engaged') } = trial
        await trial.assertRefused(engaging, 'input-stale')
        const other = trial.details.modes.find(({ kind }) => kind !== 'route')
        if (other === undefined) return
        await trial.engageIn(other.name)
        await trial.assertRefused({ name: 'set-mode', input: { mode } }, 'input-stale')
      } finally {
        trial.boat.course.lead(reaching.heading)
      }
    },
  },
]
