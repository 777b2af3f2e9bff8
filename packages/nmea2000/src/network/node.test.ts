import { decode, type Fields } from '#codec/decode.ts'
import { encodeById } from '#codec/encode.ts'
import { ManualTimer, SimulatedBus } from '#simulation/simulated-bus.ts'
import { TransportSender } from '#transport/iso-transport.ts'
import { broadcastAddress, nullAddress, type Packet } from '#transport/frame.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maxAddress, networkPgns } from './address-claim.ts'
import {
  deviceNameOf,
  hasPriorityOver,
  nameBytesOf,
  nameTextFrom,
  nameTextOf,
  marineDeviceName,
  type DeviceName,
} from './name.ts'
import { BusNode } from './node.ts'

const nameOf = (uniqueNumber: number, rest: Partial<DeviceName> = {}): DeviceName => ({
  ...marineDeviceName({ uniqueNumber, manufacturerCode: 2_000, deviceFunction: 130, deviceClass: 25 }),
  ...rest,
})

class Harness {
  readonly timer = new ManualTimer()
  readonly bus = new SimulatedBus(this.timer)
  readonly packets: Packet[] = []

  constructor() {
    this.bus.attach({ handle: (packet) => this.packets.push(packet) })
  }

  node(name: DeviceName, preferredAddress: number): BusNode {
    const node: BusNode = new BusNode({
      name,
      product: {
        nmea2000Version: 2.1,
        productCode: 1,
        modelId: 'Server',
        modelSerialCode: '1',
        certificationLevel: 0,
        loadEquivalency: 1,
      },
      configuration: { manufacturerInformation: 'marinedata' },
      transmits: [129_025],
      receives: [],
      preferredAddress,
      timer: this.timer,
      random: () => 0.5,
      send: (frame) => this.bus.send(frame),
    })
    this.bus.attach(node)
    return node
  }

  /** A message of a device that does only what the test says. */
  say(pgn: number, data: Uint8Array, { source = 5, destination = broadcastAddress } = {}): void {
    this.bus.send({ priority: 6, pgn, source, destination, data })
  }

  claim(name: DeviceName, address: number): void {
    this.say(networkPgns.claim, nameBytesOf(nameTextFrom(name)), { source: address })
  }

  fieldsOf(pgn: number): Fields[] {
    return this.packets
      .filter((packet) => packet.pgn === pgn)
      .map(({ payload }) => decode(pgn, payload)?.fields ?? {})
  }

  /** Frames that were not about addresses, by source. */
  get dataSources(): number[] {
    return this.bus.frames
      .filter(({ pgn }) => pgn !== networkPgns.claim && pgn !== networkPgns.request)
      .map(({ source }) => source)
  }
}

const position = { priority: 2, pgn: 129_025, destination: 255, payload: new Uint8Array(8) }

test('a NAME is read, written and compared by priority, not as a decimal number', () => {
  const text = nameTextOf(Uint8Array.from(Buffer.from('ef04e0b300af78c0', 'hex')))
  assert.equal(text, 'c078af00b3e004ef')
  assert.ok(text !== undefined)
  assert.deepEqual([deviceNameOf(text)['uniqueNumber'], deviceNameOf(text)['deviceClass']], [1_263, 60])
  // 4634… has more digits than 13849… as text, and fewer as a number: the fixed-address device wins.
  const [fixed, arbitrary] = [
    nameTextFrom(nameOf(1, { arbitraryAddressCapable: 0 })),
    nameTextFrom(nameOf(1)),
  ]
  assert.equal(hasPriorityOver(fixed, arbitrary), true)
})

test('an address is ours 250 ms after the claim, and nothing is sent before', () => {
  const harness = new Harness()
  const node = harness.node(nameOf(1), 35)
  node.start()
  for (let ms = 0; ms < 490; ms += 10) {
    harness.timer.advance(10)
    assert.equal(node.send(position), false)
  }
  harness.timer.advance(20)
  assert.equal(node.address, 35)
  assert.equal(node.send(position), true)
  assert.deepEqual(harness.dataSources, [35])
})

test('an address that another device has is not claimed', () => {
  const harness = new Harness()
  const [first, second] = [harness.node(nameOf(9), 35), harness.node(nameOf(1), 35)]
  first.start()
  harness.timer.advance(1_000)
  second.start()
  harness.timer.advance(1_000)
  // The second has priority, and still does not take it away.
  assert.deepEqual([first.address, second.address], [35, 36])
})

test('if two devices claim the same address together, the one with priority gets it', () => {
  const harness = new Harness()
  const nodes = [5, 3, 4].map((unique) => harness.node(nameOf(unique), 35))
  for (const node of nodes) node.start()
  harness.timer.advance(3_000)
  const addresses = nodes.map(({ address }) => address)
  assert.equal(addresses[1], 35)
  assert.equal(new Set(addresses).size, 3)
})

