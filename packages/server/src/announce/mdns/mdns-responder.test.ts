import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { encodeMessage, parseMessage, type DnsMessage } from './dns-message.ts'
import type { MdnsNetwork } from './mdns-networks.ts'
import { hostRecords } from './mdns-records.ts'
import { MdnsResponder } from './mdns-responder.ts'
import type { Sender } from './mdns-sockets.ts'
import { UniqueNames } from './unique-names.ts'

const services = { _http: { port: 3000, texts: ['path=/'] } }
const port = 5353
const phone: Sender = { address: '192.168.1.20', port }

interface Sent {
  readonly from: string
  readonly message: DnsMessage
  readonly to: Sender | undefined
}

/** Responders in one network, in memory, with mocked timers. */
class Harbour implements Disposable {
  readonly sent: Sent[] = []
  #now = 0
  readonly #receivers: ((packet: Buffer, sender: Sender) => void)[] = []

  constructor() {
    mock.timers.enable({ apis: ['setTimeout'] })
  }

  moor(
    address: string,
    labels: readonly string[],
    systemLabel?: string,
  ): { names: UniqueNames; responder: MdnsResponder } {
    const network: MdnsNetwork = { name: 'wlan0', address, addresses: [address], has: () => true }
    const title = 'Aura'
    const names = new UniqueNames(
      () => ({ labels, systemLabel, title }),
      () => Object.keys(services),
    )
    const responder = new MdnsResponder({
      networks: () => [network],
      send: (_network, packet, to) => {
        this.sent.push({ from: address, message: parseMessage(packet)!, to })
        if (to === undefined) this.broadcast(packet, { address, port })
      },
      names,
      services: () => services,
      port,
      ownAddresses: () => [address],
      now: () => this.#now,
      onAnnounced: () => undefined,
    })
    this.#receivers.push((packet, sender) => responder.receive(network, packet, sender))
    responder.restart()
    return { names, responder }
  }

  broadcast(packet: Buffer, sender: Sender): void {
    for (const receive of this.#receivers) receive(packet, sender)
  }

  ask(name: string, type: number, sender = phone): Sent[] {
    this.sent.length = 0
    const questions = [{ name, type, wantsUnicast: true }]
    this.broadcast(encodeMessage({ id: 9, isResponse: false, questions }), sender)
    return [...this.sent]
  }

  wait(seconds = 3): void {
    for (let step = 0; step < seconds * 20; step++) {
      this.#now += 50
      mock.timers.tick(50)
    }
  }

  [Symbol.dispose](): void {
    mock.timers.reset()
  }
}

const dataOf = (sent: readonly Sent[]): (readonly number[])[] =>
  sent.flatMap(({ message }) => message.answers.map(({ data }) => [...data]))

test('a name is probed three times, announced twice, answered and withdrawn', () => {
  using harbour = new Harbour()
  const { responder } = harbour.moor('192.168.1.5', ['aura'])
  assert.equal(harbour.ask('aura.local', 1).length, 0)
  harbour.sent.length = 0
  harbour.wait()
  assert.deepEqual(
    harbour.sent.map(({ message }) => message.isResponse),
    [false, false, false, true, true],
  )
  assert.deepEqual(dataOf(harbour.ask('aura.local', 1)), [[192, 168, 1, 5]])
  assert.equal(harbour.ask('other.local', 1).length, 0)
  const [simple] = harbour.ask('aura.local', 1, { ...phone, port: 40_000 })
  assert.deepEqual(
    [simple?.message.id, simple?.message.questions.length, simple?.message.answers[0]?.ttl, simple?.to?.port],
    [9, 1, 10, 40_000],
  )
  harbour.sent.length = 0
  responder.sayGoodbye()
  const goodbye = harbour.sent.flatMap(({ message }) => message.answers)
  assert.ok(goodbye.length > 5 && goodbye.every(({ ttl }) => ttl === 0))
})

test('of two machines with one name the later gets a number, and the first keeps its name', () => {
  using harbour = new Harbour()
  const first = harbour.moor('192.168.1.5', ['marinedata'])
  harbour.wait()
  const second = harbour.moor('192.168.1.6', ['marinedata'])
  harbour.wait(6)
  assert.deepEqual(first.names.taken, { hosts: ['marinedata.local'], instance: 'Aura' })
  assert.deepEqual(second.names.taken, { hosts: ['marinedata-2.local'], instance: 'Aura (2)' })
  assert.deepEqual(dataOf(harbour.ask('marinedata-2.local', 1)), [[192, 168, 1, 6]])
})

test('two machines that start at the same moment end with different names', () => {
  using harbour = new Harbour()
  const both = [harbour.moor('192.168.1.5', ['aura']), harbour.moor('192.168.1.6', ['aura'])]
  harbour.wait(10)
  const hosts = both.flatMap(({ names }) => names.taken.hosts).toSorted()
  assert.deepEqual(hosts, ['aura-2.local', 'aura.local'])
})

test('the machine’s name is left to the operating system when it announces it', () => {
  using harbour = new Harbour()
  const { names } = harbour.moor('192.168.1.5', ['aura', 'pi'], 'pi')
  const answers = hostRecords('pi.local', ['192.168.1.5'])
  harbour.broadcast(encodeMessage({ isResponse: true, answers }), { address: '192.168.1.5', port })
  harbour.wait()
  assert.deepEqual(names.taken.hosts, ['aura.local'])
  assert.deepEqual([...names.labels.keys()], ['aura', 'pi'])
})

test('a machine that claims every name gets them, and no more than nine are tried', () => {
  using harbour = new Harbour()
  const { names } = harbour.moor('192.168.1.5', ['aura'])
  for (let round = 0; round < 40; round++) {
    const answers = names.taken.hosts.flatMap((name) => hostRecords(name, ['192.168.1.66']))
    if (answers.length > 0) harbour.broadcast(encodeMessage({ isResponse: true, answers }), phone)
    // As often as the server probes, whose probes it answers.
    harbour.wait(0.25)
  }
  assert.deepEqual(names.taken.hosts, [])
})

test('a flood of questions gets fifty answers a second', () => {
  using harbour = new Harbour()
  harbour.moor('192.168.1.5', ['aura'])
  harbour.wait()
  let answered = 0
  for (let count = 0; count < 1_000; count++) answered += harbour.ask('aura.local', 1).length
  assert.equal(answered, 50)
})
