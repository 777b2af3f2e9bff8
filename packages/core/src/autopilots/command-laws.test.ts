import { MarineDataError, type AutopilotDetails, type AutopilotReport } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { leadsToStandby, planOf, type PilotRequest } from './command-laws.ts'
import { AutopilotDevice } from './device.ts'

const degree = Math.PI / 180
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
  device.hear({ state: 'auto', mode: 'compass', target: 1, ...report }, 0)
  const { view } = device
  assert.ok(view.link === 'on-line')
  return { device, view, windAngle: wind === undefined ? undefined : wind * degree }
}

const byWind = (target: number): Given => ({ report: { mode: 'wind', target: target * degree } })
const standby: Given = { report: { state: 'standby' } }
const onRoute: Given = { report: { mode: 'route' } }
const dodging: Given = { report: { mode: 'dodge', target: 1 } }
const tacking: Given = { report: { manoeuvre: { kind: 'tack', direction: 'port' } } }
const bare: Given = { details: simple }
const forgetful: Given = { details: { ...able, keepsTarget: false }, report: { state: 'standby' } }

const to = (target: number): PilotRequest => ({ kind: 'target', target: target * degree })
const by = (change: number): PilotRequest => ({ kind: 'adjust', by: change * degree })
const tack = (direction: 'port' | 'starboard'): PilotRequest => ({ kind: 'tack', direction })
const gybe = (direction: 'port' | 'starboard'): PilotRequest => ({ kind: 'gybe', direction })
const state = (name: string): PilotRequest => ({ kind: 'state', state: name })
const mode = (name: string): PilotRequest => ({ kind: 'mode', mode: name })
const dodgeBy = (change: number): PilotRequest => ({ kind: 'dodge-by', by: change * degree })

const refusals: readonly [title: string, request: PilotRequest, given: Given, code: string][] = [
  ['a state that it does not have', state('asleep'), {}, 'invalid-value'],
  ['the state off-line', state('off-line'), {}, 'invalid-value'],
  ['a state, of one whose state cannot be set', state('standby'), bare, 'unsupported-action'],
  ['a mode that it does not have', mode('stars'), {}, 'invalid-value'],
  ['the mode dodge', mode('dodge'), {}, 'invalid-value'],
  ['a mode, of one whose mode cannot be set', mode('wind'), bare, 'unsupported-action'],
  ['a target, of one that takes none', to(10), bare, 'unsupported-action'],
  ['a heading of −0.1°', to(-0.1), {}, 'invalid-value'],
  ['a heading of 360.1°', to(360.1), {}, 'invalid-value'],
  ['a course of −1°', to(-1), { report: { mode: 'gps' } }, 'invalid-value'],
  ['a wind target of 180.1°', to(180.1), byWind(-40), 'invalid-value'],
  ['a wind target of −180.1°', to(-180.1), byWind(-40), 'invalid-value'],
  ['a rudder beyond its limit', to(30), { report: { mode: 'rudder' } }, 'invalid-value'],
  ['a target on a route', to(10), onRoute, 'not-allowed-in-mode'],
  ['a target while it dodges', to(10), dodging, 'not-allowed-in-mode'],
  ['a target without a mode', to(10), { report: { mode: null } }, 'not-allowed-in-mode'],
  ['a target where none is kept and it does not steer', to(10), forgetful, 'not-engaged'],
  ['a change of more than half a turn', by(180.1), {}, 'invalid-value'],
  ['a change of more than half a turn to port', by(-180.1), {}, 'invalid-value'],
  ['a change, of one that takes none', by(1), bare, 'unsupported-action'],
  ['a change on a route', by(1), onRoute, 'not-allowed-in-mode'],
  ['a change while it dodges', by(1), dodging, 'not-allowed-in-mode'],
  ['a change where no target is kept and it does not steer', by(1), forgetful, 'not-engaged'],
  ['a change of no target', by(1), { report: { target: null } }, 'not-engaged'],
  [
    'a change of the rudder beyond its limit',
    by(20),
    { report: { mode: 'rudder', target: 0.2 } },
    'invalid-value',
  ],
  ['to engage, of one that cannot', { kind: 'engage' }, { ...bare, ...standby }, 'unsupported-action'],
  ['to tack, of one that cannot', tack('port'), bare, 'unsupported-action'],
  ['to tack while it does not steer', tack('port'), standby, 'not-engaged'],
  ['to tack on a route', tack('port'), onRoute, 'not-allowed-in-mode'],
  ['to tack while it dodges', tack('port'), dodging, 'not-allowed-in-mode'],
  ['to tack while it tacks', tack('port'), tacking, 'busy'],
  ['to tack to port with the wind on starboard', tack('port'), { wind: 40 }, 'wrong-direction'],
  ['to tack to starboard with the wind on port', tack('starboard'), { wind: -40 }, 'wrong-direction'],
  ['to tack away from the wind that it steers by', tack('port'), byWind(-40), 'wrong-direction'],
  ['to gybe, of one that cannot', gybe('port'), bare, 'unsupported-action'],
  ['to gybe while it does not steer', gybe('port'), standby, 'not-engaged'],
  ['to gybe on a route', gybe('port'), onRoute, 'not-allowed-in-mode'],
  ['to gybe while it dodges', gybe('port'), dodging, 'not-allowed-in-mode'],
  ['to gybe while it tacks', gybe('port'), tacking, 'busy'],
  ['to gybe to starboard with the wind on starboard', gybe('starboard'), { wind: 150 }, 'wrong-direction'],
  ['to gybe to port with the wind on port', gybe('port'), { wind: -150 }, 'wrong-direction'],
  ['to gybe towards the wind that it steers by', gybe('port'), byWind(150), 'wrong-direction'],
  ['to dodge, of one that cannot', { kind: 'dodge' }, bare, 'unsupported-action'],
  ['to dodge while it does not steer', { kind: 'dodge' }, standby, 'not-engaged'],
  ['to dodge while it tacks', { kind: 'dodge' }, tacking, 'busy'],
  ['to dodge by 10°, of one that cannot', dodgeBy(10), bare, 'unsupported-action'],
  ['to dodge by more than 90°', dodgeBy(90.1), {}, 'invalid-value'],
  ['to dodge by more than 90° to port', dodgeBy(-90.1), {}, 'invalid-value'],
  ['to dodge by 10° while it does not steer', dodgeBy(10), standby, 'not-engaged'],
  ['to dodge by 10° while it tacks', dodgeBy(10), tacking, 'busy'],
]

