import { busLimits, MarineDataError, type BusState } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Counters } from '#counters.ts'
import { ManualClock } from '#manual-clock.ts'
import type { BusOwner, BusUser, HeardMessage, OfferNumber, SentMessage, WantedTopics } from './bus-ports.ts'
import { BusRegistry } from './bus-registry.ts'

/** A process that records what it gets, as an owner and as a user. */
class Process implements BusOwner, BusUser {
  readonly plugin: string
  readonly wantedTopics: WantedTopics[] = []
  readonly written: (SentMessage & { readonly user: string })[] = []
  readonly events: string[] = []
  readonly messages: string[] = []
  unread = 0
  offer = 0
  write: (signal: AbortSignal) => Promise<void> = async () => undefined

  constructor(plugin: string) {
    this.plugin = plugin
  }

  wanted(_bus: string, wanted: WantedTopics): void {
    this.wantedTopics.push(wanted)
  }

  async send(
    _bus: string,
    message: SentMessage & { readonly user: string },
    { signal }: { readonly signal: AbortSignal },
  ): Promise<void> {
    this.written.push(message)
    await this.write(signal)
  }

  backlog(): number {
    return this.unread
  }

  offered({ opening, offer }: OfferNumber, { id, canSend }: BusState): void {
    this.offer = offer
    this.events.push(`${opening} offered ${id} ${canSend}`)
  }

  heard(opening: number, messages: readonly string[]): void {
    for (const message of messages)
      this.messages.push(`${opening} ${(JSON.parse(message) as HeardMessage)[5]}`)
  }

  nodes(
    opening: number,
    { nodes, gone }: { readonly nodes: readonly object[]; readonly gone: readonly string[] },
  ) {
    this.events.push(`${opening} nodes ${nodes.length} gone ${gone.length}`)
  }

  lost(opening: number): void {
    this.events.push(`${opening} lost`)
  }
}

const trial = () => {
  const clock = new ManualClock()
  const counters = new Counters()
  const audited: string[] = []
  const registry = new BusRegistry({
    clock,
    counters,
    audit: {
      opened: (plugin, { kind, sends }) => audited.push(`${plugin} opened ${kind} for ${sends.join(' ')}`),
      undeclared: (plugin, { topic }) => audited.push(`${plugin} tried ${topic}`),
    },
  })
  return { clock, counters, audited, registry, owner: new Process('wire'), user: new Process('pilot') }
}

const can0: BusState = { id: 'can0', kind: 'nmea2000', canSend: true }
const opening = (number: number, members: object = {}) => ({
  opening: number,
  kind: 'nmea2000',
  hears: ['65379'],
  sends: ['126208'],
  urgent: [],
  ...members,
})
const message = (topic: string, payload = 'AA=='): HeardMessage => [topic, null, null, 7, 0, payload]
const command = { opening: 1, offer: 1, topic: '126208', to: null, priority: 3, payload: 'AA==' }
const limits = { deadlineMs: 1_000, signal: new AbortController().signal }
const isCode = (code: string) => (error: unknown) => error instanceof MarineDataError && error.code === code

test('a user gets the topics that it declares, and the owner learns which are wanted', () => {
  const { registry, owner, user, counters } = trial()
  registry.offer(owner, can0)
  registry.open(user, opening(1, { hears: ['65379', '65360'], urgent: ['65379'] }))
  registry.heard(owner, 'can0', [message('65379', 'AQ=='), message('127250'), message('65360', 'Ag==')])
  assert.deepEqual(user.messages, ['1 AQ==', '1 Ag=='])
  assert.deepEqual(owner.wantedTopics, [
    { topics: [], urgent: [] },
    { topics: ['65360', '65379'], urgent: ['65379'] },
  ])
  assert.equal(counters.heardBusMessages, 3)
  assert.equal(counters.deliveredBusMessages, 2)
  registry.close(user, 1)
  assert.deepEqual(owner.wantedTopics.at(-1), { topics: [], urgent: [] })
})

test('a user that opens before the owner offers gets the bus when it appears', () => {
  const { registry, owner, user } = trial()
  registry.open(user, opening(1))
  registry.open(user, opening(2, { bus: 'can1' }))
  registry.offer(owner, can0)
  assert.deepEqual(user.events, ['1 offered can0 true'])
  registry.offer(owner, { ...can0, id: 'can1' })
  assert.deepEqual(user.events.slice(1), ['2 offered can1 true'])
})

