import type { ProblemCode } from '@marinedata/model'
import type { Asking, DeviceId, Standing } from '@marinedata/testing/boats/pilot-boat'

/** One request and its expected outcome. */
export interface Case extends Asking {
  readonly title: string
  /** The request below the device: `PUT target`, or `GET` for the device itself. */
  readonly ask: string
  readonly expect: 'done' | ProblemCode
  /** The expected report of the device afterwards; the target in degrees. */
  readonly shows?: Shown
}

export interface Shown {
  readonly state?: string
  readonly mode?: string | null
  readonly target?: number | null
  readonly engaged?: boolean
}

/** Cases for a boat in a certain state. */
export interface CaseGroup {
  readonly title: string
  readonly standing: Standing
  readonly device: DeviceId
  readonly cases: readonly Case[]
}

const degree = Math.PI / 180
const engage = ['POST engage'] as const
const deg = (value: number) => ({ value, units: 'deg' })

/** Every command with a valid body. */
export const commands: readonly { readonly ask: string; readonly body?: unknown }[] = [
  { ask: 'PUT state', body: { value: 'enabled' } },
  { ask: 'PUT mode', body: { value: 'wind' } },
  { ask: 'PUT target', body: { value: 1 } },
  { ask: 'PUT target/adjust', body: deg(10) },
  { ask: 'POST engage' },
  { ask: 'POST disengage' },
  { ask: 'POST tack/port' },
  { ask: 'POST tack/starboard' },
  { ask: 'POST gybe/port' },
  { ask: 'POST gybe/starboard' },
  { ask: 'POST dodge' },
  { ask: 'PUT dodge', body: deg(10) },
  { ask: 'DELETE dodge' },
]
export const readings = ['GET', 'GET state', 'GET mode', 'GET target'] as const

/** Bodies that every endpoint rejects. */
const shapeless: readonly (readonly [title: string, body: string])[] = [
  ['that is not JSON', '{"value":1'],
  ['that is a list', '[{"value":1}]'],
  ['that is null', 'null'],
  ['that is a number', '1'],
  ['that is a text', '"1"'],
  ['without a value', '{}'],
  ['with null for a value', '{"value":null}'],
  ['with a list for a value', '{"value":[1]}'],
  ['with a truth for a value', '{"value":true}'],
]
const noAngles: readonly (readonly [title: string, body: string, code?: ProblemCode])[] = [
  ...shapeless,
  ['with a misspelt member', '{"value":10,"unit":"deg"}'],
  ['with a member in capitals', '{"value":10,"Units":"deg"}'],
  ['with a number in quotes', '{"value":"1"}'],
  ['with a number beyond all numbers', '{"value":1e999}'],
  ['with a number below all numbers', '{"value":-1e999,"units":"deg"}'],
  ['in units that nobody knows', '{"value":10,"units":"grad"}', 'unknown-units'],
  ['in no units', '{"value":10,"units":null}', 'unknown-units'],
  ['in units in capitals', '{"value":10,"units":"DEG"}', 'unknown-units'],
]
const noNames: readonly (readonly [title: string, body: string])[] = [
  ...shapeless,
  ['with a number for a name', '{"value":1}'],
  ['with an empty name', '{"value":""}'],
  ['with units', '{"value":"enabled","units":"deg"}'],
]
const badBodies = (ask: string, bodies: typeof noAngles): Case[] =>
  bodies.map(([title, body, expect = 'invalid-body']) => ({
    title: `${ask} with a body ${title}`,
    ask,
    body,
    expect,
  }))

const refusal = (
  title: string,
  ask: string,
  ...[expect, body]: readonly [expect: ProblemCode, body?: unknown]
): Case => ({
  title,
  ask,
  expect,
  ...(body !== undefined && { body }),
})
const done = (title: string, ask: string, [shows, body]: readonly [Shown, body?: unknown]): Case => ({
  title,
  ask,
  expect: 'done',
  shows,
  ...(body !== undefined && { body }),
})

