import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import {
  encodeMessage,
  maxPacketBytes,
  parseMessage,
  type DnsMessage,
  type DnsRecord,
} from './dns-message.ts'
import type { MdnsNetwork } from './mdns-networks.ts'
import { hostRecords, instanceName, recordsOf } from './mdns-records.ts'
import { MdnsResponder } from './mdns-responder.ts'
import type { Sender } from './mdns-sockets.ts'
import { UniqueNames } from './unique-names.ts'

const port = 5353
const own = '192.168.1.5'
const attacker: Sender = { address: '192.168.1.66', port }
const types = [
  '_http',
  '_https',
  '_marinedata',
  '_signalk-http',
  '_signalk-ws',
  '_signalk-https',
  '_signalk-wss',
]
const services = Object.fromEntries(
  types.map((type) => [type, { port: 3000, texts: ['path=/', 'version=1'] }]),
)

interface Sent {
  readonly packet: Buffer
  readonly message: DnsMessage
  readonly to: Sender | undefined
}

/** A responder in a network with an attacker, with mocked timers. */
class Target implements Disposable {
  readonly sent: Sent[] = []
  readonly names: UniqueNames
  /** How often the records and the addresses of the machine were read. */
  readonly reads = { services: 0, addresses: 0 }
  readonly #responder: MdnsResponder
  readonly #network: MdnsNetwork
  #now = 0

  constructor(title = 'Aura', labels: readonly string[] = ['aura', 'marinedata', 'pi']) {
    mock.timers.enable({ apis: ['setTimeout'] })
    const network: MdnsNetwork = { name: 'wlan0', address: own, addresses: [own, 'fd00::5'], has: () => true }
    this.#network = network
    this.names = new UniqueNames(
      () => ({ labels, systemLabel: undefined, title }),
      () => types,
    )
    this.#responder = new MdnsResponder({
      networks: () => [network],
      send: (_network, packet, to) => {
        const message = parseMessage(packet)
        assert.ok(message, 'the server sends only well-formed packets')
        this.sent.push({ packet, message, to })
      },
      names: this.names,
      services: () => {
        this.reads.services++
        return services
      },
      port,
      ownAddresses: () => {
        this.reads.addresses++
        return [own, 'fd00::5']
      },
      now: () => this.#now,
      onAnnounced: () => undefined,
    })
    this.#responder.restart()
  }

  get records(): readonly DnsRecord[] {
    return recordsOf(services, this.names.taken, this.#network.addresses)
  }

  receive(packet: Buffer, sender = attacker): void {
    this.#responder.receive(this.#network, packet, sender)
  }

  claim(answers: readonly DnsRecord[], sender = attacker): void {
    this.receive(encodeMessage({ isResponse: true, answers }), sender)
  }

  /** Sends all names of the server to it, as another machine that has them. */
  claimAll(): void {
    const { hosts, instance } = this.names.taken
    const hostAnswers = hosts.flatMap((name) => hostRecords(name, [attacker.address]))
    const texts = types.flatMap((type) =>
      instance === undefined
        ? []
        : [
            {
              name: instanceName(instance, type),
              type: 16,
              ttl: 120,
              isUnique: true,
              data: Buffer.from([0]),
            },
          ],
    )
    for (const answer of [...hostAnswers, ...texts]) this.claim([answer])
  }

  wait(seconds = 3): void {
    for (let step = 0; step < seconds * 20; step++) {
      this.#now += 50
      mock.timers.tick(50)
    }
  }

  [Symbol.dispose](): void {
    this.#responder[Symbol.dispose]()
    mock.timers.reset()
  }
}

const header = (flags: number, ...counts: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(12)
  for (const [index, value] of [flags, ...counts].entries()) bytes.writeUInt16BE(value, 2 + index * 2)
  return bytes
}

const question = (name: string, type: number) => ({ name, type, wantsUnicast: true })

test('a name that others claim without end stays within 63 bytes and nine numbers, and is tried again', () => {
  const long = 'Ä'.repeat(100)
  using target = new Target(long)
  const seen = new Set<string>()
  for (let round = 0; round < 200; round++) {
    target.claimAll()
    const { hosts, instance } = target.names.taken
    for (const name of [...hosts, instance ?? '']) seen.add(name)
    target.wait(0.2)
  }
  for (const name of seen) assert.ok(Buffer.byteLength(name.split('.')[0]!) <= 63, name)
  assert.ok(seen.size <= 4 * 9 + 1, `${seen.size} names`)
  assert.deepEqual(target.names.taken, { hosts: [], instance: undefined })
  target.wait(30)
  target.sent.length = 0
  target.wait(660)
  assert.deepEqual(target.names.taken.hosts, ['aura.local', 'marinedata.local', 'pi.local'])
  assert.ok(target.sent.length > 0)
})

test('a forged goodbye is corrected, also right after an announcement', () => {
  using target = new Target()
  target.wait()
  const goodbye = target.records.map((record) => ({ ...record, ttl: 0 }))
  target.sent.length = 0
  target.claim(goodbye.slice(0, 12))
  const corrected = (): Set<string> =>
    new Set(target.sent.flatMap(({ message }) => message.answers.map(({ name, type }) => `${name} ${type}`)))
  const first = corrected()
  assert.ok(goodbye.slice(0, 12).every(({ name, type }) => first.has(`${name.toLowerCase()} ${type}`)))
  target.wait(0.5)
  target.sent.length = 0
  for (let count = 0; count < 100; count++) target.claim(goodbye.slice(0, 12))
  assert.deepEqual(corrected(), first)
  assert.equal(target.sent.length, 1, 'a flood is answered once')
})

