import {
  MarineDataError,
  type Actor,
  type BoatDetails,
  type BoatLimits,
  type ProblemCode,
} from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ManualClock } from '#manual-clock.ts'
import { BoatService, type BoatEvent, type SavedBoat } from './boat-service.ts'
import { boatValues } from './boat-values.ts'

const by: Actor = { kind: 'person', id: 'anna', name: 'Anna', address: 'localhost' }

const isProblem =
  (code: ProblemCode, path?: string) =>
  (error: unknown): boolean =>
    error instanceof MarineDataError &&
    error.code === code &&
    (path === undefined || error.details.errors?.[0]?.path === path)

const fitted = (defaults: BoatDetails = {}, failure?: Error) => {
  const saves: SavedBoat[] = []
  const events: BoatEvent[] = []
  const changes: SavedBoat[] = []
  const service = new BoatService({
    clock: new ManualClock(),
    defaults,
    store: {
      load: () => undefined,
      save: (boat, event) => {
        if (failure !== undefined) return Promise.reject(failure)
        saves.push(boat)
        events.push(event)
        return Promise.resolve()
      },
    },
    onChange: (before) => changes.push(before),
  })
  return { service, saves, events, changes }
}

test("details replace the settings file's, which apply again when they are removed", async () => {
  const { service } = fitted({ name: 'Old name', mmsi: '230099999' })
  assert.deepEqual(service.boat.details, { name: 'Old name', mmsi: '230099999' })
  await service.setDetails({ revision: 0, details: { name: 'Aura' } }, by)
  assert.deepEqual(service.boat.details, { name: 'Aura', mmsi: '230099999' })
  await service.setDetails({ revision: 1, details: {} }, by)
  assert.equal(service.boat.details.name, 'Old name')
})

test('rejects a change based on an outdated version, even if both arrive together', async () => {
  const { service, saves, events } = fitted()
  const [first, second] = await Promise.allSettled([
    service.setLimits({ revision: 0, limits: { depth: { alarm: 2 } } }, by),
    service.setDetails({ revision: 0, details: { name: 'Aura' } }, by),
  ])
  assert.equal(first.status, 'fulfilled')
  assert.ok(second.status === 'rejected' && isProblem('boat-changed')(second.reason))
  assert.deepEqual(saves, [{ revision: 1, details: {}, limits: { depth: { alarm: 2 } } }])
  assert.deepEqual(
    events.map(({ operation, actor }) => [operation, actor.id]),
    [['boat-limits', 'anna']],
  )
})

test('a change that cannot be saved has no effect', async () => {
  const { service, changes } = fitted({}, new MarineDataError('storage-full', 'full'))
  await assert.rejects(
    service.setDetails({ revision: 0, details: { name: 'Aura' } }, by),
    isProblem('storage-full'),
  )
  assert.deepEqual([service.boat, changes], [{ revision: 0, details: {}, limits: {} }, []])
})

const contradictions: readonly (readonly [title: string, path: string, details: BoatDetails])[] = [
  ['an antenna behind the stern', 'gpsFromBow', { length: 10, gpsFromBow: 10.5 }],
  ['an antenna beside the hull', 'gpsFromCentre', { beam: 3, gpsFromCentre: -1.6 }],
  [
    'a depth sensor whose distances do not add up to the draught',
    'depthSensorAboveKeel',
    { draught: 2, depthSensorBelowWaterline: 0.5, depthSensorAboveKeel: 1 },
  ],
]
for (const [title, member, details] of contradictions)
  test(`refuses ${title}`, () => {
    const { service } = fitted()
    assert.throws(
      () => void service.setDetails({ revision: 0, details }, by),
      isProblem('invalid-value', `/details/${member}`),
    )
  })

const reversed: readonly (readonly [path: string, limits: BoatLimits])[] = [
  ['depth', { depth: { warn: 2, alarm: 3 } }],
  ['windTrue', { windTrue: { warn: 15, alarm: 12 } }],
  ['windApparent', { windApparent: { warn: 15, alarm: 15 } }],
  ['batteries/house', { batteries: { house: { warn: 11, alarm: 12 } } }],
]
for (const [path, limits] of reversed)
  test(`refuses a warning of ${path} that would come after its alarm`, () => {
    const { service } = fitted()
    assert.throws(
      () => void service.setLimits({ revision: 0, limits }, by),
      isProblem('invalid-value', `/limits/${path}/alarm`),
    )
  })

test('every detail has its path, and the distances of the depth sensor follow from the draught', () => {
  const details: BoatDetails = {
    name: 'Aura',
    callsign: 'OH1234',
    mmsi: '230099999',
    length: 12,
    beam: 3.9,
    draught: 2.1,
    airDraught: 18.5,
    gpsFromBow: 9,
    gpsFromCentre: -0.4,
    depthSensorBelowWaterline: 0.6,
  }
  assert.deepEqual(Object.fromEntries(boatValues(details).map(({ path, value }) => [path, value])), {
    name: 'Aura',
    mmsi: '230099999',
    'communication.callsignVhf': 'OH1234',
    'design.length': { overall: 12 },
    'design.beam': 3.9,
    'design.draft': { maximum: 2.1 },
    'design.airHeight': 18.5,
    'sensors.gps.fromBow': 9,
    'sensors.gps.fromCenter': -0.4,
    'environment.depth.surfaceToTransducer': 0.6,
    'environment.depth.transducerToKeel': 1.5,
  })
})

test('a detail that was never known is not published, and a removed one becomes null', () => {
  assert.deepEqual(boatValues({}), [])
  assert.deepEqual(boatValues({}, { beam: 4 }), [{ path: 'design.beam', value: null }])
})
