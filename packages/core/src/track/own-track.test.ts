import type { Position } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ManualClock } from '#manual-clock.ts'
import { OwnTrack, trackLimits } from './own-track.ts'

const home: Position = { latitude: 54.4321, longitude: 10.1234 }
const metre = 1 / 111_195
const north = (metres: number): Position => ({ ...home, latitude: home.latitude + metres * metre })
const day = 86_400

const boat = ({ clock = new ManualClock(), row = { text: undefined as string | undefined } } = {}) => {
  const present = { position: null as Position | null, isCardGood: true }
  const faults: unknown[] = []
  const saved: string[] = []
  const track = new OwnTrack({
    clock,
    position: () => present.position,
    store: {
      load: () => row.text,
      save: (packed) => {
        if (!present.isCardGood) return Promise.reject(new Error('The card is full'))
        row.text = packed
        saved.push(packed)
        return Promise.resolve()
      },
    },
    onFault: (error) => faults.push(error),
  })
  /** Sails north for some seconds at a speed, calling `watch` at an interval. */
  const sail = (seconds: number, metresPerSecond = 0, every = 1): void => {
    for (let second = 0; second < seconds; second += every) {
      track.watch()
      clock.advance(every * 1_000)
      const { position } = present
      if (position !== null)
        present.position = { ...position, latitude: position.latitude + every * metresPerSecond * metre }
    }
  }
  return { clock, row, present, faults, saved, track, sail }
}

test('records the first fix immediately, with six decimals', () => {
  const { clock, present, track } = boat()
  present.position = { latitude: 54.43210049, longitude: -10.12345678 }
  track.watch()
  assert.deepEqual(track.since(60), [[Date.parse(clock.timestamp()), 54.4321, -10.123457]])
})

test('records a point every ten seconds under way', () => {
  const { present, track, sail } = boat()
  present.position = home
  sail(101, 3)
  const points = track.since(day)
  assert.equal(points.length, 11)
  for (const [index, [at]] of points.entries()) assert.equal(at - points[0]![0], index * 10_000)
})

test('records a point every five metres while drifting', () => {
  const { present, track, sail } = boat()
  present.position = home
  sail(60, 0.26)
  assert.deepEqual(
    track.since(day).map(([at], _, [first]) => at - first![0]),
    [0, 20_000, 40_000],
  )
})

test('records a point every minute at rest', () => {
  const { present, track, sail } = boat()
  present.position = home
  sail(180)
  assert.equal(track.since(day).length, 3)
})

test('records nothing without a fresh position, and continues with the next one', () => {
  const { present, track, sail } = boat()
  present.position = home
  sail(1)
  present.position = null
  sail(300)
  assert.equal(track.since(day).length, 1)
  present.position = north(400)
  sail(1)
  assert.equal(track.since(day).length, 2)
})

test('returns the points of the requested time, oldest first', () => {
  const { present, track, sail } = boat()
  present.position = home
  sail(600, 3)
  const all = track.since(day)
  assert.equal(all.length, 60)
  assert.deepEqual(track.since(120), all.slice(-12))
})

test('drops points after a day', () => {
  const { clock, present, track, sail } = boat()
  present.position = home
  sail(1)
  clock.advance(trackLimits.ageMs - 1_000)
  assert.equal(track.since(day).length, 1)
  clock.advance(1)
  assert.equal(track.since(day).length, 0)
})

test('stores at most 6,000 points and thins the older ones evenly', () => {
  const { present, track, sail } = boat()
  present.position = home
  sail(60_010, 3, 10)
  const points = track.since(day)
  const gaps = points.slice(1).map(([at], index) => (at - points[index]![0]) / 10_000)
  assert.equal(points.length, 4_501)
  assert.deepEqual(new Set(gaps.slice(0, 1_500)), new Set([2]))
  assert.deepEqual(new Set(gaps.slice(1_500)), new Set([1]))
  sail(26_000, 3, 10)
  const more = track.since(day)
  assert.ok(more.length <= trackLimits.points, `${more.length}`)
  assert.deepEqual(more[0], points[0], 'the first point is not dropped')
})

test('setting the wall clock does not change the age of points', () => {
  const { clock, present, track, sail } = boat({ clock: new ManualClock(0) })
  present.position = home
  sail(60, 3)
  clock.setWall(Date.UTC(2026, 6, 1))
  sail(60, 3)
  assert.equal(track.since(120).length, 12)
  assert.equal(track.since(60).length, 6)
})

test('saves at most once a minute and at the end, and the next process restores it', () => {
  const { clock, row, saved, present, track, sail } = boat()
  present.position = home
  sail(150, 3)
  assert.equal(saved.length, 2)
  track[Symbol.dispose]()
  assert.equal(saved.length, 3)
  const next = boat({ clock, row })
  assert.deepEqual(next.track.since(day), track.since(day))
  next.sail(300)
  next.track[Symbol.dispose]()
  assert.deepEqual(next.saved, [], 'nothing is saved without new points')
})

test('does not restore points older than a day', () => {
  const { clock, row, present, track, sail } = boat()
  present.position = home
  sail(30, 3)
  track[Symbol.dispose]()
  clock.advance(trackLimits.ageMs - 15_000)
  assert.equal(boat({ clock, row }).track.since(day).length, 1)
})

test('restores the track when the wall clock is not set yet', () => {
  const { row, present, track, sail } = boat()
  present.position = home
  sail(30, 3)
  track[Symbol.dispose]()
  const next = boat({ clock: new ManualClock(0), row })
  assert.deepEqual(next.track.since(60), track.since(day))
})

test('reports a failed save and retries a minute later', async () => {
  const { present, faults, saved, sail } = boat()
  present.position = home
  present.isCardGood = false
  sail(61, 3)
  await Promise.resolve()
  assert.deepEqual([faults.length, saved.length], [1, 0])
  present.isCardGood = true
  sail(60, 3)
  assert.deepEqual([faults.length, saved.length], [1, 1])
})
