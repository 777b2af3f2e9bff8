import { defaultAutopilot, MarineDataError, type AutopilotReport } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ManualClock } from '#manual-clock.ts'
import { defaultCourseLimits, type StandingAlarms } from './course-watch.ts'
import type { PilotChoice } from './default-pilot.ts'
import { PilotRegistry, type PilotUpdate } from './pilot-registry.ts'

const details = {
  states: [
    { name: 'enabled', engaged: true },
    { name: 'disabled', engaged: false },
  ],
  modes: [
    { name: 'compass', kind: 'heading' },
    { name: 'wind', kind: 'wind' },
  ],
  operations: ['set-state', 'set-mode', 'set-target', 'engage'],
}
const steering: AutopilotReport = { state: 'enabled', mode: 'compass', target: 1 }
const standby: AutopilotReport = { state: 'disabled', mode: 'compass', target: 1 }
const heading = 'notifications.steering.autopilot.heading'
const defaultPath = 'steering.autopilot.defaultPilot'

/** A registry, what it writes, and what stays on disk. */
class Harbour {
  readonly clock = new ManualClock()
  readonly deltas: PilotUpdate[] = []
  wind: number | undefined = 0.5
  standing: StandingAlarms = {}
  kept: PilotChoice | undefined
  registry: PilotRegistry

  constructor(kept?: PilotChoice) {
    this.kept = kept
    this.registry = this.open()
  }

  /** As after a start of the server. */
  open(): PilotRegistry {
    return new PilotRegistry({
      clock: this.clock,
      limits: defaultCourseLimits,
      publish: (update) => void this.deltas.push(update),
      choices: {
        load: () => this.kept,
        save: (choice) => {
          this.kept = choice
        },
      },
      surroundings: { heading: () => 1, course: () => 1, windAngle: () => this.wind },
      standing: () => this.standing,
    })
  }

  add(...ids: readonly string[]): void {
    for (const id of ids) this.registry.register({ id, provider: `provider-of-${id}`, details })
  }

  /** Lets what waits be written. */
  write(): void {
    this.clock.advance(0)
  }

  /** Lets so much time pass, watched all the while. */
  pass(ms: number): void {
    for (let left = ms; left > 0; left -= 100) {
      this.clock.advance(Math.min(100, left))
      this.registry.watch()
    }
    this.write()
  }

  latest(source: string, path: string): unknown {
    const values = this.deltas.flatMap((update) => (update.source === source ? update.values : []))
    return values.findLast((each) => each.path === path)?.value
  }

  refusal(act: () => unknown): string {
    try {
      act()
    } catch (error) {
      assert.ok(error instanceof MarineDataError)
      return error.code
    }
    return 'none'
  }
}

test('without a device there is no default', () => {
  const harbour = new Harbour()
  const { registry } = harbour
  assert.equal(registry.defaultId, undefined)
  assert.deepEqual(registry.devices, [])
  assert.equal(
    harbour.refusal(() => registry.find(defaultAutopilot)),
    'no-default-autopilot',
  )
  assert.equal(
    harbour.refusal(() => registry.find('main')),
    'autopilot-not-found',
  )
})

test('one device alone is the default as soon as it is registered, and that is told', () => {
  const harbour = new Harbour()
  harbour.add('main')
  harbour.write()
  assert.equal(harbour.latest('main', defaultPath), 'main')
  assert.equal(harbour.registry.defaultId, 'main')
  assert.equal(harbour.registry.find(defaultAutopilot).id, 'main')
  assert.equal(harbour.kept, undefined)
})

test('a second device does not take the place of the first', () => {
  const harbour = new Harbour()
  harbour.add('main', 'spare')
  harbour.registry.report('spare', standby)
  assert.equal(harbour.registry.defaultId, 'main')
})

test('of several and none chosen, the first to be heard becomes the default', () => {
  const harbour = new Harbour()
  harbour.add('gone', 'main', 'spare')
  harbour.registry.withdraw('gone')
  harbour.registry.report('spare', standby)
  harbour.registry.report('main', standby)
  harbour.write()
  assert.equal(harbour.latest('spare', defaultPath), 'spare')
  assert.equal(harbour.registry.defaultId, 'spare')
})