test('the users of a lost bus are notified immediately, and get the same bus again, never another', async () => {
  const { registry, owner, user } = trial()
  registry.offer(owner, can0)
  registry.open(user, opening(1))
  registry.lose(owner)
  assert.deepEqual(user.events, ['1 offered can0 true', '1 lost'])
  await assert.rejects(registry.send(user, command, limits), isCode('bus-unavailable'))
  const restarted = new Process('wire')
  registry.offer(restarted, { ...can0, id: 'can1' })
  assert.equal(user.events.length, 2)
  registry.offer(restarted, can0)
  assert.deepEqual(user.events.slice(2), ['1 offered can0 true'])
  // A message that was decided on before the bus was lost, and that was on its way until now.
  await assert.rejects(registry.send(user, command, limits), isCode('bus-unavailable'))
  assert.equal(restarted.written.length, 0)
  await registry.send(user, { ...command, offer: user.offer }, limits)
  assert.equal(restarted.written.length, 1)
})

test('a message that waits when its owner or its user ends is cancelled', async () => {
  for (const end of ['owner', 'user'] as const) {
    const { registry, owner, user } = trial()
    owner.write = (signal) =>
      new Promise((_, reject) => {
        const stop = () => reject(new MarineDataError('plugin-not-running', 'ended'))
        signal.addEventListener('abort', stop)
      })
    registry.offer(owner, can0)
    registry.open(user, opening(1))
    const sending = registry.send(user, command, limits)
    registry.lose(end === 'owner' ? owner : user)
    await assert.rejects(sending, (error: unknown) => {
      assert.ok(isCode('bus-unavailable')(error))
      return (error as MarineDataError).details.outcome === 'unknown'
    })
  }
})

test('an undeclared topic is refused, counted, and audited once', async () => {
  const { registry, owner, user, counters, audited } = trial()
  registry.offer(owner, can0)
  registry.open(user, opening(1))
  for (let tries = 0; tries < 3; tries++)
    await assert.rejects(registry.send(user, { ...command, topic: '59392' }, limits), isCode('not-declared'))
  assert.equal(counters.refusedBusMessages['not-declared'], 3)
  assert.deepEqual(audited, ['pilot opened nmea2000 for 126208', 'pilot tried 59392'])
  assert.deepEqual(owner.written, [])
})

test('a user sends at most 50 messages in any second, and 10 urgent ones in addition', async () => {
  const { registry, owner, user, clock } = trial()
  registry.offer(owner, can0)
  registry.open(user, opening(1))
  const attempt = async (urgent: boolean): Promise<boolean> =>
    registry.send(user, { ...command, urgent }, limits).then(
      () => true,
      () => false,
    )
  let accepted = 0
  for (let sent = 0; sent < 2_000; sent++) {
    if (await attempt(false)) accepted++
    clock.advance(1)
  }
  assert.equal(accepted, 2 * busLimits.sendsPerSecond)
  const urgent = await Promise.all(Array.from({ length: 20 }, () => attempt(true)))
  assert.equal(urgent.filter(Boolean).length, busLimits.urgentSendsPerSecond)
})

test('nothing is sent while the bus cannot send, and the error of the owner reaches the user', async () => {
  const { registry, owner, user } = trial()
  registry.offer(owner, { ...can0, canSend: false })
  registry.open(user, opening(1))
  await assert.rejects(registry.send(user, command, limits), isCode('not-claimed'))
  registry.offer(owner, can0)
  assert.deepEqual(user.events.at(-1), '1 offered can0 true')
  owner.write = () => Promise.reject(new MarineDataError('device-not-found', 'gone'))
  await assert.rejects(registry.send(user, command, limits), isCode('device-not-found'))
})

test('a slow reader loses the oldest batches and delays no other', () => {
  const { registry, owner, user, clock, counters } = trial()
  const quick = new Process('logger')
  registry.offer(owner, can0)
  registry.open(user, opening(1))
  registry.open(quick, opening(1))
  user.unread = 1_000_000
  for (let batch = 0; batch < 100; batch++) registry.heard(owner, 'can0', [message('65379', String(batch))])
  assert.equal(quick.messages.length, 100)
  assert.equal(user.messages.length, 0)
  assert.equal(counters.droppedBusMessages, 36)
  user.unread = 0
  clock.advance(50)
  assert.deepEqual(user.messages.at(0), '1 36')
  assert.deepEqual(user.messages.at(-1), '1 99')
})

test('a slow user receives no message of before after a change of the state', () => {
  const { clock, counters, registry, owner, user } = trial()
  registry.offer(owner, can0)
  registry.open(user, opening(1))
  user.unread = 1_000_000
  registry.heard(owner, 'can0', [message('65379', 'before')])
  registry.offer(owner, { ...can0, canSend: false })
  user.unread = 0
  clock.advance(1_000)
  registry.heard(owner, 'can0', [message('65379', 'after')])
  assert.deepEqual(user.messages, ['1 after'])
  assert.equal(counters.droppedBusMessages, 1)
})

