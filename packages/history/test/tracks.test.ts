import type { HistoryLog, PathsQuestion } from '@marinedata/history'
import type { TrackPoint } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openLog, temporaryFolder, TrialClock } from '#testing/trial-log.ts'

const minute = 60_000
const day = 86_400_000
const begin = Date.UTC(2026, 5, 1, 12)
const self = 'vessels.self'
const path = 'navigation.position'
const metresPerDegree = 111_195

interface Place {
  readonly latitude: number
  readonly longitude: number
}

interface Voyage {
  readonly log: HistoryLog
  readonly clock: TrialClock
}

const openVoyage = (folder: string): Voyage => {
  const clock = new TrialClock(begin)
  const log = openLog(folder, clock)
  log.trustTime('gnss', clock.wall())
  return { log, clock }
}

/** A position every ten seconds. */
const sail = (
  { log, clock }: Voyage,
  places: readonly Place[],
  { context = self, source = 'gps' }: { readonly context?: string; readonly source?: string } = {},
): void => {
  for (const value of places) {
    log.record({ context, path, source, at: clock.wall(), value })
    clock.advance(10_000)
    log.tick()
  }
}

const line = (count: number, place: (at: number) => Place): Place[] =>
  Array.from({ length: count }, (_, at) => place(at))

const trackOf = (
  log: HistoryLog,
  tolerance: number,
  { context = self, days = 1 }: { readonly context?: string; readonly days?: number } = {},
): TrackPoint[] =>
  [...log.track({ context, from: begin, to: begin + days * day, tolerance })].flatMap((page) => [
    ...(page?.points ?? []),
  ])

const pathsIn = (log: HistoryLog, bbox: NonNullable<PathsQuestion['bbox']>, context?: string): string[] =>
  [...log.paths({ from: begin, to: begin + day, bbox, ...(context !== undefined && { context }) })].flatMap(
    (page) => [...(page?.texts ?? [])],
  )

test('a straight track needs two points, a corner one more, and a tolerance of 0 gives every point', () => {
  using folder = temporaryFolder()
  const voyage = openVoyage(folder.path)
  const north = line(10, (at) => ({ latitude: 54 + at / 1_000, longitude: 10 }))
  const east = line(10, (at) => ({ latitude: 54.009, longitude: 10 + (at + 1) / 1_000 }))
  sail(voyage, [...north, ...east])
  assert.equal(trackOf(voyage.log, 0).length, 20)
  assert.deepEqual(
    trackOf(voyage.log, 5).map(([, latitude, longitude]) => [latitude, longitude]),
    [
      [54, 10],
      [54.009, 10],
      [54.009, 10.01],
    ],
  )
  voyage.log.close()
})

test('a thinned track stays within its tolerance of every recorded point', () => {
  using folder = temporaryFolder()
  const voyage = openVoyage(folder.path)
  // A circle with a radius of 500 m, and noise of a few metres.
  const places = line(300, (at) => ({
    latitude: 54 + (Math.sin(at / 40) * 500 + Math.sin(at * 7) * 3) / metresPerDegree,
    longitude: 10 + (Math.cos(at / 40) * 500) / metresPerDegree / Math.cos((54 * Math.PI) / 180),
  }))
  sail(voyage, places)
  const thinned = trackOf(voyage.log, 20)
  assert.ok(thinned.length < 60, `${thinned.length} of 300 points are left`)
  const plane = (latitude: number, longitude: number): readonly [number, number] => [
    (longitude - 10) * metresPerDegree * Math.cos((54 * Math.PI) / 180),
    (latitude - 54) * metresPerDegree,
  ]
  const corners = thinned.map(([, latitude, longitude]) => plane(latitude, longitude))
  const distanceTo = ([x, y]: readonly [number, number], index: number): number => {
    const [a = 0, b = 0] = corners[index] ?? []
    const [c = a, d = b] = corners[index + 1] ?? []
    const length = (c - a) ** 2 + (d - b) ** 2
    const along =
      length === 0 ? 0 : Math.max(0, Math.min(1, ((x - a) * (c - a) + (y - b) * (d - b)) / length))
    return Math.hypot(x - a - along * (c - a), y - b - along * (d - b))
  }
  const worst = Math.max(
    ...places.map(({ latitude, longitude }) =>
      Math.min(...corners.map((_, index) => distanceTo(plane(latitude, longitude), index))),
    ),
  )
  assert.ok(worst <= 20.5, `a point is ${worst} m from the track`)
  voyage.log.close()
})

test('a time without a position is a gap between two points', () => {
  using folder = temporaryFolder()
  const voyage = openVoyage(folder.path)
  sail(
    voyage,
    line(12, (at) => ({ latitude: 54 + at / 1_000, longitude: 10 })),
  )
  voyage.clock.advance(20 * minute)
  sail(
    voyage,
    line(12, (at) => ({ latitude: 54.02 + at / 1_000, longitude: 10 })),
  )
  const points = trackOf(voyage.log, 5)
  const waits = points.map(([time], index) => time - (points[index - 1]?.[0] ?? time))
  assert.equal(waits.filter((wait) => wait > 5 * minute).length, 1)
  assert.deepEqual(
    points.map(([, latitude]) => latitude),
    [54, 54.011, 54.02, 54.031],
  )
  voyage.log.close()
})

