import { MarineDataError, type ControlDetails, type ControlValue, type PathValue } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Counters } from '#counters.ts'
import type { CommandRecord } from '#devices/command-run.ts'
import { ManualClock } from '#manual-clock.ts'
import { person } from '#testing/person.ts'
import { ControlCommands } from './control-commands.ts'
import { ControlRegistry } from './control-registry.ts'

const path = 'electrical.switches.anchorLight.state'
const light: ControlDetails = { path, label: 'Anchor light', range: { type: 'switch' } }

/** A switchboard whose relays the test moves. */
class Switchboard {
  readonly clock = new ManualClock()
  readonly published = new Map<string, unknown>()
  readonly sent: unknown[] = []
  readonly records: CommandRecord[] = []
  /** The plugin's answer to the next command. */
  answer: Promise<unknown> = Promise.resolve()
  readonly registry = new ControlRegistry({
    clock: this.clock,
    refusalOf: (at, value) =>
      at === 'navigation.speedOverGround' && typeof value !== 'number' ? 'not-a-number' : undefined,
    publish: (_source, values: readonly PathValue[]) => {
      for (const { path: at, value } of values) this.published.set(at, value)
    },
  })
  readonly #commands = new ControlCommands({
    clock: this.clock,
    counters: new Counters(),
    registry: this.registry,
    send: (_device, { input }) => {
      this.sent.push(input.value)
      return this.answer
    },
    record: async (record) => void this.records.push(record),
    onFault: (error) => assert.fail(String(error)),
  })

  register(id = 'light', details: ControlDetails = light): void {
    this.registry.register({ id, provider: 'board', details })
  }

  report(value: ControlValue | null, id = 'light'): void {
    this.registry.report(id, { value })
    this.clock.advance(0)
  }

  /** Sets the light; resolves to the answer or the code of the problem. */
  async set(value: ControlValue, idempotencyKey?: string, at = path): Promise<unknown> {
    try {
      return await this.#commands.set(at, value, { actor: person('Anna'), idempotencyKey })
    } catch (error) {
      return error instanceof MarineDataError ? error.code : error
    }
  }
}

const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 30; turn++) await Promise.resolve()
}

const online = (): Switchboard => {
  const board = new Switchboard()
  board.register()
  board.report(false)
  return board
}

test('a control is unknown until its device reports, and again when the device is lost', () => {
  const board = new Switchboard()
  board.register()
  board.clock.advance(0)
  assert.equal(board.published.get(path), null)
  board.report(false)
  assert.equal(board.published.get(path), false)
  assert.deepEqual(board.registry.states, [
    { path, device: 'light', label: 'Anchor light', range: { type: 'switch' }, online: true, value: false },
  ])
  board.report(null)
  assert.equal(board.published.get(path), null)
  board.report(true)
  board.clock.advance(60_000)
  board.registry.watch()
  board.clock.advance(0)
  assert.equal(board.published.get(path), null)
  assert.deepEqual(
    board.registry.states.map(({ online: isOnline, value }) => [isOnline, value]),
    [[false, null]],
  )
})

test('a command is done when a later report shows the value, and not when the plugin answers', async () => {
  const board = online()
  const setting = board.set(true)
  await settle()
  assert.deepEqual(board.sent, [true])
  board.report(false)
  board.report(true)
  assert.deepEqual(await setting, board.registry.states[0])
  assert.deepEqual(
    board.records.map(({ device, outcome, before, reported }) => [device, outcome, before, reported]),
    [['light', 'OK', { value: false }, { value: true }]],
  )
})

test('a command without a confirming report is unconfirmed after 2 s', async () => {
  const board = online()
  const setting = board.set(true)
  await settle()
  board.clock.advance(2_000)
  assert.equal(await setting, 'unconfirmed')
})

test('a command is sent even if the value is already reported: someone may have turned the switch since', async () => {
  const board = online()
  const setting = board.set(false)
  await settle()
  assert.deepEqual(board.sent, [false])
  board.report(false)
  assert.deepEqual(await setting, board.registry.states[0])
})

test('the refusal of a device, a wrong value and a device that is off-line are refused', async () => {
  const board = online()
  board.answer = Promise.reject(new MarineDataError('rejected-by-device', 'The breaker is open'))
  assert.equal(await board.set(true), 'rejected-by-device')
  assert.equal(await board.set(1), 'invalid-value')
  assert.equal(await board.set(true, undefined, 'electrical.switches.other.state'), 'control-not-found')
  board.registry.lose('board')
  assert.equal(await board.set(true), 'no-provider')
  assert.deepEqual(board.sent, [true])
})

test('commands to one control run one at a time, and a repeated key has no second effect', async () => {
  const board = online()
  const [first, repeated, second] = [board.set(true, 'key'), board.set(true, 'key'), board.set(false)]
  await settle()
  assert.deepEqual(board.sent, [true])
  board.report(true)
  await Promise.all([first, repeated])
  await settle()
  assert.deepEqual(board.sent, [true, false])
  board.report(false)
  await second
})

test('a path has one control, and reserved paths cannot have one', () => {
  const board = online()
  assert.throws(() => board.register('other'), { code: 'name-taken' })
  for (const reserved of [
    'steering.autopilot.state',
    'notifications.navigation.anchor',
    'notifications.fire',
    'a..b',
    '__proto__',
  ])
    assert.throws(() => board.register('other', { ...light, path: reserved }), { code: 'invalid-message' })
})

test('a control that is registered with another path leaves no value at the former one', () => {
  const board = online()
  board.register('light', { ...light, path: 'electrical.switches.deckLight.state' })
  board.clock.advance(0)
  assert.equal(board.published.get(path), null)
  assert.deepEqual(
    board.registry.states.map(({ path: at }) => at),
    ['electrical.switches.deckLight.state'],
  )
})

test('a report of another type is refused', () => {
  const board = online()
  assert.throws(() => board.registry.report('light', { value: 1 }), /must be true or false/)
  assert.throws(() => board.registry.report('light', {}), { code: 'invalid-message' })
})

test('a control whose values the tree refuses at its path cannot be registered', () => {
  const board = online()
  const speed = { ...light, path: 'navigation.speedOverGround' }
  assert.throws(() => board.register('speed', speed), /cannot be true: not-a-number/)
})
