import {
  encodeById,
  marineDeviceName,
  nameBytesOf,
  nameTextFrom,
  simulateGateway,
  yachtDevicesRawLine,
  type DeviceName,
  type NameText,
} from '@marinedata/nmea2000'
import type { OfferedTestBus } from '@marinedata/plugin-api/testing'
import { until } from '@marinedata/testing/until'
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { gatewayAddress, Harbour } from './aboard.ts'

const limit = { timeout: 300_000 }

const named = (uniqueNumber: number): DeviceName =>
  marineDeviceName({ uniqueNumber, manufacturerCode: 1_851, deviceFunction: 150, deviceClass: 40 })

const command = encodeById('isoRequest', { pgn: 126_996 })

/** A boat whose bus the plugin offers. */
const board = async (settings: object = { sends: true }) => {
  const harbour = await Harbour.make()
  let write = (_line: string): void => assert.fail('The plugin is not connected')
  const gateway = await harbour.tcp('yacht-devices', (options) => {
    write = (line) => options.write(Buffer.from(line))
    return simulateGateway('yacht-devices', options)
  })
  const plugin = await harbour.plugin({
    gateways: [{ kind: 'yacht-devices', address: gateway.address }],
    ...settings,
  })
  const bus: OfferedTestBus = await until(() => [...plugin.buses.offered.values()][0], Boolean)
  const claim = (name: NameText, source: number): void =>
    harbour.bus.send({ priority: 6, pgn: 60_928, source, destination: 255, data: nameBytesOf(name) })
  return { harbour, gateway, plugin, bus, claim, write: (line: string) => write(line) }
}