test('what waits for a slow user is dropped when the bus is lost', () => {
  const { registry, owner, user, clock } = trial()
  registry.offer(owner, can0)
  registry.open(user, opening(1))
  user.unread = 1_000_000
  registry.heard(owner, 'can0', [message('65379')])
  registry.lose(owner)
  user.unread = 0
  clock.advance(1_000)
  assert.deepEqual(user.messages, [])
})

test('devices reach users, reports and the sources of the root object', () => {
  const { registry, owner, user, clock } = trial()
  const node = { name: 'c0788c00e7e04312', address: 204, model: 'EV-1', source: 'wire.can0.c0788c00e7e04312' }
  registry.offer(owner, can0)
  registry.changeNodes(owner, 'can0', { nodes: [node], gone: [] })
  registry.open(user, opening(1))
  assert.deepEqual(user.events, ['1 offered can0 true', '1 nodes 1 gone 0'])
  assert.deepEqual(registry.reportsOf('wire'), [{ ...can0, users: ['pilot'], devices: [node] }])
  const { source, ...details } = node
  assert.deepEqual(registry.sources(), [[source, { protocol: 'nmea2000', interface: 'can0', ...details }]])
  const { revision } = registry
  clock.advance(1_000)
  registry.changeNodes(owner, 'can0', { nodes: [{ ...node, lastHeard: clock.timestamp() }], gone: [] })
  assert.equal(registry.revision, revision)
  registry.changeNodes(owner, 'can0', { nodes: [], gone: [node.name] })
  assert.deepEqual(registry.reportsOf('wire')[0]?.devices, [])
  assert.ok(registry.revision > revision)
})

test('numbers of buses, users, openings and devices are limited', () => {
  const { registry, owner, clock } = trial()
  for (let id = 0; id < busLimits.buses; id++) registry.offer(owner, { ...can0, id: `can${id}` })
  assert.throws(() => registry.offer(owner, { ...can0, id: 'can8' }), isCode('too-many-requests'))
  for (let user = 0; user < busLimits.usersPerBus; user++)
    registry.open(new Process(`user-${user}`), opening(1, { bus: 'can0' }))
  assert.throws(
    () => registry.open(new Process('more'), opening(1, { bus: 'can0' })),
    isCode('too-many-requests'),
  )
  const greedy = new Process('greedy')
  for (let number = 0; number < busLimits.openingsPerPlugin; number++)
    registry.open(greedy, opening(number, { bus: 'can1' }))
  assert.throws(() => registry.open(greedy, opening(9, { bus: 'can1' })), isCode('too-many-requests'))
  const nodes = Array.from({ length: 63 }, (_, index) => index)
  for (let part = 0; part < 4; part++)
    registry.changeNodes(owner, 'can0', {
      nodes: nodes.map((index) => ({ name: (part * 63 + index).toString(16).padStart(16, '0') })),
      gone: [],
    })
  const oneMore = { nodes: [{ name: 'ffffffffffffffff' }], gone: [] }
  assert.throws(() => registry.changeNodes(owner, 'can0', oneMore), isCode('storage-full'))
  clock.advance(1_000)
  registry.changeNodes(owner, 'can0', { ...oneMore, gone: ['0000000000000000'] })
})

test('a bus that reports more than a wire can carry is refused', () => {
  const { registry, owner, clock } = trial()
  registry.offer(owner, can0)
  const batch = Array.from({ length: 200 }, () => message('65379'))
  for (let batches = 0; batches < 20; batches++) registry.heard(owner, 'can0', batch)
  assert.throws(() => registry.heard(owner, 'can0', batch), isCode('too-many-requests'))
  clock.advance(1_000)
  registry.heard(owner, 'can0', batch)
  const long = Array.from({ length: 200 }, () => message('65379', 'A'.repeat(2_380)))
  registry.heard(owner, 'can0', long)
  assert.throws(() => registry.heard(owner, 'can0', long), isCode('too-many-requests'))
})

test('a bus belongs to the process that offered it', () => {
  const { registry, owner } = trial()
  registry.offer(owner, can0)
  const other = new Process('other')
  assert.throws(() => registry.offer(other, can0), isCode('name-taken'))
  assert.throws(() => registry.heard(other, 'can0', []), isCode('name-taken'))
  assert.throws(() => registry.withdraw(other, 'can0'), isCode('name-taken'))
  assert.throws(() => registry.heard(owner, 'can9', []), isCode('not-found'))
  assert.throws(() => registry.offer(owner, { ...can0, kind: 'nmea0183' }), isCode('invalid-value'))
})
