import { ManualTimer, SimulatedBus } from '#simulation/simulated-bus.ts'
import { simulateDevice } from '#simulation/simulated-device.ts'
import { broadcastAddress } from '#transport/frame.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { networkPgns } from './address-claim.ts'
import { DeviceDirectory, type DirectoryOptions } from './device-directory.ts'
import { marineDeviceName, nameBytesOf, nameTextFrom, type NameText } from './name.ts'
import type { BusNode } from './node.ts'

const nameOf = (uniqueNumber: number): NameText =>
  nameTextFrom(
    marineDeviceName({ uniqueNumber, manufacturerCode: 229, deviceFunction: 145, deviceClass: 60 }),
  )

class Harness {
  readonly timer = new ManualTimer()
  readonly bus = new SimulatedBus(this.timer)
  /** The addresses that were asked. */
  readonly asked: number[] = []
  changes = 0

  directory({
    canSend = true,
    ...options
  }: Partial<DirectoryOptions> & { canSend?: boolean } = {}): DeviceDirectory {
    const directory = new DeviceDirectory({
      timer: this.timer,
      onChange: () => this.changes++,
      ...(canSend && { send: ({ payload, ...rest }) => this.#send({ ...rest, source: 250, data: payload }) }),
      ...options,
    })
    this.bus.attach(directory)
    directory.start()
    return directory
  }

  gps(address = 3, uniqueNumber = 4_711): BusNode {
    const identity = { model: 'GPS 19x', manufacturerCode: 229, deviceFunction: 145, deviceClass: 60 }
    return simulateDevice({ ...identity, uniqueNumber, address, installation: 'mast' }, this).node
  }

  claim(name: NameText, source: number): void {
    this.say(networkPgns.claim, source, nameBytesOf(name))
  }

  say(pgn: number, source: number, data: Uint8Array = new Uint8Array(8)): void {
    this.bus.send({ priority: 6, pgn, source, destination: broadcastAddress, data })
    this.timer.advance(1)
  }

  #send(frame: Parameters<SimulatedBus['send']>[0]): boolean {
    this.asked.push(frame.destination)
    this.bus.send(frame)
    return true
  }
}

test('devices that were there before are known by name, manufacturer, model and serial number', () => {
  const harness = new Harness()
  const gps = harness.gps()
  harness.timer.advance(5_000)
  const directory = harness.directory()
  harness.timer.advance(2_000)
  const device = directory.devices.find(({ address }) => address === 3)
  assert.equal(device?.name, gps.name)
  assert.equal(device?.manufacturer, 'Garmin')
  assert.deepEqual(device?.product, {
    model: 'GPS 19x',
    modelVersion: 'A',
    softwareVersion: '1.0',
    serialNumber: '4711',
  })
  assert.equal(directory.addressOf(gps.name), 3)
  assert.equal(directory.sourceOf(3), gps.name)
})

test('a device that answers is asked once; a silent one three times, and then rarely while it sends', () => {
  const harness = new Harness()
  harness.gps()
  harness.timer.advance(5_000)
  harness.directory()
  harness.timer.advance(60_000)
  harness.claim(nameOf(1), 9)
  harness.timer.advance(120_000)
  const times = (address: number): number => harness.asked.filter((one) => one === address).length
  assert.deepEqual([times(3), times(9)], [1, 3])
  for (let second = 0; second < 120; second++) {
    harness.say(129_025, 9)
    harness.timer.advance(999)
  }
  assert.deepEqual([times(3), times(9)], [1, 7])
})

test('a device is known at last on a bus that loses frames', () => {
  const harness = new Harness()
  const directory = harness.directory()
  let questions = 0
  harness.claim(nameOf(1), 9)
  const product = new Uint8Array(134).fill(0x20)
  harness.bus.attach({
    handle: ({ pgn, destination }) => {
      if (pgn !== networkPgns.request || destination !== 9 || ++questions < 5) return
      directory.handle({ priority: 6, pgn: 126_996, source: 9, destination: 250, payload: product })
    },
  })
  for (let second = 0; second < 120; second++) {
    harness.say(129_025, 9)
    harness.timer.advance(999)
  }
  assert.equal(questions, 5)
  assert.ok(directory.devices.find(({ address }) => address === 9)?.product !== undefined)
})

test('names are asked for again when the first question was lost', () => {
  const harness = new Harness()
  const gps = harness.gps()
  harness.timer.advance(5_000)
  let sent = 0
  const directory = harness.directory({
    send: ({ payload, ...rest }) => {
      if (sent++ > 0) harness.bus.send({ ...rest, source: 250, data: payload })
      return true
    },
  })
  harness.say(129_025, 3)
  harness.timer.advance(1_500)
  assert.equal(directory.sourceOf(3), gps.name)
})

test('the data of a device without a name wait 2 s, or 10 s where nothing can be sent', () => {
  for (const [canSend, waitMs] of [
    [true, 2_000],
    [false, 10_000],
  ] as const) {
    const harness = new Harness()
    const directory = harness.directory({ canSend })
    harness.say(127_250, 9)
    harness.timer.advance(waitMs - 100)
    assert.equal(directory.sourceOf(9), undefined)
    harness.timer.advance(100)
    assert.equal(directory.sourceOf(9), 'address-9')
    harness.claim(nameOf(1), 9)
    assert.equal(directory.sourceOf(9), nameOf(1))
  }
})

test('a remembered name counts immediately, until a claim contradicts it', () => {
  const harness = new Harness()
  const directory = harness.directory({ canSend: false, remembered: [[9, nameOf(1)]] })
  harness.say(127_250, 9)
  assert.equal(directory.sourceOf(9), nameOf(1))
  harness.claim(nameOf(2), 9)
  assert.equal(directory.sourceOf(9), nameOf(2))
  assert.deepEqual(directory.names, [[9, nameOf(2)]])
})

test('a name that moves has its new address, and never the old one again', () => {
  const harness = new Harness()
  const directory = harness.directory({ canSend: false })
  harness.claim(nameOf(1), 9)
  harness.claim(nameOf(1), 10)
  assert.equal(directory.addressOf(nameOf(1)), 10)
  harness.claim(nameOf(2), 9)
  assert.equal(directory.addressOf(nameOf(1)), 10)
  // It cannot claim an address.
  harness.claim(nameOf(1), 254)
  assert.equal(directory.addressOf(nameOf(1)), undefined)
})

test('nothing is sent to a remembered address before the device has claimed it on this connection', () => {
  const harness = new Harness()
  const directory = harness.directory({ remembered: [[9, nameOf(1)]] })
  const state = () => [directory.nameAt(9), directory.claimedNameAt(9), directory.addressOf(nameOf(1))]
  harness.say(65_379, 9)
  assert.deepEqual(state(), [nameOf(1), undefined, undefined])
  harness.claim(nameOf(1), 9)
  assert.deepEqual(state(), [nameOf(1), nameOf(1), 9])
  directory.disconnected()
  harness.say(65_379, 9)
  assert.deepEqual(state(), [nameOf(1), undefined, undefined])
  // Another device took the address while the listener was off.
  harness.claim(nameOf(2), 9)
  harness.timer.advance(250)
  assert.equal(directory.addressOf(nameOf(1)), undefined)
  assert.equal(directory.addressOf(nameOf(2)), 9)
})

test('a device that has not claimed its address on this connection is asked until it does', () => {
  const harness = new Harness()
  const gps = harness.gps()
  harness.timer.advance(5_000)
  let isLost = false
  let questions = 0
  const directory = harness.directory({
    send: ({ payload, ...rest }) => {
      questions++
      if (!isLost) harness.bus.send({ ...rest, source: 250, data: payload })
      return true
    },
  })
  harness.timer.advance(10_000)
  assert.equal(directory.addressOf(gps.name), 3)
  directory.disconnected()
  isLost = true
  questions = 0
  directory.start()
  for (let second = 0; second < 20; second++) {
    harness.say(129_025, 3)
    harness.timer.advance(999)
  }
  assert.ok(questions >= 5 && questions <= 10, `asked ${questions} times`)
  assert.equal(directory.addressOf(gps.name), undefined)
  isLost = false
  harness.say(129_025, 3)
  harness.timer.advance(6_000)
  assert.equal(directory.addressOf(gps.name), 3)
})

test('asks no device without a connection', () => {
  const harness = new Harness()
  const directory = harness.directory()
  harness.claim(nameOf(1), 9)
  directory.disconnected()
  const before = harness.asked.length
  harness.timer.advance(120_000)
  assert.equal(harness.asked.length, before)
})

test('where nothing can be asked, a message is from the device that is remembered', () => {
  const harness = new Harness()
  const directory = harness.directory({ canSend: false, remembered: [[9, nameOf(1)]] })
  assert.equal(directory.claimedNameAt(9), nameOf(1))
})

test('while two devices want one address, neither has it', () => {
  const harness = new Harness()
  const directory = harness.directory({ canSend: false })
  harness.claim(nameOf(1), 9)
  harness.claim(nameOf(2), 9)
  assert.deepEqual([directory.addressOf(nameOf(1)), directory.addressOf(nameOf(2))], [undefined, undefined])
  harness.timer.advance(250)
  assert.deepEqual([directory.addressOf(nameOf(1)), directory.addressOf(nameOf(2))], [undefined, 9])
})

test('there are at most 252 devices, however many names claim addresses', () => {
  const harness = new Harness()
  const directory = harness.directory({ canSend: false })
  for (let name = 0; name < 1_000; name++) harness.claim(nameOf(name), name % 256)
  assert.equal(directory.devices.length, 252)
  assert.equal(directory.names.length, 252)
})
