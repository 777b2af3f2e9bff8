import assert from 'node:assert/strict'
import { test } from 'node:test'
import { degree } from '@marinedata/model'
import {
  accepted,
  aged,
  isNothing,
  firstStep,
  merged,
  targetAfterReport,
  requestTarget,
  type Ask,
  type PendingTarget,
  agedCommand,
  commandAfterReport,
  type PendingCommand,
} from './pending-command.ts'
import { turned, type PilotReport } from './pilots.ts'

const heading = (target: number, by: number): number => turned(target, by, 'heading')
const wind = (target: number, by: number): number => turned(target, by, 'wind')

const targetAfter = (asks: readonly Ask[], held = 250, turn = heading): PendingTarget => {
  let pendingTarget: PendingTarget | undefined
  for (const ask of asks)
    pendingTarget = requestTarget(pendingTarget, { ask, held: held * degree, now: 0, turn })
  assert.ok(pendingTarget)
  return pendingTarget
}

const inDegrees = (radians: number): number => Math.round(radians / degree)

test('+10 from 250 requests 260 immediately', () => {
  const pendingTarget = targetAfter([{ by: 10 }])
  assert.deepEqual([inDegrees(pendingTarget.wanted), pendingTarget.phase], [260, 'requested'])
})

test('taps add to the pending target, not to the confirmed one', () => {
  assert.equal(inDegrees(targetAfter([{ by: 1 }, { by: 1 }, { by: 1 }]).wanted), 253)
})

test('a target wraps at north in both directions', () => {
  assert.equal(inDegrees(targetAfter([{ by: 2 }], 359).wanted), 1)
  assert.equal(inDegrees(targetAfter([{ by: -2 }], 1).wanted), 359)
})

test('in wind mode, 10° to starboard moves a port wind aft', () => {
  // A wind target is minus the apparent angle: wind 38° on port is +38.
  assert.equal(inDegrees(targetAfter([{ by: 10 }], 38, wind).wanted), 48)
  assert.equal(inDegrees(targetAfter([{ by: 10 }], -38, wind).wanted), -28)
  assert.equal(inDegrees(targetAfter([{ by: 10 }], 175, wind).wanted), -175)
})

test('a report within one degree confirms, across north too', () => {
  const pendingTarget = targetAfter([{ by: 2 }], 359)
  assert.equal(targetAfterReport(pendingTarget, 1.4 * degree), undefined)
  assert.equal(targetAfterReport(pendingTarget, 0.2 * degree), undefined)
  assert.equal(targetAfterReport(pendingTarget, 359 * degree), pendingTarget)
})

test('a change by one degree is not confirmed by the previous target', () => {
  const pendingTarget = targetAfter([{ by: 1 }])
  assert.equal(targetAfterReport(pendingTarget, 250 * degree), pendingTarget)
  assert.equal(targetAfterReport(pendingTarget, 251 * degree), undefined)
})

test('a request for the present target is confirmed immediately', () => {
  assert.equal(targetAfterReport(targetAfter([{ to: 250 * degree }]), 250 * degree), undefined)
})

test('a pilot without a target clears the pending target', () => {
  assert.equal(targetAfterReport(targetAfter([{ by: 1 }]), null), undefined)
})

test('accepted is not confirmed', () => {
  const pendingTarget = accepted(targetAfter([{ by: 10 }]))
  assert.equal(pendingTarget?.phase, 'accepted')
  assert.equal(targetAfterReport(pendingTarget, 250 * degree), pendingTarget)
})

test('without a report the target is unconfirmed after 3 s and dropped after 30 s', () => {
  const pendingTarget = targetAfter([{ by: 10 }])
  assert.equal(aged(pendingTarget, 2_999), pendingTarget)
  const late = aged(pendingTarget, 3_000)
  assert.equal(late?.phase, 'unconfirmed')
  assert.equal(aged(late, 29_000), late)
  assert.equal(aged(late, 30_000), undefined)
})

test('after an unconfirmed target, the next tap counts from the confirmed one', () => {
  const late = aged(targetAfter([{ by: 10 }]), 3_000)
  const next = requestTarget(late, { ask: { by: 1 }, held: 250 * degree, now: 4_000, turn: heading })
  assert.equal(inDegrees(next.wanted), 251)
})

test('waiting changes merge into one: sums, or the last number', () => {
  assert.deepEqual(merged({ by: 1 }, { by: 10 }, heading), { by: 11 })
  assert.deepEqual(merged({ by: 1 }, { to: 2 }, heading), { to: 2 })
  const both = merged({ to: 250 * degree }, { by: -10 }, heading)
  assert.equal('to' in both && inDegrees(both.to), 240)
})

test('a tap to each side requests nothing', () => {
  assert.equal(isNothing(merged({ by: 1 }, { by: -1 }, heading)), true)
})

const standby: PilotReport = {
  id: 'main',
  state: 'disabled',
  mode: 'compass',
  target: null,
  isEngaged: false,
  helm: null,
  isDefault: true,
  manoeuvre: null,
  targetBefore: null,
  dodge: undefined,
}
const engaged = { ...standby, isEngaged: true, target: 1 }
const asked = (pendingCommand: Pick<PendingCommand, 'kind' | 'mode'>): PendingCommand => ({
  ...pendingCommand,
  phase: 'requested',
  since: 0,
})

for (const [pendingCommand, before, after] of [
  [{ kind: 'engage' }, standby, engaged],
  [{ kind: 'disengage' }, engaged, standby],
  [{ kind: 'mode', mode: 'wind' }, engaged, { ...engaged, mode: 'wind' }],
  [{ kind: 'tack' }, engaged, { ...engaged, manoeuvre: { kind: 'tack', direction: 'port' } }],
  [{ kind: 'cancel' }, { ...engaged, manoeuvre: { kind: 'tack', direction: 'port' } }, engaged],
  [{ kind: 'dodge' }, engaged, { ...engaged, mode: 'dodge' }],
  [{ kind: 'resume' }, { ...engaged, mode: 'dodge' }, engaged],
] as const)
  test(`"${pendingCommand.kind}" is confirmed by the pilot’s report only`, () => {
    const open = asked(pendingCommand)
    assert.equal(commandAfterReport(open, before), open)
    assert.equal(commandAfterReport(open, after), undefined)
  })

test('a command without a report is unconfirmed after three seconds', () => {
  const open = asked({ kind: 'disengage' })
  assert.equal(agedCommand(open, 2_999), open)
  assert.equal(agedCommand(open, 3_000)?.phase, 'unconfirmed')
})

test('a device with keys gets a change as one key after the other, the largest first', () => {
  const keys = [-10, -1, 1, 10].map((step) => step * degree)
  const sent = (by: number): number[] => {
    const all: number[] = []
    for (let [now, later] = firstStep({ by }, keys); now !== undefined; [now, later] = firstStep(later, keys))
      if ('by' in now) all.push(now.by)
    return all
  }
  assert.deepEqual(sent(-12), [-10, -1, -1])
  assert.deepEqual(sent(21), [10, 10, 1])
  assert.deepEqual(sent(0.5), [0.5])
  assert.deepEqual(firstStep({ by: -12 }, undefined), [{ by: -12 }, undefined])
  assert.deepEqual(firstStep({ to: 1 }, keys), [{ to: 1 }, undefined])
  assert.deepEqual(firstStep(undefined, keys), [undefined, undefined])
})
