import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TargetTracker, type Sighting } from './target-tracker.ts'

const other = 'vessels.urn:mrn:imo:mmsi:230012345'
const self = 'vessels.self'

interface Reported {
  readonly position?: unknown
  readonly course?: unknown
  readonly speed?: unknown
  readonly stale?: boolean
}

const north = (metres: number) => ({ latitude: 60 + metres / 111_195, longitude: 20 })

class Trial {
  readonly tracker = new TargetTracker()
  now = 0

  sendMotion(context: string, { position, course, speed, stale = false }: Reported): void {
    const values = Object.entries({
      'navigation.position': position,
      'navigation.courseOverGroundTrue': course,
      'navigation.speedOverGround': speed,
    }).flatMap(([path, value]) => (value === undefined ? [] : [{ path, value, ...(stale && { stale }) }]))
    this.send(context, values)
  }

  send(context: string, values: { path: string; value: unknown; stale?: boolean }[]): void {
    this.tracker.handle({ context, updates: [{ $source: 'test', timestamp: '', values }] }, this.now)
  }

  /** Advances the clock by seconds. */
  look(seconds = 1): Sighting[] {
    this.now += seconds
    return [...this.tracker.evaluate(this.now)]
  }

  /** The own vessel sails north at 5 m/s, the other one comes towards it. */
  static meeting(): Trial {
    const trial = new Trial()
    trial.sendMotion(self, { position: north(0), course: 0, speed: 5 })
    trial.sendMotion(other, { position: north(5_000), course: Math.PI, speed: 5 })
    return trial
  }
}

test('computes the closest approach of an oncoming vessel and counts down between reports', () => {
  const trial = Trial.meeting()
  const [first] = trial.look()
  const [second] = trial.look()
  assert.ok(Math.abs((first?.approach?.timeTo ?? NaN) - 499) < 1)
  assert.ok(Math.abs((second?.approach?.timeTo ?? NaN) - 498) < 1)
  assert.deepEqual([first?.id, first?.context, first?.isDue], ['230012345', other, true])
})

test('publishes unknown once without the own motion', () => {
  const trial = Trial.meeting()
  trial.look()
  trial.sendMotion(self, { position: north(0), stale: true })
  const [lost] = trial.look()
  assert.deepEqual([lost?.approach, lost?.isDue], [null, true])
  assert.equal(trial.look()[0]?.isDue, false)
  assert.equal(trial.tracker.isOwnKnown(trial.now), false)
})

test('ignores an own position older than ten seconds', () => {
  const trial = Trial.meeting()
  assert.notEqual(trial.look(9)[0]?.approach, null)
  assert.equal(trial.look(2)[0]?.approach, null)
})

for (const [what, motion] of [
  ['position', { position: null }],
  ['position that is half', { position: { latitude: 60 } }],
  ['course', { course: null }],
  ['speed', { speed: null }],
  ['speed that is stale', { speed: 5, stale: true }],
] as const)
  test(`publishes unknown without the other vessel’s ${what}`, () => {
    const trial = Trial.meeting()
    trial.look()
    trial.sendMotion(other, motion)
    const [sighting] = trial.look()
    assert.deepEqual([sighting?.approach, sighting?.isDue], [null, true])
  })

test('a stationary vessel needs no course', () => {
  const trial = Trial.meeting()
  trial.sendMotion(other, { course: null, speed: 0 })
  assert.ok(Math.abs((trial.look()[0]?.approach?.timeTo ?? NaN) - 999) < 1)
})

test('publishes a silent vessel as unknown, then forgets it', () => {
  const trial = Trial.meeting()
  trial.look()
  trial.now = 201
  trial.sendMotion(self, { position: north(0), course: 0, speed: 5 })
  const [gone] = trial.look(0)
  assert.deepEqual([gone?.approach, gone?.isDue], [null, true])
  assert.deepEqual(trial.look(), [])
  trial.sendMotion(other, { position: null })
  trial.sendMotion(other, { position: north(1), stale: true })
  assert.equal(trial.tracker.size, 0, 'null values do not start a new track')
})

