import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signal } from '@preact/signals'
import { MarineDataError } from '@marinedata/client'
import type { LinkState } from './link.ts'
import { PreferencesSync } from './preferences-sync.ts'
import { Preferences } from './preferences.ts'

/** A server that stores preferences and records every request. */
class FakeServer {
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
  }) as PreferencesSyncClient['call']
}

type PreferencesSyncClient = ConstructorParameters<typeof PreferencesSync>[0]['client']

const storage = { getItem: () => null, setItem: () => undefined }

const preferencesSync = (server: FakeServer) => {
  const state = signal<LinkState>('connecting')
  const preferences = new Preferences(storage)
  const options = { preferences, client: server, link: { state }, firstMs: 0, againMs: 0 }
  const sync = new PreferencesSync(options)
  return { state, preferences, sync, [Symbol.dispose]: () => sync[Symbol.dispose]() }
}

const until = async (isSo: () => boolean): Promise<void> => {
  const deadline = performance.now() + 2_000
  while (!isSo()) {
    if (performance.now() > deadline) assert.fail('It never was so')
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
}

test('stored preferences apply, and missing ones have their defaults', async () => {
  using page = preferencesSync(new FakeServer({ units: 'metric', language: 'klingon' }))
  const { state, preferences, sync } = page
  preferences.of('hand').value = 'left'
  assert.equal(sync.state.value, 'asking')
  state.value = 'live'
  await until(() => sync.state.value === 'kept')
  assert.deepEqual(
    [preferences.own.value.units, preferences.own.value.language, preferences.own.value.hand],
    ['metric', 'auto', 'right'],
  )
})

test('a change is sent at once and leaves other members alone', async () => {
  const server = new FakeServer({ layout: { helm: ['sog'] } })
  using page = preferencesSync(server)
  const { state, preferences, sync } = page
  state.value = 'live'
  await until(() => sync.state.value === 'kept')
  server.members = { ...server.members, language: 'de' }
  preferences.of('units').value = 'metric'
  preferences.of('hand').value = 'left'
  await until(() => 'hand' in server.members)
  assert.deepEqual(server.members, {
    layout: { helm: ['sog'] },
    language: 'de',
    units: 'metric',
    hand: 'left',
  })
  await until(() => preferences.own.value.language === 'de')
})

test('a refused change is reverted, with the server’s reason', async () => {
  const server = new FakeServer({ units: 'metric' })
  using page = preferencesSync(server)
  const { state, preferences, sync } = page
  state.value = 'live'
  await until(() => sync.state.value === 'kept')
  server.refusal = new MarineDataError('too-large', 'At most 16384 bytes are kept')
  preferences.of('units').value = 'nautical-metric'
  await until(() => sync.problem.value !== undefined)
  assert.equal(sync.problem.value, 'At most 16384 bytes are kept')
  assert.equal(preferences.own.value.units, 'metric')
})

test('without storage on the server, a change applies in the browser only', async () => {
  const server = new FakeServer()
  server.refusal = new MarineDataError('forbidden', 'Not for you')
  using page = preferencesSync(server)
  const { state, preferences, sync } = page
  state.value = 'live'
  await until(() => sync.state.value === 'alone')
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
  await until(() => server.asked.length > 2)
  server.refusal = undefined
  await until(() => sync.state.value === 'kept')
  state.value = 'lost'
  assert.equal(sync.state.value, 'asking')
  preferences.of('units').value = 'nautical-imperial'
  server.members = { units: 'nautical-metric' }
  state.value = 'live'
  await until(() => sync.state.value === 'kept')
  assert.equal(preferences.own.value.units, 'nautical-metric')
  assert.equal(server.asked.includes('PUT'), false)
})

test('a refresh loads changes from another screen', async () => {
  const server = new FakeServer()
  using page = preferencesSync(server)
  const { state, preferences, sync } = page
  state.value = 'live'
  await until(() => sync.state.value === 'kept')
  server.members = { clock: 'utc' }
  sync.refresh()
  await until(() => preferences.own.value.clock === 'utc')
})
