import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { chromium, type Browser, type Page } from 'playwright-core'
import { accessApi, answered, askBoat, claimBoat, claimCodeOf, owner } from '@marinedata/testing/boats/crew'
import { familyCases } from '../family-cases.ts'
import { runCli, startCli, temporaryFolder, type RunningCli } from '@marinedata/testing/boats/start-cli'
import { StreamListener } from '@marinedata/testing/stream-listener'

const limit = { timeout: 120_000 }
const settings = { family: true, apps: { port: 0 }, announce: { mdns: false, plotters: false } } as const
const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium-headless-shell'
const evil = 'http://evil.example'
const foreign = [{ origin: evil }, { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }] as const

const packApp = (folder: string): string => {
  const content = join(folder, 'content')
  mkdirSync(join(content, 'public'), { recursive: true })
  const description = { name: 'greedy', version: '1.0.0', keywords: ['signalk-webapp'] }
  writeFileSync(join(content, 'package.json'), JSON.stringify(description))
  writeFileSync(join(content, 'public', 'index.html'), '<!doctype html><title>Greedy</title>')
  const file = join(folder, 'greedy.tgz')
  execFileSync('tar', ['-czf', file, '--transform', 's,^\\.,package,', '-C', content, '.'])
  return file
}

const cookieOf = (headers: Readonly<Record<string, unknown>>): string =>
  (headers['set-cookie'] as string[])[0]!.split(';')[0]!

suite('attacks on the door of the family', () => {
  const stack = new AsyncDisposableStack()
  let boat: RunningCli
  let apps: string
  let ownerToken: string
  let cookie: string
  let token: string

  before(async () => {
    const folder = stack.use(await temporaryFolder())
    const data = join(folder.path, 'data')
    mkdirSync(data)
    assert.equal((await runCli('apps', 'add', packApp(folder.path), '--data', data)).code, 0)
    boat = stack.use(await startCli({ settings, isOpen: false, folder: data }))
    apps = await boat.printed(/Web apps are at (\S+)/)
    ownerToken = await claimBoat(boat.url, await claimCodeOf(data))
    const body = { username: owner.name, password: owner.passphrase }
    const signedIn = await askBoat(apps, 'POST /signalk/v1/auth/login', { body })
    cookie = cookieOf(signedIn.headers)
    token = (JSON.parse(signedIn.text) as { token: string }).token
  })
  after(() => stack.disposeAsync())

  const signIn = async (): Promise<string> => {
    const body = { username: owner.name, password: owner.passphrase }
    return (await answered<{ token: string }>(askBoat(apps, 'POST /signalk/v1/auth/login', { body }))).token
  }

  test('no page of another site changes anything with the cookie of an app', limit, async () => {
    const changing = familyCases.filter(({ ask }) => !ask.startsWith('GET '))
    assert.ok(changing.length > 20)
    const through: string[] = []
    for (const url of [boat.url, apps])
      for (const { ask, body } of changing)
        for (const headers of foreign) {
          const { status } = await askBoat(url, ask, { body, headers: { cookie, ...headers } })
          if (status < 400) through.push(`${ask} ${JSON.stringify(headers)}: ${status}`)
        }
    assert.deepEqual(through, [])
    const list = await answered<object[]>(
      askBoat(boat.url, 'GET /marinedata/v2/api/resources/routes', { token: ownerToken }),
    )
    assert.deepEqual(list, [])
  })

  test('no page of another site reads an answer, or opens the stream', limit, async () => {
    for (const url of [boat.url, apps]) {
      for (const path of ['/signalk', '/signalk/v1/api/vessels/self', '/skServer/loginStatus', '/greedy/']) {
        const { headers } = await askBoat(url, `GET ${path}`, { headers: { cookie, origin: evil } })
        assert.equal(headers['access-control-allow-origin'], undefined, path)
      }
      for (const query of ['', `?token=${token}`])
        await assert.rejects(
          StreamListener.open(url, query, { word: 'signalk', headers: { cookie }, origin: evil }),
          /403/,
        )
    }
  })

  test('a stolen token opens nothing of the own interface', limit, async () => {
    const secret = token.slice(token.lastIndexOf('.') + 1)
    const asks = [
      'GET /marinedata/v1/api',
      `GET ${accessApi}/credentials`,
      `GET ${accessApi}/people`,
      `POST ${accessApi}/ticket`,
      `POST ${accessApi}/tokens`,
      'GET /marinedata/v2/api/plugins',
    ]
    for (const ask of asks)
      for (const headers of [
        { authorization: `Bearer ${token}` },
        { authorization: `Bearer ${secret}` },
        { cookie: `marinedata-session=${secret}` },
        { cookie: `marinedata-session=${token}` },
        { cookie },
      ])
        assert.equal(
          (await askBoat(boat.url, ask, { headers })).status,
          401,
          `${ask} ${JSON.stringify(headers)}`,
        )
    await assert.rejects(StreamListener.open(boat.url, `?token=${token}`), /400/)
    await assert.rejects(StreamListener.open(boat.url, `?ticket=${secret}`), /40[01]/)
  })

  test('a stolen token in an address reads, and does nothing else', limit, async () => {
    const stolen = await signIn()
    for (const path of ['/signalk/v1/api/vessels/self', '/signalk/v2/api/resources/routes'])
      assert.equal((await askBoat(apps, `GET ${path}?token=${stolen}`)).status, 400)
    await using stream = await StreamListener.open(apps, `?subscribe=none&token=${stolen}`, {
      word: 'signalk',
    })
    assert.equal((await stream.ask({ subscribe: [{ path: '*' }] })).statusCode, 200)
    const put = { put: { path: 'steering.autopilot.engaged', value: true } }
    stream.send({ ...put, requestId: 'steer' })
    const refused = await stream.first(
      ({ requestId, statusCode }) => requestId === 'steer' && statusCode !== 202,
    )
    assert.equal(refused.statusCode, 403)
    const delta = { updates: [{ values: [{ path: 'navigation.headingTrue', value: 1 }] }] }
    assert.equal((await stream.ask(delta)).statusCode, 403)
  })

  test('a revoked token ends its streams at once, and opens nothing', limit, async () => {
    const credentials = () =>
      answered<{ id: string }[]>(askBoat(boat.url, `GET ${accessApi}/credentials`, { token: ownerToken }))
    const known = new Set((await credentials()).map(({ id }) => id))
    const stolen = await signIn()
    const headers = { authorization: `JWT ${stolen}` }
    await using stream = await StreamListener.open(apps, `?subscribe=none&token=${stolen}`, {
      word: 'signalk',
    })
    const made = (await credentials()).find(({ id }) => !known.has(id))
    await answered(askBoat(boat.url, `DELETE ${accessApi}/credentials/${made?.id}`, { token: ownerToken }))
    assert.equal((await stream.ended).code, 1008)
    assert.equal((await askBoat(apps, 'GET /signalk/v1/api/vessels/self', { headers })).status, 401)
    await assert.rejects(StreamListener.open(apps, `?token=${stolen}`, { word: 'signalk' }), /401/)
  })
})

