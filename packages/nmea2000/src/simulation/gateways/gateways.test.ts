import { encodeById } from '#codec/encode.ts'
import { Gateway, gatewayKinds, type GatewayKind, type GatewayOptions } from '#gateways/gateway.ts'
import { ManualTimer, SimulatedBus } from '#simulation/simulated-bus.ts'
import type { Packet } from '#transport/frame.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SimulatedGateway, SimulatedGatewayOptions } from './gateway-device.ts'
import { simulateGateway } from './simulate-gateway.ts'
import { SimulatedActisense } from './simulated-actisense.ts'
import { SimulatedIkonvert } from './simulated-ikonvert.ts'
import { SimulatedMaretron } from './simulated-maretron.ts'

const heading: Packet = {
  priority: 2,
  pgn: 127_250,
  source: 12,
  destination: 255,
  payload: encodeById('vesselHeading', { heading: 1.5, reference: 1 }),
}
const group: Packet = {
  priority: 3,
  pgn: 126_208,
  source: 12,
  destination: 204,
  payload: Uint8Array.from({ length: 17 }, (_, index) => index),
}

const wireMs = 0.1

/** A client and the far end of a gateway, connected in memory. */
class Link {
  readonly timer = new ManualTimer()
  readonly bus = new SimulatedBus(this.timer)
  readonly received: Packet[] = []
  readonly onBus: Packet[] = []
  readonly reasons: string[] = []
  readonly far: SimulatedGateway
  readonly gateway: Gateway
  readonly written: string[] = []
  isReady = false

  constructor(
    kind: GatewayKind,
    make: (options: SimulatedGatewayOptions) => SimulatedGateway = (options) =>
      simulateGateway(kind, options),
    options: Partial<GatewayOptions> = {},
  ) {
    this.bus.attach({ handle: (packet) => this.onBus.push(packet) })
    this.far = make({
      bus: this.bus,
      timer: this.timer,
      address: 77,
      write: (bytes) => this.timer.after(wireMs, () => this.gateway.read(bytes)),
    })
    this.gateway = new Gateway({
      kind,
      timer: this.timer,
      channel: 'can0',
      transmits: [126_208, 127_250],
      write: (bytes) => {
        this.written.push(Buffer.from(bytes).toString('latin1'))
        this.timer.after(wireMs, () => this.far.read(bytes))
        return true
      },
      onPacket: (packet) => this.received.push(packet),
      onReady: () => (this.isReady = true),
      onFailed: (reason) => this.reasons.push(reason),
      ...options,
    })
    // The gateway claims its address.
    this.timer.advance(1_000)
    this.gateway.open()
    this.timer.advance(1_000)
    this.received.length = 0
    this.onBus.length = 0
  }

  say({ payload, ...header }: Packet): void {
    this.bus.send({ ...header, data: payload })
    this.timer.advance(10)
  }
}

for (const kind of gatewayKinds) {
  test(`${kind}: messages of the bus arrive`, () => {
    const link = new Link(kind)
    link.say(heading)
    assert.deepEqual(link.received, [heading])
  })

  test(`${kind}: messages of several frames are sent with the address of the gateway, or with our own`, () => {
    const link = new Link(kind)
    assert.ok(link.isReady)
    assert.ok(link.gateway.send(group))
    link.timer.advance(100)
    const [sent] = link.onBus
    const source = link.gateway.hasOwnAddress ? group.source : 77
    // The iKonvert chooses the priority itself.
    assert.deepEqual(sent && { ...sent, priority: 3 }, { ...group, source })
    // Our frames do not come back.
    assert.deepEqual(link.received, [])
  })

  test(`${kind}: a message that is too long is refused`, () => {
    const link = new Link(kind)
    assert.equal(link.gateway.send({ ...group, payload: new Uint8Array(224) }), false)
    assert.equal(link.gateway.send({ ...heading, payload: new Uint8Array(9) }), false)
    link.timer.advance(100)
    assert.deepEqual(link.onBus, [])
  })

  test(`${kind}: nothing is sent after the end`, () => {
    const link = new Link(kind)
    link.gateway[Symbol.dispose]()
    const { length } = link.written
    link.timer.advance(60_000)
    assert.equal(link.gateway.send(heading), false)
    assert.equal(link.written.length, length)
  })
}

