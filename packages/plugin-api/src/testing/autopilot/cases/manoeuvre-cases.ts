import {
  degrees,
  opposite,
  radians,
  type AutopilotDetails,
  type Radians,
  type TurnDirection,
} from '@marinedata/model'
import assert from 'node:assert/strict'
import { degreesText, isWithin } from '../angles.ts'
import type { TurnCounter } from '../turn-counter.ts'
import { modesOf, needsInMode, needsReadingOfMode, type PilotCase } from '../pilot-case.ts'
import { beating, running, type PilotTrial } from '../pilot-trial.ts'
import { nearEnough } from '../server-rules.ts'

type Manoeuvre = 'tack' | 'gybe'

const situationFor = { tack: beating, gybe: running } as const
const otherSide: Readonly<Record<TurnDirection, TurnDirection>> = { port: 'starboard', starboard: 'port' }
/** A boat that has not completed the manoeuvre by then will not. */
const roundSeconds = 180
/** Until speed and apparent wind have recovered. */
const settleSeconds = 30
/** How far the boat may be from the mirrored angle. */
const mirrorTolerance: Radians = degrees(12)

const turningModes = modesOf('heading', 'wind')

/** Wind angle from the bow. */
const windAngle = ({ boat }: PilotTrial): Radians => boat.reading('wind') ?? beating.windAngle

/** A tack turns the bow towards the wind, a gybe away from it. */
const rightSide = (trial: PilotTrial, manoeuvre: Manoeuvre): TurnDirection => {
  const side: TurnDirection = windAngle(trial) > 0 ? 'starboard' : 'port'
  return manoeuvre === 'tack' ? side : otherSide[side]
}

const begin = async (trial: PilotTrial, manoeuvre: Manoeuvre): Promise<TurnDirection> => {
  const direction = rightSide(trial, manoeuvre)
  await trial.command({ name: manoeuvre, input: { direction } })
  return direction
}

const isOver = ({ report }: PilotTrial): boolean => (report.manoeuvre ?? null) === null

/** Carries out a manoeuvre. Returns the turn of the bow. */
const carryOut = async (trial: PilotTrial, manoeuvre: Manoeuvre): Promise<TurnCounter> => {
  const bow = trial.boat.bow()
  const direction = await begin(trial, manoeuvre)
  const ended = (): boolean => {
    bow.look()
    return isOver(trial)
  }
  await trial.boat.until(ended, `The end of the ${manoeuvre}`, roundSeconds)
  assert.ok(trial.isSteering, `After the ${manoeuvre} it does not steer`)
  const turned = bow.look()
  assert.ok(
    turned > 0 === (direction === 'starboard'),
    `On a ${manoeuvre} to ${direction} the bow turned ${degreesText(turned)}`,
  )
  return bow
}

/** In a wind mode the target is mirrored: only its sign changes. */
const assertTargetMirrored = (trial: PilotTrial, before: number | null): void => {
  const { target } = trial.report
  assert.ok(before !== null && target !== null, 'It reports no target in its wind mode')
  assert.ok(
    isWithin(radians(target), radians(-before), nearEnough),
    `The target was ${degreesText(radians(before))}; after the manoeuvre it is ${degreesText(radians(target))}`,
  )
}

/** In other modes the wind angle is mirrored, or the boat has turned by the device's fixed angle. */
const endsMirrored = async (trial: PilotTrial, windBefore: Radians, bow: TurnCounter): Promise<void> => {
  const { tackAngle } = trial.boat.options
  const isTurned = (): boolean =>
    tackAngle !== undefined && isWithin(radians(Math.abs(bow.look())), radians(tackAngle), mirrorTolerance)
  const isMirrored = (): boolean =>
    tackAngle === undefined && isWithin(windAngle(trial), opposite(windBefore), mirrorTolerance)
  const words =
    tackAngle === undefined
      ? `The mirrored wind angle of ${degreesText(windBefore)}`
      : `A turn by ${degreesText(radians(tackAngle))}`
  await trial.boat.until(() => isTurned() || isMirrored(), words, settleSeconds)
}

const checkManoeuvre = async (trial: PilotTrial, manoeuvre: Manoeuvre, mode: string): Promise<void> => {
  const { target } = await trial.setUpEngaged(mode, situationFor[manoeuvre])
  const windBefore = windAngle(trial)
  const bow = await carryOut(trial, manoeuvre)
  if (trial.mode(mode).kind !== 'wind') return await endsMirrored(trial, windBefore, bow)
  assertTargetMirrored(trial, target)
  const { target: mirrored } = trial.report
  // And back to the first side.
  await carryOut(trial, manoeuvre)
  return assertTargetMirrored(trial, mirrored)
}

