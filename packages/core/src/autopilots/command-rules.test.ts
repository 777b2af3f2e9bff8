import {
  degree,
  MarineDataError,
  degrees,
  type AutopilotDetails,
  type AutopilotReport,
} from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { leadsToStandby, planOf, type PilotRequest } from './command-rules.ts'
import { AutopilotDevice } from './autopilot-device.ts'

const able: AutopilotDetails = {
  states: [
    { name: 'auto', engaged: true },
    { name: 'standby', engaged: false },
  ],
  modes: [
    { name: 'compass', kind: 'heading' },
    { name: 'gps', kind: 'course' },
    { name: 'wind', kind: 'wind' },
    { name: 'route', kind: 'route' },
    { name: 'rudder', kind: 'rudder', limit: 0.4 },
  ],
  operations: ['set-state', 'set-mode', 'set-target', 'engage', 'tack', 'gybe', 'dodge'],
  keepsTarget: true,
}
const simple: AutopilotDetails = { ...able, operations: [], keepsTarget: false }

interface Given {
  readonly details?: AutopilotDetails
  readonly report?: Partial<AutopilotReport>
  /** The apparent wind angle, degrees to starboard. */
  readonly wind?: number | undefined
}

const situationOf = ({ details = able, report = {}, wind }: Given) => {
  const device = new AutopilotDevice({ id: 'main', provider: 'simulator', details }, 0)
  device.handleReport({ state: 'auto', mode: 'compass', target: 1, ...report }, 0)
  const { view } = device
  assert.ok(view.link === 'on-line')
  return { device, view, windAngle: wind === undefined ? undefined : degrees(wind) }
}

const byWind = (target: number): Given => ({ report: { mode: 'wind', target: target * degree } })
const standby: Given = { report: { state: 'standby' } }
const onRoute: Given = { report: { mode: 'route' } }
const dodging: Given = { report: { mode: 'dodge', target: 1 } }
const tacking: Given = { report: { manoeuvre: { kind: 'tack', direction: 'port' } } }
const bare: Given = { details: simple }
const forgetful: Given = { details: { ...able, keepsTarget: false }, report: { state: 'standby' } }

const to = (target: number): PilotRequest => ({ kind: 'target', target: degrees(target) })
const by = (change: number): PilotRequest => ({ kind: 'adjust', by: degrees(change) })
const tack = (direction: 'port' | 'starboard'): PilotRequest => ({ kind: 'tack', direction })
const gybe = (direction: 'port' | 'starboard'): PilotRequest => ({ kind: 'gybe', direction })
const state = (name: string): PilotRequest => ({ kind: 'state', state: name })
const mode = (name: string): PilotRequest => ({ kind: 'mode', mode: name })
const dodgeBy = (change: number): PilotRequest => ({ kind: 'dodge-by', by: degrees(change) })