for (const [title, request, given, code] of refusals)
  test(`asked for ${title} it says ${code}`, () => {
    assert.throws(
      () => planOf(request, situationOf(given)),
      (error) => error instanceof MarineDataError && error.code === code && error.message.length > 0,
    )
  })

const nothingToDo: readonly [title: string, request: PilotRequest, given: Given][] = [
  ['the state that it has', state('auto'), {}],
  ['the state that it has, though its state cannot be set', state('auto'), bare],
  ['the mode that it has', mode('compass'), {}],
  ['to engage while it steers', { kind: 'engage' }, {}],
  ['to dodge while it dodges', { kind: 'dodge' }, dodging],
  ['to end a dodge when there is none', { kind: 'undodge' }, {}],
  ['to end a dodge, of one that cannot dodge', { kind: 'undodge' }, bare],
]

for (const [title, request, given] of nothingToDo)
  test(`asked for ${title} there is nothing to do`, () => {
    assert.equal(planOf(request, situationOf(given)), undefined)
  })

const sent: readonly [title: string, request: PilotRequest, given: Given, command: object][] = [
  ['the other state', state('standby'), {}, { name: 'set-state', input: { state: 'standby' } }],
  ['another mode', mode('wind'), {}, { name: 'set-mode', input: { mode: 'wind' } }],
  ['its mode while it dodges', mode('compass'), dodging, { name: 'set-mode', input: { mode: 'compass' } }],
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
    'a target for later, where one is kept',
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
  ['to engage', { kind: 'engage' }, standby, { name: 'engage', input: {} }],
  ['to disengage', { kind: 'disengage' }, {}, { name: 'disengage', input: {} }],
  ['to disengage again', { kind: 'disengage' }, standby, { name: 'disengage', input: {} }],
  [
    'to disengage, though it can do nothing else',
    { kind: 'disengage' },
    bare,
    { name: 'disengage', input: {} },
  ],
  [
    'to tack with the wind on starboard',
    tack('starboard'),
    { wind: 40 },
    { name: 'tack', input: { direction: 'starboard' } },
  ],
  [
    'to tack with the wind on port',
    tack('port'),
    { wind: -40 },
    { name: 'tack', input: { direction: 'port' } },
  ],
  ['to tack without a wind to judge by', tack('port'), {}, { name: 'tack', input: { direction: 'port' } }],
  [
    'to tack by its own wind, whatever the other instruments say',
    tack('starboard'),
    { ...byWind(-40), wind: -40 },
    { name: 'tack', input: { direction: 'starboard' } },
  ],
  [
    'to gybe with the wind on starboard',
    gybe('port'),
    { wind: 150 },
    { name: 'gybe', input: { direction: 'port' } },
  ],
  [
    'to gybe with the wind on port',
    gybe('starboard'),
    byWind(150),
    { name: 'gybe', input: { direction: 'starboard' } },
  ],
  ['to dodge', { kind: 'dodge' }, {}, { name: 'dodge', input: { change: 0 } }],
  ['to dodge on a route', { kind: 'dodge' }, onRoute, { name: 'dodge', input: { change: 0 } }],
  ['to dodge by 90°', dodgeBy(90), {}, { name: 'dodge', input: { change: Math.PI / 2 } }],
  ['to dodge by 0.5 rad more', dodgeBy(0.5 / degree), dodging, { name: 'dodge', input: { target: 1.5 } }],
  [
    'to dodge past north',
    dodgeBy(-90),
    { report: { mode: 'dodge', target: 0 } },
    { name: 'dodge', input: { target: 1.5 * Math.PI } },
  ],
  ['to end the dodge', { kind: 'undodge' }, dodging, { name: 'undodge', input: {} }],
]

