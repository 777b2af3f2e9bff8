import { courseGuidancePath, degrees, type SentDelta } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { followSurroundings, pilotSurroundingsPaths } from './pilot-surroundings.ts'

const windPath = 'environment.wind.angleApparent'

/** A boat whose deltas the test sends. */
class Sender {
  readonly subscribed = new Map<string, (delta: SentDelta) => unknown>()

  subscribe = async (
    { subscribe }: { readonly subscribe: readonly { readonly path: string }[] },
    onDelta: (delta: SentDelta) => unknown,
  ) => {
    for (const { path } of subscribe) this.subscribed.set(path, onDelta)
    const end = (): void => subscribe.forEach(({ path }) => this.subscribed.delete(path))
    return await Promise.resolve({ [Symbol.asyncDispose]: () => Promise.resolve(end()) })
  }

  send(value: unknown, more: { readonly stale?: boolean } = {}, path = windPath): void {
    const timestamp = new Date(0).toISOString()
    const updates = [{ $source: 'masthead', timestamp, values: [{ path, value, ...more }] }]
    this.subscribed.get(windPath)?.({ context: 'vessels.self', updates })
  }
}

test('the wind is known while it is fresh', async (t) => {
  const boat = new Sender()
  await using surroundings = await followSurroundings(boat)
  assert.equal(surroundings.hasCourse, false)
  assert.equal(surroundings.windAngle, undefined)
  let now = performance.now()
  t.mock.method(performance, 'now', () => now)
  boat.send(degrees(350))
  assert.ok(Math.abs((surroundings.windAngle ?? 0) - degrees(-10)) < 1e-9, 'positive to starboard')
  now += 4_900
  assert.notEqual(surroundings.windAngle, undefined)
  now += 200
  assert.equal(surroundings.windAngle, undefined)
})

test('a wind that is stale or not available ends the one before, and other paths do not', async () => {
  const boat = new Sender()
  await using surroundings = await followSurroundings(boat)
  boat.send(1)
  boat.send(2, {}, 'environment.wind.speedApparent')
  assert.equal(surroundings.windAngle, 1)
  boat.send(1, { stale: true })
  assert.equal(surroundings.windAngle, undefined)
  boat.send(1)
  boat.send(null)
  assert.equal(surroundings.windAngle, undefined)
})

test('it subscribes to the paths to declare, until it is disposed of', async () => {
  const boat = new Sender()
  const surroundings = await followSurroundings(boat)
  assert.deepEqual([...boat.subscribed.keys()], [...pilotSurroundingsPaths])
  assert.deepEqual([...pilotSurroundingsPaths], [courseGuidancePath, windPath])
  await surroundings[Symbol.asyncDispose]()
  assert.equal(boat.subscribed.size, 0)
})
