import { degrees, opposite, type AutopilotDetails, type Radians, type TurnDirection } from '@marinedata/model'
import assert from 'node:assert/strict'
import { degreesText, isWithin } from '../angles.ts'
import type { BowWatch } from '../bow-watch.ts'
import { modesOf, needs, needsReadingOfMode, type PilotCase } from '../pilot-case.ts'
import { beating, running, type PilotTrial } from '../pilot-trial.ts'
import { nearEnough } from '../server-laws.ts'

type Manoeuvre = 'tack' | 'gybe'

const situationFor = { tack: beating, gybe: running } as const
const otherSide: Readonly<Record<TurnDirection, TurnDirection>> = { port: 'starboard', starboard: 'port' }
/** A boat that has not come round by then will not. */
const roundSeconds = 180
/** Until speed and apparent wind are again what they were. */
const settleSeconds = 30
/** How far from its mirror image the boat may end up. */
const mirrorTolerance: Radians = degrees(12)

const turningModes = modesOf('heading', 'wind')

/** Where the wind comes from, from the bow. */
const windAngle = ({ boat }: PilotTrial): Radians => boat.reading('wind') ?? beating.windAngle

/** Tacking turns the bow to the wind, gybing away from it. */
const rightSide = (trial: PilotTrial, manoeuvre: Manoeuvre): TurnDirection => {
  const side: TurnDirection = windAngle(trial) > 0 ? 'starboard' : 'port'
  return manoeuvre === 'tack' ? side : otherSide[side]
}

const begin = async (trial: PilotTrial, manoeuvre: Manoeuvre): Promise<TurnDirection> => {
  const direction = rightSide(trial, manoeuvre)
  await trial.tell({ name: manoeuvre, input: { direction } })
  return direction
}

const isOver = ({ report }: PilotTrial): boolean => (report.manoeuvre ?? null) === null

/** From one side of the wind to the other; gives how the bow turned. */
const comeRound = async (trial: PilotTrial, manoeuvre: Manoeuvre): Promise<BowWatch> => {
  const bow = trial.boat.bow()
  const direction = await begin(trial, manoeuvre)
  const ended = (): boolean => {
    bow.look()
    return isOver(trial)
  }
  await trial.boat.until(ended, `The end of the ${manoeuvre}`, roundSeconds)
  assert.ok(trial.isSteering, `Behind the ${manoeuvre} it does not steer any more`)
  const turned = bow.look()
  assert.ok(
    turned > 0 === (direction === 'starboard'),
    `Told to ${manoeuvre} to ${direction}, the bow turned ${degreesText(turned)}`,
  )
  return bow
}

/** In a wind mode the target is mirrored, to the sign. */
const assertTargetMirrored = (trial: PilotTrial, before: number | null): void => {
  const { target } = trial.report
  assert.ok(before !== null && target !== null, 'It reports no target in its wind mode')
  assert.ok(
    isWithin(target, -before, nearEnough),
    `The target was ${degreesText(before)}, and is ${degreesText(target)}`,
  )
}

/** Elsewhere the boat lies to the wind as before, but on the other side; or it has turned by the device's fixed angle. */
const endsMirrored = async (trial: PilotTrial, windBefore: Radians, bow: BowWatch): Promise<void> => {
  const { tackAngle } = trial.boat.options
  const isTurned = (): boolean =>
    tackAngle !== undefined && isWithin(Math.abs(bow.look()), tackAngle, mirrorTolerance)
  const isMirrored = (): boolean =>
    tackAngle === undefined && isWithin(windAngle(trial), opposite(windBefore), mirrorTolerance)
  const words =
    tackAngle === undefined
      ? `The wind came from ${degreesText(windBefore)}. On the other side the like of it`
      : `A turn by ${degreesText(tackAngle)}`
  await trial.boat.until(() => isTurned() || isMirrored(), words, settleSeconds)
}

const checkRound = async (trial: PilotTrial, manoeuvre: Manoeuvre, mode: string): Promise<void> => {
  const { target } = await trial.sail(mode, situationFor[manoeuvre])
  const windBefore = windAngle(trial)
  const bow = await comeRound(trial, manoeuvre)
  if (trial.mode(mode).kind !== 'wind') return await endsMirrored(trial, windBefore, bow)
  assertTargetMirrored(trial, target)
  const { target: mirrored } = trial.report
  // And back: to the other side.
  await comeRound(trial, manoeuvre)
  return assertTargetMirrored(trial, mirrored)
}

const leftToServer = (trial: PilotTrial): string | undefined =>
  trial.boat.options.directions === 'server' ? 'options.directions leaves it to the server' : undefined

/** The modes in which a device can come round, when it can at all. */
const where =
  (manoeuvre: Manoeuvre) =>
  (details: AutopilotDetails): readonly string[] =>
    details.operations.includes(manoeuvre) ? turningModes(details) : []

const comingRound = (manoeuvre: Manoeuvre): readonly PilotCase[] => [
  {
    title: `a ${manoeuvre} turns the bow to the asked side and ends on the other side of the wind`,
    each: where(manoeuvre),
    lacks: needsReadingOfMode(manoeuvre, 'steering', 'sea', 'heading', 'wind'),
    check: async (trial, mode) => await checkRound(trial, manoeuvre, mode),
  },
  {
    title: `disengaged in the middle of a ${manoeuvre}, it lets go at once and gives it up`,
    lacks: needs(manoeuvre, 'steering', 'sea'),
    check: async (trial) => {
      await trial.sail(undefined, situationFor[manoeuvre])
      await begin(trial, manoeuvre)
      await trial.disengage()
      await trial.boat.until(() => isOver(trial), `The end of the ${manoeuvre}`, 0)
      await trial.boat.watch(5)
      assert.ok(!trial.isSteering, 'It went on steering by itself')
    },
  },
]

const refusing = (manoeuvre: Manoeuvre): readonly PilotCase[] => [
  {
    title: `a ${manoeuvre} to the wrong side is refused with wrong-direction`,
    each: where(manoeuvre),
    lacks: (trial, mode) =>
      leftToServer(trial) ?? needsReadingOfMode(manoeuvre, 'steering', 'sea', 'wind')(trial, mode),
    check: async (trial, mode) => {
      await trial.sail(mode, situationFor[manoeuvre])
      const direction = otherSide[rightSide(trial, manoeuvre)]
      await trial.refuses({ name: manoeuvre, input: { direction } }, 'wrong-direction')
    },
  },
  {
    title: `a ${manoeuvre} on top of a ${manoeuvre} is refused with busy`,
    lacks: needs(manoeuvre, 'steering', 'sea'),
    check: async (trial) => {
      await trial.sail(undefined, situationFor[manoeuvre])
      const direction = await begin(trial, manoeuvre)
      const answer = await trial.say({ name: manoeuvre, input: { direction } })
      const code = answer === 'done' ? answer : answer.code
      // On the other side of the wind the same manoeuvre is refused for its direction, or done once more.
      if (code !== 'busy' && isOver(trial)) return 'it was over too soon: choose a smaller pace'
      assert.equal(code, 'busy')
      return undefined
    },
  },
]

/** Tacking and gybing. */
export const manoeuvreCases: readonly PilotCase[] = (['tack', 'gybe'] as const).flatMap((manoeuvre) => [
  ...comingRound(manoeuvre),
  ...refusing(manoeuvre),
])
