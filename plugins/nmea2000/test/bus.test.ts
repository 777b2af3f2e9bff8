import {
  encodeById,
  marineDeviceName,
  nameBytesOf,
  nameTextFrom,
  type DeviceName,
  type NameText,
} from '@marinedata/nmea2000'
import type { OfferedTestBus } from '@marinedata/plugin-api/testing'
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { gatewayAddress, Harbour, until } from './aboard.ts'

const limit = { timeout: 300_000 }

const named = (uniqueNumber: number): DeviceName =>
  marineDeviceName({ uniqueNumber, manufacturerCode: 1_851, deviceFunction: 150, deviceClass: 40 })

const command = encodeById('isoRequest', { pgn: 126_996 })

/** A boat whose bus the plugin offers. */
const board = async (settings: object = { sends: true }) => {
  const harbour = await Harbour.make()
  const gateway = await harbour.tcp('yacht-devices')
  const plugin = await harbour.plugin({
    gateways: [{ kind: 'yacht-devices', address: gateway.address }],
    ...settings,
  })
  const bus: OfferedTestBus = await until(() => [...plugin.buses.offered.values()][0])
  const claim = (name: NameText, source: number): void =>
    harbour.bus.send({ priority: 6, pgn: 60_928, source, destination: 255, data: nameBytesOf(name) })
  return { harbour, plugin, bus, claim }
}

describe('the bus that the plugin offers', { concurrency: 2 }, () => {
  test('devices have their manufacturer, model, serial number and source', limit, async () => {
    const { harbour, bus } = await board()
    await using _ = harbour
    const gps = await until(() => [...bus.nodes.values()].find(({ model }) => model === 'GPS 19x'))
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
    await until(() => [...bus.nodes.values()].some(({ address }) => address === 12))
    bus.want(['127250'])
    const message = await bus.heard.next()
    assert.equal(message.topic, '127250')
    assert.equal(bus.nodes.get(message.from ?? '')?.address, 12)
    assert.equal(message.to, null)
    assert.equal(message.payload.length, 8)
  })

  test('a message goes to the address that the NAME has at that moment', limit, async () => {
    const { harbour, bus, claim } = await board()
    await using _ = harbour
    await until(() => bus.state.canSend)
    const pilot = nameTextFrom(named(1))
    const message = { topic: '59904', to: pilot, priority: 6, payload: command }
    await assert.rejects(bus.send(message), { code: 'device-not-found' })
    for (const address of [204, 205]) {
      claim(pilot, address)
      await until(() => bus.nodes.get(pilot)?.address === address)
      await bus.send(message)
      const sent = await until(() =>
        harbour.bus.frames.find(
          ({ pgn, source, destination, data }) =>
            pgn === 59_904 && source === gatewayAddress && destination === address && data[0] === command[0],
        ),
      )
      assert.deepEqual([...sent.data], [...command])
    }
    // Another device has its address now.
    claim(nameTextFrom(named(2)), 205)
    await until(() => !bus.nodes.has(pilot))
    await assert.rejects(bus.send(message), { code: 'device-not-found' })
  })

  test('nothing can be sent without permission', limit, async () => {
    const { harbour, bus } = await board({})
    await using _ = harbour
    assert.equal(bus.state.canSend, false)
    await assert.rejects(bus.send({ topic: '59904', to: null, priority: 6, payload: command }), {
      code: 'not-claimed',
    })
  })
})
