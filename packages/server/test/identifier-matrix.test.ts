import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { askBoat } from '@marinedata/testing/boats/crew'
import { exchange, type Exchange } from '@marinedata/testing/exchange'
import { startBoat, type Boat } from '@marinedata/testing/boats/start-boat'
import { StreamListener } from '@marinedata/testing/stream-listener'

const limit = { timeout: 300_000 }
const api = '/marinedata/v2/api'
const self = '/marinedata/v1/api/vessels/self'

/** Names at the edges of every grammar: length, dots, special characters, path traversal, escapes, prototype names. */
const edges = [
  'a',
  '7',
  'Z9',
  'a.b',
  'a..b',
  'a:b@c',
  'a_b-c',
  'x'.repeat(64),
  'x'.repeat(65),
  'x'.repeat(128),
  'x'.repeat(129),
  'x'.repeat(300),
  '..',
  '.',
  '_default',
  '_a',
  '-a',
  'a/b',
  '../../etc/passwd',
  'a%2Fb',
  '%2e%2e',
  'a b',
  ' ',
  'Piλot',
  'a\nb',
  'a"b',
  "a'b",
  'a\\b',
  '<b>',
  '__proto__',
  'constructor',
  'toString',
  'crew',
  'simulator',
  'device.gps',
] as const

const sourceGrammar = /^[A-Za-z0-9][A-Za-z0-9._:@-]{0,127}$/
const segmentGrammar = /^[A-Za-z0-9_-]{1,64}$/
const keyGrammar = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/
const dangerous = new Set(['__proto__', 'constructor', 'toString'])
const reserved = new Set(['crew', 'simulator', 'device.gps'])

const isSource = (name: string): boolean => sourceGrammar.test(name) && !reserved.has(name)
const isSegment = (name: string): boolean => segmentGrammar.test(name) && !dangerous.has(name)
const isHolder = (name: string): boolean =>
  name.length <= 64 && name.trim() === name && name.length > 0 && !name.includes('\n') && !reserved.has(name)

/** Checks for success or a complete problem document: never an internal error, never a response without a problem. */
const isAnswered = ({ status, headers, text }: Exchange, what: string): boolean => {
  if (status < 300) return true
  assert.notEqual(status, 500, `${what}: ${text}`)
  assert.match(headers['content-type'] ?? '', /problem\+json/, `${what}: ${status} ${text}`)
  const problem = JSON.parse(text) as { status: number; detail: string }
  assert.equal(problem.status, status)
  assert.ok(problem.detail.length > 0)
  return false
}

