import { radians } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Level } from './alerts/notice.ts'
import { WatchTrial } from './watch-trial.ts'

/** The boat lies 46 m north of its anchor, in a circle of 62 m. */
const boat = { north: 46, east: 0 }

const watched = (): WatchTrial => {
  const trial = new WatchTrial()
  trial.lie(60, { north: -9, east: 0 }, { heading: radians(0), depth: 6 })
  trial.watch.drop(trial.time)
  trial.watch.veer(trial.time, { rodeLength: 40, anchorDepth: 6 })
  return trial.lie(30, boat)
}

const sounding: ReadonlySet<Level> = new Set(['alarm', 'emergency'])

const assertSilent = (trial: WatchTrial, cause: string): void => {
  for (const { level, message } of trial.watch.notices)
    assert.ok(!sounding.has(level), `${cause} raised: ${message}`)
}

const assertNoDistance = (trial: WatchTrial, cause: string): void =>
  assert.equal(trial.notice('distance'), undefined, cause)

/** Values that are no position at all. */
const useless: readonly (readonly [name: string, position: unknown])[] = [
  ['null', null],
  ['nothing', undefined],
  ['text', '54.5 N'],
  ['empty', {}],
  ['nulls', { latitude: null, longitude: null }],
  ['half, latitude', { latitude: 54.5 }],
  ['half, longitude', { longitude: 11.2 }],
  ['half, null', { latitude: 54.5, longitude: null }],
  ['0/0', { latitude: 0, longitude: 0 }],
  ['AIS not available', { latitude: 91, longitude: 181 }],
  ['N2K not available', { latitude: 214.7483647, longitude: 214.7483647 }],
  ['N2K out of range', { latitude: 214.7483646, longitude: -214.7483648 }],
  ['not a number', { latitude: NaN, longitude: NaN }],
  ['infinite', { latitude: Infinity, longitude: 11.2 }],
  ['text inside', { latitude: '54.5', longitude: '11.2' }],
]

/** Metres that no boat covers within a minute. */
const wildJumps = [1_754_715, 6_300_000, 12_000, 5_000]
/** Metres that a boat can cover within twenty seconds. */
const jumps = [15, 40, 75, 150, 400, 600]

for (const [name, position] of useless) {
  test(`no alarm for a position that is ${name}, once, now and then, or for fifty seconds`, () => {
    const trial = watched()
    for (const seconds of [1, 3, 12, 50]) {
      for (let second = 0; second < seconds; second++) assertSilent(trial.hear(position), name)
      assertSilent(trial.lie(5, boat), name)
      assert.equal(trial.level, 'normal')
    }
  })
}

test('unusable positions alarm for their lack after a while, never for the distance', () => {
  for (const [name, position] of useless) {
    const trial = watched()
    for (let second = 0; second < 600; second++) assertNoDistance(trial.hear(position), name)
    assert.equal(trial.level, 'alarm')
    assert.equal(trial.watch.report.alert.reason, 'no-position')
    assert.equal(trial.lie(1, boat).level, 'normal')
  }
})

test('no alarm for jumps of 15 to 600 metres that last nineteen seconds', () => {
  for (const jump of jumps) {
    const trial = watched()
    for (let count = 0; count < 20; count++) {
      for (let second = 0; second < 19; second++)
        assertSilent(trial.hear(trial.at(boat.north + jump)), `a jump of ${jump} m`)
      assertSilent(trial.lie(3, boat), `${jump} m and back`)
    }
  }
})

test('no distance alarm for impossible jumps, however long they last', () => {
  for (const jump of wildJumps) {
    const trial = watched()
    for (let second = 0; second < 55; second++)
      assertSilent(trial.hear(trial.at(boat.north, jump)), `a jump of ${jump} m`)
    assertSilent(trial.lie(3, boat), `${jump} m and back`)
    for (let second = 0; second < 120; second++)
      assertNoDistance(trial.hear(trial.at(boat.north, jump)), `${jump} m for good`)
    assert.equal(trial.level, 'alarm')
    assert.match(trial.watch.report.alert.message, /^No position for .* has jumped/)
  }
})

test('positions that jump and are sent twice are reported as jumping, not as repeated', () => {
  const trial = watched()
  for (let second = 0; second < 30; second++) {
    const [stamp, place] = [`${second}`, trial.at(boat.north, 300 + 60 * (second % 7))]
    trial.hear(place, { stamp })
    trial.watch.fix({ at: trial.time, source: 'gps', position: place, stamp })
  }
  assert.match(trial.watch.report.alert.message, /^No position for .* has jumped/)
  for (let second = 0; second < 30; second++) trial.lie(1, boat)
  for (let second = 0; second < 30; second++) trial.hear(trial.at(boat.north), { stamp: 'frozen' })
  assert.match(trial.watch.report.alert.message, /repeats an old position/)
})