const steers: Shown = { state: 'enabled', engaged: true }
const standsBy: Shown = { state: 'disabled', engaged: false }
const at = (target: number, mode = 'compass'): Shown => ({ mode, target })
const by = (mode: string): Shown => ({ mode })
/** The heading at the beginning of every case. */
const ahead = 308.5

const standingBy: CaseGroup = {
  title: 'standing by',
  device: 'main',
  standing: {},
  cases: [
    ...badBodies('PUT state', noNames),
    ...badBodies('PUT mode', noNames),
    ...badBodies('PUT target', noAngles),
    ...badBodies('PUT target/adjust', noAngles),
    ...badBodies('PUT dodge', noAngles),
    refusal('a state that it does not have', 'PUT state', 'invalid-value', { value: 'asleep' }),
    refusal('the state off-line', 'PUT state', 'invalid-value', { value: 'off-line' }),
    refusal('a mode that it does not have', 'PUT mode', 'invalid-value', { value: 'stars' }),
    refusal('the mode dodge', 'PUT mode', 'invalid-value', { value: 'dodge' }),
    refusal('a heading below nothing', 'PUT target', 'invalid-value', { value: -0.1 }),
    refusal('a heading of more than a turn', 'PUT target', 'invalid-value', { value: 6.3 }),
    refusal('a heading of 361°', 'PUT target', 'invalid-value', deg(361)),
    refusal('a heading of −1°', 'PUT target', 'invalid-value', deg(-1)),
    refusal('ten radians', 'PUT target', 'invalid-value', { value: 10, units: 'rad' }),
    refusal('a change of 181°', 'PUT target/adjust', 'invalid-value', deg(181)),
    refusal('a change of −181°', 'PUT target/adjust', 'invalid-value', deg(-181)),
    refusal('a dodge of 91°', 'PUT dodge', 'invalid-value', deg(91)),
    refusal('a dodge of −91°', 'PUT dodge', 'invalid-value', deg(-91)),
    refusal('a dodge while it does not steer', 'PUT dodge', 'not-engaged', deg(10)),
    refusal('to dodge while it does not steer', 'POST dodge', 'not-engaged'),
    refusal('to tack while it does not steer', 'POST tack/port', 'not-engaged'),
    refusal('to gybe while it does not steer', 'POST gybe/starboard', 'not-engaged'),
    refusal('to tack to the left', 'POST tack/left', 'invalid-value'),
    refusal('to tack to Port', 'POST tack/Port', 'invalid-value'),
    refusal('to gybe to the right', 'POST gybe/right', 'invalid-value'),
    refusal('engage with a body', 'POST engage', 'invalid-body', { value: 1 }),
    refusal('tack with a body', 'POST tack/port', 'invalid-body', { value: 1 }),
    refusal('gybe with a body', 'POST gybe/port', 'invalid-body', { value: 1 }),
    refusal('to dodge with a body by POST', 'POST dodge', 'invalid-body', deg(10)),
    refusal('to end a dodge with a body', 'DELETE dodge', 'invalid-body', deg(10)),
    done('the state that it has', 'PUT state', [standsBy, { value: 'disabled' }]),
    done('the mode that it has', 'PUT mode', [by('compass'), { value: 'compass' }]),
    done('another mode, for later', 'PUT mode', [by('wind'), { value: 'wind' }]),
    done('a target for later', 'PUT target', [{ ...standsBy, ...at(1 / degree) }, { value: 1 }]),
    done('north as 0', 'PUT target', [at(0), { value: 0 }]),
    done('north as 360°', 'PUT target', [at(0), deg(360)]),
    done('a target in radians by name', 'PUT target', [at(1 / degree), { value: 1, units: 'rad' }]),
    done('to engage', 'POST engage', [{ ...steers, ...at(ahead) }]),
    done('to engage with an empty body', 'POST engage', [steers, {}]),
    done('to engage by its state', 'PUT state', [{ ...steers, ...at(ahead) }, { value: 'enabled' }]),
    done('to disengage', 'POST disengage', [standsBy]),
    done('to end a dodge that is none', 'DELETE dodge', [by('compass')]),
  ],
}

