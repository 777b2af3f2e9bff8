import { degree } from '@marinedata/model'
import { signal } from '@preact/signals'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Values } from '#boat/values.ts'
import { placeFrom } from '../geo/earth.ts'
import { LaylineFinder } from './layline-finder.ts'
import type { OwnBoat } from './own-ship.ts'

const own: OwnBoat = {
  place: { latitude: 59.8, longitude: 22.9 },
  isOld: false,
  age: 0,
  heading: 30 * degree,
  course: 30 * degree,
  speed: 3,
  pointing: 30 * degree,
  drift: 0,
  hull: { length: undefined, beam: undefined, fromBow: undefined, fromCentre: undefined },
}
const upwind = placeFrom(own.place, 10 * degree, 2_000)

class Trial {
  readonly values = new Values({ receivedAt: () => 0 })
  readonly isLost = signal(false)
  readonly finder = new LaylineFinder(
    // Only `isLost` of the link is read.
    { values: this.values, link: { isLost: this.isLost } as never },
    { angles: signal({ beat: 45, gybe: 150 }) },
  )

  send(values: Readonly<Record<string, number>>, stale = false): void {
    const received = Object.entries(values).map(([path, value]) => ({ path, value, ...(stale && { stale }) }))
    this.values.take(
      {
        context: 'vessels.self',
        updates: [{ $source: 'wind', timestamp: '2026-06-01T12:00:00Z', values: received }],
      },
      0,
    )
  }

  find(boat: OwnBoat = own) {
    return this.finder.find(boat, upwind, 0)
  }
}

test('without a true wind there are no laylines', () => {
  const trial = new Trial()
  trial.send({ 'environment.wind.angleApparent': 0.5 })
  assert.equal(trial.find(), undefined)
  assert.equal(trial.finder.hasWind, false)
})

test('laylines use the wind direction and the chosen angle, marked as assumed', () => {
  const trial = new Trial()
  trial.send({ 'environment.wind.directionTrue': 0 })
  const found = trial.find()
  assert.deepEqual([found?.way, found?.degrees, found?.isAssumed], ['beat', 45, true])
})

test('without a wind direction, wind angle and heading are used', () => {
  const trial = new Trial()
  trial.send({ 'environment.wind.angleTrueWater': -30 * degree })
  assert.equal(trial.find()?.way, 'beat')
  assert.equal(trial.find({ ...own, heading: undefined }), undefined)
})

test('the polar overrides the assumed angle unless it is implausible', () => {
  const trial = new Trial()
  trial.send({ 'environment.wind.directionTrue': 0, 'performance.beatAngle': 38 * degree })
  assert.deepEqual([trial.find()?.degrees, trial.find()?.isAssumed], [38, false])
  trial.send({ 'performance.beatAngle': 0 })
  assert.deepEqual([trial.find()?.degrees, trial.find()?.isAssumed], [45, true])
})

test('no laylines from a stale wind or position, or without a connection', () => {
  const trial = new Trial()
  trial.send({ 'environment.wind.directionTrue': 0 })
  assert.equal(trial.find({ ...own, isOld: true }), undefined)
  trial.isLost.value = true
  assert.equal(trial.find(), undefined)
  trial.isLost.value = false
  assert.notEqual(trial.find(), undefined)
  trial.send({ 'environment.wind.directionTrue': 0 }, true)
  assert.equal(trial.find(), undefined)
})

test('smoothing restarts after the wind was lost', () => {
  const trial = new Trial()
  trial.send({ 'environment.wind.directionTrue': 180 * degree })
  assert.equal(trial.find()?.way, 'gybe')
  trial.send({ 'environment.wind.directionTrue': 180 * degree }, true)
  trial.find()
  trial.send({ 'environment.wind.directionTrue': 0 })
  assert.equal(trial.find()?.way, 'beat')
})
