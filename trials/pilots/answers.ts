import { degrees, radians, turnBetween } from '@marinedata/model'
import assert from 'node:assert/strict'
import type { Cases } from './cases.ts'
import { commandFaults, type CommandFault, type PilotWire, type TriedPilot } from './wires/pilot-wire.ts'
import { waitUntil, type TrialServer } from './trial-server.ts'

interface Trial {
  readonly pilot: TriedPilot
  readonly wire: PilotWire
  readonly server: TrialServer
}

/** Not on the grid of any wire, far from each other, and one on each side of north. */
const targets = [1.234_567_89, 6.283_1, 3.000_07, 0.000_04]

/** More than what the server or a pilot rounds. Radians. */
const otherwise = degrees(2)

const standBy = async ({ wire, server }: Trial): Promise<void> => {
  await server.must('POST disengage')
  assert.equal(wire.isSteering, false)
  wire.commands.length = 0
}

/** A command may be several messages, but none of them is repeated. Only standby may be. */
const isSentOnce = async ({ commands }: PilotWire): Promise<void> => {
  await waitUntil('a command on the wire', () => commands.some(({ kind }) => kind === 'steer'))
  const texts = commands.flatMap(({ kind, text }) => (kind === 'steer' ? [text] : []))
  assert.deepEqual(texts, [...new Set(texts)], 'it was sent twice')
}

const engageWith = async (trial: Trial, fault: CommandFault): Promise<void> => {
  const { wire, server } = trial
  await standBy(trial)
  wire.fault(fault, true)
  const expected: { readonly status: number; readonly code?: string } = commandFaults[fault]
  const answer = await server.order('POST engage')
  wire.fault(fault, false)
  assert.deepEqual([answer.status, answer.code], [expected.status, expected.code])
  if (answer.status === 504) assert.equal(answer.outcome, 'unknown')
  assert.equal(wire.isSteering, answer.status === 200)
  assert.equal(await server.isEngaged(), answer.status === 200)
  await isSentOnce(wire)
}

const targetOf = async (server: TrialServer): Promise<number> => (await server.state())?.target ?? NaN

const isNear = (one: number, other: number, tolerance: number): boolean =>
  Math.abs(turnBetween(radians(one), radians(other))) <= tolerance

const setTarget = async ({ pilot, wire, server }: Trial, target: number): Promise<void> => {
  wire.commands.length = 0
  await server.must('PUT target', { value: target })
  const reported = await targetOf(server)
  assert.ok(isNear(reported, target, pilot.tolerance), `${reported} instead of ${target}`)
  await isSentOnce(wire)
}

/** The pilot ignores the command, and its head sets a heading: one that is near counts as the effect, another does not. */
const readBack = async ({ pilot, wire, server }: Trial): Promise<void> => {
  const target = 2
  wire.commands.length = 0
  wire.fault('ignores', true)
  const answering = server.order('PUT target', { value: target })
  await waitUntil('the command is on the wire', () => wire.commands.some(({ kind }) => kind === 'steer'))
  const far = target + otherwise
  wire.hold(far)
  await waitUntil('the other heading is reported', async () =>
    isNear(await targetOf(server), far, pilot.tolerance),
  )
  assert.equal(await Promise.race([answering, Promise.resolve('waits')]), 'waits')
  wire.hold(target)
  const { status } = await answering
  wire.fault('ignores', false)
  assert.equal(status, 200)
}

/** A key is pressed once, and the heading that is held changes by it. */
const step = async ({ pilot, wire, server }: Trial, value: number): Promise<void> => {
  wire.commands.length = 0
  const before = await targetOf(server)
  await server.must('PUT target/adjust', { value, units: 'deg' })
  const reported = await targetOf(server)
  assert.ok(isNear(reported, before + degrees(value), pilot.tolerance), `${reported}, from ${before}`)
  await isSentOnce(wire)
}

/** A target, and a change that has no key, is refused, and nothing is sent. */
const refuseTargets = async ({ wire, server }: Trial): Promise<void> => {
  wire.commands.length = 0
  for (const [order, body] of [
    ['PUT target', { value: 1 }],
    ['PUT target/adjust', { value: 5, units: 'deg' }],
    ['POST tack/port', undefined],
  ] as const) {
    const { status, code } = await server.order(order, body)
    assert.deepEqual([order, status, code], [order, 501, 'unsupported-action'])
  }
  assert.deepEqual(wire.commands, [])
}

/** The pilot ignores a key, and its head turns it: only to the side of the key counts as the effect. */
const readStepBack = async ({ pilot, wire, server }: Trial): Promise<void> => {
  const before = await targetOf(server)
  const [value = 0] = pilot.steps ?? []
  wire.commands.length = 0
  wire.fault('ignores', true)
  const answering = server.order('PUT target/adjust', { value, units: 'deg' })
  await waitUntil('the key is on the wire', () => wire.commands.some(({ kind }) => kind === 'steer'))
  const other = before - otherwise
  wire.hold(other)
  await waitUntil('the other heading is reported', async () =>
    isNear(await targetOf(server), other, pilot.tolerance),
  )
  assert.equal(await Promise.race([answering, Promise.resolve('waits')]), 'waits')
  wire.hold(before + degrees(value))
  const { status } = await answering
  wire.fault('ignores', false)
  assert.equal(status, 200)
}

const tryTargets = async (trial: Trial, cases: Cases): Promise<void> => {
  const { steps } = trial.pilot
  if (steps === undefined) {
    for (const target of targets) await cases.try(`target ${target}`, () => setTarget(trial, target))
    await cases.try('only the target that was asked for is the effect', () => readBack(trial))
    return
  }
  for (const value of steps) await cases.try(`step ${value}`, () => step(trial, value))
  await cases.try('only the step that was asked for is the effect', () => readStepBack(trial))
  await cases.try('it takes no target and no other change', () => refuseTargets(trial))
}

/** Lost, late, refused and missing answers, and targets or steps that are read back. */
export const tryAnswers = async (
  trial: Trial,
  faults: readonly CommandFault[],
  cases: Cases,
): Promise<void> => {
  const { wire, server } = trial
  for (const fault of faults)
    await cases.try(`engage, ${commandFaults[fault].meaning}`, () => engageWith(trial, fault))
  await cases.try('engage', async () => {
    await standBy(trial)
    wire.place(90, 50)
    await server.must('POST engage')
    assert.equal(wire.isSteering, true)
  })
  await tryTargets(trial, cases)
  await cases.try('standby', () => standBy(trial))
}