const noTargetYet: CaseGroup = {
  title: 'standing by without a target',
  device: 'main',
  standing: { steps: [['PUT mode', { value: 'gps' }]] },
  cases: [
    refusal('a change of no target', 'PUT target/adjust', 'not-engaged', deg(10)),
    done('a course over ground', 'PUT target', [at(90, 'gps'), deg(90)]),
  ],
}

const byCompass: CaseGroup = {
  title: 'steering by the compass',
  device: 'main',
  standing: { hasCourse: true, steps: [engage] },
  cases: [
    refusal('a heading below nothing', 'PUT target', 'invalid-value', { value: -0.1 }),
    refusal('a heading of more than a turn', 'PUT target', 'invalid-value', { value: 6.2832 }),
    refusal('a change of more than half a turn', 'PUT target/adjust', 'invalid-value', {
      value: Math.PI + 0.001,
    }),
    refusal('a dodge of more than a quarter', 'PUT dodge', 'invalid-value', { value: 1.5708 }),
    refusal('to tack away from the wind', 'POST tack/starboard', 'wrong-direction'),
    refusal('to gybe towards the wind', 'POST gybe/port', 'wrong-direction'),
    refusal('the state off-line', 'PUT state', 'invalid-value', { value: 'off-line' }),
    refusal('a misspelt mode', 'PUT mode', 'invalid-value', { value: 'Wind' }),
    done('to engage again', 'POST engage', [{ ...steers, ...at(ahead) }]),
    done('the state that it has', 'PUT state', [{ ...steers, ...at(ahead) }, { value: 'enabled' }]),
    done('to disengage', 'POST disengage', [standsBy]),
    done('to disengage by its state', 'PUT state', [standsBy, { value: 'disabled' }]),
    done('another heading', 'PUT target', [at(315), deg(315)]),
    done('10° to starboard', 'PUT target/adjust', [at(ahead + 10), deg(10)]),
    done('0.1 rad to port', 'PUT target/adjust', [at(ahead - 0.1 / degree), { value: -0.1 }]),
    done('half a turn', 'PUT target/adjust', [at(ahead - 180), deg(180)]),
    done('to steer by the wind', 'PUT mode', [{ ...steers, ...by('wind') }, { value: 'wind' }]),
    done('to steer a course', 'PUT mode', [{ ...steers, ...by('gps') }, { value: 'gps' }]),
    done('to follow the route', 'PUT mode', [{ ...steers, ...by('route') }, { value: 'route' }]),
    done('to tack into the wind', 'POST tack/port', [steers]),
    done('to gybe away from the wind', 'POST gybe/starboard', [steers]),
    done('to dodge', 'POST dodge', [{ ...steers, ...at(ahead, 'dodge') }]),
    done('to dodge 20° to port', 'PUT dodge', [at(ahead - 20, 'dodge'), deg(-20)]),
    done('to dodge a quarter turn', 'PUT dodge', [at(ahead + 90 - 360, 'dodge'), deg(90)]),
    done('to end a dodge that is none', 'DELETE dodge', [by('compass')]),
  ],
}