test('no alarm when receivers alternate and one of them is elsewhere', () => {
  const trial = watched()
  for (let second = 0; second < 600; second++) {
    trial.hear(trial.at(boat.north + 200), { source: second % 3 === 0 ? 'spare' : 'plotter' })
    assertSilent(trial.lie(second % 5, boat), 'another receiver')
  }
})

test('no alarm when a clock jumps, by a second or by fifty years', () => {
  const trial = watched()
  for (const leap of [-1, 1, -61, 61, -3_600, 3_600, 1e5, -1e5, 1.7e9, -1.7e9, NaN, Infinity]) {
    const before = trial.time
    trial.time += leap
    trial.watch.tick(trial.time)
    assertSilent(trial, `a leap of ${leap} s`)
    if (!Number.isFinite(trial.time)) trial.time = before
    assertSilent(trial.lie(20, boat), `a leap of ${leap} s`)
  }
})

test('no alarm for fixes with an old timestamp or marked as stale for fifty seconds', () => {
  const trial = watched()
  const stamp = '1970-01-01T00:00:00Z'
  for (let second = 0; second < 50; second++)
    assertSilent(
      trial.hear(trial.at(70), second % 2 === 0 ? { isStale: true } : { isStale: true, stamp }),
      'a stale fix',
    )
  assertSilent(trial.lie(3, boat), 'afterwards')
})

const anyBadness = fc.oneof(
  fc.record({
    position: fc.constantFrom(...useless.map(([, position]) => position)),
    seconds: fc.integer({ min: 1, max: 50 }),
  }),
  fc.record({
    jump: fc.oneof(fc.constantFrom(...jumps), fc.double({ min: 62, max: 600, noNaN: true })),
    bearing: fc.double({ min: 0, max: 6.28, noNaN: true }),
    seconds: fc.integer({ min: 1, max: 19 }),
  }),
  fc.record({
    jump: fc.constantFrom(...wildJumps),
    bearing: fc.constant(0),
    seconds: fc.integer({ min: 1, max: 50 }),
  }),
  fc.record({ other: fc.constantFrom('spare', 'plotter', 'ais'), seconds: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ leap: fc.double({ min: -1e9, max: 1e9, noNaN: true }) }),
  fc.record({
    poor: fc.constantFrom({ satellites: 2 }, { horizontalDilution: 9 }, { method: 'no GPS' }),
    seconds: fc.integer({ min: 1, max: 50 }),
  }),
)
type Badness = typeof anyBadness extends fc.Arbitrary<infer T> ? T : never

const suffer = (trial: WatchTrial, bad: Badness): void => {
  if ('leap' in bad) {
    trial.time += bad.leap
    trial.watch.tick(trial.time)
    return
  }
  for (let second = 0; second < bad.seconds; second++) {
    if ('position' in bad) trial.hear(bad.position)
    else if ('other' in bad) trial.hear(trial.at(3_000), { source: bad.other })
    else if ('poor' in bad) trial.hear(trial.at(500), bad.poor)
    else trial.hear(trial.at(boat.north + bad.jump * Math.cos(bad.bearing), bad.jump * Math.sin(bad.bearing)))
    assertSilent(trial, JSON.stringify(bad))
  }
}

test('no alarm for any sequence of bad fixes between good ones', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(anyBadness, fc.integer({ min: 2, max: 20 })), { maxLength: 25 }), (row) => {
      const trial = watched()
      for (const [bad, good] of row) {
        suffer(trial, bad)
        trial.lie(good, boat)
        assertSilent(trial, JSON.stringify(bad))
        assertNoDistance(trial, JSON.stringify(bad))
      }
    }),
    { numRuns: 200, seed: 6 },
  )
})

test('no position breaks the watch or moves the anchor', () => {
  const trial = watched()
  const { position, maxRadius } = trial.watch.report
  fc.assert(
    fc.property(fc.anything(), (strange) => {
      trial.hear(strange).lie(1, boat)
      assert.deepEqual(trial.watch.report.position, position)
      assert.equal(trial.watch.report.maxRadius, maxRadius)
      assertSilent(trial, JSON.stringify(strange) ?? '')
    }),
    { numRuns: 500, seed: 7 },
  )
})

/** A second talker behind the source of the receiver, which drags away at this speed. */
interface Talker {
  readonly rate: number
  readonly place: (second: number) => { readonly north: number; readonly east: number }
}

/** The fixes of both for two minutes. The second talker is first, so that the watch believes it. */
const fixesOfBoth = (speed: number, rate: number, talker: Talker) => {
  const real = Array.from({ length: 120 * rate }, (_, count) => (count + 0.5) / rate)
  const other = Array.from({ length: 120 * talker.rate }, (_, count) => count / talker.rate)
  return [
    ...real.map((second) => ({ second, north: -speed * second, east: 0 })),
    ...other.map((second) => ({ second, ...talker.place(second) })),
  ].toSorted((a, b) => a.second - b.second)
}

