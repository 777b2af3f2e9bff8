import { encodeById } from '#codec/encode.ts'
import { maxAddress, networkPgns } from '#network/address-claim.ts'
import { DeviceDirectory } from '#network/device-directory.ts'
import { marineDeviceName, nameBytesOf, nameTextFrom, type NameText } from '#network/name.ts'
import { BusNode } from '#network/node.ts'
import { BusReader } from '#paths/bus-reader.ts'
import { WorstAlerts } from '#paths/worst-alerts.ts'
import { ManualTimer, SimulatedBus } from '#simulation/simulated-bus.ts'
import { Random } from '#testing/random.ts'
import { alertTextOf } from '#paths/alert-rules.ts'
import { FastPacketSplitter } from '#transport/fast-packet.ts'
import { broadcastAddress, type Packet } from '#transport/frame.ts'
import type { Condition } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'

/** Device classes whose NAME wins or loses an address against ours. */
const classes = { winning: 10, losing: 60 }

const nameOf = (uniqueNumber: number, deviceClass = classes.losing): NameText =>
  nameTextFrom(marineDeviceName({ uniqueNumber, manufacturerCode: 229, deviceFunction: 145, deviceClass }))

const own = marineDeviceName({
  uniqueNumber: 1,
  manufacturerCode: 2_000,
  deviceFunction: 130,
  deviceClass: 25,
})

/** The server on a bus whose other devices lie. */
class LyingBus {
  readonly timer = new ManualTimer()
  readonly bus = new SimulatedBus(this.timer)
  readonly directory: DeviceDirectory
  readonly reader: BusReader
  readonly node: BusNode
  readonly #splitter = new FastPacketSplitter()

  constructor({ sends = true } = {}) {
    const { timer, bus } = this
    this.node = new BusNode({
      name: own,
      product: { nmea2000Version: 2.1, productCode: 1, certificationLevel: 0, loadEquivalency: 1 },
      configuration: {},
      transmits: [],
      receives: [],
      preferredAddress: 100,
      timer,
      random: () => 0.5,
      send: (frame) => bus.send(frame),
    })
    this.directory = new DeviceDirectory({
      timer,
      ...(sends && { send: (packet) => this.node.send(packet) }),
    })
    this.reader = new BusReader({ directory: this.directory, timer })
    bus.attach(this)
    if (sends) this.node.start()
    timer.advance(1_000)
  }

  handle(packet: Packet): void {
    this.node.handle(packet)
    this.directory.handle(packet)
    if (packet.source !== this.node.address) this.reader.handle(packet)
  }

  say(pgn: number, data: Uint8Array, { source = 9, destination = broadcastAddress } = {}): void {
    this.bus.send({ priority: 6, pgn, source, destination, data })
    this.timer.advance(1)
  }