test('Yacht Devices: the address of the gateway is known from the echo of what it sent', () => {
  const { gateway, timer } = new Link('yacht-devices')
  assert.equal(gateway.address, undefined)
  gateway.send(heading)
  timer.advance(10)
  assert.equal(gateway.address, 77)
})

test('iKonvert: the address of the gateway is known from its status', () => {
  const { gateway, timer } = new Link('ikonvert')
  timer.advance(1_000)
  assert.equal(gateway.address, 77)
})

test('NGT-1: the messages that we send are put into its list, and others are refused here', () => {
  const link = new Link('actisense')
  assert.equal(link.gateway.send({ ...heading, pgn: 130_306 }), false)
  assert.equal(link.gateway.send(heading), true)
})

test('NGT-1: a gateway that was switched off and on is started again after 20 s of silence', () => {
  let ngt: SimulatedActisense | undefined
  const link = new Link('actisense', (options) => (ngt = new SimulatedActisense(options)))
  ngt?.restart()
  link.say(heading)
  assert.deepEqual(link.received, [])
  link.timer.advance(20_000)
  link.say(heading)
  assert.deepEqual(link.received, [heading])
})

test('NGT-1: a sending gateway is not started again', () => {
  const link = new Link('actisense')
  const { length } = link.written
  for (let second = 0; second < 60; second++) {
    link.say(heading)
    link.timer.advance(1_000)
  }
  assert.equal(link.written.length, length)
})

test('NGT-1 format: a gateway without a list sends everything', () => {
  const mute: SimulatedGateway = { read: () => undefined, [Symbol.dispose]: () => undefined }
  const link = new Link('actisense', () => mute)
  assert.equal(link.gateway.send(heading), false)
  link.timer.advance(10_000)
  assert.equal(link.gateway.send(heading), true)
})

test('iKonvert: commands are sent one by one, each after the answer to the one before', () => {
  const { written } = new Link('ikonvert')
  assert.deepEqual(written, [
    '$PDGY,N2NET_OFFLINE\r\n',
    '$PDGY,N2NET_MODE,15\r\n',
    '$PDGY,TX_LIST,126208,127250\r\n',
    '$PDGY,N2NET_INIT,ALL\r\n',
  ])
})

test('iKonvert: after a restart in the middle of a line the next opening works', () => {
  let ikonvert: SimulatedIkonvert | undefined
  const link = new Link('ikonvert', (options) => (ikonvert = new SimulatedIkonvert(options)))
  ikonvert?.restart()
  link.gateway.open()
  link.timer.advance(1_000)
  link.say(heading)
  assert.deepEqual(link.received, [heading])
})

test('a gateway that does not answer fails after three tries', () => {
  const mute: SimulatedGateway = { read: () => undefined, [Symbol.dispose]: () => undefined }
  for (const kind of ['ikonvert', 'maretron'] as const) {
    const link = new Link(kind, () => mute)
    link.timer.advance(60_000)
    assert.deepEqual([link.written.length, link.isReady, link.reasons], [3, false, ['it does not answer']])
  }
})

test('Maretron: the right password opens, a wrong one is reported', () => {
  const make = (options: SimulatedGatewayOptions): SimulatedGateway =>
    new SimulatedMaretron(options, 'secret')
  const right = new Link('maretron', make, { password: 'secret' })
  assert.ok(right.isReady)
  const wrong = new Link('maretron', make, { password: 'guess' })
  assert.deepEqual([wrong.isReady, wrong.reasons], [false, ['it refused the password']])
  assert.throws(() => new Link('maretron', make, { password: 'a"\tb' }), RangeError)
})