const byWind: CaseGroup = {
  title: 'steering by the wind',
  device: 'main',
  standing: { steps: [engage, ['PUT mode', { value: 'wind' }]] },
  cases: [
    refusal('181° to the wind', 'PUT target', 'invalid-value', deg(181)),
    refusal('−181° to the wind', 'PUT target', 'invalid-value', deg(-181)),
    refusal('3.2 rad to the wind', 'PUT target', 'invalid-value', { value: 3.2 }),
    refusal('−3.2 rad to the wind', 'PUT target', 'invalid-value', { value: -3.2 }),
    refusal('to tack away from the wind', 'POST tack/starboard', 'wrong-direction'),
    refusal('to gybe towards the wind', 'POST gybe/port', 'wrong-direction'),
    done('45° with the wind on the port side', 'PUT target', [at(45, 'wind'), deg(45)]),
    done('astern as 180°', 'PUT target', [at(180, 'wind'), deg(180)]),
    done('astern as −180°', 'PUT target', [at(180, 'wind'), deg(-180)]),
    done('10° to starboard', 'PUT target/adjust', [by('wind'), deg(10)]),
    done('to tack into the wind', 'POST tack/port', [steers]),
    done('to gybe away from the wind', 'POST gybe/starboard', [steers]),
    done('to dodge', 'POST dodge', [{ ...steers, ...at(ahead, 'dodge') }]),
    done('to dodge 20° to starboard', 'PUT dodge', [at(ahead + 20, 'dodge'), deg(20)]),
    done('to disengage', 'POST disengage', [standsBy]),
  ],
}

const byCourse: CaseGroup = {
  title: 'steering a course over ground',
  device: 'main',
  standing: { steps: [engage, ['PUT mode', { value: 'gps' }]] },
  cases: [
    refusal('a course below nothing', 'PUT target', 'invalid-value', deg(-1)),
    refusal('a course of 361°', 'PUT target', 'invalid-value', deg(361)),
    done('another course', 'PUT target', [at(300, 'gps'), deg(300)]),
    done('5° to port', 'PUT target/adjust', [{ ...steers, ...by('gps') }, deg(-5)]),
    done('back to the compass', 'PUT mode', [{ ...steers, ...at(ahead) }, { value: 'compass' }]),
  ],
}

const withoutCourse: CaseGroup = {
  title: 'steering without a course',
  device: 'main',
  standing: { steps: [engage] },
  cases: [refusal('to follow the route', 'PUT mode', 'input-stale', { value: 'route' })],
}

const readyForRoute: CaseGroup = {
  title: 'in route mode, standing by without a course',
  device: 'main',
  standing: { steps: [['PUT mode', { value: 'route' }]] },
  cases: [
    refusal('to engage', 'POST engage', 'input-stale'),
    refusal('to engage by its state', 'PUT state', 'input-stale', { value: 'enabled' }),
    done('to disengage', 'POST disengage', [standsBy]),
  ],
}

const onRoute: CaseGroup = {
  title: 'on a route',
  device: 'main',
  standing: { hasCourse: true, steps: [engage, ['PUT mode', { value: 'route' }]] },
  cases: [
    refusal('a target of its own', 'PUT target', 'not-allowed-in-mode', { value: 1 }),
    refusal('a change', 'PUT target/adjust', 'not-allowed-in-mode', deg(10)),
    refusal('to tack', 'POST tack/port', 'not-allowed-in-mode'),
    refusal('to gybe', 'POST gybe/starboard', 'not-allowed-in-mode'),
    done('to dodge', 'POST dodge', [{ ...steers, ...at(ahead, 'dodge') }]),
    done('to dodge 20° to starboard', 'PUT dodge', [at(ahead + 20, 'dodge'), deg(20)]),
    done('back to the compass', 'PUT mode', [{ ...steers, ...at(ahead) }, { value: 'compass' }]),
    done('to disengage', 'POST disengage', [standsBy]),
  ],
}

const dodging: CaseGroup = {
  title: 'dodging',
  device: 'main',
  standing: { steps: [engage, ['POST dodge']] },
  cases: [
    refusal('a target', 'PUT target', 'not-allowed-in-mode', { value: 1 }),
    refusal('a change of the target', 'PUT target/adjust', 'not-allowed-in-mode', deg(10)),
    refusal('to tack', 'POST tack/port', 'not-allowed-in-mode'),
    refusal('to gybe', 'POST gybe/starboard', 'not-allowed-in-mode'),
    refusal('91° more', 'PUT dodge', 'invalid-value', deg(91)),
    refusal('the mode dodge', 'PUT mode', 'invalid-value', { value: 'dodge' }),
    done('to dodge again', 'POST dodge', [at(ahead, 'dodge')]),
    done('20° more', 'PUT dodge', [at(ahead + 20, 'dodge'), deg(20)]),
    done('20° back', 'PUT dodge', [at(ahead - 20, 'dodge'), deg(-20)]),
    done('to end it', 'DELETE dodge', [{ ...steers, ...at(ahead) }]),
    done('to end it by its mode', 'PUT mode', [{ ...steers, ...at(ahead) }, { value: 'compass' }]),
    done('to end it by another mode', 'PUT mode', [{ ...steers, ...by('wind') }, { value: 'wind' }]),
    done('to disengage', 'POST disengage', [standsBy]),
  ],
}