const refusals: readonly [title: string, request: PilotRequest, given: Given, code: string][] = [
  ['an unknown state', state('asleep'), {}, 'invalid-value'],
  ['the state off-line', state('off-line'), {}, 'invalid-value'],
  ['a state, without set-state', state('standby'), bare, 'unsupported-action'],
  ['an unknown mode', mode('stars'), {}, 'invalid-value'],
  ['the mode dodge', mode('dodge'), {}, 'invalid-value'],
  ['a mode, without set-mode', mode('wind'), bare, 'unsupported-action'],
  ['a target, without set-target', to(10), bare, 'unsupported-action'],
  ['a heading of −0.1°', to(-0.1), {}, 'invalid-value'],
  ['a heading of 360.1°', to(360.1), {}, 'invalid-value'],
  ['a course of −1°', to(-1), { report: { mode: 'gps' } }, 'invalid-value'],
  ['a wind target of 180.1°', to(180.1), byWind(-40), 'invalid-value'],
  ['a wind target of −180.1°', to(-180.1), byWind(-40), 'invalid-value'],
  ['a rudder beyond its limit', to(30), { report: { mode: 'rudder' } }, 'invalid-value'],
  ['a target on a route', to(10), onRoute, 'not-allowed-in-mode'],
  ['a target while dodging', to(10), dodging, 'not-allowed-in-mode'],
  ['a target without a mode', to(10), { report: { mode: null } }, 'not-allowed-in-mode'],
  ['a target while disengaged, without keepsTarget', to(10), forgetful, 'not-engaged'],
  ['a change of more than half a turn', by(180.1), {}, 'invalid-value'],
  ['a change of more than half a turn to port', by(-180.1), {}, 'invalid-value'],
  ['a change, without set-target', by(1), bare, 'unsupported-action'],
  ['a change on a route', by(1), onRoute, 'not-allowed-in-mode'],
  ['a change while dodging', by(1), dodging, 'not-allowed-in-mode'],
  ['a change while disengaged, without keepsTarget', by(1), forgetful, 'not-engaged'],
  ['a change without a target', by(1), { report: { target: null } }, 'not-engaged'],
  [
    'a change of the rudder beyond its limit',
    by(20),
    { report: { mode: 'rudder', target: 0.2 } },
    'invalid-value',
  ],
  ['engage, without engage', { kind: 'engage' }, { ...bare, ...standby }, 'unsupported-action'],
  ['a tack, without tack', tack('port'), bare, 'unsupported-action'],
  ['a tack while disengaged', tack('port'), standby, 'not-engaged'],
  ['a tack on a route', tack('port'), onRoute, 'not-allowed-in-mode'],
  ['a tack while dodging', tack('port'), dodging, 'not-allowed-in-mode'],
  ['a tack during a tack', tack('port'), tacking, 'busy'],
  ['a tack to port with the wind from starboard', tack('port'), { wind: 40 }, 'wrong-direction'],
  ['a tack to starboard with the wind from port', tack('starboard'), { wind: -40 }, 'wrong-direction'],
  ['a tack away from the wind target', tack('port'), byWind(-40), 'wrong-direction'],
  ['a gybe, without gybe', gybe('port'), bare, 'unsupported-action'],
  ['a gybe while disengaged', gybe('port'), standby, 'not-engaged'],
  ['a gybe on a route', gybe('port'), onRoute, 'not-allowed-in-mode'],
  ['a gybe while dodging', gybe('port'), dodging, 'not-allowed-in-mode'],
  ['a gybe during a tack', gybe('port'), tacking, 'busy'],
  ['a gybe to starboard with the wind from starboard', gybe('starboard'), { wind: 150 }, 'wrong-direction'],
  ['a gybe to port with the wind from port', gybe('port'), { wind: -150 }, 'wrong-direction'],
  ['a gybe towards the wind target', gybe('port'), byWind(150), 'wrong-direction'],
  ['a dodge, without dodge', { kind: 'dodge' }, bare, 'unsupported-action'],
  ['a dodge while disengaged', { kind: 'dodge' }, standby, 'not-engaged'],
  ['a dodge during a tack', { kind: 'dodge' }, tacking, 'busy'],
  ['a dodge by 10°, without dodge', dodgeBy(10), bare, 'unsupported-action'],
  ['a dodge by more than 90°', dodgeBy(90.1), {}, 'invalid-value'],
  ['a dodge by more than 90° to port', dodgeBy(-90.1), {}, 'invalid-value'],
  ['a dodge by 10° while disengaged', dodgeBy(10), standby, 'not-engaged'],
  ['a dodge by 10° during a tack', dodgeBy(10), tacking, 'busy'],
]

for (const [title, request, given, code] of refusals)
  test(`rejects ${title} with ${code}`, () => {
    assert.throws(
      () => planOf(request, situationOf(given)),
      (error) => error instanceof MarineDataError && error.code === code && error.message.length > 0,
    )
  })

const nothingToDo: readonly [title: string, request: PilotRequest, given: Given][] = [
  ['the present state', state('auto'), {}],
  ['the present state, without set-state', state('auto'), bare],
  ['the present mode', mode('compass'), {}],
  ['engage while engaged', { kind: 'engage' }, {}],
  ['a dodge while dodging', { kind: 'dodge' }, dodging],
  ['undodge while not dodging', { kind: 'undodge' }, {}],
  ['undodge, without dodge', { kind: 'undodge' }, bare],
]

for (const [title, request, given] of nothingToDo)
  test(`sends nothing for ${title}`, () => {
    assert.equal(planOf(request, situationOf(given)), undefined)
  })

