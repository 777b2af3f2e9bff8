import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Lookout, type Sighting } from './lookout.ts'

const other = 'vessels.urn:mrn:imo:mmsi:230012345'
const self = 'vessels.self'

interface Told {
  readonly position?: unknown
  readonly course?: unknown
  readonly speed?: unknown
  readonly stale?: boolean
}

const north = (metres: number) => ({ latitude: 60 + metres / 111_195, longitude: 20 })

class Trial {
  readonly lookout = new Lookout()
  now = 0

  tell(context: string, { position, course, speed, stale = false }: Told): void {
    const values = Object.entries({
      'navigation.position': position,
      'navigation.courseOverGroundTrue': course,
      'navigation.speedOverGround': speed,
    }).flatMap(([path, value]) => (value === undefined ? [] : [{ path, value, ...(stale && { stale }) }]))
    this.hear(context, values)
  }

  hear(context: string, values: { path: string; value: unknown; stale?: boolean }[]): void {
    this.lookout.hear({ context, updates: [{ $source: 'test', timestamp: '', values }] }, this.now)
  }

  /** Seconds later. */
  look(seconds = 1): Sighting[] {
    this.now += seconds
    return [...this.lookout.look(this.now)]
  }

  /** The own vessel sails north at 5 m/s, the other comes from there. */
  static meeting(): Trial {
    const trial = new Trial()
    trial.tell(self, { position: north(0), course: 0, speed: 5 })
    trial.tell(other, { position: north(5_000), course: Math.PI, speed: 5 })
    return trial
  }
}

test('a vessel that comes towards us has a closest approach, and it counts down between what is heard', () => {
  const trial = Trial.meeting()
  const [first] = trial.look()
  const [second] = trial.look()
  assert.ok(Math.abs((first?.approach?.timeTo ?? NaN) - 499) < 1)
  assert.ok(Math.abs((second?.approach?.timeTo ?? NaN) - 498) < 1)
  assert.deepEqual([first?.id, first?.context, first?.isNews], ['230012345', other, true])
})

test('without the own motion nothing is known, and that is said once', () => {
  const trial = Trial.meeting()
  trial.look()
  trial.tell(self, { position: north(0), stale: true })
  const [lost] = trial.look()
  assert.deepEqual([lost?.approach, lost?.isNews], [null, true])
  assert.equal(trial.look()[0]?.isNews, false)
  assert.equal(trial.lookout.isOwnKnown(trial.now), false)
})

test('an own position that is older than ten seconds counts for nothing, marked or not', () => {
  const trial = Trial.meeting()
  assert.notEqual(trial.look(9)[0]?.approach, null)
  assert.equal(trial.look(2)[0]?.approach, null)
})

for (const [what, told] of [
  ['position', { position: null }],
  ['position that is half', { position: { latitude: 60 } }],
  ['course', { course: null }],
  ['speed', { speed: null }],
  ['speed that is stale', { speed: 5, stale: true }],
] as const)
  test(`without the other’s ${what} nothing is known`, () => {
    const trial = Trial.meeting()
    trial.look()
    trial.tell(other, told)
    const [sighting] = trial.look()
    assert.deepEqual([sighting?.approach, sighting?.isNews], [null, true])
  })

test('one that lies still needs no course', () => {
  const trial = Trial.meeting()
  trial.tell(other, { course: null, speed: 0 })
  assert.ok(Math.abs((trial.look()[0]?.approach?.timeTo ?? NaN) - 999) < 1)
})

test('one that has fallen silent is told as unknown, then forgotten, and not spoken of any more', () => {
  const trial = Trial.meeting()
  trial.look()
  trial.now = 201
  trial.tell(self, { position: north(0), course: 0, speed: 5 })
  const [gone] = trial.look(0)
  assert.deepEqual([gone?.approach, gone?.isNews], [null, true])
  assert.deepEqual(trial.look(), [])
  trial.tell(other, { position: null })
  trial.tell(other, { position: north(1), stale: true })
  assert.equal(trial.lookout.size, 0, 'what nobody speaks of is no reason to begin anew')
})

test('one of which nothing was ever known is not spoken of', () => {
  const trial = new Trial()
  trial.tell(self, { position: north(0), course: 0, speed: 5 })
  trial.tell(other, { position: north(100) })
  assert.equal(trial.look()[0]?.isNews, false)
})

test('those that are near are told every second, those that are far every third', () => {
  const trial = Trial.meeting()
  trial.tell('vessels.urn:mrn:imo:mmsi:230000001', { position: north(90_000), course: 0, speed: 5.5 })
  const news = { near: 0, far: 0 }
  trial.look()
  for (let seconds = 0; seconds < 9; seconds++)
    for (const { id, isNews } of trial.look()) if (isNews) news[id === '230000001' ? 'far' : 'near']++
  assert.deepEqual(news, { near: 9, far: 3 })
})

test('its name is known whenever it was told', () => {
  const trial = new Trial()
  trial.hear(other, [{ path: 'name', value: 'TERN' }])
  trial.tell(self, { position: north(0), course: 0, speed: 5 })
  trial.tell(other, { position: north(5_000), course: 0, speed: 5 })
  assert.equal(trial.look()[0]?.name, 'TERN')
})

test('there is room for two thousand; then the one heard longest ago goes', () => {
  const trial = Trial.meeting()
  const told = { position: north(9_000), course: 0, speed: 5 }
  for (let count = 1; count < 2_000; count++)
    trial.tell(`vessels.urn:mrn:imo:mmsi:2${10_000_000 + count}`, told)
  trial.tell(other, { speed: 6 })
  trial.tell('vessels.urn:mrn:imo:mmsi:299999999', told)
  assert.equal(trial.lookout.size, 2_000)
  const ids = new Set(trial.look().map(({ id }) => id))
  assert.deepEqual([ids.has('230012345'), ids.has('210000001'), ids.has('299999999')], [true, false, true])
})

test('at anchor or at a berth the boat rests, under way it does not, and unknown is under way', () => {
  const { lookout, ...trial } = new Trial()
  const hear = (path: string, value: unknown, stale = false): boolean => {
    lookout.hear({ context: self, updates: [{ timestamp: '', values: [{ path, value, stale }] }] }, trial.now)
    return lookout.isResting
  }
  assert.equal(lookout.isResting, false)
  assert.equal(hear('navigation.anchor.state', 'watching'), true)
  assert.equal(hear('navigation.anchor.state', 'setting'), true)
  assert.equal(hear('navigation.anchor.state', 'raised'), false)
  assert.equal(hear('navigation.anchor.state', 'watching', true), false)
  assert.equal(hear('navigation.state', 'moored'), true)
  assert.equal(hear('navigation.state', 'sailing'), false)
})

test('a boat that has not left its place for a quarter of an hour rests; one that drifts slowly does not', () => {
  const lies = (drift: number): boolean => {
    const trial = new Trial()
    for (let minute = 0; minute <= 16; minute++) {
      trial.now = minute * 60
      trial.tell(self, { position: north(drift * trial.now), course: 0, speed: drift })
      trial.look(0)
    }
    return trial.lookout.isResting
  }
  assert.equal(lies(0), true)
  assert.equal(lies(0.1), false)
})

test('a boat that leaves its berth is under way as soon as it is out of it', () => {
  const trial = new Trial()
  for (const [seconds, metres] of [
    [0, 0],
    [901, 5],
    [960, 60],
  ] as const) {
    trial.now = seconds
    trial.tell(self, { position: north(metres), course: 0, speed: 1 })
    trial.look(0)
    assert.equal(trial.lookout.isResting, seconds === 901, `after ${seconds} s`)
  }
})