test('of several and none chosen, whoever asks makes the first registered the default', () => {
  const harbour = new Harbour()
  harbour.add('gone', 'main', 'spare')
  harbour.registry.withdraw('gone')
  assert.equal(harbour.registry.defaultId, 'main')
  harbour.registry.report('spare', standby)
  harbour.write()
  assert.equal(harbour.latest('main', defaultPath), 'main')
  assert.equal(harbour.registry.defaultId, 'main')
})

test('when all but one are gone, that one is the default', () => {
  const harbour = new Harbour()
  harbour.add('main', 'spare')
  harbour.registry.withdraw('main')
  harbour.write()
  assert.equal(harbour.latest('spare', defaultPath), 'spare')
})

test('a choice wins, is kept, and is told', () => {
  const harbour = new Harbour()
  harbour.add('main', 'spare')
  assert.equal(harbour.registry.choose('spare').id, 'spare')
  harbour.write()
  assert.deepEqual(harbour.kept, { id: 'spare', provider: 'provider-of-spare' })
  assert.equal(harbour.latest('spare', defaultPath), 'spare')
  assert.equal(harbour.registry.find(defaultAutopilot).id, 'spare')
})

test('when the default changes, the one before no longer says that it is the default', () => {
  const harbour = new Harbour()
  harbour.add('main', 'spare')
  harbour.registry.choose('spare')
  harbour.write()
  assert.equal(harbour.latest('main', defaultPath), null)
  harbour.registry.choose('main')
  harbour.write()
  assert.equal(harbour.latest('spare', defaultPath), null)
  assert.equal(harbour.latest('main', defaultPath), 'main')
})

test('to choose `_default` makes the present default a choice', () => {
  const harbour = new Harbour()
  harbour.add('main', 'spare')
  assert.equal(harbour.registry.choose(defaultAutopilot).id, 'main')
  assert.equal(harbour.kept?.id, 'main')
})

test('who is not there cannot be chosen', () => {
  const harbour = new Harbour()
  assert.equal(
    harbour.refusal(() => harbour.registry.choose(defaultAutopilot)),
    'no-default-autopilot',
  )
  harbour.add('main')
  assert.equal(
    harbour.refusal(() => harbour.registry.choose('spare')),
    'autopilot-not-found',
  )
  assert.equal(harbour.kept, undefined)
})

test('a device can be chosen while it is off-line, and an off-line default stays the default', () => {
  const harbour = new Harbour()
  harbour.add('main', 'spare')
  harbour.registry.report('main', standby)
  harbour.registry.lose('provider-of-spare')
  harbour.registry.choose('spare')
  harbour.registry.report('main', standby)
  const { id, view } = harbour.registry.find(defaultAutopilot)
  assert.deepEqual([id, view.link], ['spare', 'off-line'])
})

test('after a restart the chosen one keeps its place, off-line, until it is back; nobody is asked instead', () => {
  const harbour = new Harbour({ id: 'spare', provider: 'provider-of-spare' })
  const { registry } = harbour
  harbour.add('main')
  registry.report('main', standby)
  const placeholder = registry.find(defaultAutopilot)
  assert.deepEqual([placeholder.id, placeholder.provider], ['spare', 'provider-of-spare'])
  assert.equal(placeholder.view.link, 'off-line')
  harbour.write()
  assert.equal(harbour.latest('main', defaultPath), undefined)
  assert.equal(harbour.latest('spare', 'steering.autopilot.state'), 'off-line')
  harbour.add('spare')
  registry.report('spare', standby)
  assert.equal(registry.find(defaultAutopilot).view.link, 'on-line')
})

test('after a restart it is told at once who is the default', () => {
  const harbour = new Harbour({ id: 'spare', provider: 'provider-of-spare' })
  harbour.write()
  assert.equal(harbour.latest('spare', defaultPath), 'spare')
})

test('when another is chosen, the place that was only kept is given up', () => {
  const harbour = new Harbour({ id: 'spare', provider: 'provider-of-spare' })
  harbour.add('main')
  harbour.registry.choose('main')
  assert.deepEqual(
    harbour.registry.devices.map(({ id }) => id),
    ['main'],
  )
})

test('when another is chosen, nothing is published any more of the absent one, not even that it is off-line', () => {
  const harbour = new Harbour({ id: 'spare', provider: 'provider-of-spare' })
  harbour.add('main')
  harbour.write()
  assert.equal(harbour.latest('spare', 'steering.autopilot.state'), 'off-line')
  harbour.registry.choose('main')
  harbour.write()
  for (const name of ['state', 'mode', 'target', 'engaged'])
    assert.equal(harbour.latest('spare', `steering.autopilot.${name}`), null, name)
  assert.equal(harbour.latest('spare', defaultPath), null)
  assert.equal(harbour.latest('main', defaultPath), 'main')
})