const tacking: CaseGroup = {
  title: 'in the middle of a tack',
  device: 'main',
  standing: { steps: [engage, ['POST tack/port']] },
  cases: [
    refusal('to tack again', 'POST tack/port', 'busy'),
    refusal('to tack back', 'POST tack/starboard', 'busy'),
    refusal('to gybe', 'POST gybe/starboard', 'busy'),
    refusal('to dodge', 'POST dodge', 'busy'),
    refusal('to dodge by 10°', 'PUT dodge', 'busy', deg(10)),
    done('to disengage', 'POST disengage', [standsBy]),
  ],
}

const spare: CaseGroup = {
  title: 'a simple pilot, standing by',
  device: 'spare',
  standing: { device: 'spare' },
  cases: [
    refusal('to gybe', 'POST gybe/starboard', 'unsupported-action'),
    refusal('to dodge', 'POST dodge', 'unsupported-action'),
    refusal('to dodge by 10°', 'PUT dodge', 'unsupported-action', deg(10)),
    refusal('a mode that only the other one has', 'PUT mode', 'invalid-value', { value: 'gps' }),
    refusal('a target for later', 'PUT target', 'not-engaged', { value: 1 }),
    refusal('a change for later', 'PUT target/adjust', 'not-engaged', deg(10)),
    refusal('to tack', 'POST tack/port', 'not-engaged'),
    done('to engage', 'POST engage', [{ ...steers, ...at(ahead) }]),
    done('another mode, for later', 'PUT mode', [by('wind'), { value: 'wind' }]),
    done('to end a dodge that it cannot begin', 'DELETE dodge', [by('compass')]),
  ],
}

const spareSteering: CaseGroup = {
  title: 'a simple pilot, steering',
  device: 'spare',
  standing: { device: 'spare', steps: [engage] },
  cases: [
    refusal('to gybe', 'POST gybe/starboard', 'unsupported-action'),
    refusal('to dodge', 'POST dodge', 'unsupported-action'),
    refusal('to dodge by 10°', 'PUT dodge', 'unsupported-action', deg(10)),
    refusal('a heading below nothing', 'PUT target', 'invalid-value', { value: -1 }),
    refusal('to tack away from the wind', 'POST tack/starboard', 'wrong-direction'),
    done('to tack into the wind', 'POST tack/port', [steers]),
    done('10° to port', 'PUT target/adjust', [at(ahead - 10), deg(-10)]),
    done('to disengage', 'POST disengage', [standsBy]),
  ],
}

/** Groups on a boat without faults. */
export const soundGroups: readonly CaseGroup[] = [
  standingBy,
  noTargetYet,
  byCompass,
  byWind,
  byCourse,
  withoutCourse,
  readyForRoute,
  onRoute,
  dodging,
  tacking,
  spare,
  spareSteering,
]

const refusing: CaseGroup = {
  title: 'refusing, standing by',
  device: 'main',
  standing: { fault: { name: 'pilot-refuses' } },
  cases: [
    refusal('to engage', 'POST engage', 'rejected-by-device'),
    refusal('to engage by its state', 'PUT state', 'rejected-by-device', { value: 'enabled' }),
    refusal('another mode', 'PUT mode', 'rejected-by-device', { value: 'wind' }),
    refusal('a target', 'PUT target', 'rejected-by-device', { value: 1 }),
    refusal('a heading below nothing', 'PUT target', 'invalid-value', { value: -1 }),
    done('to disengage', 'POST disengage', [standsBy]),
  ],
}

