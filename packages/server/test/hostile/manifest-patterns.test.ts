import type { PluginReport } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exchange, getJson, type Exchange } from '@marinedata/testing/exchange'
import { installPlugin } from '@marinedata/testing/boats/installed-plugin'
import {
  startCli,
  switchOffUsual,
  temporaryFolder,
  type RunningCli,
} from '@marinedata/testing/boats/start-cli'
import { timeLimit } from '@marinedata/testing/time-limit'
import { until } from '@marinedata/testing/until'

const limit = { timeout: 100_000 }
const base = '/marinedata/v2/api/plugins'
/** Twice the time for each letter: hours for this text. */
const pattern = '^(a+)+$'
const text = `${'a'.repeat(40)}!`
const longestMs = timeLimit(100)

const textSettings = (schema: object) => ({ settings: { type: 'object', properties: { a: schema } } })

/** The settings of a manifest that each take hours to check with `{ a: text }` or with their default. */
const doubled = Object.fromEntries(
  Array.from({ length: 40 }, (_, level) => {
    const next = { $ref: `#/$defs/level${level + 1}` }
    return [`level${level}`, { anyOf: [next, next] }]
  }),
)
const slowDefaults = {
  'a pattern': textSettings({ type: 'string', pattern, default: text }),
  'a pattern of names': {
    settings: {
      type: 'object',
      properties: { a: { default: { [text]: 1 }, patternProperties: { [pattern]: {} } } },
    },
  },
  'choices that double at each level': {
    settings: {
      type: 'object',
      properties: { a: { default: text, $ref: '#/$defs/level0' } },
      $defs: { ...doubled, level40: { type: 'number' } },
    },
  },
}

const ask = (boat: RunningCli, what: string, body?: object): Promise<Exchange> => {
  const [method = '', path = ''] = what.split(' ')
  return exchange(boat.url, `${base}/${path}`, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
}

/** Asks for `/health` until the request is answered, at least five times. Returns the answer to the request. */
const besideHealth = async <T>(boat: RunningCli, request: Promise<T>): Promise<T> => {
  const pending = new Set([request])
  const ended = request.finally(() => pending.clear())
  let answersBefore = 0
  let longest = 0
  for (let answers = 0; answers < 5 || pending.size > 0; answers++) {
    const askedAt = performance.now()
    assert.equal((await exchange(boat.url, '/health')).status, 200)
    longest = Math.max(longest, performance.now() - askedAt)
    answersBefore += pending.size
  }
  assert.ok(answersBefore >= 5, `${answersBefore} answers of /health came before the other answer`)
  assert.ok(longest < longestMs, `/health took ${Math.round(longest)} ms`)
  return await ended
}

/** A server with one installed plugin, which is not enabled. */
const boatWith = async (claims: object): Promise<RunningCli & { readonly folder: string }> => {
  await using stack = new AsyncDisposableStack()
  const { path: folder } = stack.use(await temporaryFolder())
  switchOffUsual(folder)
  await installPlugin(folder, 'slow', { ...claims })
  const boat = stack.use(await startCli({ folder, hasPlugins: true, settings: {} }))
  const running = stack.move()
  return { ...boat, folder, [Symbol.asyncDispose]: () => running.disposeAsync() }
}

const stateOf = async (boat: RunningCli): Promise<PluginReport['state']> =>
  (await getJson<PluginReport>(boat.url, `${base}/slow`)).state

for (const [title, claims] of Object.entries(slowDefaults))
  test(`${title} in a default does not delay the server when the plugin is enabled`, limit, async () => {
    await using boat = await boatWith(claims)
    const { status, text: answer } = await besideHealth(boat, ask(boat, 'POST slow/enable'))
    assert.equal(status, 502, answer)
    assert.match(answer, /cannot be checked within 1 s/)
    assert.equal(await stateOf(boat), 'quarantined')
  })

test('a pattern does not delay the server when settings are saved', limit, async () => {
  await using boat = await boatWith(textSettings({ type: 'string', pattern }))
  const saved = await besideHealth(boat, ask(boat, 'PUT slow/settings', { a: text }))
  assert.equal(saved.status, 400, saved.text)
  const valid = await ask(boat, 'PUT slow/settings', { a: 'aaa' })
  assert.equal(valid.status, 200, valid.text)
  const other = await ask(boat, 'PUT slow/settings', { a: 'b' })
  assert.equal(other.status, 400)
  assert.match(other.text, /must match pattern/)
})

test('a pattern does not delay the server when an action is called', limit, async () => {
  const input = { type: 'object', properties: { a: { type: 'string', pattern } } }
  await using boat = await boatWith({ actions: { go: { description: 'goes', input } } })
  assert.equal((await ask(boat, 'POST slow/enable')).status, 200)
  const called = await besideHealth(boat, ask(boat, 'POST slow/actions/go', { a: text }))
  assert.equal(called.status, 400, called.text)
  const done = await ask(boat, 'POST slow/actions/go', { a: 'a' })
  assert.equal(done.status, 200, done.text)
})

test('an update with a pattern delays neither the running server nor its start', limit, async () => {
  await using boat = await boatWith({})
  assert.equal((await ask(boat, 'POST slow/enable')).status, 200)
  await installPlugin(boat.folder, 'slow', slowDefaults['a pattern'])
  const restarted = await besideHealth(boat, ask(boat, 'POST slow/restart'))
  assert.equal(restarted.status, 502, restarted.text)
  await boat.end('SIGTERM')
  await using again = await startCli({ folder: boat.folder, hasPlugins: true })
  const state = until(
    () => stateOf(again),
    (each) => each === 'quarantined',
  )
  assert.equal(await besideHealth(again, state), 'quarantined')
})