for (const [when, ms] of [
  ['in the claim window', 400],
  ['after it', 2_000],
] as const)
  test(`a claim with priority ${when} takes the address, which is no longer used`, () => {
    const harness = new Harness()
    const node = harness.node(nameOf(9), 35)
    node.start()
    harness.timer.advance(ms)
    harness.claim(nameOf(1), 35)
    harness.timer.advance(1)
    const at = harness.bus.frames.length
    node.send(position)
    harness.timer.advance(1_000)
    assert.equal(node.address, 36)
    node.send(position)
    assert.deepEqual(
      harness.bus.frames.slice(at).filter(({ source }) => source === 35),
      [],
    )
  })

test('a claim without priority is answered, and the address stays ours', () => {
  const harness = new Harness()
  const node = harness.node(nameOf(1), 35)
  node.start()
  harness.timer.advance(1_000)
  const at = harness.bus.frames.length
  harness.claim(nameOf(9), 35)
  harness.timer.advance(1)
  assert.equal(node.address, 35)
  assert.equal(
    harness.bus.frames.slice(at).filter(({ source, pgn }) => source === 35 && pgn === networkPgns.claim)
      .length,
    2,
  )
})

test('without a free address nothing is sent, until one is free', () => {
  const harness = new Harness()
  const node = harness.node(nameOf(1), 35)
  node.start()
  for (let address = 0; address <= maxAddress; address++) harness.claim(nameOf(100 + address), address)
  harness.timer.advance(2_000)
  assert.equal(node.address, undefined)
  assert.equal(node.send(position), false)
  assert.ok(harness.bus.frames.some(({ pgn, source }) => pgn === networkPgns.claim && source === nullAddress))
  // One of them moves away.
  harness.claim(nameOf(107), nullAddress)
  harness.timer.advance(20_000)
  assert.equal(node.address, 7)
})

test('a device with a fixed address that loses it has no address', () => {
  const harness = new Harness()
  const node = harness.node(nameOf(9, { arbitraryAddressCapable: 0 }), 35)
  node.start()
  harness.timer.advance(1_000)
  harness.claim(nameOf(1, { arbitraryAddressCapable: 0 }), 35)
  harness.timer.advance(1_000)
  assert.equal(node.address, undefined)
})

test('a commanded address is claimed', () => {
  const harness = new Harness()
  const node = harness.node(nameOf(1), 35)
  node.start()
  harness.timer.advance(1_000)
  const payload = Uint8Array.of(...nameBytesOf(node.name), 77)
  const sender = new TransportSender({
    priority: 6,
    pgn: networkPgns.commandedAddress,
    source: 1,
    destination: 255,
    payload,
  })
  harness.bus.send(sender.begin())
  for (let part = sender.nextPart(); part !== undefined; part = sender.nextPart()) harness.bus.send(part)
  harness.timer.advance(1_000)
  assert.equal(node.address, 77)
})

test('questions about the device are answered; others are refused only when they are addressed to it', () => {
  const harness = new Harness()
  const node = harness.node(nameOf(1), 35)
  node.start()
  harness.timer.advance(1_000)
  const ask = (pgn: number, destination: number): void =>
    harness.say(networkPgns.request, encodeById('isoRequest', { pgn }), { destination })
  for (const pgn of [126_996, 126_998, 126_464, 126_993]) ask(pgn, 35)
  harness.timer.advance(100)
  assert.equal(harness.fieldsOf(126_996)[0]?.['modelId'], 'Server')
  assert.equal(harness.fieldsOf(126_998)[0]?.['manufacturerInformation'], 'marinedata')
  assert.equal(harness.fieldsOf(126_464).length, 2)
  assert.equal(harness.fieldsOf(126_993).length, 1)
  ask(127_250, broadcastAddress)
  harness.timer.advance(100)
  assert.deepEqual(harness.fieldsOf(59_392), [])
  ask(127_250, 35)
  harness.timer.advance(100)
  assert.deepEqual(
    harness.fieldsOf(59_392).map(({ control, pgn }) => [control, pgn]),
    [[1, 127_250]],
  )
})

test('the heartbeat comes every minute, and as often as it is asked for', () => {
  const harness = new Harness()
  const node = harness.node(nameOf(1), 35)
  node.start()
  harness.timer.advance(121_000)
  assert.deepEqual(
    harness.fieldsOf(126_993).map((fields) => fields['sequenceCounter']),
    [0, 1],
  )
  const request = encodeById('nmeaRequestGroupFunction', {
    pgn: 126_993,
    transmissionInterval: 5,
    transmissionIntervalOffset: 0,
  })
  const frames = [request.slice(0, 6), request.slice(6)].map((part, index) =>
    Uint8Array.of(
      index,
      ...(index === 0 ? [request.length] : []),
      ...part,
      ...new Uint8Array(8).fill(255),
    ).slice(0, 8),
  )
  for (const data of frames) harness.say(126_208, data, { destination: 35 })
  harness.timer.advance(11_000)
  assert.equal(harness.fieldsOf(126_993).length, 4)
  assert.deepEqual(
    harness
      .fieldsOf(126_208)
      .map(({ transmissionIntervalPriorityErrorCode: code }) => code)
      .at(-1),
    0,
  )
})
