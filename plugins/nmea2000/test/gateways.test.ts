import { encodeById, FastPacketSplitter, SimulatedMaretron, type GatewayKind } from '@marinedata/nmea2000'
import type { StartedPlugin } from '@marinedata/plugin-api/testing'
import { until } from '@marinedata/testing/until'
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { gatewayAddress, Harbour, inputOf, isIn, skip, sourcesOf } from './aboard.ts'

const limit = { timeout: 300_000 }
const heading = 'navigation.headingMagnetic'
/** The NAME of the simulated compass, address 12. */
const compassOf = (plugin: StartedPlugin): string | undefined =>
  plugin.published
    .flatMap(({ updates }) => updates)
    .find(({ values = [] }) => values.some(({ path }) => path === heading))?.$source

const networkKinds: readonly GatewayKind[] = [
  'yacht-devices',
  'actisense-ascii',
  'actisense',
  'ikonvert',
  'maretron',
]

describe('gateways in the network', { concurrency: 3 }, () => {
  for (const kind of networkKinds)
    test(`${kind}: values are published with the NAME of the device as source`, limit, async () => {
      await using harbour = await Harbour.make()
      const gateway = await harbour.tcp(kind)
      const plugin = await harbour.plugin({ gateways: [{ kind, address: gateway.address }], sends: true })
      const used = await inputOf(plugin, gateway.id, isIn('used'))
      assert.deepEqual([used.protocol, used.chosen], ['NMEA 2000', true])
      const source = await until(() => compassOf(plugin), Boolean)
      assert.match(source, /^nmea2000\.tcp-127-0-0-1-\d+\.[0-9a-f]{16}$/)
      assert.deepEqual(plugin.refused, [])
      const { rate = 0 } = await inputOf(
        plugin,
        gateway.id,
        (input) => (input.rate ?? 0) > 20 && /^\d+ .+ from \d+$/.test(input.lastMessage ?? ''),
      )
      assert.ok(rate < 200)
    })

  test('datagrams are read, too, and names come from claims that were heard', limit, async () => {
    await using harbour = await Harbour.make()
    const address = await harbour.udp('yacht-devices')
    const plugin = await harbour.plugin({ gateways: [{ kind: 'yacht-devices', address }] })
    // Nothing can be asked: after 10 s the address is the name.
    const source = await until(() => compassOf(plugin), Boolean)
    assert.match(source, /^nmea2000\.udp-\d+\.(address-12|[0-9a-f]{16})$/)
    assert.deepEqual(plugin.refused, [])
  })

  test('a fault of an engine is an alert while its bit is set, and AIS is other vessels', limit, async () => {
    await using harbour = await Harbour.make()
    const gateway = await harbour.tcp('actisense-ascii')
    const plugin = await harbour.plugin({
      gateways: [{ kind: 'actisense-ascii', address: gateway.address }],
      sends: true,
    })
    const path = 'notifications.propulsion.starboard.overTemperature'
    await until(() => plugin.latest('propulsion.port.revolutions') !== undefined, Boolean)
    const splitter = new FastPacketSplitter()
    const report = (discreteStatus1: number): void => {
      const payload = encodeById('engineParametersDynamic', {
        instance: 1,
        discreteStatus1,
        discreteStatus2: 0,
      })
      // The address of the simulated engine.
      const packet = { priority: 2, pgn: 127_489, source: 0, destination: 255, payload }
      for (const frame of splitter.split(packet)) harbour.bus.send(frame)
    }
    report(2)
    const alarm = await until(() => plugin.notifications.get(path), Boolean)
    assert.deepEqual([alarm.state, alarm.message], ['alarm', 'starboard engine: over temperature'])
    report(0)
    await until(() => plugin.notifications.get(path)?.state !== 'alarm', Boolean)
    const aurora = 'vessels.urn:mrn:imo:mmsi:230123450'
    await until(() => plugin.latest('navigation.position', aurora) !== undefined, Boolean)
    assert.deepEqual(plugin.refused, [])
  })

  test('without permission to send, nothing is sent', limit, async () => {
    await using harbour = await Harbour.make()
    const gateway = await harbour.tcp('yacht-devices')
    const plugin = await harbour.plugin({ gateways: [{ kind: 'yacht-devices', address: gateway.address }] })
    await inputOf(plugin, gateway.id, isIn('used'))
    await sleep(1_000)
    // The gateway itself claims its address.
    const sent = harbour.bus.frames.filter(({ source }) => source === gatewayAddress)
    assert.deepEqual(new Set(sent.map(({ pgn }) => pgn)), new Set([60_928]))
  })

  test('a wrong password is reported as the reason', limit, async () => {
    await using harbour = await Harbour.make()
    const gateway = await harbour.tcp('maretron', (options) => new SimulatedMaretron(options, 'secret'))
    const setting = { kind: 'maretron', address: gateway.address, password: 'guess' }
    const plugin = await harbour.plugin({ gateways: [setting] })
    const refused = await inputOf(plugin, gateway.id, isIn('refused'))
    assert.equal(refused.error?.message, 'it refused the password')
  })

  test('a gateway that was cut is read again within a second after it is back', limit, async () => {
    await using harbour = await Harbour.make()
    const gateway = await harbour.tcp('yacht-devices')
    const plugin = await harbour.plugin({
      gateways: [{ kind: 'yacht-devices', address: gateway.address }],
      sends: true,
    })
    await until(() => compassOf(plugin), Boolean)
    for (let cut = 0; cut < 3; cut++) {
      await gateway.cut()
      await inputOf(plugin, gateway.id, isIn('lost'))
      await gateway.restore()
      const restoredAt = performance.now()
      await inputOf(plugin, gateway.id, isIn('used'))
      assert.ok(performance.now() - restoredAt < 2_000, `${performance.now() - restoredAt} ms`)
    }
    assert.equal([...sourcesOf(plugin)].filter((source) => source.includes('address-')).length, 0)
  })

  test('shows how much it sends, only where it may send', limit, async () => {
    await using harbour = await Harbour.make()
    const gateway = await harbour.tcp('yacht-devices')
    const gateways = [{ kind: 'yacht-devices', address: gateway.address }]
    const sending = await harbour.plugin({ gateways, sends: true })
    await inputOf(sending, gateway.id, ({ sent = 0 }) => sent > 0)
    await sending.stop()
    const listening = await harbour.plugin({ gateways })
    const { sent } = await inputOf(listening, gateway.id, isIn('used'))
    assert.equal(sent, undefined)
  })

  test('after a restart the names of devices count at once', limit, async () => {
    await using harbour = await Harbour.make()
    const gateway = await harbour.tcp('yacht-devices')
    const settings = { gateways: [{ kind: 'yacht-devices', address: gateway.address }] }
    const before = await harbour.plugin({ ...settings, sends: true })
    const source = await until(() => compassOf(before), Boolean)
    const key = await until(
      () => [...before.storage.keys()].find((name) => name.startsWith('names.')),
      Boolean,
    )
    await before.stop()
    // It cannot ask any more: it knows them.
    const after = await harbour.plugin(settings, { [key]: before.storage.get(key) })
    assert.equal(await until(() => compassOf(after), Boolean, { timeoutMs: 5_000 }), source)
  })
})

describe('gateways at serial ports', { skip, concurrency: 2 }, () => {
  for (const [kind, speed] of [
    ['actisense', 115_200],
    ['ikonvert', 230_400],
  ] as const)
    test(`${kind}: a port is found, and read when it is chosen`, limit, async () => {
      await using harbour = await Harbour.make()
      await harbour.port('gateway', speed, kind)
      const id = harbour.idOf('gateway')
      const plugin = await harbour.plugin({ sends: true })
      const found = await inputOf(plugin, id, isIn('found'))
      assert.deepEqual([found.speed, found.protocol], [speed, 'NMEA 2000'])
      assert.deepEqual(plugin.published, [])
      await plugin.act('use', { id })
      assert.match(await until(() => compassOf(plugin), Boolean), /\.[0-9a-f]{16}$/)
      assert.deepEqual(plugin.refused, [])
    })
})
