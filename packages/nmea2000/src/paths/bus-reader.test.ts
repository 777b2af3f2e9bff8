import { networkPgns } from '#network/address-claim.ts'
import { DeviceDirectory } from '#network/device-directory.ts'
import { marineDeviceName, nameBytesOf, nameTextFrom } from '#network/name.ts'
import { ManualTimer } from '#simulation/simulated-bus.ts'
import { busVectors, payloadOf } from '#testing/distress-vectors.ts'
import { broadcastAddress } from '#transport/frame.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BusReader, type BusNews } from './bus-reader.ts'
import { WorstAlerts } from './worst-alerts.ts'

const name = nameTextFrom(
  marineDeviceName({ uniqueNumber: 7, manufacturerCode: 229, deviceFunction: 190, deviceClass: 80 }),
)
const path = 'notifications.nmea2000.manOverboard.660402'

/** A bus that nothing can be sent on: a device without a NAME is read after 10 s. */
class Harness {
  readonly timer = new ManualTimer()
  readonly directory = new DeviceDirectory({ timer: this.timer })
  readonly reader = new BusReader({ directory: this.directory, timer: this.timer })
  readonly worst = new WorstAlerts()

  send(id: string, source = 12): BusNews {
    const vector = busVectors.find((each) => each.id === id)
    assert.ok(vector !== undefined)
    return this.handle(vector.pgn, payloadOf(vector), source)
  }

  claim(): void {
    this.handle(networkPgns.claim, nameBytesOf(name), 12)
  }

  /** The state that counts at the path of the tag. */
  stateAfter({ alerts }: BusNews): string | undefined {
    return alerts.map((alert) => this.worst.take(alert)).at(-1)?.state
  }

  handle(pgn: number, payload: Uint8Array, source: number): BusNews {
    const packet = { priority: 3, pgn, source, destination: broadcastAddress, payload }
    this.directory.handle(packet)
    this.reader.handle(packet)
    return this.reader.take()
  }
}

test('a call for help does not wait for the name of its device', () => {
  const harness = new Harness()
  const { updates } = harness.send('129808-fire')
  assert.deepEqual(
    updates.map(({ context, device }) => [context, device]),
    [['vessels.urn:mrn:imo:mmsi:232009905', 'address-12']],
  )
  assert.equal(harness.send('129802-mob-active').updates.length, 1)
  const { alerts } = harness.send('127233-emitter')
  assert.deepEqual([alerts[0]?.path, alerts[0]?.condition.state], [path, 'emergency'])
})

test('an alert that came before the name of its device ends with it', () => {
  const harness = new Harness()
  assert.equal(harness.stateAfter(harness.send('127233-emitter')), 'emergency')
  harness.claim()
  assert.equal(harness.stateAfter(harness.send('127233-off')), 'normal')
})

test('an alert that came before the name of its device stays until the device ends it', () => {
  const harness = new Harness()
  harness.stateAfter(harness.send('127233-emitter'))
  harness.claim()
  assert.equal(harness.stateAfter(harness.send('127233-emitter')), 'emergency')
})