test('a choice from before of an id that no device can have today does not keep others from being the default', () => {
  const harbour = new Harbour({ id: 'Pilot 1', provider: 'old' })
  assert.deepEqual(harbour.registry.devices, [])
  harbour.add('main')
  assert.equal(harbour.registry.defaultId, 'main')
})

test('a chosen device that is withdrawn keeps its place, off-line, as it would over a restart', () => {
  const harbour = new Harbour()
  harbour.add('main', 'spare')
  harbour.registry.choose('spare')
  harbour.registry.withdraw('spare')
  harbour.registry.report('main', standby)
  const { id, view } = harbour.registry.find(defaultAutopilot)
  assert.deepEqual([id, view.link], ['spare', 'off-line'])
  assert.equal(harbour.open().find(defaultAutopilot).id, 'spare')
  harbour.add('spare')
  harbour.registry.report('spare', standby)
  assert.equal(harbour.registry.find(defaultAutopilot).view.link, 'on-line')
})

test('a device that is gone is not told to be off-line: nothing is told of it any more', () => {
  const harbour = new Harbour()
  harbour.add('main', 'spare')
  harbour.registry.report('spare', standby)
  harbour.write()
  harbour.registry.withdraw('spare')
  for (const name of ['state', 'mode', 'target', 'engaged'])
    assert.equal(harbour.latest('spare', `steering.autopilot.${name}`), null, name)
})

test('each device has a delta of its own, with all that it changes at once', () => {
  const harbour = new Harbour()
  harbour.add('main', 'spare')
  harbour.write()
  harbour.deltas.length = 0
  harbour.registry.report('main', steering)
  harbour.registry.report('spare', standby)
  harbour.write()
  const told = harbour.deltas.map(({ source, values }) => [source, ...values.map(({ value }) => value)])
  assert.deepEqual(told, [
    ['main', 'enabled', 'compass', 1, true],
    ['spare', 'disabled', 'compass', 1, false],
  ])
})

test('off-line, a device has no mode and no target and does not steer', () => {
  const harbour = new Harbour()
  harbour.add('main')
  harbour.registry.report('main', steering)
  harbour.registry.report('main', { state: 'off-line', mode: null, target: null })
  harbour.write()
  const told = ['state', 'mode', 'target', 'engaged'].map((name) =>
    harbour.latest('main', `steering.autopilot.${name}`),
  )
  assert.deepEqual(told, ['off-line', null, null, false])
})

test('what is told of a target is within the range of its mode', () => {
  const harbour = new Harbour()
  harbour.add('main')
  harbour.registry.report('main', { state: 'enabled', mode: 'compass', target: -0.5 })
  harbour.write()
  assert.equal(harbour.latest('main', 'steering.autopilot.target'), 2 * Math.PI - 0.5)
  harbour.registry.report('main', { state: 'enabled', mode: 'wind', target: -Math.PI })
  harbour.write()
  assert.equal(harbour.latest('main', 'steering.autopilot.target'), Math.PI)
})

for (const [title, report] of [
  ['without a state', { mode: 'compass', target: 1 }],
  ['with a target in words', { ...standby, target: '1' }],
  ['with a target that is no number', { ...standby, target: Infinity }],
  ['with a member that nobody knows', { ...standby, engaged: true }],
  ['that is nothing', null],
  ['that is a list', [standby]],
  ['with a state that the device does not have', { ...standby, state: 'asleep' }],
  ['with a mode that the device does not have', { ...standby, mode: 'gps' }],
] as const)
  test(`a report ${title} is refused, and changes nothing`, () => {
    const harbour = new Harbour()
    harbour.add('main')
    harbour.registry.report('main', steering)
    assert.equal(
      harbour.refusal(() => harbour.registry.report('main', report)),
      'invalid-message',
    )
    const { view } = harbour.registry.find('main')
    assert.ok(view.link === 'on-line' && view.state === 'enabled' && view.target === 1)
  })

test('a report of a device that is not registered is refused', () => {
  const harbour = new Harbour()
  assert.equal(
    harbour.refusal(() => harbour.registry.report('main', standby)),
    'autopilot-not-found',
  )
})

