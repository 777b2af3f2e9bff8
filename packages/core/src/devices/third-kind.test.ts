import { checkOf, MarineDataError, type PathValue, type ProblemCode } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { Counters } from '#counters.ts'
import { ManualClock } from '#manual-clock.ts'
import type { CommandRecord } from './command-run.ts'
import { DeviceCommands, type CommandRules } from './device-commands.ts'
import { DeviceRegistry, type DeviceKind } from './device-registry.ts'
import { Device } from './device.ts'
import { person } from '#testing/person.ts'

// A kind of device that exists only here: two schemas and two tables, no further code.

const Details = Type.Object({ silence: Type.Optional(Type.Number()) }, { additionalProperties: false })
const Report = Type.Object(
  { motion: Type.Enum(['stopped', 'up', 'down']), rode: Type.Number({ minimum: 0 }) },
  { additionalProperties: false },
)
type WindlassDetails = Type.Static<typeof Details>
type WindlassReport = Type.Static<typeof Report>
type Windlass = Device<WindlassDetails, WindlassReport>
interface WindlassCommand {
  readonly name: 'up' | 'down' | 'stop'
}

const windlassKind: DeviceKind<WindlassDetails, WindlassReport, Windlass> = {
  noun: 'windlass',
  offlineCode: 'no-provider',
  providerCodes: new Set<ProblemCode>(['busy']),
  details: checkOf(Details),
  report: checkOf(Report),
  unknownCode: 'device-not-found',
  unknownHint: 'Register it first',
  create: (declaration, now) => new Device(declaration, { confirmSeconds: 3, silenceSeconds: 5 }, now),
  values: ({ link, reported }) => [
    { path: 'winches.windlass.motion', value: link === 'on-line' ? reported?.motion : null },
    { path: 'winches.windlass.rode', value: link === 'on-line' ? reported?.rode : null },
  ],
}

interface WindlassTypes {
  readonly device: Windlass
  readonly request: WindlassCommand
  readonly command: WindlassCommand
  readonly requester: typeof anna
  readonly answer: WindlassReport | undefined
}

const windlassRules: CommandRules<WindlassTypes> = {
  preempts: ({ name }) => name === 'stop',
  preemption: 'the windlass was stopped',
  needsAnswer: false,
  plan: ({ request }) => ({
    command: request,
    isConfirmed: ({ motion }) => motion === (request.name === 'stop' ? 'stopped' : request.name),
  }),
  stateOf: ({ reported }) => reported,
  answerOf: ({ reported }) => reported,
}

const anna = { actor: person('Anna'), idempotencyKey: undefined as string | undefined }

class Foredeck {
  readonly clock = new ManualClock()
  readonly published: Record<string, unknown> = {}
  readonly records: CommandRecord<WindlassCommand>[] = []
  readonly sent: string[] = []
  readonly registry = new DeviceRegistry(windlassKind, {
    clock: this.clock,
    publish: (_source, values: readonly PathValue[]) => {
      for (const { path, value } of values) this.published[path] = value
    },
  })
  readonly #commands = new DeviceCommands(windlassKind, windlassRules, {
    clock: this.clock,
    counters: new Counters(),
    send: (_device, { name }) => {
      this.sent.push(name)
      return new Promise(() => undefined)
    },
    record: async (record) => void this.records.push(record),
    onFault: (error) => assert.fail(String(error)),
  })

  constructor() {
    this.registry.register({ id: 'bow', provider: 'deck', details: {} })
    this.hear({ motion: 'stopped', rode: 0 })
  }

  hear(report: unknown): void {
    this.registry.report('bow', report)
    this.clock.advance(0)
  }

  /** Sends a command; resolves to `done` or the code of the problem. */
  async ask(name: WindlassCommand['name'], idempotencyKey?: string): Promise<string> {
    const find = (): Windlass => this.registry.find('bow')
    try {
      await this.#commands.command({ find, name: 'bow' }, { name }, { ...anna, idempotencyKey })
      return 'done'
    } catch (error) {
      return error instanceof MarineDataError ? error.code : String(error)
    }
  }
}

const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 30; turn++) await Promise.resolve()
}

test('a kind of device that is only a table has registration, reports, publication and silence', () => {
  const { registry, published, clock, ...deck } = new Foredeck()
  assert.deepEqual(published, { 'winches.windlass.motion': 'stopped', 'winches.windlass.rode': 0 })
  assert.throws(() => registry.register({ id: 'a/b', provider: 'deck', details: {} }), /cannot be the id/)
  assert.throws(
    () => registry.register({ id: 'aft', provider: 'deck', details: { size: 1 } }),
    /The declaration of the windlass "aft" is invalid: \/size/,
  )
  assert.throws(() => registry.report('aft', {}), /No windlass is registered as "aft"/)
  assert.throws(
    () => registry.report('bow', { motion: 'sideways', rode: 1 }),
    /The report of "bow" is invalid/,
  )
  clock.advance(5_000)
  registry.watch()
  clock.advance(0)
  assert.deepEqual(published, { 'winches.windlass.motion': null, 'winches.windlass.rode': null })
  assert.equal(registry.find('bow').link, 'off-line')
  registry.withdraw('bow')
  assert.deepEqual(registry.devices, [])
  assert.deepEqual(deck.sent, [])
})

test('… and commands with confirmation, one at a time, with keys, preemption and an audit', async () => {
  const deck = new Foredeck()
  const first = deck.ask('down', 'key')
  const repeated = deck.ask('down', 'key')
  const waiting = deck.ask('up')
  await settle()
  assert.deepEqual(deck.sent, ['down'])
  deck.hear({ motion: 'down', rode: 1 })
  assert.deepEqual(await Promise.all([first, repeated]), ['done', 'done'])
  await settle()
  assert.deepEqual(deck.sent, ['down', 'up'])
  const stopped = deck.ask('stop')
  assert.equal(await waiting, 'unconfirmed')
  deck.hear({ motion: 'stopped', rode: 1 })
  assert.equal(await stopped, 'done')
  assert.deepEqual(
    deck.records.map(({ device, actor, sent, outcome }) => [device, actor.name, sent?.name, outcome]),
    [
      ['bow', 'Anna', 'down', 'OK'],
      ['bow', 'Anna', 'up', 'unconfirmed'],
      ['bow', 'Anna', 'stop', 'OK'],
    ],
  )
})

test('… and a device lost during a command leaves its outcome unknown', async () => {
  const deck = new Foredeck()
  const asked = deck.ask('down')
  await settle()
  deck.registry.lose('deck')
  deck.clock.advance(0)
  assert.equal(await asked, 'no-provider')
})