test('publishes nothing for a vessel without data', () => {
  const trial = new Trial()
  trial.sendMotion(self, { position: north(0), course: 0, speed: 5 })
  trial.sendMotion(other, { position: north(100) })
  assert.equal(trial.look()[0]?.isDue, false)
})

test('publishes near vessels every second and far ones every third second', () => {
  const trial = Trial.meeting()
  trial.sendMotion('vessels.urn:mrn:imo:mmsi:230000001', { position: north(90_000), course: 0, speed: 5.5 })
  const news = { near: 0, far: 0 }
  trial.look()
  for (let seconds = 0; seconds < 9; seconds++)
    for (const { id, isDue } of trial.look()) if (isDue) news[id === '230000001' ? 'far' : 'near']++
  assert.deepEqual(news, { near: 9, far: 3 })
})

test('remembers a name from any time', () => {
  const trial = new Trial()
  trial.send(other, [{ path: 'name', value: 'TERN' }])
  trial.sendMotion(self, { position: north(0), course: 0, speed: 5 })
  trial.sendMotion(other, { position: north(5_000), course: 0, speed: 5 })
  assert.equal(trial.look()[0]?.name, 'TERN')
})

test('tracks two thousand vessels and evicts the one that was silent longest', () => {
  const trial = Trial.meeting()
  const motion = { position: north(9_000), course: 0, speed: 5 }
  for (let count = 1; count < 2_000; count++)
    trial.sendMotion(`vessels.urn:mrn:imo:mmsi:2${10_000_000 + count}`, motion)
  trial.sendMotion(other, { speed: 6 })
  trial.sendMotion('vessels.urn:mrn:imo:mmsi:299999999', motion)
  assert.equal(trial.tracker.size, 2_000)
  const ids = new Set(trial.look().map(({ id }) => id))
  assert.deepEqual([ids.has('230012345'), ids.has('210000001'), ids.has('299999999')], [true, false, true])
})

test('recognizes a boat at anchor or at a berth by its state; unknown means under way', () => {
  const { tracker, ...trial } = new Trial()
  const send = (path: string, value: unknown, stale = false): boolean => {
    tracker.handle(
      { context: self, updates: [{ timestamp: '', values: [{ path, value, stale }] }] },
      trial.now,
    )
    return tracker.isResting
  }
  assert.equal(tracker.isResting, false)
  assert.equal(send('navigation.anchor.state', 'watching'), true)
  assert.equal(send('navigation.anchor.state', 'setting'), true)
  assert.equal(send('navigation.anchor.state', 'raised'), false)
  assert.equal(send('navigation.anchor.state', 'watching', true), false)
  assert.equal(send('navigation.state', 'moored'), true)
  assert.equal(send('navigation.state', 'sailing'), false)
})

test('recognizes a berth after a quarter of an hour without movement, and a slow drift', () => {
  const lies = (drift: number): boolean => {
    const trial = new Trial()
    for (let minute = 0; minute <= 16; minute++) {
      trial.now = minute * 60
      trial.sendMotion(self, { position: north(drift * trial.now), course: 0, speed: drift })
      trial.look(0)
    }
    return trial.tracker.isResting
  }
  assert.equal(lies(0), true)
  assert.equal(lies(0.1), false)
})

test('a boat that leaves its berth is under way at once', () => {
  const trial = new Trial()
  for (const [seconds, metres] of [
    [0, 0],
    [901, 5],
    [960, 60],
  ] as const) {
    trial.now = seconds
    trial.sendMotion(self, { position: north(metres), course: 0, speed: 1 })
    trial.look(0)
    assert.equal(trial.tracker.isResting, seconds === 901, `after ${seconds} s`)
  }
})
