import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signal } from '@preact/signals'
import { MarineDataError } from '@marinedata/client'
import type { LinkState } from './link.ts'
import { PreferencesAboard } from './preferences-aboard.ts'
import { Preferences } from './preferences.ts'

/** What a boat keeps, and how it answers; every request is noted. */
class Shelf {
  members: Record<string, unknown>
  refusal: Error | undefined
  readonly asked: string[] = []

  constructor(members: Record<string, unknown> = {}) {
    this.members = members
  }

  readonly call = (async (method: string, _path: string, { body }: { body?: Record<string, unknown> }) => {
    this.asked.push(method)
    await Promise.resolve()
    if (this.refusal !== undefined) throw this.refusal
    if (body !== undefined) this.members = body
    return this.members
  }) as PreferencesAboardClient['call']
}

type PreferencesAboardClient = ConstructorParameters<typeof PreferencesAboard>[0]['client']

const storage = { getItem: () => null, setItem: () => undefined }

const aboard = (shelf: Shelf) => {
  const state = signal<LinkState>('connecting')
  const preferences = new Preferences(storage)
  const options = { preferences, client: shelf, link: { state }, firstMs: 0, againMs: 0 }
  const kept = new PreferencesAboard(options)
  return { state, preferences, kept, [Symbol.dispose]: () => kept[Symbol.dispose]() }
}

const until = async (isSo: () => boolean): Promise<void> => {
  const deadline = performance.now() + 2_000
  while (!isSo()) {
    if (performance.now() > deadline) assert.fail('It never was so')
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
}

test('what the boat keeps holds here, and what it does not keep is as standard', async () => {
  using page = aboard(new Shelf({ units: 'metric', language: 'klingon' }))
  const { state, preferences, kept } = page
  preferences.of('hand').value = 'left'
  assert.equal(kept.state.value, 'asking')
  state.value = 'live'
  await until(() => kept.state.value === 'kept')
  assert.deepEqual(
    [preferences.own.value.units, preferences.own.value.language, preferences.own.value.hand],
    ['metric', 'auto', 'right'],
  )
})

test('a choice is told at once, beside what others keep there', async () => {
  const shelf = new Shelf({ layout: { helm: ['sog'] } })
  using page = aboard(shelf)
  const { state, preferences, kept } = page
  state.value = 'live'
  await until(() => kept.state.value === 'kept')
  shelf.members = { ...shelf.members, language: 'de' }
  preferences.of('units').value = 'metric'
  preferences.of('hand').value = 'left'
  await until(() => 'hand' in shelf.members)
  assert.deepEqual(shelf.members, {
    layout: { helm: ['sog'] },
    language: 'de',
    units: 'metric',
    hand: 'left',
  })
  await until(() => preferences.own.value.language === 'de')
})

test('what the boat does not take is taken back, with its words', async () => {
  const shelf = new Shelf({ units: 'metric' })
  using page = aboard(shelf)
  const { state, preferences, kept } = page
  state.value = 'live'
  await until(() => kept.state.value === 'kept')
  shelf.refusal = new MarineDataError('too-large', 'At most 16384 bytes are kept')
  preferences.of('units').value = 'nautical-metric'
  await until(() => kept.problem.value !== undefined)
  assert.equal(kept.problem.value, 'At most 16384 bytes are kept')
  assert.equal(preferences.own.value.units, 'metric')
})

test('where the boat keeps nothing for someone, a choice holds in the browser alone', async () => {
  const shelf = new Shelf()
  shelf.refusal = new MarineDataError('forbidden', 'Not for you')
  using page = aboard(shelf)
  const { state, preferences, kept } = page
  state.value = 'live'
  await until(() => kept.state.value === 'alone')
  preferences.of('units').value = 'metric'
  assert.equal(preferences.own.value.units, 'metric')
  assert.deepEqual(shelf.asked, ['GET'])
})

test('a boat that did not answer is asked again, and nothing is told over a lost line', async () => {
  const shelf = new Shelf({ units: 'metric' })
  shelf.refusal = new TypeError('fetch failed')
  using page = aboard(shelf)
  const { state, preferences, kept } = page
  state.value = 'live'
  await until(() => shelf.asked.length > 2)
  shelf.refusal = undefined
  await until(() => kept.state.value === 'kept')
  state.value = 'lost'
  assert.equal(kept.state.value, 'asking')
  preferences.of('units').value = 'nautical-imperial'
  shelf.members = { units: 'nautical-metric' }
  state.value = 'live'
  await until(() => kept.state.value === 'kept')
  assert.equal(preferences.own.value.units, 'nautical-metric')
  assert.equal(shelf.asked.includes('PUT'), false)
})

test('asked again, it brings what was chosen on another screen', async () => {
  const shelf = new Shelf()
  using page = aboard(shelf)
  const { state, preferences, kept } = page
  state.value = 'live'
  await until(() => kept.state.value === 'kept')
  shelf.members = { clock: 'utc' }
  kept.refresh()
  await until(() => preferences.own.value.clock === 'utc')
})