/** Drops 9 m ahead in a circle of 30 m, from where the boat drags. Returns when the watch tells the crew, and when it sounds. */
const dragBeside = (speed: number, rate: number, talker: Talker) => {
  const trial = new WatchTrial().lie(60, { north: 0, east: 0 }, { heading: radians(0) })
  trial.watch.drop(trial.time)
  trial.watch.radius(trial.time, 30)
  trial.lie(10, { north: 0, east: 0 })
  const began = trial.time
  const told: { said?: number; sounded?: number; words?: string } = {}
  for (const { second, north, east } of fixesOfBoth(speed, rate, talker)) {
    trial.time = began + second
    trial.watch.fix({ at: trial.time, source: 'gps', position: trial.at(north, east) })
    trial.watch.tick(trial.time)
    const notice = trial.notice('two-places')
    if (notice !== undefined) told.words ??= notice.message
    if (trial.level !== 'normal') told.said ??= second
    if (sounding.has(trial.level)) told.sounded ??= second
  }
  return { ...told, trial }
}

test('sounds when a second talker behind the same source repeats an old position while the boat drags', () => {
  const { said, sounded, words, trial } = dragBeside(1, 2, { rate: 2, place: () => ({ north: 0, east: 0 }) })
  assert.ok(said !== undefined && said <= 30, `told after ${said} s`)
  assert.match(words ?? '', /^gps says two places \d+ m apart/)
  assert.ok(sounded !== undefined && sounded <= 45, `sounded after ${sounded} s`)
  const { alert, currentRadius } = trial.watch.report
  assert.equal(alert.reason, 'distance')
  assert.match(alert.message, /^\d+ m from the anchor, \d+ m outside .* gps says two places \d+ m apart/)
  assert.ok(currentRadius !== null && currentRadius > 100, 'the place outside counts')
})

test('sounds for forged positions at 10 Hz that stand, wander, follow or are everywhere', () => {
  const noise = (second: number, metres: number): number => metres * Math.sin(second * 1e4)
  const places: readonly Talker['place'][] = [
    () => ({ north: 0, east: 0 }),
    (second) => ({ north: noise(second, 2), east: noise(second * 3, 2) }),
    (second) => ({ north: noise(second, 12), east: noise(second * 3, 12) }),
    (second) => ({ north: -Math.min(12, 0.5 * second), east: 0 }),
    (second) => ({ north: 10 * Math.sin(second / 10), east: 10 * Math.cos(second / 10) }),
  ]
  for (const [index, place] of places.entries())
    for (const speed of [0.3, 0.5, 1, 2]) {
      const { sounded } = dragBeside(speed, 1, { rate: 10, place })
      // Outside the circle, and 15 m from a talker that is up to 12 m nearer.
      const outside = 27 / speed
      assert.ok(sounded !== undefined, `place ${index}, ${speed} m/s: silent`)
      assert.ok(sounded <= outside + 20, `place ${index}, ${speed} m/s: after ${sounded} s`)
    }
})

test('sounds when a second talker says a place outside the circle, and ends when it has gone', () => {
  const { sounded, trial } = dragBeside(0, 1, { rate: 1, place: () => ({ north: 90, east: 0 }) })
  assert.ok(sounded !== undefined && sounded <= 30, `sounded after ${sounded} s`)
  trial.watch.acknowledge(trial.time)
  trial.lie(60, { north: 0, east: 0 })
  assert.equal(trial.level, 'normal')
})

test('says nothing about two places for one receiver that jumps to the same place again and again', () => {
  const trial = watched()
  for (const jump of jumps)
    for (let count = 0; count < 20; count++) {
      for (let second = 0; second < 19; second++) trial.hear(trial.at(boat.north + jump))
      trial.lie(3, boat)
      assert.equal(trial.notice('two-places'), undefined)
    }
})

test('names the source of a position that it does not go by', () => {
  const trial = watched()
  for (let second = 0; second < 12; second++) trial.hear(trial.at(2_000_000), { source: 'spare' })
  const { message, level } = trial.watch.report.alert
  assert.equal(level, 'alert')
  assert.match(message, /^No position for 12 s, another receiver says another place \(spare\): the anchor/)
})

test('goes by the receiver of before again, when it was silent and the other one says another place', () => {
  const trial = watched()
  for (let second = 0; second < 60; second++) trial.hear(trial.at(boat.north + 100), { source: 'spare' })
  assert.ok(sounding.has(trial.level), 'the other one is outside')
  for (let second = 0; second < 60; second++) {
    trial.hear(trial.at(boat.north + 100), { source: 'spare' })
    trial.lie(1, boat)
  }
  assert.equal(trial.watch.report.source, 'gps')
  assert.equal(trial.notice('distance'), undefined)
  assert.match(trial.notice('receivers')?.message ?? '', /gps and spare are 100 m apart/)
})