test('a track across the date line is thinned like any other', () => {
  using folder = temporaryFolder()
  const voyage = openVoyage(folder.path)
  const longitude = (at: number): number => (at < 10 ? 179.99 + at / 1_000 : -180 + (at - 10) / 1_000)
  sail(
    voyage,
    line(20, (at) => ({ latitude: -17, longitude: longitude(at) })),
  )
  assert.deepEqual(
    trackOf(voyage.log, 5).map((point) => point[2]),
    [179.99, -179.991],
  )
  voyage.log.close()
})

test('the track of another vessel is its own', () => {
  using folder = temporaryFolder()
  const voyage = openVoyage(folder.path)
  const context = 'vessels.urn:mrn:imo:mmsi:230012345'
  sail(
    voyage,
    line(6, (at) => ({ latitude: 54 + at / 1_000, longitude: 10 })),
  )
  sail(
    voyage,
    line(6, (at) => ({ latitude: 55 + at / 1_000, longitude: 11 })),
    { context, source: 'ais' },
  )
  assert.ok(trackOf(voyage.log, 0).every(([, latitude]) => latitude < 54.1))
  assert.deepEqual(
    trackOf(voyage.log, 5, { context }).map(([, latitude]) => latitude),
    [55, 55.005],
  )
  assert.deepEqual(trackOf(voyage.log, 5, { context: 'vessels.urn:mrn:imo:mmsi:230099999' }), [])
  voyage.log.close()
})

test('two receivers give one track, not a zigzag between them', () => {
  using folder = temporaryFolder()
  const { log, clock } = openVoyage(folder.path)
  for (let at = 0; at < 30; at++) {
    for (const [source, longitude] of [
      ['gps', 10],
      ['ais', 10.001],
    ] as const)
      log.record({
        context: self,
        path,
        source,
        at: clock.wall(),
        value: { latitude: 54 + at / 1_000, longitude },
      })
    clock.advance(10_000)
    log.tick()
  }
  assert.equal(new Set(trackOf(log, 0).map((point) => point[2])).size, 1)
  log.close()
})

test('a track of months has a point per minute, also of days that are closed', () => {
  using folder = temporaryFolder()
  const voyage = openVoyage(folder.path)
  sail(
    voyage,
    line(60, (at) => ({ latitude: 54 + at / 1_000, longitude: 10 })),
  )
  voyage.clock.advance(2 * day)
  for (let tick = 0; tick < 200; tick++) {
    voyage.clock.advance(1_000)
    voyage.log.tick()
  }
  const points = trackOf(voyage.log, 0, { days: 60 })
  assert.deepEqual(
    points.map(([time]) => (time - begin) / minute),
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
  )
  voyage.log.close()
})

test('a bounding box leaves the paths of contexts that were in it', () => {
  using folder = temporaryFolder()
  const voyage = openVoyage(folder.path)
  const [near, far] = ['vessels.urn:mrn:imo:mmsi:230012345', 'vessels.urn:mrn:imo:mmsi:230067890']
  const speed = 'navigation.speedOverGround'
  sail(
    voyage,
    line(12, () => ({ latitude: 54, longitude: 10 })),
  )
  sail(
    voyage,
    line(12, () => ({ latitude: 54.05, longitude: 10.05 })),
    { context: near, source: 'ais' },
  )
  sail(
    voyage,
    line(12, () => ({ latitude: -17, longitude: 179.95 })),
    { context: far, source: 'ais' },
  )
  const { log, clock } = voyage
  log.record({ context: near, path: speed, source: 'ais', at: clock.wall(), value: 3 })
  log.record({
    context: far,
    path: 'navigation.courseOverGroundTrue',
    source: 'ais',
    at: clock.wall(),
    value: 1,
  })
  log.record({ context: self, path: 'environment.depth.belowKeel', source: 'a', at: clock.wall(), value: 4 })
  const kiel = { south: 54.04, west: 10.04, north: 54.06, east: 10.06 }
  assert.deepEqual(pathsIn(log, kiel), [path, speed])
  assert.deepEqual(pathsIn(log, kiel, self), [])
  const both = { south: 53.9, west: 9.9, north: 54.1, east: 10.1 }
  assert.deepEqual(pathsIn(log, both), ['environment.depth.belowKeel', path, speed])
  const acrossDateLine = { south: -18, west: 179, north: -16, east: -179 }
  assert.deepEqual(pathsIn(log, acrossDateLine), ['navigation.courseOverGroundTrue', path])
  assert.deepEqual(pathsIn(log, { south: 0, west: 0, north: 1, east: 1 }), [])
  log.close()
})