test('a machine that is not on the port of multicast DNS cannot delay the names', () => {
  using target = new Target()
  target.wait(0.2)
  const authorities = target.names.taken.hosts.flatMap((name) => hostRecords(name, ['255.255.255.255']))
  const probe = encodeMessage({ isResponse: false, authorities })
  for (let count = 0; count < 20; count++) {
    target.receive(probe, { ...attacker, port: 40_000 })
    target.wait(0.1)
  }
  assert.ok(target.sent.some(({ message }) => message.isResponse))
})

test('a title shows nothing else than its letters, and is a name in any case', () => {
  for (const [title, instance] of [
    ['Au\u202Era\u2066\u0007', 'Au ra'],
    ['', 'aura'],
    ['...', 'aura'],
    ['\u202E\u0000', 'aura'],
  ] as const) {
    using target = new Target(title)
    assert.equal(target.names.taken.instance, instance)
    target.wait()
    assert.ok(target.sent.length > 0)
  }
})

test('pointers cost at most 4,096 steps per packet', () => {
  // A chain of 4,000 pointers that every question and record begins with.
  const chain = Buffer.alloc(8_000)
  chain.writeUInt16BE(0, 0)
  for (let at = 2; at < chain.length; at += 2) chain.writeUInt16BE(0xc0_00 | (12 + 11 + at - 2), at)
  const inData = Buffer.concat([Buffer.from([0, 0, 99, 0, 1, 0, 0, 0, 0]), Buffer.from([0x1f, 0x40])])
  const last = 0xc0_00 | (12 + inData.length + chain.length - 2)
  const record = Buffer.concat([
    Buffer.from([last >> 8, last & 255]),
    Buffer.from([0, 1, 0, 1, 0, 0, 0, 9, 0, 0]),
  ])
  const packet = (count: number): Buffer =>
    Buffer.concat([header(0x84_00, 0, 1 + count, 0, 0), inData, chain, ...Array<Buffer>(count).fill(record)])
  assert.ok(packet(80).length <= maxPacketBytes)
  assert.ok(parseMessage(packet(1)), 'the control')
  assert.equal(parseMessage(packet(80)), undefined)
})

test('packets of more than 9,000 bytes and of 10,000 questions are ignored', () => {
  using target = new Target()
  target.wait()
  target.sent.length = 0
  const asked = {
    isResponse: false,
    questions: Array.from({ length: 10_000 }, () => question('aura.local', 1)),
  }
  const many = encodeMessage(asked)
  target.receive(many)
  target.receive(many.subarray(0, maxPacketBytes))
  const small = encodeMessage({ isResponse: false, questions: [question('aura.local', 1)] })
  target.receive(Buffer.concat([small, Buffer.alloc(maxPacketBytes)]))
  assert.equal(target.sent.length, 0)
  target.receive(small)
  assert.equal(target.sent.length, 1)
})

test('a packet of 256 records of the server reads its records and addresses once', () => {
  using target = new Target()
  target.wait()
  for (const type of [1, 16]) {
    const repeated = target.records.find((record) => record.type === type)!
    Object.assign(target.reads, { services: 0, addresses: 0 })
    target.claim(Array.from({ length: 256 }, () => repeated))
    assert.ok(target.reads.services <= 3 && target.reads.addresses <= 1, JSON.stringify(target.reads))
  }
})

test('a forged sender gets at most one frame, and 512 bytes on another port', () => {
  using target = new Target('Aura', ['aura', 'marinedata', 'pi', 'b', 'c', 'd', 'e'])
  target.wait()
  const names = ['_services._dns-sd._udp.local', ...target.records.map(({ name }) => name.toLowerCase())]
  const questions = [...new Set(names)].slice(0, 64).map((name) => question(name, 255))
  const sizes: number[] = []
  for (const from of [port, 40_000])
    for (const asked of [questions, ...questions.map((one) => [one])]) {
      target.wait(1)
      target.sent.length = 0
      const packet = encodeMessage({ isResponse: false, questions: asked })
      target.receive(packet, { ...attacker, port: from })
      assert.equal(target.sent.length, 1)
      const [{ packet: answer, message }] = target.sent as [Sent]
      assert.ok(message.answers.length > 0)
      assert.ok(answer.length <= (from === port ? 1_400 : 512), `${answer.length} bytes`)
      sizes.push(answer.length)
    }
  assert.ok(Math.max(...sizes) > 200)
})

test('a question for a name of the server echoes nothing else', () => {
  using target = new Target()
  target.wait()
  target.sent.length = 0
  const noise = Array.from({ length: 60 }, (_, at) =>
    question(`${String(at)}${'\uFFFD'.repeat(20)}.local`, 1),
  )
  const packet = encodeMessage({ isResponse: false, questions: [question('aura.local', 1), ...noise] })
  target.receive(packet, { ...attacker, port: 40_000 })
  assert.deepEqual(
    target.sent.map(({ message }) => message.questions.map(({ name }) => name)),
    [['aura.local']],
  )
})

test('a forged claim to a name does not rename the server, unless the sender answers its probes', () => {
  using target = new Target()
  target.wait()
  const before = target.names.taken
  const claims = before.hosts.flatMap((name) => hostRecords(name, [attacker.address]))
  for (let count = 0; count < 5; count++) {
    target.claim(claims)
    target.wait()
  }
  assert.deepEqual(target.names.taken, before)
  target.claim(claims)
  target.wait(0.3)
  target.claim(claims.slice(0, 1))
  target.wait()
  assert.deepEqual(target.names.taken.hosts, ['aura-2.local', 'marinedata.local', 'pi.local'])
})
