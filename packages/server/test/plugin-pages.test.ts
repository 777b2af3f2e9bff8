import assert from 'node:assert/strict'
import { rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { cp, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { accessApi, Crew, owner, type CrewKind } from '@marinedata/testing/boats/crew'
import { assertProblem, exchange, type Exchange, type ExchangeOptions } from '@marinedata/testing/exchange'
import { until } from '@marinedata/testing/until'

const limit = { timeout: 300_000 }
const paged = join(import.meta.dirname, 'plugins', 'paged.ts')
const plugins = '/marinedata/v2/api/plugins'
/** A plugin that runs from its sources starts slowly on a busy machine. */
const patienceMs = 150_000
const json = { 'content-type': 'application/json' }

const policyOf = (headers: Exchange['headers']): string => String(headers['content-security-policy'])

/** Installs a plugin without a library, with pages that the test can change. */
const installPlain = async (data: string): Promise<void> => {
  const home = join(data, 'plugins', 'plain')
  await mkdir(join(home, 'public', 'deep'), { recursive: true })
  await cp(join(import.meta.dirname, 'plugins', 'plain.js'), join(home, 'main.js'))
  await writeFile(join(home, 'package.json'), '{"name":"plain","type":"module","main":"main.js"}')
  const manifest = { name: 'plain', version: '1.0.0', description: 'Says hello', pages: 'public' }
  await writeFile(join(home, 'marinedata-plugin.json'), JSON.stringify(manifest))
  await writeFile(join(home, 'public', 'index.html'), '<h1>Plain</h1>')
  await writeFile(join(home, 'public', 'deep', 'index.html'), '<h1>Deep</h1>')
  await writeFile(join(home, 'public', 'data.bin'), 'bytes')
  await writeFile(join(home, 'secret.txt'), 'a secret')
}

suite('pages of plugins', { timeout: 300_000 }, () => {
  let crew: Crew

  before(async () => {
    crew = await Crew.start({ plugins: { given: [paged] }, prepare: installPlain })
    await until(
      () => crew.ask('viewer', `GET ${plugins}/paged`),
      ({ text }) => text.includes('"state":"running"'),
      { timeoutMs: patienceMs },
    )
  })
  after(async () => await crew[Symbol.asyncDispose]())

  const enter = async (name: string, kind: CrewKind = 'viewer'): Promise<string> => {
    const { status, headers, text } = await crew.ask(kind, `GET /plugins/${name}/`)
    assert.equal(status, 302, text)
    assert.match(policyOf(headers), /^sandbox;/)
    assert.equal(headers['cache-control'], 'no-store')
    return headers.location!
  }
  const get = (path: string, options: ExchangeOptions = {}): Promise<Exchange> =>
    exchange(crew.url, path, options)
  const signIn = async (): Promise<string> => {
    const body = { name: owner.name, passphrase: owner.passphrase, keep: 'cookie' }
    const { headers, text } = await crew.ask('nobody', `POST ${accessApi}/sign-in`, { body })
    return headers['set-cookie']?.[0]?.split(';')[0] ?? assert.fail(text)
  }

  test('a page is served in a sandbox, and may reach only its own address', limit, async () => {
    const address = await enter('paged')
    assert.match(address, /^\/plugins\/paged\/pages\/[A-Za-z0-9_-]{22}\/$/)
    const { status, headers, text } = await get(address)
    assert.equal(status, 200, text)
    assert.match(text, /<h1>Tanks/)
    assert.match(headers['content-type']!, /^text\/html/)
    const policy = policyOf(headers)
    assert.match(policy, /^sandbox allow-scripts allow-forms; default-src 'none'; /)
    assert.doesNotMatch(policy, /allow-same-origin|unsafe-eval|script-src[^;]*unsafe-inline/)
    for (const kind of ['script', 'connect', 'img'])
      assert.ok(policy.includes(`; ${kind}-src ${crew.url}${address}`), policy)
    assert.equal(headers['x-content-type-options'], 'nosniff')
    assert.equal(headers['referrer-policy'], 'no-referrer')
    assert.equal(headers['set-cookie'], undefined)
    const script = await get(`${address}parts/main.js`)
    assert.match(script.headers['content-type']!, /^text\/javascript/)
    assert.equal(script.headers['access-control-allow-origin'], 'null')
    assert.equal(await enter('paged'), address)
    assert.notEqual(await enter('paged', 'crew'), address)
    assert.equal((await crew.ask('viewer', 'GET /plugins/paged')).status, 302)
  })

  test('a signed-out person, a program without rights and an unknown pass see nothing', limit, async () => {
    for (const path of ['/plugins/paged/', '/plugins/paged', '/plugins/paged/api/echo'])
      for (const kind of ['nobody', 'revoked', 'expired'] as const)
        assertProblem(await crew.ask(kind, `GET ${path}`, { from: '127.0.2.1' }), 'unauthenticated')
    const address = await enter('paged')
    const wrong = '/plugins/paged/pages/AAAAAAAAAAAAAAAAAAAAAA/'
    // Neither a token nor the cookie of the console counts where a pass is needed.
    const cookie = await signIn()
    for (const path of [wrong, `${wrong}parts/main.js`, `${wrong}api/echo`]) {
      assertProblem(await crew.ask('owner', `GET ${path}`), 'not-found')
      assertProblem(await get(path, { headers: { cookie } }), 'not-found')
    }
    // A pass is for one plugin.
    await crew.must(`POST ${plugins}/plain/enable`)
    assertProblem(await get(address.replace('paged', 'plain')), 'not-found')
    // A reader whose pass has ended is sent to the entry, which asks who it is.
    const reloaded = await get(wrong, { headers: { 'sec-fetch-dest': 'document' } })
    assert.deepEqual([reloaded.status, reloaded.headers.location], [302, '/plugins/paged/'])
  })

  test('a pass ends with the session of its person', limit, async () => {
    const cookie = await signIn()
    const address = (await get('/plugins/paged/', { headers: { cookie } })).headers.location!
    assert.equal((await get(address)).status, 200)
    const left = await get(`${accessApi}/sign-out`, { method: 'POST', headers: { cookie } })
    assert.equal(left.status, 200, left.text)
    assertProblem(await get(address), 'not-found')
    assertProblem(await get(`${address}api/echo`), 'not-found')
    const guest = await crew.makeToken({ role: 'viewer', name: 'guest' })
    const entered = await crew.ask('nobody', 'GET /plugins/paged/', { token: guest.token })
    await crew.ask('owner', `DELETE ${accessApi}/credentials/${guest.credential.id}`)
    assertProblem(await get(entered.headers.location!), 'not-found')
  })

  test('a foreign page can neither open nor frame a page', limit, async () => {
    const cookie = await signIn()
    for (const destination of ['iframe', 'empty', 'script', 'image'])
      assertProblem(
        await get('/plugins/paged/', { headers: { cookie, 'sec-fetch-dest': destination } }),
        'cross-origin',
      )
    const address = await enter('paged')
    const page = await get(address)
    assert.match(policyOf(page.headers), /frame-ancestors 'none'/)
    assert.equal(page.headers['x-frame-options'], 'DENY')
    // With the cookie of the console, a changing request of a sandboxed or foreign page is refused.
    for (const origin of ['null', 'http://evil.example'])
      assertProblem(
        await get('/plugins/paged/api/echo', {
          method: 'POST',
          headers: { ...json, cookie, origin, 'sec-fetch-site': 'cross-site' },
          body: '{}',
        }),
        'cross-origin',
      )
    assertProblem(await get(address, { headers: { host: 'evil.example' } }), 'misdirected')
  })

  test('only files below the declared folder are served', limit, async () => {
    await crew.must(`POST ${plugins}/plain/enable`)
    const address = await enter('plain')
    const home = join(crew.boat.folder, 'plugins', 'plain')
    assert.match((await get(address)).text, /Plain/)
    assert.match((await get(`${address}deep/`)).text, /Deep/)
    assert.equal((await get(`${address}data.bin`)).headers['content-type'], 'application/octet-stream')
    const hostile = [
      '../secret.txt',
      '..%2fsecret.txt',
      '%2e%2e/secret.txt',
      '%2e%2e%2fsecret.txt',
      '..%5csecret.txt',
      '..%252fsecret.txt',
      'deep/../../secret.txt',
      './/../secret.txt',
      '/etc/passwd',
      '%00',
      'index.html%00.png',
      `${'a/'.repeat(200)}b`,
      `/${home}/secret.txt`,
      '%ff',
      '__proto__',
    ]
    for (const path of hostile) {
      const answer = await get(address + path)
      assert.ok(answer.status === 404 || answer.status === 400, `${path}: ${answer.status}`)
      assert.doesNotMatch(answer.text, /a secret|root:/)
    }
    // A link is never followed, neither a new one nor one in the place of a listed file.
    symlinkSync(join(home, 'secret.txt'), join(home, 'public', 'link.txt'))
    symlinkSync(home, join(home, 'public', 'up'))
    rmSync(join(home, 'public', 'data.bin'))
    symlinkSync(join(home, 'secret.txt'), join(home, 'public', 'data.bin'))
    for (const path of ['link.txt', 'up/secret.txt', 'data.bin'])
      assertProblem(await get(address + path), 'not-found')
    writeFileSync(join(home, 'public', 'added.txt'), 'added')
    writeFileSync(join(home, 'public', 'large.txt'), 'x'.repeat(8_388_609))
    const added = await until(
      () => get(`${address}added.txt`),
      ({ status }) => status === 200,
      { timeoutMs: patienceMs },
    )
    assert.equal(added.text, 'added')
    assertProblem(await get(`${address}large.txt`), 'not-found')
    await crew.must(`POST ${plugins}/plain/disable`)
    assertProblem(await get(address), 'plugin-not-running')
  })

  test('a request reaches the plugin with its role only, from a page and from a program', limit, async () => {
    const address = await enter('paged', 'crew')
    const page = await get(`${address}api/echo?from=page`, {
      method: 'POST',
      headers: { ...json, origin: 'null', 'sec-fetch-site': 'cross-site' },
      body: '{"level":0.5}',
    })
    assert.deepEqual(JSON.parse(page.text), {
      method: 'POST',
      path: 'echo',
      query: { from: 'page' },
      role: 'crew',
      body: { level: 0.5 },
    })
    assert.match(policyOf(page.headers), /^sandbox;/)
    assert.equal(page.headers['access-control-allow-origin'], 'null')
    const asked = await get(`${address}api/echo`, {
      method: 'OPTIONS',
      headers: { origin: 'null', 'access-control-request-method': 'PUT' },
    })
    assert.equal(asked.status, 204)
    assert.equal(asked.headers['access-control-allow-origin'], 'null')
    assert.equal(asked.headers['access-control-allow-credentials'], undefined)
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const answer = await crew.ask('owner', `${method} /plugins/paged/api/echo`, {
        ...(method === 'PUT' && { body: [1] }),
      })
      const { role, method: seen } = JSON.parse(answer.text) as { role: string; method: string }
      assert.deepEqual([answer.status, seen, role], [200, method, 'owner'])
    }
    const text = await crew.ask('viewer', 'GET /plugins/paged/api/list.csv')
    assert.deepEqual(
      [text.headers['content-type'], text.text],
      ['text/csv; charset=utf-8', 'tank,level\nmain,0.5\n'],
    )
  })

  test('who may only look changes nothing', limit, async () => {
    const address = await enter('paged')
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const body = method === 'DELETE' ? {} : { headers: json, body: '{}' }
      assertProblem(await get(`${address}api/echo`, { method, ...body }), 'forbidden')
      assertProblem(
        await crew.ask('viewer', `${method} /plugins/paged/api/echo`, {
          ...(method !== 'DELETE' && { body: {} }),
        }),
        'forbidden',
      )
    }
  })

  test('a request that does not fit, and a plugin that fails, get a problem', limit, async () => {
    const ask = (path: string): Promise<Exchange> => crew.ask('owner', `GET /plugins/paged/api/${path}`)
    for (const path of ['..%2fx', 'a/../b', 'a%20b', 'a//b', `${'a/'.repeat(16)}b`, 'x'.repeat(65)])
      assert.equal((await ask(path)).status, 400, path)
    for (const query of ['a=1&a=2', '__proto__=1', `a=${'x'.repeat(1_025)}`])
      assertProblem(await ask(`echo?${query}`), 'invalid-query')
    const post = (options: ExchangeOptions): Promise<Exchange> =>
      get('/plugins/paged/api/echo', {
        method: 'POST',
        ...options,
        headers: { authorization: `Bearer ${crew.tokens.owner}`, ...options.headers },
      })
    assertProblem(await post({ headers: json, body: JSON.stringify('x'.repeat(66_000)) }), 'too-large')
    assertProblem(
      await post({ headers: { 'content-type': 'text/plain' }, body: 'x' }),
      'unsupported-media-type',
    )
    assertProblem(await post({ headers: json, body: '{' }), 'invalid-body')
    assertProblem(await ask('nowhere'), 'not-found')
    assertProblem(await ask('refuse'), 'forbidden')
    for (const path of ['throw', 'huge', 'page', 'secret']) assertProblem(await ask(path), 'plugin-failed')
    assertProblem(await crew.ask('owner', 'GET /plugins/nobody/api/echo'), 'plugin-not-found')
    assertProblem(await crew.ask('owner', 'GET /plugins/nobody/'), 'plugin-not-found')
    assertProblem(await crew.ask('owner', 'GET /plugins/simulator/'), 'not-found')
  })

  test('a slow plugin holds up eight requests, and no other client', limit, async () => {
    const slow = Array.from({ length: 8 }, () => crew.ask('owner', 'GET /plugins/paged/api/slow'))
    const refused = await until(
      () => crew.ask('viewer', 'GET /plugins/paged/api/echo'),
      ({ status }) => status === 429,
      { timeoutMs: patienceMs },
    )
    assertProblem(refused, 'too-many-requests')
    assert.equal((await crew.ask('viewer', 'GET /marinedata/v1/api')).status, 200)
    for (const answer of await Promise.all(slow)) assertProblem(answer, 'unconfirmed')
    const again = await until(
      () => crew.ask('viewer', 'GET /plugins/paged/api/echo'),
      ({ status }) => status === 200,
      { timeoutMs: patienceMs },
    )
    assert.equal(again.status, 200)
  })

  test('a plugin that ends during a request is not waited for', limit, async () => {
    const answer = await crew.ask('owner', 'GET /plugins/paged/api/exit')
    assertProblem(answer, 'plugin-failed')
  })
})