const refusingUnderWay: CaseGroup = {
  title: 'refusing, steering',
  device: 'main',
  standing: { fault: { name: 'pilot-refuses' }, steps: [engage] },
  cases: [
    refusal('another mode', 'PUT mode', 'rejected-by-device', { value: 'gps' }),
    refusal('a target', 'PUT target', 'rejected-by-device', { value: 1 }),
    refusal('a change', 'PUT target/adjust', 'rejected-by-device', deg(10)),
    refusal('to tack', 'POST tack/port', 'rejected-by-device'),
    refusal('to gybe', 'POST gybe/starboard', 'rejected-by-device'),
    refusal('to dodge', 'POST dodge', 'rejected-by-device'),
    refusal('to dodge by 10°', 'PUT dodge', 'rejected-by-device', deg(10)),
    refusal('to tack away from the wind', 'POST tack/starboard', 'wrong-direction'),
    done('to disengage', 'POST disengage', [standsBy]),
  ],
}

const blind: CaseGroup = {
  title: 'without a compass',
  device: 'main',
  standing: { fault: { name: 'compass-lost' } },
  cases: [
    refusal('to engage', 'POST engage', 'input-stale'),
    done('another mode, for later', 'PUT mode', [by('wind'), { value: 'wind' }]),
    done('to disengage', 'POST disengage', [standsBy]),
  ],
}

const becalmed: CaseGroup = {
  title: 'without a wind instrument',
  device: 'main',
  standing: { fault: { name: 'wind-lost' }, steps: [engage] },
  cases: [
    refusal('to steer by the wind', 'PUT mode', 'input-stale', { value: 'wind' }),
    done('10° to port', 'PUT target/adjust', [at(ahead - 10), deg(-10)]),
  ],
}

const cutOff: CaseGroup = {
  title: 'off-line',
  device: 'main',
  standing: { fault: { name: 'link-cut' }, steps: [engage] },
  cases: commands
    .filter(({ ask }) => ask !== 'POST disengage')
    .map(({ ask, body }) => refusal(`asked to ${ask}`, ask, 'autopilot-offline', body)),
}

/** Groups with a fault that the device reports at once. */
export const faultyGroups: readonly CaseGroup[] = [refusing, refusingUnderWay, blind, becalmed, cutOff]

const slow = { name: 'slow-device', delay: 60 } as const
const silentCases = (cases: readonly (readonly [title: string, ask: string, body?: unknown])[]): Case[] =>
  cases.map(([title, ask, body]) => refusal(title, ask, 'unconfirmed', body))

/** Devices that ignore commands: each case takes the two seconds of the confirm window. */
export const slowGroups: readonly CaseGroup[] = [
  {
    title: 'ignoring commands, standing by',
    device: 'main',
    standing: { fault: slow },
    cases: silentCases([
      ['to engage', 'POST engage'],
      ['to engage by its state', 'PUT state', { value: 'enabled' }],
      ['a target for later', 'PUT target', { value: 4 }],
    ]),
  },
  {
    title: 'ignoring commands, steering',
    device: 'main',
    standing: { fault: slow, steps: [engage] },
    cases: silentCases([
      ['to steer by the wind', 'PUT mode', { value: 'wind' }],
      ['another heading', 'PUT target', { value: 310 * degree - 0.2 }],
      ['10° to starboard', 'PUT target/adjust', deg(10)],
      ['to tack', 'POST tack/port'],
    ]),
  },
  {
    title: 'ignoring commands, steering too',
    device: 'main',
    standing: { fault: slow, steps: [engage] },
    cases: silentCases([
      ['to gybe', 'POST gybe/starboard'],
      ['to dodge', 'POST dodge'],
      ['to dodge by 10°', 'PUT dodge', deg(10)],
      ['to disengage', 'POST disengage'],
    ]),
  },
]
