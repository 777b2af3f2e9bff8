import type { Credential, Person } from '@marinedata/model'
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, stat } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { suite, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { encode } from 'uqr'
import { WebSocket } from 'ws'
import { assertProblem, exchange, type Exchange } from '@marinedata/testing/exchange'
import {
  runCli,
  startCli,
  temporaryFolder,
  type CliEnd,
  type RunningCli,
} from '@marinedata/testing/boats/start-cli'
import { timeLimit } from '@marinedata/testing/time-limit'

const limit = { timeout: 300_000 }
const api = '/marinedata/v2/api'
const passphrase = 'seven grey seals asleep'
/** The poll interval while the running server applies a change of the command line. */
const pollMs = 100
const noticeMs = timeLimit(1_000)

const ask = (url: string, path: string, token: string): Promise<Exchange> =>
  exchange(url, `${api}${path}`, { headers: { authorization: `Bearer ${token}` } })

const post = (url: string, path: string, body: unknown): Promise<Exchange> =>
  exchange(url, `${api}/access/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

const codeIn = (text: string): string => /#[ci]=([0-9A-Z]{10})/.exec(text)?.[1] ?? ''

/** Claims or joins by a printed link; returns the token. */
const enter = async (url: string, printed: string, name: string): Promise<string> => {
  const way = printed.includes('/claim#') ? 'claim' : 'join'
  const { status, text } = await post(url, way, { code: codeIn(printed), name, passphrase, keep: 'token' })
  assert.equal(status, 200, text)
  return (JSON.parse(text) as { token: string }).token
}

/** Waits until the running server has applied a change of the command line; returns the time it took. */
const noticed = async (hasNoticed: () => Promise<boolean>): Promise<number> => {
  const beganAt = performance.now()
  while (!(await hasNoticed())) {
    assert.ok(performance.now() - beganAt < noticeMs * 5, 'it is not noticed')
    // Polls slowly: after many wrong tokens the server answers 429 instead of 401.
    await sleep(pollMs)
  }
  return performance.now() - beganAt
}

interface ClosedBoat extends AsyncDisposable {
  readonly folder: string
  readonly server: RunningCli
  /** Runs `marinedata access …` on the data folder. */
  access(...words: readonly string[]): Promise<CliEnd>
}

const startClosed = async (): Promise<ClosedBoat> => {
  await using stack = new AsyncDisposableStack()
  const { path: folder } = stack.use(await temporaryFolder())
  const server = stack.use(await startCli({ isOpen: false, folder, settings: { logLevel: 'warn' } }))
  const rest = stack.move()
  return {
    folder,
    server,
    access: (...words) => runCli('access', ...words, '--data', folder),
    [Symbol.asyncDispose]: () => rest.disposeAsync(),
  }
}

const good = ({ code, stdout, stderr }: CliEnd): string => {
  assert.equal(code, 0, stderr)
  return stdout
}

suite('access on the command line', { concurrency: 2 }, () => {
  test('the first start prints the claim link, and later starts only the address', limit, async () => {
    await using folder = await temporaryFolder()
    const options = { isOpen: false, folder: folder.path }
    {
      await using server = await startCli(options)
      const code = await server.printed(/http:\/\/localhost:\d+\/claim#c=([0-9A-Z]{10})/)
      assert.ok(server.stdout().includes(`http://localhost:${new URL(server.url).port}/claim#c=${code}`))
      assert.ok(!server.stderr().includes(code), 'the code is not in the log')
      const { mode } = await stat(join(folder.path, 'claim-code'))
      assert.equal(mode & 0o777, 0o600)
      await enter(server.url, `/claim#c=${code}`, 'Anna')
      await server.end('SIGTERM')
    }
    await using server = await startCli(options)
    await server.printed(/(listening on .*\n)/)
    assert.equal((await exchange(server.url, '/health')).status, 200)
    assert.doesNotMatch(server.stdout(), /claim|owner|OPEN/)
    assert.ok(!(await readdir(folder.path)).includes('claim-code'))
  })

  test('open mode prints a warning', limit, async () => {
    await using server = await startCli({ isOpen: true })
    await server.printed(/(OPEN: every client on this machine has all rights)/)
    assert.doesNotMatch(server.stdout(), /claim/)
  })

  test('prints the claim link again on request, until there is an owner', limit, async () => {
    await using boat = await startClosed()
    const printed = await boat.server.printed(/(http:\/\/localhost:\d+\/claim#c=[0-9A-Z]{10})/)
    const again = good(await boat.access('claim'))
    assert.ok(again.includes(printed), again)
    await enter(boat.server.url, printed, 'Anna')
    const { code, stderr } = await boat.access('claim')
    assert.equal(code, 1)
    assert.match(stderr, /The boat already has an owner/)
  })

  test('five wrong attempts invalidate the claim code, which is then no longer printed', limit, async () => {
    await using boat = await startClosed()
    await boat.server.printed(/(http:\/\/localhost:\d+\/claim#c=[0-9A-Z]{10})/)
    const guess = { name: 'Eve', passphrase: 'five grey seals guessing', code: '0000000000' }
    for (let tries = 0; tries < 5; tries++)
      await exchange(boat.server.url, '/marinedata/v2/api/access/claim', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(guess),
      })
    const { code, stdout, stderr } = await boat.access('claim')
    assert.equal(code, 1)
    assert.doesNotMatch(stdout, /claim#c=/)
    assert.match(stderr, /five wrong attempts. Restart it/)
  })

  test(
    'a token created on the command line is printed alone, works at once, and fails once revoked',
    limit,
    async () => {
      await using boat = await startClosed()
      const { url } = boat.server
      const made = await boat.access('token', 'create', 'Weather', '--role', 'viewer', '--days', '7')
      const token = good(made).trim()
      assert.match(made.stdout, /^mdt_[A-Za-z0-9_-]{43}\n$/)
      assert.match(made.stderr, /Token for "Weather" with role viewer, valid until 20/)
      assert.ok((await noticed(async () => (await ask(url, '/plugins', token)).status === 200)) < noticeMs)
      assertProblem(await ask(url, '/access/people', token), 'forbidden')

      const stream = new WebSocket(`${url.replace('http', 'ws')}/marinedata/v1/stream`, {
        headers: { authorization: `Bearer ${token}` },
      })
      await once(stream, 'open')
      const closed = once(stream, 'close', { signal: AbortSignal.timeout(noticeMs * 2) })
      assert.match(good(await boat.access('revoke', 'weather')), /Revoked token \S+ of Weather/)
      const endedAt = performance.now()
      await closed
      assert.ok(performance.now() - endedAt < noticeMs, 'its stream is closed')
      assertProblem(await ask(url, '/plugins', token), 'unauthenticated')
    },
  )

  test('a device writes only to the paths given on the command line', limit, async () => {
    await using boat = await startClosed()
    const words = ['--role', 'device', '--paths', 'environment.depth.*,navigation.*']
    good(await boat.access('token', 'create', 'deck.gps', ...words))
    const listed = good(await boat.access('list'))
    assert.match(listed, /deck\.gps\s+token\s+device environment\.depth\.\*,navigation\.\*\s+never\s+no end/)
    const { code, stderr } = await boat.access('token', 'create', 'deck.log', '--role', 'device')
    assert.equal(code, 1)
    assert.match(stderr, /which paths a device may write/)
  })

  test('a person invited on the command line joins, is listed, and is gone when removed', limit, async () => {
    await using boat = await startClosed()
    const { url } = boat.server
    const invited = good(await boat.access('invite', '--role', 'helm'))
    assert.match(invited, /joins as helm/)
    const token = await enter(url, invited, 'Bo')
    assert.match(good(await boat.access('list')), /Bo\s+helm\s+20[\s\S]+Bo\s+session\s+helm/)
    assert.match(good(await boat.access('revoke', 'bo')), /Removed Bo and signed them out everywhere/)
    assert.ok((await noticed(async () => (await ask(url, '/plugins', token)).status === 401)) < noticeMs)
    const gone = await boat.access('revoke', 'bo')
    assert.deepEqual([gone.code, /No token, session or person "bo" found/.test(gone.stderr)], [1, true])
  })

  test('the command line makes a person owner again, and keeps the last owner', limit, async () => {
    await using boat = await startClosed()
    const { url } = boat.server
    const printed = await boat.server.printed(/(http:\/\/localhost:\d+\/claim#c=\S+)/)
    await enter(url, printed, 'Anna')
    const refused = await boat.access('revoke', 'Anna')
    assert.equal(refused.code, 1)
    assert.match(refused.stderr, /"Anna" is the only owner/)
    const recovered = good(await boat.access('recover'))
    const until = Date.parse(/until (\S+Z)/.exec(recovered)?.[1] ?? '')
    assert.ok(Math.abs(until - Date.now() - 900_000) < 60_000, recovered)
    const token = await enter(url, recovered, 'Anna again')
    const people = JSON.parse((await ask(url, '/access/people', token)).text) as Person[]
    assert.deepEqual(
      people.map(({ name, role }) => [name, role]),
      [
        ['Anna', 'owner'],
        ['Anna again', 'owner'],
      ],
    )
    good(await boat.access('revoke', 'Anna'))
    await noticed(async () => {
      const held = JSON.parse((await ask(url, '/access/credentials', token)).text) as Credential[]
      return held.length === 1 && held[0]!.name === 'Anna again'
    })
  })

  test('the audit contains the changes of the command line, and detects tampering', limit, async () => {
    await using boat = await startClosed()
    good(await boat.access('invite', '--role', 'crew'))
    good(await boat.access('token', 'create', 'Weather', '--role', 'viewer'))
    const lines = good(await boat.access('audit'))
      .trim()
      .split('\n')
    const { username } = userInfo()
    assert.equal(lines.length, 2)
    assert.ok(lines[0]!.includes(`shell ${username} from localhost: token-made Weather`), lines[0])
    assert.ok(lines[1]!.includes(`shell ${username} from localhost: invited crew`), lines[1])
    assert.equal(good(await boat.access('audit', '--limit', '1')).trim(), lines[0])
    assert.equal(good(await boat.access('audit', '--check')), 'The audit log is intact, up to entry 2\n')
    {
      using database = new DatabaseSync(join(boat.folder, 'marinedata.db'), { timeout: 10_000 })
      database.exec(`UPDATE audit SET entry = replace(entry, 'crew', 'helm') WHERE number = 1`)
    }
    const { code, stderr } = await boat.access('audit', '--check')
    assert.equal(code, 1)
    assert.match(stderr, /tampered with at entry 1/)
  })

  test('names cannot inject terminal control sequences', limit, async () => {
    await using boat = await startClosed()
    {
      using database = new DatabaseSync(join(boat.folder, 'marinedata.db'), { timeout: 10_000 })
      database
        .prepare(
          'INSERT INTO person (id, name, role, sealed, created_at, addresses) VALUES (?, ?, ?, ?, ?, ?)',
        )
        .run('an id', 'Bo\u001B[2J\u009B2J', 'crew', '', '2026-01-01T00:00:00.000Z', '[]')
    }
    assert.match(good(await boat.access('list')), /Bo\uFFFD\[2J\uFFFD2J/)
  })

  test('in a terminal, the link is also printed as a QR code', limit, async () => {
    await using boat = await startClosed()
    await boat.server.end('SIGTERM')
    {
      // Stores an address as if the boat had been started in a private network.
      using database = new DatabaseSync(join(boat.folder, 'marinedata.db'), { timeout: 10_000 })
      const door = JSON.stringify({ port: 3000, host: '10.9.8.7', pin: 'p'.repeat(43) })
      database.prepare(`INSERT OR REPLACE INTO fact (name, value) VALUES ('door', ?)`).run(door)
    }
    const main = new URL('../src/cli/main.ts', import.meta.url).pathname
    const command = [
      process.execPath,
      '--conditions=@marinedata/source',
      main,
      'access',
      'invite',
      '--role',
      'crew',
    ]
    const { stdout } = await promisify(execFile)(
      'script',
      ['-qec', `${command.join(' ')} --data ${boat.folder}`, '/dev/null'],
      { timeout: 300_000 },
    )
    const link = /https:\/\/10\.9\.8\.7:3000\/join#i=[0-9A-Z]{10}&pin=p{43}/.exec(stdout)?.[0] ?? ''
    const { size } = encode(link, { ecc: 'L', border: 2 })
    const shown = stdout.split('\n').filter((line) => /[█▀▄]/.test(line))
    assert.equal(shown.length, Math.ceil(size / 2))
    assert.doesNotMatch((await boat.access('invite', '--role', 'crew')).stdout, /[█▀▄]/, 'a file gets none')
  })

  test('reports a missing data folder and does not create it', limit, async () => {
    await using folder = await temporaryFolder()
    const nowhere = join(folder.path, 'nowhere')
    for (const words of [['list'], ['recover']]) {
      const { code, stdout, stderr } = await runCli('access', ...words, '--data', nowhere)
      assert.deepEqual([code, stdout], [1, ''])
      assert.ok(stderr.includes(`${nowhere} is not a data folder`), stderr)
    }
    assert.deepEqual(await readdir(folder.path), [])
  })

  test('prints the fingerprint of the boat’s certificate authority', limit, async () => {
    await using boat = await startClosed()
    const served = await exchange(boat.server.url, '/ca.pem')
    assert.equal(served.headers['content-type'], 'application/x-x509-ca-cert')
    assert.equal(served.text, await readFile(join(boat.folder, 'tls', 'ca.pem'), 'utf8'))
    assert.match(good(await boat.access('list')), /SHA-256:\n {2}([0-9A-F]{2}:){31}[0-9A-F]{2}\n/)
  })
})
