import { degrees, radians, turnBetween, type AutopilotDetails, type Radians } from '@marinedata/model'
import assert from 'node:assert/strict'
import { degreesText } from '../angles.ts'
import { modesOf, needsInMode, needsReadingOfMode, type PilotCase } from '../pilot-case.ts'
import type { PilotTrial } from '../pilot-trial.ts'

/** Devices with keys round to degrees. */
const rounding = degrees(1.1)
/** Smaller turns may come from the waves. */
const clearTurn = degrees(4)
const turnSeconds = 90
const holdSeconds = 10

/** Keys change a direction or an angle, not the rudder. */
const steeredModes = modesOf('heading', 'course', 'wind')

const stepsOf = ({ steps = [] }: AutopilotDetails): readonly Radians[] => steps.map((step) => radians(step))

const targetOf = ({ report }: PilotTrial): Radians =>
  report.target === null ? assert.fail('It reports no target') : radians(report.target)

/** Cases about pilots that know only relative keys. */
export const stepCases: readonly PilotCase[] = [
  {
    title: 'each of its steps changes the target by that step, once',
    each: steeredModes,
    lacks: needsInMode('step', 'steering'),
    check: async (trial, mode) => {
      for (const change of stepsOf(trial.details)) {
        await trial.engageIn(mode)
        const before = targetOf(trial)
        await trial.command({ name: 'step', input: { change } })
        await trial.boat.watch(holdSeconds)
        const turned = turnBetween(before, targetOf(trial))
        assert.ok(
          Math.abs(turned - change) <= rounding,
          `A step of ${degreesText(change)} changed the target by ${degreesText(turned)}`,
        )
      }
    },
  },
  {
    title: 'a step that is cancelled or not answered is never repeated',
    lacks: needsInMode('step', 'steering'),
    check: async (trial) => {
      await trial.engageIn()
      const before = targetOf(trial)
      const [change = radians(0)] = stepsOf(trial.details)
      const over = new AbortController()
      const answer = trial.send({ name: 'step', input: { change } }, over.signal)
      over.abort()
      await answer
      await trial.boat.watch(holdSeconds)
      const turned = turnBetween(before, targetOf(trial))
      const isOnceAtMost = [0, change].some((once) => Math.abs(turned - once) <= rounding)
      assert.ok(
        isOnceAtMost,
        `One step of ${degreesText(change)} changed the target by ${degreesText(turned)}`,
      )
    },
  },
  {
    title: 'its largest step turns the bow to the side of the step',
    each: steeredModes,
    lacks: needsReadingOfMode('step', 'steering', 'sea', 'heading'),
    check: async (trial, mode) => {
      const steps = stepsOf(trial.details)
      const largest = Math.max(...steps.map((step) => Math.abs(step)))
      if (largest < clearTurn) return 'its steps are too small to be seen'
      for (const change of [radians(largest), radians(-largest)]) {
        await trial.setUpEngaged(mode)
        const bow = trial.boat.bow()
        await trial.command({ name: 'step', input: { change } })
        await trial.boat.until(() => Math.abs(bow.look()) >= clearTurn, 'A turn', turnSeconds)
        assert.ok(bow.look() > 0 === change > 0, `After ${degreesText(change)} it turned to the other side`)
      }
      return undefined
    },
  },
  {
    title: 'refuses a step in a route mode: not-allowed-in-mode',
    each: modesOf('route'),
    lacks: needsInMode('step', 'steering'),
    check: async (trial, mode) => {
      await trial.engageIn(mode)
      const [change] = stepsOf(trial.details)
      await trial.assertRefused({ name: 'step', input: { change } }, 'not-allowed-in-mode')
    },
  },
]