for (const [title, wrong] of [
  ['without states', { ...details, states: [] }],
  ['without modes', { ...details, modes: [] }],
  ['of a kind that nobody knows', { ...details, modes: [{ name: 'x', kind: 'stars' }] }],
  ['with an operation that nobody knows', { ...details, operations: ['fly'] }],
  ['that takes longer than 10 s to confirm', { ...details, confirm: 11 }],
  ['that may be silent for a minute', { ...details, silence: 60 }],
  ['with a state of the name off-line', { ...details, states: [{ name: 'off-line', engaged: false }] }],
  ['with a mode of the name dodge', { ...details, modes: [{ name: 'dodge', kind: 'heading' }] }],
] as const)
  test(`a device ${title} is not registered`, () => {
    const harbour = new Harbour()
    const register = (): void =>
      harbour.registry.register({ id: 'main', provider: 'simulator', details: wrong })
    assert.equal(harbour.refusal(register), 'invalid-message')
    assert.deepEqual(harbour.registry.devices, [])
  })

test('a device with an id that no source could have is not registered, and its plugin is told why', () => {
  const harbour = new Harbour()
  assert.throws(() => harbour.add('Pilot 1'), /"Pilot 1" cannot be the id of a device: use/)
  assert.deepEqual(harbour.registry.devices, [])
  harbour.add('Pilot-1')
  assert.equal(harbour.registry.find('Pilot-1').id, 'Pilot-1')
})

test('that two steered against each other before the start is taken back', () => {
  const harbour = new Harbour()
  harbour.standing = { helm: 'alarm' }
  harbour.add('main')
  harbour.write()
  const told = harbour.latest('main', 'notifications.steering.autopilot.helm') as { state: string }
  assert.equal(told.state, 'normal')
})

test('a device that stops steering by itself raises the alarm, and a command that is obeyed ends it', () => {
  const harbour = new Harbour()
  harbour.add('main')
  harbour.registry.report('main', steering)
  harbour.registry.report('main', standby)
  harbour.write()
  assert.deepEqual(harbour.latest('main', heading), {
    state: 'alarm',
    method: ['visual', 'sound'],
    message: 'The autopilot has stopped steering by itself',
  })
  harbour.registry.calm('main')
  harbour.write()
  assert.deepEqual(harbour.latest('main', heading), { state: 'normal', method: [], message: '' })
})

test('a device that is asked to stop steering raises no alarm', () => {
  const harbour = new Harbour()
  harbour.add('main')
  harbour.registry.report('main', steering)
  harbour.registry.find('main').expectStandby(harbour.clock.now())
  harbour.registry.report('main', standby)
  harbour.write()
  assert.equal(harbour.latest('main', heading), undefined)
})

test('when a provider is lost, each of its devices is off-line, and the one that steered raises the alarm', () => {
  const harbour = new Harbour()
  for (const id of ['main', 'spare']) harbour.registry.register({ id, provider: 'simulator', details })
  harbour.registry.register({ id: 'other', provider: 'other', details })
  harbour.registry.report('main', steering)
  harbour.registry.report('spare', standby)
  harbour.registry.report('other', standby)
  harbour.registry.lose('simulator')
  harbour.write()
  assert.deepEqual(
    harbour.registry.devices.map(({ view }) => view.link),
    ['off-line', 'off-line', 'on-line'],
  )
  assert.equal((harbour.latest('main', heading) as { state: string }).state, 'alarm')
  assert.equal(harbour.latest('spare', heading), undefined)
})

test('a device that was silent for five seconds is off-line; it may declare another time', () => {
  const harbour = new Harbour()
  harbour.add('main')
  harbour.registry.register({ id: 'hasty', provider: 'simulator', details: { ...details, silence: 1 } })
  harbour.registry.report('main', steering)
  harbour.registry.report('hasty', standby)
  const links = (): string[] => harbour.registry.devices.map(({ view }) => view.link)
  harbour.pass(900)
  assert.deepEqual(links(), ['on-line', 'on-line'])
  harbour.pass(200)
  assert.deepEqual(links(), ['on-line', 'off-line'])
  harbour.pass(3_800)
  assert.deepEqual(links(), ['on-line', 'off-line'])
  harbour.pass(200)
  assert.deepEqual(links(), ['off-line', 'off-line'])
  assert.match((harbour.latest('main', heading) as { message: string }).message, /lost/)
})