  sayLong(pgn: number, payload: Uint8Array, { source = 9, destination = broadcastAddress } = {}): void {
    for (const frame of this.#splitter.split({ priority: 3, pgn, source, destination, payload }))
      this.bus.send(frame)
    this.timer.advance(20)
  }

  claim(name: NameText, source: number): void {
    this.say(networkPgns.claim, nameBytesOf(name), { source })
  }

  position(source: number, latitude: number): void {
    this.say(129_025, encodeById('positionRapidUpdate', { latitude, longitude: 0 }), { source })
  }

  /** The latitudes that were published since the last call, by device. */
  latitudes(): Map<string, number[]> {
    const found = new Map<string, number[]>()
    for (const { device, values } of this.reader.take().updates)
      for (const { value } of values) {
        const { latitude } = value as { readonly latitude: number }
        found.set(device, [...(found.get(device) ?? []), latitude])
      }
    return found
  }
}

test('a group function that is cut off does not end the program', () => {
  const lying = new LyingBus()
  const address = lying.node.address ?? assert.fail('it has no address')
  for (const functionCode of [0, 1, 2, 3, 4, 5, 6])
    for (const length of [1, 2, 3, 4, 6, 9])
      lying.sayLong(
        126_208,
        Uint8Array.from({ length }, (_, at) => (at === 0 ? functionCode : 0xff)),
        { destination: address },
      )
  lying.say(networkPgns.request, new Uint8Array(0), { destination: address })
  lying.say(networkPgns.request, Uint8Array.of(1), { destination: address })
  assert.equal(lying.node.address, address)
})

test('random messages to the server and about the network do not end the program', () => {
  const lying = new LyingBus()
  const random = new Random(1)
  const pgns = [126_208, 59_904, 60_928, 65_240, 59_392, 126_464, 126_996, 126_998, 60_160, 60_416]
  for (let message = 0; message < 5_000; message++) {
    const destination = random.below(2) === 0 ? (lying.node.address ?? 100) : broadcastAddress
    const payload = random.bytes(random.below(40))
    const pgn = random.pick(pgns)
    const route = { source: random.below(252), destination }
    if (pgn >= 126_000) lying.sayLong(pgn, payload, route)
    else lying.say(pgn, payload.subarray(0, 8), route)
  }
  assert.ok(lying.directory.devices.length <= maxAddress + 1)
})

for (const sends of [true, false])
  test(`a device that claims the NAME of a GPS does not hide it, ${sends ? 'asking' : 'listening'}`, () => {
    const lying = new LyingBus({ sends })
    const name = nameOf(4_711)
    lying.claim(name, 3)
    for (let fix = 0; fix < 20; fix++) {
      lying.position(3, 50)
      lying.timer.advance(1_000)
    }
    lying.latitudes()
    let received = 0
    for (let fix = 0; fix < 100; fix++) {
      // The GPS answers every question with its claim, and the other device claims the NAME at once.
      lying.claim(name, 3)
      lying.claim(name, 20)
      lying.position(3, 50)
      received += [...lying.latitudes().values()].flat().filter((latitude) => latitude === 50).length
      lying.timer.advance(100)
    }
    assert.equal(received, 100)
  })

test('the positions of two devices with one NAME have two sources', () => {
  const lying = new LyingBus()
  const name = nameOf(4_711)
  lying.claim(name, 3)
  for (let fix = 0; fix < 5; fix++) {
    lying.position(3, 50)
    lying.timer.advance(1_000)
  }
  lying.claim(name, 20)
  lying.timer.advance(5_000)
  lying.latitudes()
  for (let fix = 0; fix < 10; fix++) {
    lying.position(3, 50)
    lying.position(20, 51)
    lying.timer.advance(500)
  }
  for (const latitudes of lying.latitudes().values()) assert.equal(new Set(latitudes).size, 1)
})

test('a storm of claims of our address gets at most one answer each, and reading goes on', () => {
  const lying = new LyingBus()
  const before = lying.timer.now
  for (let claim = 0; claim < 2_000; claim++) {
    const address = lying.node.address ?? 100
    lying.claim(nameOf(claim, claim % 2 === 0 ? classes.winning : classes.losing), address)
  }
  const sent = lying.bus.frames.filter(
    (frame) =>
      frame.at >= before && nameBytesOf(lying.node.name).every((byte, at) => frame.data[at] === byte),
  ).length
  assert.ok(sent <= 2_000, `${sent} claims`)
  lying.latitudes()
  lying.claim(nameOf(1_000_000), 3)
  lying.position(3, 50)
  assert.deepEqual([...lying.latitudes().values()].flat(), [50])
})

test('a bus on which every address is taken leaves the server without one, reading, and nearly silent', () => {
  const lying = new LyingBus()
  for (let address = 0; address <= maxAddress; address++)
    lying.claim(nameOf(address, classes.winning), address)
  lying.timer.advance(1_000)
  assert.equal(lying.node.address, undefined)
  const before = lying.timer.now
  lying.timer.advance(60_000)
  assert.ok(lying.bus.frames.filter(({ at }) => at >= before).length <= 7)
  lying.position(3, 50)
  assert.deepEqual([...lying.latitudes().values()].flat(), [50])
})

test('devices that change their NAME with every alert do not fill the memory', () => {
  const worst = new WorstAlerts()
  const emergency: Condition = { state: 'emergency', method: ['visual', 'sound'], message: 'Man overboard' }
  for (let device = 0; device < 20_000; device++)
    worst.take({ path: `notifications.nmea2000.${device}`, device: String(device), condition: emergency })
  assert.ok(worst.size <= 1_024, `${worst.size} alerts`)
  assert.equal(
    worst.take({ path: 'notifications.nmea2000.new', device: 'new', condition: emergency }).state,
    'emergency',
  )
})

test('product information and alert texts have no control characters and no reversed direction', () => {
  const lying = new LyingBus()
  lying.claim(nameOf(4_711), 3)
  const product = { nmea2000Version: 2.1, productCode: 1, certificationLevel: 0, loadEquivalency: 1 }
  const texts = { modelId: '\u001b[2JGPS\r\n', modelVersion: '\u202eSPG', modelSerialCode: '\u0007' }
  const payload = encodeById('productInformation', { ...product, ...texts })
  lying.sayLong(126_996, payload, { source: 3 })
  const installation = { installationDescription1: '\u202emast', installationDescription2: '\u0000' }
  const configuration = encodeById('configurationInformation', installation)
  lying.sayLong(126_998, configuration, { source: 3 })
  const device = lying.directory.devices.find(({ address }) => address === 3)
  assert.deepEqual(device?.product, { model: '[2JGPS', modelVersion: 'SPG' })
  assert.equal(device.installation, 'mast')
  assert.equal(
    alertTextOf({ alertTextDescription: '\u202eBilge\n', alertLocationTextDescription: '\u0007' }),
    'Bilge',
  )
})
