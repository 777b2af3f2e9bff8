import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Visitor } from '@marinedata/model'
import { VisitStore, type Visit, SessionStart, type SessionStartOptions } from './session-start.ts'

const storage = (text: string | null = null) => {
  let stored = text
  return {
    getItem: () => stored,
    setItem: (_key: string, value: string) => {
      stored = value
    },
    removeItem: () => {
      stored = null
    },
  }
}

const storedVisit: Visit = {
  visitor: { boat: 'claimed', name: 'Anna', roles: ['owner'], scopes: ['read'], mayAdminister: true },
  boat: 'Aava',
  place: { latitude: 59.8, longitude: 22.9 },
  seenAt: 1_773_324_129_000,
}

test('the last visit is restored until the user signs out', () => {
  const place = storage()
  new VisitStore(place).save(storedVisit)
  assert.deepEqual(new VisitStore(place).visit, storedVisit)
  new VisitStore(place).forget()
  assert.equal(new VisitStore(place).visit, undefined)
})

for (const text of [null, '', '{', 'null', '[]', '{"seenAt":5}', '{"seenAt":5,"visitor":{"name":null}}'])
  test(`${String(text)} is not a visit`, () => {
    assert.equal(new VisitStore(storage(text)).visit, undefined)
  })

const anna: Visitor = {
  boat: 'claimed',
  name: 'Anna',
  roles: ['helm'],
  scopes: ['read'],
  mayAdminister: false,
}
const visit: Visit = { visitor: anna, boat: 'Aava', place: undefined, seenAt: 1 }

/** A server that responds when the test says so. */
class Door {
  readonly #answers: { resolve: (visitor: Visitor) => void; reject: (reason: Error) => void }[] = []
  readonly events: string[] = []
  isOutdated = false

  options(stored?: Visit): SessionStartOptions {
    return {
      client: {
        call: <T>() =>
          new Promise<T>((resolve, reject) => {
            this.#answers.push({ resolve: resolve as (visitor: Visitor) => void, reject })
          }),
      },
      visitStore: { visit: stored },
      isOutdated: () => Promise.resolve(this.isOutdated),
      reload: () => void this.events.push('reload'),
      onNobody: () => void this.events.push('nobody'),
    }
  }

  get asked(): number {
    return this.#answers.length
  }

  async answer(visitor: Visitor): Promise<void> {
    this.#answers.at(-1)?.resolve(visitor)
    await settled()
  }

  async fail(): Promise<void> {
    this.#answers.at(-1)?.reject(new TypeError('fetch failed'))
    await settled()
  }
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

const clockOf = ({ mock }: TestContext) => {
  mock.timers.enable({ apis: ['setTimeout'] })
  return mock.timers
}

test('a known user arrives immediately', async () => {
  const door = new Door()
  using arrivals = new SessionStart(door.options(visit))
  await door.answer(anna)
  const state = arrivals.state.value
  assert.ok(typeof state === 'object')
  assert.deepEqual([state.visitor, state.visit, state.isKnown.value], [anna, undefined, true])
  assert.deepEqual(door.events, [])
})

test('without a response the last user is shown, not yet confirmed', async () => {
  const door = new Door()
  using arrivals = new SessionStart(door.options(visit))
  await door.fail()
  const state = arrivals.state.value
  assert.ok(typeof state === 'object')
  assert.deepEqual([state.visitor.name, state.visit, state.isKnown.value], ['Anna', visit, false])
})

test('a request without a response times out after two seconds', (context) => {
  const clock = clockOf(context)
  using arrivals = new SessionStart(new Door().options(visit))
  clock.tick(1_999)
  assert.equal(arrivals.state.value, 'asking')
  clock.tick(1)
  assert.equal(typeof arrivals.state.value, 'object')
  using strangers = new SessionStart(new Door().options())
  clock.tick(9_000)
  assert.equal(strangers.state.value, 'asking', 'a slow boat is no boat that does not answer')
})

test('without an earlier visit the page says that the boat does not respond, and retries', async (context) => {
  const clock = clockOf(context)
  const door = new Door()
  using arrivals = new SessionStart(door.options())
  await door.fail()
  assert.equal(arrivals.state.value, 'unanswered')
  clock.tick(2_000)
  assert.equal(door.asked, 2)
  await door.answer(anna)
  assert.equal(typeof arrivals.state.value, 'object')
})

test('a late response confirms the user with their present scopes', async (context) => {
  const clock = clockOf(context)
  const door = new Door()
  using arrivals = new SessionStart(door.options(visit))
  await door.fail()
  clock.tick(2_000)
  await door.answer({ ...anna, roles: ['viewer'] })
  const state = arrivals.state.value
  assert.ok(typeof state === 'object')
  assert.deepEqual([state.visitor.roles, state.visit, state.isKnown.value], [['viewer'], visit, true])
  assert.deepEqual(door.events, [])
})

for (const [title, visitor, isOutdated, events] of [
  ['another person', { ...anna, name: 'Ben' }, false, ['reload']],
  ['nobody', { ...anna, name: null }, false, ['nobody', 'reload']],
  ['an open boat', { ...anna, boat: 'open' }, false, ['reload']],
  ['a newer console', anna, true, ['reload']],
] as const)
  test(`a late response with ${title} restarts the page before anything is live`, async (context) => {
    const clock = clockOf(context)
    const door = new Door()
    door.isOutdated = isOutdated
    using arrivals = new SessionStart(door.options(visit))
    await door.fail()
    clock.tick(2_000)
    await door.answer(visitor)
    assert.deepEqual(door.events, events)
    const state = arrivals.state.value
    assert.equal(typeof state === 'object' && state.isKnown.value, false)
  })