const rounded = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_key, each: unknown) =>
      typeof each === 'number' ? Number(each.toFixed(9)) : each,
    ),
  )

for (const [title, request, given, command] of sent)
  test(`asked for ${title} it sends ${JSON.stringify(rounded(command))}`, () => {
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
  ['a target that is off by more', to(90), {}, { target: 90.51 * degree }, false],
  ['a target across north', to(0), {}, { target: 359.6 * degree }, true],
  ['no target', to(90), {}, { target: null }, false],
  ['the target in another mode', to(90), {}, { mode: 'gps', target: 90 * degree }, false],
  ['another state', state('standby'), {}, {}, false],
  ['the state', state('standby'), {}, { state: 'standby' }, true],
  ['the mode', mode('wind'), {}, { mode: 'wind' }, true],
  ['that it steers', { kind: 'engage' }, standby, {}, true],
  ['that it still stands by', { kind: 'engage' }, standby, { state: 'standby' }, false],
  ['that it still steers', { kind: 'disengage' }, {}, {}, false],
  ['that it lets go', { kind: 'disengage' }, {}, { state: 'standby' }, true],
  ['the manoeuvre', tack('port'), {}, { manoeuvre: { kind: 'tack', direction: 'port' } }, true],
  ['the other side', tack('port'), {}, { manoeuvre: { kind: 'tack', direction: 'starboard' } }, false],
  ['the other manoeuvre', tack('port'), {}, { manoeuvre: { kind: 'gybe', direction: 'port' } }, false],
  ['no manoeuvre', gybe('port'), {}, { manoeuvre: null }, false],
  ['that it dodges', { kind: 'dodge' }, {}, { mode: 'dodge' }, true],
  ['that it does not dodge', { kind: 'dodge' }, {}, {}, false],
  ['the first dodge', dodgeBy(10), {}, { mode: 'dodge', target: 2 }, true],
  ['the further dodge', dodgeBy(10), dodging, { mode: 'dodge', target: 1 + 10 * degree }, true],
  ['a dodge that is not further', dodgeBy(10), dodging, { mode: 'dodge', target: 1 }, false],
  ['that it dodges no more', { kind: 'undodge' }, dodging, { mode: 'compass' }, true],
  ['that it dodges still', { kind: 'undodge' }, dodging, { mode: 'dodge' }, false],
]

for (const [title, request, given, report, is] of shown)
  test(`asked for ${request.kind}, a report of ${title} ${is ? 'shows' : 'does not show'} the effect`, () => {
    const plan = planOf(request, situationOf(given))
    assert.equal(plan?.isShown(situationOf({ report }).view), is)
  })

test('to let go, or a state in which it does not steer, leads to standby; nothing else does', () => {
  const { device } = situationOf({})
  assert.equal(leadsToStandby({ kind: 'disengage' }, device), true)
  assert.equal(leadsToStandby(state('standby'), device), true)
  for (const request of [state('auto'), mode('wind'), to(1), { kind: 'engage' }, { kind: 'dodge' }] as const)
    assert.equal(leadsToStandby(request, device), false)
})
