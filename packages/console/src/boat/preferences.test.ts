import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MarineDataError } from '@marinedata/client'
import { until } from '@marinedata/testing/until'
import { signal } from '@preact/signals'
import type { LinkState } from './link.ts'
import { Preferences, PreferencesSync } from './preferences.ts'

const storage = (text: string | null = null) => {
  let stored = text
  return {
    getItem: () => stored,
    setItem: (_key: string, value: string) => {
      stored = value
    },
  }
}

test('preferences are saved on every change', () => {
  const place = storage()
  new Preferences(place).of('palette').value = 'night'
  assert.equal(new Preferences(place).of('palette').value, 'night')
})

for (const text of [
  null,
  '',
  'null',
  '[]',
  '{',
  '{"palette":"pink","brightness":2,"units":"furlongs","units.paths":[5]}',
  '"x"',
])
  test(`${String(text)} in the browser counts as no preferences`, () => {
    const preferences = new Preferences(storage(text))
    const found = (['palette', 'brightness', 'units'] as const).map((name) => preferences.of(name).value)
    assert.deepEqual(found, ['auto', 100, 'nautical-metric'])
    assert.equal(preferences.unitsAt('navigation.speedOverGround').speed, 'kn')
  })

test('preferences of a newer console are ignored', () => {
  const { own } = new Preferences(storage('{"wings":2,"hand":"left"}'))
  assert.equal('wings' in own.value, false)
  assert.equal(own.value.hand, 'left')
})

test('a measure or a path can have a separate unit', () => {
  const preferences = new Preferences(storage())
  preferences.of('units.windSpeed').value = 'm/s'
  assert.deepEqual([preferences.units.value.windSpeed, preferences.units.value.speed], ['m/s', 'kn'])
  preferences.of('units.paths').value = { 'environment.depth.belowKeel': 'ft' }
  assert.equal(preferences.unitsAt('environment.depth.belowKeel').depth, 'ft')
  assert.equal(preferences.unitsAt('environment.depth.belowSurface').depth, 'm')
})

test('an unknown unit is ignored', () => {
  const preferences = new Preferences(storage())
  preferences.of('units.paths').value = { 'environment.depth.belowKeel': 'fathoms' }
  assert.deepEqual(preferences.unitsAt('environment.depth.belowKeel'), preferences.units.value)
})

test('user preferences reset for another user, device preferences stay', () => {
  const place = storage()
  const preferences = new Preferences(place)
  preferences.belongTo('Anna')
  preferences.of('language').value = 'de'
  preferences.of('palette').value = 'red'
  new Preferences(place).belongTo('Anna')
  assert.equal(new Preferences(place).of('language').value, 'de')
  const next = new Preferences(place)
  next.belongTo('Ben')
  assert.deepEqual([next.of('language').value, next.of('palette').value], ['auto', 'red'])
})

/** A server that stores preferences and records every request. */
class FakeServer {
  members: Record<string, unknown>
  refusal: Error | undefined
  readonly asked: string[] = []

  constructor(members: Record<string, unknown> = {}) {
    this.members = members
  }

  readonly call = (async (operation: string, { body }: { body?: Record<string, unknown> }) => {
    this.asked.push(operation.slice(0, 3))
    await Promise.resolve()
    if (this.refusal !== undefined) throw this.refusal
    if (body !== undefined) this.members = body
    return this.members
  }) as PreferencesSyncClient['call']
}

type PreferencesSyncClient = ConstructorParameters<typeof PreferencesSync>[0]['client']

const emptyStorage = { getItem: () => null, setItem: () => undefined }

const preferencesSync = (server: FakeServer) => {
  const state = signal<LinkState>('connecting')
  const preferences = new Preferences(emptyStorage)
  const options = { preferences, client: server, link: { state }, firstMs: 0, againMs: 0 }
  const sync = new PreferencesSync(options)
  return { state, preferences, sync, [Symbol.dispose]: () => sync[Symbol.dispose]() }
}

test('stored preferences apply, and missing ones have their defaults', async () => {
  using page = preferencesSync(new FakeServer({ units: 'metric', language: 'klingon' }))
  const { state, preferences, sync } = page
  preferences.of('hand').value = 'left'
  assert.equal(sync.state.value, 'asking')
  state.value = 'live'
  await until(() => sync.state.value === 'kept', Boolean)
  assert.deepEqual(
    [preferences.own.value.units, preferences.own.value.language, preferences.own.value.hand],
    ['metric', 'auto', 'right'],
  )
})

test('a change is sent immediately and leaves other members alone', async () => {
  const server = new FakeServer({ layout: { helm: ['sog'] } })
  using page = preferencesSync(server)
  const { state, preferences, sync } = page
  state.value = 'live'
  await until(() => sync.state.value === 'kept', Boolean)
  server.members = { ...server.members, language: 'de' }
  preferences.of('units').value = 'metric'
  preferences.of('hand').value = 'left'
  await until(() => 'hand' in server.members, Boolean)
  assert.deepEqual(server.members, {
    layout: { helm: ['sog'] },
    language: 'de',
    units: 'metric',
    hand: 'left',
  })
  await until(() => preferences.own.value.language === 'de', Boolean)
})

test('a refused change is reverted, with the server’s reason', async () => {
  const server = new FakeServer({ units: 'metric' })
  using page = preferencesSync(server)
  const { state, preferences, sync } = page
  state.value = 'live'
  await until(() => sync.state.value === 'kept', Boolean)
  server.refusal = new MarineDataError('too-large', 'At most 49152 bytes are kept')
  preferences.of('units').value = 'nautical-metric'
  await until(() => sync.problem.value !== undefined, Boolean)
  assert.equal(sync.problem.value, 'At most 49152 bytes are kept')
  assert.equal(preferences.own.value.units, 'metric')
})

test('without storage on the server, a change applies in the browser only', async () => {
  const server = new FakeServer()
  server.refusal = new MarineDataError('forbidden', 'Not for you')
  using page = preferencesSync(server)
  const { state, preferences, sync } = page
  state.value = 'live'
  await until(() => sync.state.value === 'alone', Boolean)
  preferences.of('units').value = 'metric'
  assert.equal(preferences.own.value.units, 'metric')
  assert.deepEqual(server.asked, ['GET'])
})

test('a failed read is repeated, and nothing is sent on a lost connection', async () => {
  const server = new FakeServer({ units: 'metric' })
  server.refusal = new TypeError('fetch failed')
  using page = preferencesSync(server)
  const { state, preferences, sync } = page
  state.value = 'live'
  await until(() => server.asked.length > 2, Boolean)
  server.refusal = undefined
  await until(() => sync.state.value === 'kept', Boolean)
  state.value = 'lost'
  assert.equal(sync.state.value, 'asking')
  preferences.of('units').value = 'nautical-imperial'
  server.members = { units: 'nautical-metric' }
  state.value = 'live'
  await until(() => sync.state.value === 'kept', Boolean)
  assert.equal(preferences.own.value.units, 'nautical-metric')
  assert.equal(server.asked.includes('PUT'), false)
})

test('a refresh loads changes from another screen', async () => {
  const server = new FakeServer()
  using page = preferencesSync(server)
  const { state, preferences, sync } = page
  state.value = 'live'
  await until(() => sync.state.value === 'kept', Boolean)
  server.members = { clock: 'utc' }
  sync.refresh()
  await until(() => preferences.own.value.clock === 'utc', Boolean)
})