suite('every name in every place where a name is used', { timeout: 300_000 }, () => {
  let boat: Boat
  let stream: StreamListener
  before(async () => {
    boat = await startBoat({ plugins: { given: [join(import.meta.dirname, 'plugins', 'namer.ts')] } })
    stream = await StreamListener.open(boat.url, '?subscribe=none')
    for (let tries = 0; tries < 1_000; tries++) {
      const { text } = await exchange(boat.url, `${api}/plugins/namer`)
      if (text.includes('"state":"running"')) return
      await sleep(50)
    }
    assert.fail('the plugin did not start')
  })
  after(async () => {
    await stream[Symbol.asyncDispose]()
    await boat[Symbol.asyncDispose]()
  })

  const ask = (method: string, path: string, body?: unknown): Promise<Exchange> =>
    askBoat(boat.url, `${method} ${path}`, body === undefined ? {} : { body })
  const leaf = async (path: string): Promise<string> => (await exchange(boat.url, `${self}/${path}`)).text
  const act = async (action: string, name: string): Promise<boolean> => {
    const answer = await ask('POST', `${api}/plugins/namer/actions/${action}`, { name })
    assert.ok(isAnswered(answer, `${action} ${name}`))
    const result = answer.text
    // Writes are limited to ten per second: retries the eleventh.
    if (result.includes('per second')) return sleep(200).then(() => act(action, name))
    assert.match(result, /accepted|refused: ./, `${action} ${name}`)
    return result.includes('accepted')
  }
  /** A delta is accepted, or refused with a reason. */
  const say = async (delta: object, what: string): Promise<boolean> => {
    const answer = await stream.ask(delta)
    if (answer.code === undefined) return true
    assert.equal(answer.code, 'invalid-message', what)
    assert.match(answer.detail ?? '', /^The delta was refused: [a-z-]+\. \S/, what)
    return false
  }

  test('the id of a device: plugin, REST address, header, source, tree, metrics', limit, async () => {
    for (const id of edges) {
      const isTaken = await act('device', id)
      assert.equal(isTaken, isSource(id), `device ${id}`)
      const address = `${api}/vessels/self/autopilots/${encodeURIComponent(id)}`
      const isKnown = isAnswered(await ask('GET', address), id)
      // `_default` is reserved and selects any device.
      assert.equal(isKnown, isTaken || id === '_default', id)
      if (!isTaken) continue
      const engaged = await ask('POST', `${address}/engage`)
      assert.ok(isAnswered(engaged, id), `${id}: ${engaged.text}`)
      assert.equal(engaged.headers['x-device'], id)
      const state = JSON.parse(await leaf('steering/autopilot/state')) as Record<string, unknown>
      const own = (state['values'] as Record<string, { value: unknown }> | undefined)?.[id] ?? state
      assert.equal((own as { value: unknown }).value, 'auto', id)
    }
    assert.match(await leaf('steering/autopilot'), /"state"/)
    const { status, text } = await exchange(boat.url, '/metrics')
    assert.equal(status, 200)
    assert.match(text, /^marinedata_refused_server_deltas_total 0$/m)
  })

  test('a source on the stream', limit, async () => {
    for (const source of edges) {
      const isTaken = await say(
        { updates: [{ $source: source, values: [{ path: 'names.source', value: source }] }] },
        source,
      )
      // Some of these names belong to devices of the first test.
      const isDevice = (await ask('GET', `${api}/vessels/self/autopilots/${encodeURIComponent(source)}`))
        .status
      if (isDevice === 200 && source !== '_default') assert.equal(isTaken, false, source)
      else assert.equal(isTaken, isSource(source), source)
      if (isTaken) assert.ok((await leaf('names/source')).includes(`"value":"${source}"`), source)
    }
    for (const name of ['free', 'x:y@z', 'saloon.tanks', `y${'x'.repeat(127)}`]) {
      const values = [{ path: 'names.source', value: name }]
      assert.ok(await say({ updates: [{ $source: name, values }] }, name), name)
      assert.ok((await leaf('names/source')).includes(`"$source":"${name}"`), name)
    }
  })

  test('a source inside a plugin', limit, async () => {
    for (const source of edges) {
      await act('source', source)
      // Prefixed with `namer.`, so that it cannot be a foreign name; at most 128 characters.
      const isWritten = sourceGrammar.test(source) && `namer.${source}`.length <= 128
      const seen = async (): Promise<boolean> => (await leaf('namer/note')).includes(`"namer.${source}"`)
      for (let tries = isWritten ? 100 : 0; tries > 0 && !(await seen()); tries--) await sleep(20)
      assert.equal(sourceGrammar.test(source) && (await seen()), isWritten, source)
    }
  })

  test('a segment of a path: delta, tree, REST address', limit, async () => {
    for (const [index, segment] of edges.entries()) {
      const path = `names.path.${segment}`
      const isTaken = await say({ updates: [{ values: [{ path, value: index }] }] }, segment)
      assert.equal(isTaken, segment.split('.').every(isSegment), segment)
      const address = `${self}/names/path/${encodeURIComponent(segment).replaceAll('.', '/')}`
      const answer = await exchange(boat.url, address)
      const isThere = isAnswered(answer, segment) && answer.text.startsWith(`{"value":${index},`)
      assert.equal(isThere, isTaken, segment)
    }
  })

  test('the identifier of a context: delta, tree, REST address', limit, async () => {
    const urn = 'urn:mrn:marinedata:uuid:c0d79334-4e25-4245-8892-54e8ccc8021d'
    for (const identifier of [
      ...edges,
      urn,
      urn.toUpperCase(),
      'urn:mrn:imo:mmsi:230099999',
      'urn:mrn:imo:mmsi:1',
    ]) {
      const context = `vessels.${identifier}`
      const isTaken = await say(
        { context, updates: [{ values: [{ path: 'names.x', value: 1 }] }] },
        identifier,
      )
      const answer = await exchange(boat.url, `/marinedata/v1/api/vessels/${encodeURIComponent(identifier)}`)
      assert.equal(isAnswered(answer, identifier), isTaken, identifier)
    }
  })

  test('the name of a token: body, storage, list, audit', limit, async () => {
    for (const name of edges) {
      const body = { name, role: 'viewer' }
      const answer = await ask('POST', `${api}/access/tokens`, body)
      const isMade = isAnswered(answer, name)
      assert.equal(isMade, isHolder(name), `${name}: ${answer.text}`)
      if (!isMade) continue
      const { credential } = JSON.parse(answer.text) as { credential: { id: string; name: string } }
      assert.equal(credential.name, name)
      assert.ok(isAnswered(await ask('DELETE', `${api}/access/credentials/${credential.id}`), name))
      const device = await ask('POST', `${api}/access/tokens`, { name, role: 'device', paths: ['a.*'] })
      assert.equal(isAnswered(device, name), isSource(name), name)
      if (device.status !== 200) continue
      const made = JSON.parse(device.text) as { credential: { id: string } }
      assert.ok(isAnswered(await ask('DELETE', `${api}/access/credentials/${made.credential.id}`), name))
    }
  })

  test('a key of a plugin’s storage', limit, async () => {
    for (const key of edges) assert.equal(await act('key', key), keyGrammar.test(key), key)
  })

  test('the path of an alert that is raised by hand: body, storage, tree', limit, async () => {
    for (const name of edges) {
      const path = `notifications.names.${name}`
      const answer = await ask('POST', `${api}/notifications`, { path, state: 'alert', message: 'x' })
      assert.equal(isAnswered(answer, name), name.split('.').every(isSegment), `${name}: ${answer.text}`)
    }
  })

  test('an unknown name in a URL is rejected in every place', limit, async () => {
    const places: readonly (readonly [method: string, path: (id: string) => string, body?: unknown])[] = [
      ['GET', (id) => `${api}/notifications/${id}`],
      ['POST', (id) => `${api}/notifications/${id}/acknowledge`],
      ['GET', (id) => `${api}/resources/routes/${id}`],
      ['DELETE', (id) => `${api}/resources/waypoints/${id}`],
      ['DELETE', (id) => `${api}/access/credentials/${id}`],
      ['DELETE', (id) => `${api}/access/people/${id}`],
      ['GET', (id) => `${api}/plugins/unknown-${id}`],
      ['POST', (id) => `${api}/plugins/namer/actions/${id}`, {}],
      ['GET', (id) => `${api}/charts/${id}/0/0/0`],
    ]
    for (const [method, path, body] of places)
      for (const id of edges) {
        if (id === '.' || id === '..' || id === '%2e%2e') continue
        const address = path(encodeURIComponent(id))
        const answer = await ask(method, address, body)
        assert.equal(isAnswered(answer, `${method} ${address}`), false, `${method} ${address}`)
      }
  })

  test('an idempotency key is used or rejected, and the command is executed or reported', limit, async () => {
    for (const key of edges) {
      if (/[^\u0020-\u00ff]/.test(key)) continue
      // A report makes the device online again.
      assert.ok(await act('device', 'a'))
      const address = `POST ${api}/vessels/self/autopilots/a/engage`
      const answer = await askBoat(boat.url, address, { headers: { 'idempotency-key': key } })
      isAnswered(answer, key)
      assert.ok(answer.status === 200 || answer.status === 400, `${key}: ${answer.text}`)
    }
  })

  test('a console client is stored under its id, or rejected', limit, async () => {
    const body = { name: 'Cockpit', screen: 'helm', sound: false }
    for (const id of edges)
      isAnswered(await ask('PUT', `${api}/stations/${encodeURIComponent(id)}`, body), id)
  })
})