test('a device that is registered anew while its alarm stands does not end the alarm', () => {
  const harbour = new Harbour()
  harbour.add('main')
  harbour.registry.report('main', steering)
  harbour.registry.lose('provider-of-main')
  harbour.add('main')
  harbour.registry.report('main', standby)
  harbour.write()
  assert.equal((harbour.latest('main', heading) as { state: string }).state, 'alarm')
  harbour.registry.calm('main')
  harbour.write()
  assert.equal((harbour.latest('main', heading) as { state: string }).state, 'normal')
})

test('a device that is registered anew while it steers, and then does not, raises the alarm', () => {
  const harbour = new Harbour()
  harbour.add('main')
  harbour.registry.report('main', steering)
  harbour.add('main')
  harbour.write()
  assert.equal(harbour.registry.find('main').view.link, 'off-line')
  assert.equal(harbour.latest('main', heading), undefined)
  harbour.registry.report('main', standby)
  harbour.write()
  assert.equal((harbour.latest('main', heading) as { state: string }).state, 'alarm')
})

test('who waits for a device that is registered anew waits no longer', async () => {
  const harbour = new Harbour()
  harbour.add('main')
  harbour.registry.report('main', steering)
  using wait = harbour.registry.find('main').waitUntil(({ engaged }) => !engaged)
  harbour.add('main')
  await assert.rejects(wait.shown, (reason) => reason === 'lost')
})

test('a warning about the wind does not outlive the loss of its device', () => {
  const harbour = new Harbour()
  const wind = 'notifications.steering.autopilot.wind'
  const byWind: AutopilotReport = { state: 'enabled', mode: 'wind', target: -0.5 }
  harbour.add('main')
  harbour.registry.report('main', byWind)
  harbour.wind = undefined
  for (let second = 0; second < 7; second++) {
    harbour.registry.report('main', byWind)
    harbour.pass(1_000)
  }
  assert.equal((harbour.latest('main', wind) as { state: string }).state, 'alarm')
  harbour.registry.lose('provider-of-main')
  harbour.add('main')
  harbour.registry.report('main', standby)
  harbour.pass(1_000)
  assert.equal((harbour.latest('main', wind) as { state: string }).state, 'normal')
})

test('an alarm of the device itself goes out under its name', () => {
  const harbour = new Harbour()
  harbour.add('main')
  const notification = { state: 'alert', method: ['visual'], message: 'Waypoint 2 is near' } as const
  harbour.registry.notify('main', {
    name: 'waypointArrival',
    notification: { ...notification, method: ['visual'] },
  })
  harbour.write()
  assert.deepEqual(harbour.latest('main', 'notifications.steering.autopilot.waypointArrival'), notification)
  assert.equal(
    harbour.refusal(() =>
      harbour.registry.notify('spare', { name: 'wind', notification: { ...notification, method: [] } }),
    ),
    'autopilot-not-found',
  )
})

test('what stands from before the start is taken back: the course by itself, the pilot by whoever sees to it', () => {
  const harbour = new Harbour()
  harbour.standing = { heading: 'alarm', wind: 'warn' }
  harbour.add('main')
  harbour.registry.report('main', steering)
  harbour.pass(1_000)
  const state = (path: string): string | undefined =>
    (harbour.latest('main', path) as { state: string } | undefined)?.state
  assert.equal(state('notifications.steering.autopilot.wind'), 'normal')
  assert.equal(state(heading), undefined)
  harbour.registry.calm('main')
  harbour.write()
  assert.equal(state(heading), 'normal')
})

test('a tack is told while it lasts, and that it is over; a pilot that never tacks tells nothing of it', () => {
  const harbour = new Harbour()
  harbour.add('main', 'spare')
  const manoeuvre = { kind: 'tack', direction: 'port' } as const
  harbour.registry.report('spare', standby)
  harbour.registry.report('main', { ...steering, manoeuvre })
  harbour.write()
  assert.deepEqual(harbour.latest('main', 'steering.autopilot.manoeuvre'), manoeuvre)
  harbour.registry.report('main', { ...steering, manoeuvre: null })
  harbour.write()
  assert.equal(harbour.latest('main', 'steering.autopilot.manoeuvre'), null)
  assert.equal(harbour.latest('spare', 'steering.autopilot.manoeuvre'), undefined)
})