const sent: readonly [title: string, request: PilotRequest, given: Given, command: object][] = [
  ['the other state', state('standby'), {}, { name: 'set-state', input: { state: 'standby' } }],
  ['another mode', mode('wind'), {}, { name: 'set-mode', input: { mode: 'wind' } }],
  [
    'the present mode while dodging',
    mode('compass'),
    dodging,
    { name: 'set-mode', input: { mode: 'compass' } },
  ],
  ['north', to(0), {}, { name: 'set-target', input: { target: 0 } }],
  ['360°, which is north', to(360), {}, { name: 'set-target', input: { target: 0 } }],
  [
    'a course of 90°',
    to(90),
    { report: { mode: 'gps' } },
    { name: 'set-target', input: { target: 90 * degree } },
  ],
  [
    'a wind target of −180°, which is 180°',
    to(-180),
    byWind(-40),
    { name: 'set-target', input: { target: Math.PI } },
  ],
  [
    'a rudder',
    to(10),
    { report: { mode: 'rudder' } },
    { name: 'set-target', input: { target: 10 * degree } },
  ],
  [
    'a target while disengaged, with keepsTarget',
    to(90),
    standby,
    { name: 'set-target', input: { target: 90 * degree } },
  ],
  [
    'half a turn more',
    by(180),
    { report: { target: Math.PI } },
    { name: 'set-target', input: { target: 0 } },
  ],
  [
    '10° to port of north',
    by(-10),
    { report: { target: 0 } },
    { name: 'set-target', input: { target: 2 * Math.PI - 10 * degree } },
  ],
  [
    '20° more than 170° to the wind',
    by(20),
    { report: { mode: 'wind', target: (170 * Math.PI) / 180 } },
    { name: 'set-target', input: { target: -170 * degree } },
  ],
  ['engage', { kind: 'engage' }, standby, { name: 'engage', input: {} }],
  ['disengage', { kind: 'disengage' }, {}, { name: 'disengage', input: {} }],
  ['disengage while disengaged', { kind: 'disengage' }, standby, { name: 'disengage', input: {} }],
  ['disengage, without any operation', { kind: 'disengage' }, bare, { name: 'disengage', input: {} }],
  [
    'a tack with the wind from starboard',
    tack('starboard'),
    { wind: 40 },
    { name: 'tack', input: { direction: 'starboard' } },
  ],
  [
    'a tack with the wind from port',
    tack('port'),
    { wind: -40 },
    { name: 'tack', input: { direction: 'port' } },
  ],
  ['a tack without a known wind', tack('port'), {}, { name: 'tack', input: { direction: 'port' } }],
  [
    'a tack by the wind target before the measured wind',
    tack('starboard'),
    { ...byWind(-40), wind: -40 },
    { name: 'tack', input: { direction: 'starboard' } },
  ],
  [
    'a gybe with the wind from starboard',
    gybe('port'),
    { wind: 150 },
    { name: 'gybe', input: { direction: 'port' } },
  ],
  [
    'a gybe with the wind from port',
    gybe('starboard'),
    byWind(150),
    { name: 'gybe', input: { direction: 'starboard' } },
  ],
  ['a dodge', { kind: 'dodge' }, {}, { name: 'dodge', input: { change: 0 } }],
  ['a dodge on a route', { kind: 'dodge' }, onRoute, { name: 'dodge', input: { change: 0 } }],
  ['a dodge by 90°', dodgeBy(90), {}, { name: 'dodge', input: { change: Math.PI / 2 } }],
  ['a dodge by 0.5 rad more', dodgeBy(0.5 / degree), dodging, { name: 'dodge', input: { target: 1.5 } }],
  [
    'a dodge past north',
    dodgeBy(-90),
    { report: { mode: 'dodge', target: 0 } },
    { name: 'dodge', input: { target: 1.5 * Math.PI } },
  ],
  ['undodge', { kind: 'undodge' }, dodging, { name: 'undodge', input: {} }],
]

const rounded = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_key, each: unknown) =>
      typeof each === 'number' ? Number(each.toFixed(9)) : each,
    ),
  )

for (const [title, request, given, command] of sent)
  test(`for ${title} sends ${JSON.stringify(rounded(command))}`, () => {
    assert.deepEqual(rounded(planOf(request, situationOf(given))?.command), rounded(command))
  })

