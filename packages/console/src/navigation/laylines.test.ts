import assert from 'node:assert/strict'
import { test } from 'node:test'
import { distanceBetween, degree } from '@marinedata/model'
import { signal } from '@preact/signals'
import { Values } from '#boat/values.ts'
import { bearingBetween, placeFrom } from '@marinedata/console-map/earth'
import { directionOf, laylinesTo, steadied, type Laylines, LaylineFinder } from './laylines.ts'
import type { OwnBoat } from './own-ship.ts'

const mile = 1_852
const own = { latitude: 59.8, longitude: 22.9 }
const angles = { beat: 45 * degree, gybe: 150 * degree }

/** Both angles in degrees. */
const ask = (
  bearing: number,
  wind: number,
  { miles = 2, from = own }: { readonly miles?: number; readonly from?: typeof own } = {},
): Laylines | undefined =>
  laylinesTo({
    own: from,
    mark: placeFrom(from, bearing * degree, miles * mile),
    wind: wind * degree,
    angles,
  })

const isAngle = (actual: number, degrees: number): boolean =>
  Math.abs(((actual / degree - degrees + 540) % 360) - 180) < 0.1

const courseOf = (line: readonly [typeof own, typeof own]): number => bearingBetween(...line)

test('straight upwind both tacks are equally long, each on its own side', () => {
  const found = ask(0, 0)
  assert.equal(found?.way, 'beat')
  const [port, starboard] = found.lines
  assert.equal(port.tack, 'port')
  assert.equal(starboard.tack, 'starboard')
  // With the wind from starboard, the bow is to the left of the wind.
  assert.ok(isAngle(courseOf(starboard.line), 315))
  assert.ok(isAngle(courseOf(port.line), 45))
  const [one, other] = [distanceBetween(...port.line), distanceBetween(...starboard.line)]
  assert.ok(Math.abs(one - other) < 2)
  assert.ok(Math.abs(one - 2 * mile * Math.SQRT1_2) < 5)
})

test('the approach to a layline is on the other tack', () => {
  const [port, starboard] = ask(20, 0)!.lines
  assert.ok(isAngle(courseOf(starboard.approach!), 45), 'on port tack to the starboard layline')
  assert.ok(isAngle(courseOf(port.approach!), 315))
  assert.deepEqual(starboard.approach![0], own)
  assert.deepEqual(starboard.approach![1], starboard.line[0])
})

test('downwind the boat gybes, and the wind stays on the side of the tack', () => {
  const found = ask(180, 0)
  assert.equal(found?.way, 'gybe')
  const [port, starboard] = found.lines
  assert.ok(isAngle(courseOf(starboard.line), 210))
  assert.ok(isAngle(courseOf(port.line), 150))
})

test('on a reach there are no laylines', () => {
  assert.equal(ask(90, 0), undefined)
  assert.equal(ask(300, 40), undefined)
})

test('a mark that can nearly be laid keeps its lines, without an approach', () => {
  const found = ask(52, 0)
  assert.equal(found?.way, 'beat')
  assert.deepEqual(
    found.lines.map(({ approach }) => approach),
    [undefined, undefined],
  )
  assert.equal(ask(65, 0), undefined)
})

test('laylines work over the date line and with a northerly wind', () => {
  const east = { latitude: -17, longitude: 179.99 }
  const [port, starboard] = ask(90, 85, { miles: 3, from: east })!.lines
  assert.ok(isAngle(courseOf(starboard.line), 40))
  assert.ok(isAngle(courseOf(port.line), 130))
  for (const place of [...port.line, ...starboard.line])
    assert.ok(distanceBetween(east, place) < 4 * mile, JSON.stringify(place))
  assert.ok(ask(358, 2) !== undefined && ask(2, 358) !== undefined)
})

test('at the mark, and very far from it, there are no laylines', () => {
  assert.equal(ask(0, 0, { miles: 0.01 }), undefined)
  assert.equal(ask(0, 0, { miles: 200 }), undefined)
})

test('a gust does not move the lines; a lasting shift does', () => {
  let wind = steadied(undefined, 10 * degree, 0)
  wind = steadied(wind, 40 * degree, 500)
  assert.ok(directionOf(wind) < 12 * degree)
  for (let at = 1_000; at <= 40_000; at += 500) wind = steadied(wind, 40 * degree, at)
  assert.ok(isAngle(directionOf(wind), 40) || Math.abs(directionOf(wind) / degree - 40) < 1)
})

test('directions are averaged across north', () => {
  let wind = steadied(undefined, 355 * degree, 0)
  for (let at = 500; at <= 60_000; at += 500) wind = steadied(wind, (at % 1_000 === 0 ? 355 : 5) * degree, at)
  assert.ok(Math.abs(((directionOf(wind) / degree + 180) % 360) - 180) < 3)
})

const ownShip: OwnBoat = {
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
const upwind = placeFrom(ownShip.place, 10 * degree, 2_000)

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

  find(boat: OwnBoat = ownShip) {
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
  assert.equal(trial.find({ ...ownShip, heading: undefined }), undefined)
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
  assert.equal(trial.find({ ...ownShip, isOld: true }), undefined)
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
