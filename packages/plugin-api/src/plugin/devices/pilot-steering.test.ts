import { MarineDataError, type AutopilotCommand } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PilotSteering } from './pilot-steering.ts'

type Mode = 'heading' | 'wind'
const { signal } = new AbortController()

/** A pilot that does at once what it is sent, unless it is off. */
class Pilot {
  readonly sent: string[] = []
  reported: { isEngaged: boolean; mode: Mode | null } | undefined = { isEngaged: false, mode: null }
  isDeaf = false
  readonly #steering = new PilotSteering<Mode>('heading', {
    modes: ['heading', 'wind'],
    reported: () => this.reported,
    disengage: () => this.#take('standby', { isEngaged: false, mode: null }),
    enter: (mode) => this.#take(mode, { isEngaged: true, mode }),
    hold: (target, mode) => this.#take(`${mode} ${target}`, this.reported),
    onChosen: () => void this.sent.push(`chosen ${this.#steering.chosen}`),
  })

  get chosen(): Mode {
    return this.#steering.chosen
  }

  do(name: string, input: AutopilotCommand['input'] = {}): Promise<void> {
    return this.#steering.carryOut({ name, input } as AutopilotCommand, signal)
  }

  async #take(order: string, after: Pilot['reported']): Promise<void> {
    this.sent.push(order)
    if (this.isDeaf) throw new MarineDataError('unconfirmed', 'No answer')
    this.reported = after
  }
}

const code = (wanted: string) => (error: unknown) => error instanceof MarineDataError && error.code === wanted

test('standby is sent to a pilot of which nothing is known, and nothing else is', async () => {
  const pilot = new Pilot()
  pilot.reported = undefined
  await assert.rejects(pilot.do('engage'), code('autopilot-offline'))
  await assert.rejects(pilot.do('set-state', { state: 'engaged' }), code('autopilot-offline'))
  await pilot.do('disengage')
  assert.deepEqual(pilot.sent, ['standby'])
})

test('a mode that is set in standby is the mode to engage in, and nothing is sent for it', async () => {
  const pilot = new Pilot()
  await pilot.do('set-mode', { mode: 'wind' })
  await pilot.do('engage')
  await pilot.do('engage')
  await pilot.do('set-target', { target: 1 })
  await pilot.do('set-state', { state: 'standby' })
  assert.deepEqual(pilot.sent, ['chosen wind', 'wind', 'wind 1', 'standby'])
})

test('a mode that the pilot did not take is not the mode to engage in', async () => {
  const pilot = new Pilot()
  await pilot.do('engage')
  pilot.isDeaf = true
  await assert.rejects(pilot.do('set-mode', { mode: 'wind' }), code('unconfirmed'))
  assert.equal(pilot.chosen, 'heading')
})

test('what the pilot cannot do is refused and not sent', async () => {
  const pilot = new Pilot()
  await assert.rejects(pilot.do('set-target', { target: 1 }), code('not-engaged'))
  await assert.rejects(pilot.do('set-target', { target: 7 }), code('invalid-value'))
  await assert.rejects(pilot.do('set-target', { target: Number.NaN }), code('invalid-value'))
  await assert.rejects(pilot.do('set-mode', { mode: 'sideways' }), code('invalid-value'))
  await assert.rejects(pilot.do('set-state', { state: 'asleep' }), code('invalid-value'))
  await assert.rejects(pilot.do('tack', { direction: 'port' }), code('unsupported-action'))
  assert.deepEqual(pilot.sent, [])
})

test('a pilot without steps or targets cannot do them, and a step needs a pilot that steers', async () => {
  const pilot = new Pilot()
  await pilot.do('engage')
  await assert.rejects(pilot.do('step', { change: 0.1 }), code('unsupported-action'))
  const steps: number[] = []
  const keys = new PilotSteering<Mode>('heading', {
    modes: ['heading'],
    reported: () => pilot.reported,
    disengage: () => Promise.resolve(),
    enter: () => Promise.resolve(),
    step: async (change) => void steps.push(change),
  })
  const step: AutopilotCommand = { name: 'step', input: { change: 0.1 } }
  await assert.rejects(
    keys.carryOut({ name: 'set-target', input: { target: 1 } }, signal),
    code('unsupported-action'),
  )
  await keys.carryOut(step, signal)
  await assert.rejects(
    keys.carryOut({ name: 'step', input: { change: Number.NaN } }, signal),
    code('invalid-value'),
  )
  await pilot.do('disengage')
  await assert.rejects(keys.carryOut(step, signal), code('not-engaged'))
  assert.deepEqual(steps, [0.1])
})

test('a tack needs a side and a pilot that steers', async () => {
  const pilot = new Pilot()
  const sides: string[] = []
  const tacking = new PilotSteering<Mode>('wind', {
    modes: ['wind'],
    reported: () => pilot.reported,
    disengage: () => Promise.resolve(),
    enter: () => Promise.resolve(),
    tack: async (direction) => void sides.push(direction),
  })
  const tack = (direction: unknown): Promise<void> =>
    tacking.carryOut({ name: 'tack', input: { direction } } as AutopilotCommand, signal)
  await assert.rejects(tack('starboard'), code('not-engaged'))
  await pilot.do('engage')
  await tack('starboard')
  await assert.rejects(tack('up'), code('invalid-value'))
  await assert.rejects(
    tacking.carryOut({ name: 'gybe', input: { direction: 'port' } }, signal),
    code('unsupported-action'),
  )
  assert.deepEqual(sides, ['starboard'])
})