const shown: readonly [
  title: string,
  request: PilotRequest,
  given: Given,
  report: Partial<AutopilotReport>,
  is: boolean,
][] = [
  ['a target within half a degree', to(90), {}, { target: 90.49 * degree }, true],
  ['a target off by more than half a degree', to(90), {}, { target: 90.51 * degree }, false],
  ['a target across north', to(0), {}, { target: 359.6 * degree }, true],
  ['no target', to(90), {}, { target: null }, false],
  ['the target in another mode', to(90), {}, { mode: 'gps', target: 90 * degree }, false],
  ['another state', state('standby'), {}, {}, false],
  ['the state', state('standby'), {}, { state: 'standby' }, true],
  ['the mode', mode('wind'), {}, { mode: 'wind' }, true],
  ['an engaged state', { kind: 'engage' }, standby, {}, true],
  ['standby', { kind: 'engage' }, standby, { state: 'standby' }, false],
  ['an engaged state', { kind: 'disengage' }, {}, {}, false],
  ['standby', { kind: 'disengage' }, {}, { state: 'standby' }, true],
  ['the manoeuvre', tack('port'), {}, { manoeuvre: { kind: 'tack', direction: 'port' } }, true],
  ['the other side', tack('port'), {}, { manoeuvre: { kind: 'tack', direction: 'starboard' } }, false],
  ['the other manoeuvre', tack('port'), {}, { manoeuvre: { kind: 'gybe', direction: 'port' } }, false],
  ['no manoeuvre', gybe('port'), {}, { manoeuvre: null }, false],
  ['dodge mode', { kind: 'dodge' }, {}, { mode: 'dodge' }, true],
  ['no dodge mode', { kind: 'dodge' }, {}, {}, false],
  ['the first dodge', dodgeBy(10), {}, { mode: 'dodge', target: 2 }, true],
  ['the further dodge', dodgeBy(10), dodging, { mode: 'dodge', target: 1 + 10 * degree }, true],
  ['the same dodge', dodgeBy(10), dodging, { mode: 'dodge', target: 1 }, false],
  ['the previous mode', { kind: 'undodge' }, dodging, { mode: 'compass' }, true],
  ['dodge mode', { kind: 'undodge' }, dodging, { mode: 'dodge' }, false],
]

for (const [title, request, given, report, is] of shown)
  test(`a report of ${title} ${is ? 'confirms' : 'does not confirm'} ${request.kind}`, () => {
    const plan = planOf(request, situationOf(given))
    assert.equal(plan?.isConfirmed(situationOf({ report }).view), is)
  })

test('only disengage and states that do not steer lead to standby', () => {
  const { device } = situationOf({})
  assert.equal(leadsToStandby({ kind: 'disengage' }, device), true)
  assert.equal(leadsToStandby(state('standby'), device), true)
  for (const request of [state('auto'), mode('wind'), to(1), { kind: 'engage' }, { kind: 'dodge' }] as const)
    assert.equal(leadsToStandby(request, device), false)
})

const keys: AutopilotDetails = {
  ...able,
  operations: ['set-mode', 'engage', 'step'],
  steps: [-10, -1, 1, 10].map((step) => degrees(step)),
  keepsTarget: false,
}

test('a change that is a step of the device is sent as that step, never as a target', () => {
  for (const change of [-10, -1, 1, 10]) {
    const situation = situationOf({ details: keys, report: { target: degrees(5) } })
    const plan = planOf(by(change), situation)
    assert.deepEqual(plan?.command, { name: 'step', input: { change: degrees(change) } })
    const isConfirmed = (target: number): boolean | undefined =>
      plan?.isConfirmed({ ...situation.view, target: degrees((target + 360) % 360) })
    assert.equal(isConfirmed(5), false, 'the old target')
    assert.equal(isConfirmed(5 + change), true)
    assert.equal(isConfirmed(5 + change * 0.9), true, 'rounded')
    assert.equal(isConfirmed(5 - change), false, 'the other side')
  }
})

test('a change that is no step of the device is refused with the steps that it has', () => {
  assert.throws(() => planOf(by(4), situationOf({ details: keys })), {
    code: 'unsupported-action',
    message: '"main" changes its target by these steps only: -10.0°, -1.0°, 1.0°, 10.0°',
  })
  assert.throws(() => planOf(to(40), situationOf({ details: keys })), { code: 'unsupported-action' })
  assert.throws(() => planOf(by(1), situationOf({ details: keys, ...standby })), { code: 'not-engaged' })
  assert.throws(() => planOf(by(1), situationOf({ details: keys, ...onRoute })), {
    code: 'not-allowed-in-mode',
  })
})

test('a device with steps and targets takes its own steps as steps, and other changes as targets', () => {
  const both = { ...keys, operations: [...keys.operations, 'set-target'] } satisfies AutopilotDetails
  assert.equal(planOf(by(10), situationOf({ details: both }))?.command.name, 'step')
  assert.equal(planOf(by(4), situationOf({ details: both }))?.command.name, 'set-target')
})