const leftToServer = (trial: PilotTrial): string | undefined =>
  trial.boat.options.directions === 'server' ? 'options.directions is "server"' : undefined

/** The mode of cases about a manoeuvre that are not about modes; undefined for the first one. */
const usualMode = ({ boat }: PilotTrial): string | undefined => boat.options.manoeuvreModes?.[0]

const isTurningMode = ({ boat }: PilotTrial, mode: string): boolean =>
  boat.options.manoeuvreModes?.includes(mode) ?? true

const withoutManoeuvres = (trial: PilotTrial, mode: string): string | undefined =>
  isTurningMode(trial, mode) ? undefined : 'options.manoeuvreModes is without this mode'

/** The requirements of a manoeuvre in its usual mode. */
const needsUsualMode =
  (manoeuvre: Manoeuvre) =>
  (trial: PilotTrial): string | undefined =>
    needsInMode(manoeuvre, 'steering', 'sea')(trial, usualMode(trial) ?? trial.firstMode.name)

/** The modes that can have a manoeuvre, if the device declares it. */
const turningModesFor =
  (manoeuvre: Manoeuvre) =>
  (details: AutopilotDetails): readonly string[] =>
    details.operations.includes(manoeuvre) ? turningModes(details) : []

const completionCases = (manoeuvre: Manoeuvre): readonly PilotCase[] => [
  {
    title: `a ${manoeuvre} turns the bow to the requested side and ends on the other side of the wind`,
    each: turningModesFor(manoeuvre),
    lacks: (trial, mode) =>
      withoutManoeuvres(trial, mode) ??
      needsReadingOfMode(manoeuvre, 'steering', 'sea', 'heading', 'wind')(trial, mode),
    check: async (trial, mode) => await checkManoeuvre(trial, manoeuvre, mode),
  },
  {
    title: `disengage during a ${manoeuvre} takes effect at once and ends the ${manoeuvre}`,
    lacks: needsUsualMode(manoeuvre),
    check: async (trial) => {
      await trial.setUpEngaged(usualMode(trial), situationFor[manoeuvre])
      await begin(trial, manoeuvre)
      await trial.disengage()
      await trial.boat.until(() => isOver(trial), `The end of the ${manoeuvre}`, 0)
      await trial.boat.watch(5)
      assert.ok(!trial.isSteering, 'It steered after disengage')
    },
  },
]

const modeRefusalCase = (manoeuvre: Manoeuvre): PilotCase => ({
  title: `refuses a ${manoeuvre} in a mode without it: not-allowed-in-mode`,
  each: turningModesFor(manoeuvre),
  lacks: (trial, mode) =>
    isTurningMode(trial, mode)
      ? `it can ${manoeuvre} in this mode`
      : needsInMode(manoeuvre, 'steering', 'sea')(trial, mode),
  check: async (trial, mode) => {
    await trial.setUpEngaged(mode, situationFor[manoeuvre])
    const direction = rightSide(trial, manoeuvre)
    await trial.assertRefused({ name: manoeuvre, input: { direction } }, 'not-allowed-in-mode')
  },
})

const refusalCasesOf = (manoeuvre: Manoeuvre): readonly PilotCase[] => [
  {
    title: `refuses a ${manoeuvre} to the wrong side: wrong-direction`,
    each: turningModesFor(manoeuvre),
    lacks: (trial, mode) =>
      leftToServer(trial) ??
      withoutManoeuvres(trial, mode) ??
      needsReadingOfMode(manoeuvre, 'steering', 'sea', 'wind')(trial, mode),
    check: async (trial, mode) => {
      await trial.setUpEngaged(mode, situationFor[manoeuvre])
      const direction = otherSide[rightSide(trial, manoeuvre)]
      await trial.assertRefused({ name: manoeuvre, input: { direction } }, 'wrong-direction')
    },
  },
  {
    title: `refuses a ${manoeuvre} during a ${manoeuvre}: busy`,
    lacks: needsUsualMode(manoeuvre),
    check: async (trial) => {
      await trial.setUpEngaged(usualMode(trial), situationFor[manoeuvre])
      const direction = await begin(trial, manoeuvre)
      const answer = await trial.send({ name: manoeuvre, input: { direction } })
      const code = answer === 'done' ? answer : answer.code
      // Once on the other side of the wind, the same command is refused for its direction or carried out again.
      if (code !== 'busy' && isOver(trial)) return 'the manoeuvre ended too soon: use a smaller pace'
      assert.equal(code, 'busy')
      return undefined
    },
  },
]

/** Tacking and gybing. */
export const manoeuvreCases: readonly PilotCase[] = (['tack', 'gybe'] as const).flatMap((manoeuvre) => [
  ...completionCases(manoeuvre),
  ...refusalCasesOf(manoeuvre),
  modeRefusalCase(manoeuvre),
])