/** What a page tries, in a browser whose owner is signed in to the console at the other port. */
const attempts = `async (other) => {
  const ask = async (url, init = {}) => {
    try {
      const answer = await fetch(url, { credentials: 'include', ...init })
      return answer.type === 'opaque' ? 'opaque' : String(answer.status)
    } catch {
      return 'blocked'
    }
  }
  const stream = (url) =>
    new Promise((resolve) => {
      try {
        const socket = new WebSocket(url)
        socket.addEventListener('open', () => resolve('open'))
        socket.addEventListener('error', () => resolve('refused'))
      } catch {
        resolve('blocked')
      }
    })
  const frame = document.createElement('iframe')
  frame.src = other + '/'
  document.body.append(frame)
  await new Promise((resolve) => frame.addEventListener('load', resolve))
  const body = JSON.stringify({ path: 'notifications.greedy', state: 'alarm', message: 'Greedy' })
  const write = { method: 'POST', mode: 'no-cors', headers: { 'content-type': 'text/plain' }, body }
  return {
    cookies: document.cookie,
    read: await ask(other + '/marinedata/v1/api'),
    write: await ask(other + '/marinedata/v2/api/notifications', write),
    ownPort: await ask('/marinedata/v1/api'),
    ownFamily: await ask('/signalk/v1/api/vessels/self'),
    stream: await stream(other.replace('http', 'ws') + '/marinedata/v1/stream'),
    familyStream: await stream(other.replace('http', 'ws') + '/signalk/v1/stream'),
    // A page of another origin has no document here.
    framed: frame.contentDocument === null ? 'opaque' : 'read',
  }
}`

type Loot = Readonly<
  Record<
    'cookies' | 'read' | 'write' | 'ownPort' | 'ownFamily' | 'stream' | 'familyStream' | 'framed',
    string
  >
>

const tryFromPage = (page: Page, console: string): Promise<Loot> =>
  page.evaluate<Loot>(`(${attempts})(${JSON.stringify(console)})`)

suite('a greedy web app in a browser with a signed-in console', () => {
  const stack = new AsyncDisposableStack()
  let boat: RunningCli
  let apps: string
  let ownerToken: string
  let browser: Browser

  before(async () => {
    const folder = stack.use(await temporaryFolder())
    const data = join(folder.path, 'data')
    mkdirSync(data)
    assert.equal((await runCli('apps', 'add', packApp(folder.path), '--data', data)).code, 0)
    boat = stack.use(await startCli({ settings, isOpen: false, folder: data }))
    apps = await boat.printed(/Web apps are at (\S+)/)
    ownerToken = await claimBoat(boat.url, await claimCodeOf(data))
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
    stack.defer(() => browser.close())
  })
  after(() => stack.disposeAsync())

  // The policy of the page is the first line. The server must hold without it.
  for (const bypassCSP of [false, true])
    test(
      `it gets nothing from the console's cookie and the other port${bypassCSP ? ', also without the policy of its page' : ''}`,
      limit,
      async () => {
        await using context = await browser.newContext({ bypassCSP })
        const page = await context.newPage()
        await page.goto(`${boat.url}/`)
        const status = await page.evaluate(async ({ name, passphrase }) => {
          const answer = await fetch('/marinedata/v2/api/access/sign-in', {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ name, passphrase }),
          })
          return answer.status
        }, owner)
        assert.equal(status, 200)
        await page.goto(`${apps}/greedy/`)
        const got = await tryFromPage(page, boat.url)
        assert.equal(got.cookies, '')
        assert.equal(got.read, 'blocked')
        assert.ok(['blocked', 'opaque'].includes(got.write), got.write)
        assert.equal(got.ownPort, '404', 'the port of the apps has no own interface')
        assert.equal(got.ownFamily, '401', "the console's cookie opens nothing there")
        assert.notEqual(got.stream, 'open')
        assert.notEqual(got.familyStream, 'open')
        assert.notEqual(got.framed, 'read')
        const alerts = await answered<{ path: string }[]>(
          askBoat(boat.url, 'GET /marinedata/v2/api/notifications', { token: ownerToken }),
        )
        assert.deepEqual(
          alerts.filter(({ path }) => path.includes('greedy')),
          [],
          'a request whose answer is opaque has changed nothing',
        )
      },
    )
})
