import type { BoatDetails, BoatLimits, Zone } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LimitWatch } from './limit-watch.ts'
import { namedLimits } from './limit-zones.ts'

const keel = 'environment.depth.belowKeel'
const transducer = 'environment.depth.belowTransducer'
const surface = 'environment.depth.belowSurface'
const shallow = (upper: number): Zone => ({ upper, state: 'alarm', message: 'Shallow water' })

interface Value {
  isLive: boolean
  zones: readonly Zone[] | undefined
  configuredZones: readonly Zone[] | undefined
}

/** A boat with these values, all of them live. */
const boatWith = (limits: BoatLimits, details: BoatDetails, paths: readonly string[]) => {
  const present = { limits, details }
  const valueByPath = new Map<string, Value>()
  const cleared: string[] = []
  const add = (path: string, configuredZones?: readonly Zone[]): Value => {
    const value: Value = { isLive: true, zones: configuredZones, configuredZones }
    valueByPath.set(path, value)
    return value
  }
  for (const path of paths) add(path)
  const valueAt = (path: string): Value => {
    const value = valueByPath.get(path)
    assert.ok(value, path)
    return value
  }
  let written = 0
  const watch = new LimitWatch({
    limits: () => namedLimits(present.limits, present.details),
    valueAt: (path) => valueByPath.get(path),
    setZones: (path, zones) => {
      written++
      valueAt(path).zones = zones
    },
    clear: (path) => cleared.push(path),
  })
  return { watch, present, add, valueAt, cleared, writes: () => written }
}

test('a depth limit is watched below the keel, with the more severe zone beside the other', () => {
  const { watch, valueAt, writes } = boatWith({ depth: { warn: 4, alarm: 2 } }, {}, [keel, transducer])
  watch.watch()
  const warning: Zone = { upper: 4, state: 'warn', message: 'Shallow water' }
  assert.deepEqual([valueAt(keel).zones, valueAt(transducer).zones], [[warning, shallow(2)], undefined])
  assert.deepEqual(watch.list(), [{ limit: 'depth', status: 'watched', path: keel }])
  watch.watch()
  assert.equal(writes(), 1)
})

test('with a depth below the sensor only, the limit is moved by the distance from the sensor to the keel', () => {
  const { watch, valueAt } = boatWith(
    { depth: { alarm: 2 } },
    { draught: 2.1, depthSensorBelowWaterline: 0.6 },
    [transducer],
  )
  watch.watch()
  assert.deepEqual(valueAt(transducer).zones, [shallow(3.5)])
})

test('with a depth below the surface only, the limit is moved by the draught', () => {
  const { watch, valueAt } = boatWith({ depth: { alarm: 2 } }, { draught: 2.1 }, [surface])
  watch.watch()
  assert.deepEqual(valueAt(surface).zones, [shallow(4.1)])
})

test('without the distance to the keel the limit is not watched, and the boat says so', () => {
  const { watch, present, valueAt } = boatWith({ depth: { alarm: 2 } }, {}, [transducer])
  watch.watch()
  assert.deepEqual(watch.list(), [{ limit: 'depth', status: 'needs-keel-offset' }])
  present.details = { depthSensorAboveKeel: 1.5 }
  watch.watch()
  assert.deepEqual(watch.list(), [{ limit: 'depth', status: 'watched', path: transducer }])
  assert.deepEqual(valueAt(transducer).zones, [shallow(3.5)])
})

test('when the depth below the keel becomes stale, the limit moves to a live depth and back', () => {
  const { watch, valueAt } = boatWith({ depth: { alarm: 2 } }, { depthSensorAboveKeel: 1 }, [
    keel,
    transducer,
  ])
  watch.watch()
  valueAt(keel).isLive = false
  watch.watch()
  assert.deepEqual([valueAt(keel).zones, valueAt(transducer).zones], [[], [shallow(3)]])
  valueAt(keel).isLive = true
  watch.watch()
  assert.deepEqual([valueAt(keel).zones, valueAt(transducer).zones], [[shallow(2)], []])
})

test('when every depth is stale, the limit stays where it was and is reported as stale', () => {
  const { watch, valueAt } = boatWith({ depth: { alarm: 2 } }, { depthSensorAboveKeel: 1 }, [
    keel,
    transducer,
  ])
  valueAt(keel).isLive = false
  watch.watch()
  valueAt(transducer).isLive = false
  watch.watch()
  assert.deepEqual(valueAt(transducer).zones, [shallow(3)])
  assert.deepEqual(watch.list(), [{ limit: 'depth', status: 'stale', path: transducer }])
})

test('a removed limit gives the path back to the zones of the settings', () => {
  const { watch, present, add, valueAt, cleared } = boatWith({ depth: { alarm: 2 } }, {}, [])
  add(keel, [shallow(1)])
  watch.watch()
  assert.deepEqual(valueAt(keel).zones, [shallow(2)])
  const before = namedLimits(present.limits, present.details)
  present.limits = {}
  watch.watch()
  watch.ended(before)
  assert.deepEqual([valueAt(keel).zones, watch.list()], [[shallow(1)], []])
  assert.deepEqual(cleared, [transducer, surface])
})

test('a limit is applied as soon as its value appears, and replaces zones that a device sends', () => {
  const path = 'electrical.batteries.house.voltage'
  const { watch, add, valueAt } = boatWith({ batteries: { house: { alarm: 11.5 } } }, {}, [])
  watch.watch()
  assert.deepEqual(watch.list(), [{ limit: 'batteries.house', status: 'no-value' }])
  add(path)
  watch.watch()
  const low: Zone = { upper: 11.5, state: 'alarm', message: 'Low voltage: battery house' }
  assert.deepEqual(valueAt(path).zones, [low])
  valueAt(path).zones = [{ upper: 9, state: 'alert' }]
  watch.watch()
  assert.deepEqual(valueAt(path).zones, [low])
})

test('wind raises its alerts at or above the limit', () => {
  const { watch, valueAt } = boatWith({ windTrue: { warn: 10, alarm: 15 }, windApparent: { warn: 12 } }, {}, [
    'environment.wind.speedTrue',
    'environment.wind.speedApparent',
  ])
  watch.watch()
  assert.deepEqual(valueAt('environment.wind.speedTrue').zones, [
    { lower: 10, state: 'warn', message: 'Strong true wind' },
    { lower: 15, state: 'alarm', message: 'Strong true wind' },
  ])
  assert.deepEqual(valueAt('environment.wind.speedApparent').zones, [
    { lower: 12, state: 'warn', message: 'Strong apparent wind' },
  ])
})