describe('the bus that the plugin offers', { concurrency: 2 }, () => {
  test('devices have their manufacturer, model, serial number and source', limit, async () => {
    const { harbour, bus } = await board()
    await using _ = harbour
    const gps = await until(() => [...bus.nodes.values()].find(({ model }) => model === 'GPS 19x'), Boolean)
    assert.deepEqual(
      [gps.manufacturer, gps.serialNumber, gps.address, gps.function],
      ['Garmin', '410001', 3, 'Ownship Position (GNSS)'],
    )
    assert.equal(gps.source?.split('.').at(-1), gps.name)
    assert.ok(gps.lastHeard !== undefined)
  })

  test('only wanted messages are passed on, with the NAME of the sender', limit, async () => {
    const { harbour, bus } = await board()
    await using _ = harbour
    await until(() => [...bus.nodes.values()].some(({ address }) => address === 12), Boolean)
    bus.want(['127250'])
    const message = await bus.heard.next()
    assert.equal(message.topic, '127250')
    assert.equal(bus.nodes.get(message.from ?? '')?.address, 12)
    assert.equal(message.to, null)
    assert.equal(message.payload.length, 8)
  })

  test('a message to all may contain the address that a NAME has at that moment', limit, async () => {
    const { harbour, bus, claim } = await board()
    await using _ = harbour
    await until(() => bus.state.canSend, Boolean)
    const pilot = nameTextFrom(named(1))
    const payload = new Uint8Array(8).fill(0xff)
    const message = { topic: '65305', to: pilot, priority: 7, payload, addressAt: 2 }
    await assert.rejects(bus.send(message), { code: 'device-not-found' })
    for (const address of [204, 205]) {
      claim(pilot, address)
      await until(() => bus.nodes.get(pilot)?.address === address, Boolean)
      await bus.send(message)
      const sent = await until(
        () =>
          harbour.bus.frames.find(
            ({ pgn, source, data }) => pgn === 65_305 && source === gatewayAddress && data[2] === address,
          ),
        Boolean,
      )
      assert.deepEqual([sent.destination, ...sent.data], [255, ...payload.with(2, address)])
    }
    await assert.rejects(bus.send({ ...message, to: null }), { code: 'invalid-message' })
    await assert.rejects(bus.send({ ...message, addressAt: 8 }), { code: 'invalid-message' })
  })

  test('a message goes to the address that the NAME has at that moment', limit, async () => {
    const { harbour, bus, claim } = await board()
    await using _ = harbour
    await until(() => bus.state.canSend, Boolean)
    const pilot = nameTextFrom(named(1))
    const message = { topic: '59904', to: pilot, priority: 6, payload: command }
    await assert.rejects(bus.send(message), { code: 'device-not-found' })
    for (const address of [204, 205]) {
      claim(pilot, address)
      await until(() => bus.nodes.get(pilot)?.address === address, Boolean)
      await bus.send(message)
      const sent = await until(
        () =>
          harbour.bus.frames.find(
            ({ pgn, source, destination, data }) =>
              pgn === 59_904 &&
              source === gatewayAddress &&
              destination === address &&
              data[0] === command[0],
          ),
        Boolean,
      )
      assert.deepEqual([...sent.data], [...command])
    }
    // Another device has its address now.
    claim(nameTextFrom(named(2)), 205)
    await until(() => !bus.nodes.has(pilot), Boolean)
    await assert.rejects(bus.send(message), { code: 'device-not-found' })
  })

  test(
    'after a lost connection nothing is sent to a device before it claims its address again',
    limit,
    async () => {
      const { harbour, gateway, bus, claim } = await board()
      await using _ = harbour
      await until(() => bus.state.canSend, Boolean)
      const [pilot, other] = [nameTextFrom(named(1)), nameTextFrom(named(2))]
      const message = { topic: '59904', to: pilot, priority: 6, payload: command }
      claim(pilot, 204)
      await until(() => bus.nodes.has(pilot), Boolean)
      await bus.send(message)
      await gateway.cut()
      await until(() => !bus.state.canSend, Boolean)
      // Nobody sees that another device gets the address.
      claim(other, 204)
      await gateway.restore()
      await until(() => bus.state.canSend, Boolean)
      await assert.rejects(bus.send(message), { code: 'device-not-found' })
      bus.want(['65379'])
      const status = { priority: 7, pgn: 65_379, source: 204, destination: 255, data: new Uint8Array(8) }
      harbour.bus.send(status)
      assert.equal((await bus.heard.next()).from, null)
      claim(pilot, 205)
      await until(() => bus.nodes.get(pilot)?.address === 205, Boolean)
      await bus.send(message)
      harbour.bus.send({ ...status, source: 205 })
      assert.equal((await bus.heard.next()).from, pilot)
    },
  )

  test(
    'what is sent to the gateway is for us; its NAME is known when it passes on its own claim',
    limit,
    async () => {
      const { harbour, bus, claim, write } = await board()
      await using _ = harbour
      await until(() => bus.state.address === gatewayAddress, Boolean)
      assert.deepEqual([bus.state.canSend, bus.state.name], [true, undefined])
      const pilot = nameTextFrom(named(1))
      claim(pilot, 204)
      await until(() => bus.nodes.has(pilot), Boolean)
      bus.want(['59904'])
      const asked = async () => {
        const request = { priority: 6, pgn: 59_904, source: 204, destination: gatewayAddress, data: command }
        harbour.bus.send(request)
        const { from, to } = await bus.heard.next()
        return { from, to }
      }
      assert.deepEqual(await asked(), { from: pilot, to: null })
      const own = nameTextFrom(named(2))
      const ownClaim = { priority: 6, pgn: 60_928, source: gatewayAddress, destination: 255 }
      write(`17:33:21.108 R ${yachtDevicesRawLine({ ...ownClaim, data: nameBytesOf(own) })}`)
      await until(() => bus.state.name === own && bus.nodes.get(own)?.address === gatewayAddress, Boolean)
      assert.deepEqual(await asked(), { from: pilot, to: own })
    },
  )

  test('nothing can be sent without permission', limit, async () => {
    const { harbour, bus } = await board({})
    await using _ = harbour
    assert.equal(bus.state.canSend, false)
    await assert.rejects(bus.send({ topic: '59904', to: null, priority: 6, payload: command }), {
      code: 'not-claimed',
    })
  })
})
