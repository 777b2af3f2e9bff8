import type {
  AuditEvent,
  InvitationMade,
  PairingMade,
  Problem,
  SignedIn,
  TokenMade,
  Visitor,
} from '@marinedata/model'
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { describeServer } from '../src/start-server.ts'
import { openAccess } from '../src/features/access.ts'
import {
  accessApi,
  answered,
  askBoat,
  claimBoat,
  claimCodeOf,
  Crew,
  owner,
} from '@marinedata/testing/boats/crew'
import { challengeOf } from './cross-site-cases.ts'
import { assertProblem, type Exchange } from '@marinedata/testing/exchange'
import { startBoat } from '@marinedata/testing/boats/start-boat'
import { startCli, temporaryFolder } from '@marinedata/testing/boats/start-cli'
import { StreamListener } from '@marinedata/testing/stream-listener'
import { timeLimit } from '@marinedata/testing/time-limit'

const limit = { timeout: 300_000 }
const tree = '/marinedata/v1/api'
const pilots = '/marinedata/v2/api/vessels/self/autopilots'
const passphrase = 'eleven gulls over the reef'
const verifier = 'a-verifier-that-only-the-tablet-itself-has-ever-seen'

const streamOf = (url: string, token: string | undefined): Promise<StreamListener> =>
  StreamListener.open(url, '?subscribe=none', { headers: { authorization: `Bearer ${token}` } })

const cookieOf = ({ headers }: Exchange): string => headers['set-cookie']?.[0] ?? ''

test('an unclaimed boat is closed except for claiming, and can be claimed once', limit, async () => {
  await using boat = await startBoat({ isOpen: false })
  const { url, folder } = boat
  type Operations = Readonly<Record<string, { readonly 'x-scope': string }>>
  const { paths } = describeServer() as { readonly paths: Readonly<Record<string, Operations>> }
  for (const [path, operations] of Object.entries(paths))
    for (const [method, { 'x-scope': scope }] of Object.entries(operations)) {
      if (scope === 'public') continue
      const ask = `${method.toUpperCase()} ${path.replaceAll(/\{[^}]+\}/g, 'main')}`
      assertProblem(await askBoat(url, ask), 'unauthenticated')
    }
  await assert.rejects(StreamListener.open(url), /401/)
  const me = (): Promise<Visitor> => answered(askBoat(url, `GET ${accessApi}/me`))
  assert.deepEqual(await me(), {
    boat: 'unclaimed',
    name: null,
    roles: [],
    scopes: [],
    mayAdminister: false,
  })

  const code = await claimCodeOf(folder)
  const body = { ...owner, code: 'WRONG-CODE7' }
  assertProblem(await askBoat(url, `POST ${accessApi}/claim`, { body }), 'wrong-secret')
  const token = await claimBoat(url, `${code.slice(0, 5)}-${code.slice(5)}`.toLowerCase())
  assert.equal(existsSync(join(folder, 'claim-code')), false, 'the code is of no more use')
  const again = await askBoat(url, `POST ${accessApi}/claim`, { body: { ...owner, code } })
  assertProblem(again, 'already-claimed')
  assert.equal((await me()).boat, 'claimed')
  const mine = await answered<Visitor>(askBoat(url, `GET ${accessApi}/me`, { token }))
  assert.deepEqual([mine.name, mine.roles, mine.mayAdminister], ['Anna', ['owner'], true])
  assert.equal((await askBoat(url, `GET ${tree}`)).status, 401)

  await boat.restart()
  assert.equal(existsSync(join(folder, 'claim-code')), false)
  assert.equal((await askBoat(url, `GET ${tree}`, { token })).status, 200, 'also after a restart')
})

suite('people and devices', () => {
  let crew: Crew
  before(async () => {
    crew = await Crew.start()
  })
  after(async () => await crew[Symbol.asyncDispose]())

  const joined = async (name: string, role: string): Promise<SignedIn & { readonly token: string }> => {
    const { code } = await crew.must<InvitationMade>(`POST ${accessApi}/invitations`, { role })
    const body = { code, name, passphrase, keep: 'token' }
    return await answered(crew.ask('nobody', `POST ${accessApi}/join`, { body }))
  }

  test('a browser gets a cookie that scripts cannot read, and signing out deletes it', limit, async () => {
    const answer = await crew.ask('nobody', `POST ${accessApi}/sign-in`, { body: owner })
    assert.equal(answer.status, 200)
    assert.match(
      cookieOf(answer),
      /^marinedata-session=mdt_[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=2592000$/,
    )
    assert.equal(answer.headers['cache-control'], 'no-store')
    assert.doesNotMatch(answer.text, /mdt_/)
    const [cookie = ''] = cookieOf(answer).split(';')
    const me = (): Promise<Visitor> =>
      answered(crew.ask('nobody', `GET ${accessApi}/me`, { headers: { cookie } }))
    assert.equal((await me()).name, 'Anna')
    const left = await crew.ask('nobody', `POST ${accessApi}/sign-out`, { headers: { cookie } })
    assert.match(cookieOf(left), /^marinedata-session=; .*Max-Age=0$/)
    assert.equal((await me()).name, null, 'the cookie is worth nothing, should someone have kept it')
  })

  test('a program gets a token, and signing out revokes it', limit, async () => {
    const { token } = await answered<SignedIn>(
      crew.ask('nobody', `POST ${accessApi}/sign-in`, { body: { ...owner, keep: 'token' } }),
    )
    assert.equal((await crew.ask('nobody', `GET ${tree}`, { token })).status, 200)
    await answered(crew.ask('nobody', `POST ${accessApi}/sign-out`, { token }))
    assertProblem(await crew.ask('nobody', `GET ${tree}`, { token }), 'unauthenticated')
  })

  test(
    'a tablet without a keyboard shows digits, is approved by them, and collects its token once',
    limit,
    async () => {
      const body = { name: 'Tablet', challenge: challengeOf(verifier) }
      const { id, digits } = await answered<PairingMade>(
        crew.ask('nobody', `POST ${accessApi}/pairings`, { body }),
      )
      const collect = (by: string): Promise<Exchange> =>
        crew.ask('nobody', `POST ${accessApi}/pairings/${id}/collect`, { body: { verifier: by } })
      assert.equal((await collect(verifier)).status, 202)
      const [waiting] = await crew.must<{ name: string; address: string }[]>(`GET ${accessApi}/pairings`)
      assert.deepEqual([waiting?.name, waiting?.address], ['Tablet', '127.0.0.1'])
      const approve = (given: string): Promise<Exchange> =>
        crew.ask('owner', `POST ${accessApi}/pairings/${id}/approve`, {
          body: { digits: given, role: 'viewer' },
        })
      const wrong = String((Number(digits) + 1) % 1_000_000).padStart(6, '0')
      assertProblem(await approve(wrong), 'wrong-secret')
      assert.equal((await collect(verifier)).status, 202)
      assert.equal((await approve(digits)).status, 200)
      assertProblem(await collect('x'.repeat(43)), 'wrong-secret')
      const { token, credential } = await answered<SignedIn>(collect(verifier))
      assert.deepEqual([credential.name, credential.role], ['Tablet', 'viewer'])
      assertProblem(await collect(verifier), 'not-found')
      assert.equal((await crew.ask('nobody', `GET ${tree}`, { token })).status, 200)
      assertProblem(await crew.ask('nobody', `POST ${pilots}/main/engage`, { token }), 'forbidden')
    },
  )

  test('an invitation works once, and a changed role applies at once', limit, async () => {
    const { code } = await crew.must<InvitationMade>(`POST ${accessApi}/invitations`, { role: 'viewer' })
    const body = { code, name: 'Carl', passphrase, keep: 'token' }
    const { token } = await answered<SignedIn>(crew.ask('nobody', `POST ${accessApi}/join`, { body }))
    const again = { ...body, name: 'Dora' }
    assertProblem(await crew.ask('nobody', `POST ${accessApi}/join`, { body: again }), 'wrong-secret')
    const steer = async (): Promise<string> =>
      (JSON.parse((await crew.ask('nobody', `POST ${pilots}/main/engage`, { token })).text) as Problem).code
    assert.equal(await steer(), 'forbidden')
    await crew.must(`PUT ${accessApi}/people/carl`, { role: 'helm' })
    assert.equal(await steer(), 'autopilot-not-found')
    await crew.must(`PUT ${accessApi}/people/Carl`, { role: 'viewer' })
    assert.equal(await steer(), 'forbidden')
    await crew.must(`DELETE ${accessApi}/people/Carl`)
    assert.equal(await steer(), 'unauthenticated')
    const back = await crew.ask('nobody', `POST ${accessApi}/sign-in`, { body: { name: 'Carl', passphrase } })
    assertProblem(back, 'wrong-secret')
  })

  test(
    'the problem for a viewer who tries to steer names the required role and the viewer’s own',
    limit,
    async () => {
      const { detail } = assertProblem(
        await crew.ask('viewer', `POST ${pilots}/_default/engage`),
        'forbidden',
      )
      assert.equal(
        detail,
        'Steering requires the role helm or owner. "the-viewer" has the role viewer. An owner can change roles',
      )
    },
  )

  /** Returns the milliseconds until the stream is closed. */
  const closedAfter = async (listener: StreamListener, operation: () => unknown): Promise<number> => {
    const from = performance.now()
    await operation()
    const { code, reason } = await listener.ended
    assert.deepEqual([code, reason], [1008, 'signed out'])
    return performance.now() - from
  }

  test(
    'open streams are closed within a second of signing out or revocation',
    limit,
    async (context: TestContext) => {
      const waits: Record<string, number> = {}
      const streamAs = async (name: string): Promise<{ stream: StreamListener; made: TokenMade }> => {
        const made = await crew.makeToken({ role: 'helm', name })
        return { stream: await streamOf(crew.url, made.token), made }
      }
      await using bystander = await streamOf(crew.url, crew.tokens.viewer)
      {
        const { stream, made } = await streamAs('revoked-by-the-owner')
        await using closing = stream
        waits['revoked by the owner'] = await closedAfter(closing, () =>
          crew.must(`DELETE ${accessApi}/credentials/${made.credential.id}`),
        )
      }
      {
        const { stream, made } = await streamAs('signs-out')
        await using closing = stream
        waits['signed out'] = await closedAfter(closing, () =>
          crew.ask('nobody', `POST ${accessApi}/sign-out`, { token: made.token }),
        )
      }
      {
        const { stream, made } = await streamAs('revoked-by-the-shell')
        await using closing = stream
        waits['revoked by another process'] = await closedAfter(closing, () => {
          using shell = openAccess(crew.boat.folder)
          shell.access.credentials.revoke(made.credential.id, {
            kind: 'shell',
            id: '0',
            name: 'root',
            address: 'localhost',
          })
        })
        assertProblem(await crew.ask('nobody', `GET ${tree}`, { token: made.token }), 'unauthenticated')
      }
      {
        const { token } = await joined('Emil', 'helm')
        await using closing = await streamOf(crew.url, token)
        waits['given another role'] = await closedAfter(closing, () =>
          crew.must(`PUT ${accessApi}/people/Emil`, { role: 'viewer' }),
        )
        await using again = await streamOf(crew.url, token)
        assert.deepEqual(again.messages[0]?.roles, ['viewer'])
      }
      {
        // Two seconds, in days.
        const { token, credential } = await crew.makeToken({
          role: 'viewer',
          name: 'brief',
          days: 2 / 86_400,
        })
        await using closing = await streamOf(crew.url, token)
        await sleep(Date.parse(credential.expiresAt!) - Date.now() - 100)
        await closing.settled()
        waits['run out'] = (await closedAfter(closing, () => undefined)) - 100
      }
      await bystander.settled()
      context.diagnostic(
        Object.entries(waits)
          .map(([operation, ms]) => `${operation}: ${ms.toFixed(0)} ms`)
          .join(', '),
      )
      for (const [operation, ms] of Object.entries(waits))
        assert.ok(ms < timeLimit(1_000), `${operation}: ${ms} ms`)
    },
  )

  test(
    'a revoked client that does not close its stream is terminated, and its messages are ignored',
    limit,
    async () => {
      const { token, credential } = await crew.makeToken({ role: 'device', name: 'stubborn' })
      await using stubborn = await streamOf(crew.url, token)
      const write = (value: number): void =>
        stubborn.send({ updates: [{ values: [{ path: 'environment.stubborn', value }] }] })
      write(1)
      await stubborn.settled()
      // Stops reading, so that it never receives the close frame.
      stubborn.socket.pause()
      const cut = once(stubborn.socket, 'close')
      const isOpen = async (): Promise<boolean> =>
        /stream_sessions 1\b/.test((await crew.ask('viewer', 'GET /metrics')).text)
      assert.equal(await isOpen(), true)
      await crew.must(`DELETE ${accessApi}/credentials/${credential.id}`)
      await sleep(1_000)
      assert.equal(await isOpen(), false, 'within a second')
      write(2)
      stubborn.socket.resume()
      await cut
      const { text } = await crew.ask('viewer', `GET ${tree}/vessels/self/environment/stubborn/value`)
      assert.equal(text, '1')
    },
  )

  test('a revoked secret is rejected everywhere, however often it is tried', limit, async () => {
    const { token, credential } = await crew.makeToken({ role: 'owner', name: 'stolen' })
    await crew.must(`DELETE ${accessApi}/credentials/${credential.id}`)
    const statuses: number[] = []
    for (let tries = 0; tries < 100; tries++) {
      const from = `127.0.2.${1 + (tries % 20)}`
      statuses.push((await crew.ask('nobody', `GET ${tree}`, { token, from })).status)
      const cookie = `marinedata-session=${token}`
      statuses.push((await crew.ask('nobody', `GET ${tree}`, { headers: { cookie }, from })).status)
    }
    for (let tries = 0; tries < 20; tries++) await assert.rejects(streamOf(crew.url, token), /401|429/)
    assert.deepEqual([...new Set(statuses)], [401])
  })

  test('a device writes only to its paths and under its own name', limit, async () => {
    await using device = await streamOf(crew.url, crew.tokens.device)
    const refused = async (): Promise<Readonly<Record<string, number>>> => {
      await device.settled()
      const { text } = await crew.ask('viewer', 'GET /metrics')
      const counted = text.matchAll(/^marinedata_refused_total\{reason="([\w-]+)"\} ([1-9]\d*)$/gm)
      return Object.fromEntries(
        [...counted].map(([, reason = '', count]): [string, number] => [reason, Number(count)]),
      )
    }
    const write = (path: string, source?: string): void =>
      device.send({
        updates: [{ ...(source !== undefined && { $source: source }), values: [{ path, value: 3 }] }],
      })
    write('environment.depth.belowKeel')
    write('environment.depth.belowSurface', 'the-device.115')
    assert.deepEqual(await refused(), {})
    write('navigation.speedOverGround')
    write('environment.wind.speedTrue', 'gps')
    write('environment.wind.speedTrue', 'the-devices')
    write('steering.autopilot.target')
    assert.deepEqual(await refused(), { 'undeclared-path': 1, 'foreign-source': 2, 'reserved-path': 1 })
    const { text } = await crew.ask('viewer', `GET ${tree}/vessels/self`)
    assert.match(text, /"\$source":"device\.the-device"/)
    assert.match(text, /"\$source":"device\.the-device\.115"/)
    assert.doesNotMatch(text, /speedTrue|speedOverGround|gps/)
    await using viewer = await streamOf(crew.url, crew.tokens.viewer)
    assert.equal((await viewer.ask({ updates: [] })).code, 'forbidden')
  })
})

/** A private address of this machine that is not loopback. */
const aboard = (): string | undefined =>
  Object.values(networkInterfaces())
    .flatMap((list = []) => list)
    .map(({ address }) => address)
    .find((address) => /^(?:10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|f[cd])/i.test(address))

test(
  'an unencrypted connection allows reading and steering, but no administration',
  limit,
  async (context: TestContext) => {
    const address = aboard()
    if (address === undefined) return context.skip('this machine is in no network like a boat’s')
    await using crew = await Crew.start()
    const port = new URL(crew.url).port
    const url = `http://${address.includes(':') ? `[${address}]` : address}:${port}`
    const ask = (line: string, body?: unknown): Promise<Exchange> =>
      askBoat(url, line, { token: crew.tokens.owner, ...(body !== undefined && { body }) })
    assert.equal((await ask(`GET ${tree}`)).status, 200)
    assertProblem(await ask(`POST ${pilots}/main/engage`), 'autopilot-not-found')
    for (const [line, body] of [
      [`GET ${accessApi}/people`],
      [`GET ${accessApi}/audit`],
      [`POST ${accessApi}/tokens`, { name: 'x', role: 'owner' }],
      [`POST ${accessApi}/invitations`, { role: 'owner' }],
      ['POST /marinedata/v2/api/plugins/simulator/enable'],
    ] as const)
      assertProblem(await ask(line, body), 'tls-required')
    const me = await answered<Visitor>(ask(`GET ${accessApi}/me`))
    assert.deepEqual([me.roles, me.mayAdminister], [['owner'], false])
    const claim = await askBoat(url, `POST ${accessApi}/claim`, { body: { ...owner, code: 'ABCDE12345' } })
    assertProblem(claim, 'tls-required')
  },
)

type Bytes = readonly (readonly [string, Buffer])[]

/** Reads all files of a folder. Retries, because a running boat renames files. */
const bytesIn = (folder: string, tries = 10): Bytes => {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => [entry.name, readFileSync(join(entry.parentPath, entry.name))])
  } catch (error) {
    if (tries === 0 || (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return bytesIn(folder, tries - 1)
  }
}

/** Checks that each entry contains the hash of the previous one. Only the boat has the key to compute it. */
const assertWhole = (entries: readonly AuditEvent[]): void => {
  for (const [index, { hash, ...reported }] of entries.entries()) {
    assert.match(hash, /^[0-9a-f]{64}$/, String(reported.number))
    const earlier = entries[index + 1]
    assert.equal(reported.previous, earlier?.hash ?? '0'.repeat(64))
  }
}

test(
  'the audit contains every change of access, and no file contains a secret',
  { timeout: 300_000 },
  async () => {
    await using folder = await temporaryFolder()
    const secrets: Record<string, string> = {
      passphrase,
      'the owner’s pass-phrase': owner.passphrase,
      verifier,
    }
    let log = ''
    {
      await using boat = await startCli({
        isOpen: false,
        folder: folder.path,
        settings: { logLevel: 'debug' },
      })
      const { url } = boat
      secrets['code'] = await claimCodeOf(folder.path)
      const token = (secrets['session'] = await claimBoat(url, secrets['code']))
      const ask = (line: string, body?: unknown): Promise<Exchange> => askBoat(url, line, { token, body })
      const wrong = {
        name: 'Anna',
        passphrase: (secrets['a wrong pass-phrase'] = 'a pass-phrase of another boat'),
      }
      assertProblem(await askBoat(url, `POST ${accessApi}/sign-in`, { body: wrong }), 'wrong-secret')
      const misplaced = { name: (secrets['in the wrong field'] = 'my pass-phrase by mistake'), passphrase }
      assertProblem(await askBoat(url, `POST ${accessApi}/sign-in`, { body: misplaced }), 'wrong-secret')
      assertProblem(await askBoat(url, `GET ${tree}?token=${token}`), 'bad-request')
      const { code } = await answered<InvitationMade>(ask(`POST ${accessApi}/invitations`, { role: 'crew' }))
      secrets['invitation'] = code
      await answered(askBoat(url, `POST ${accessApi}/join`, { body: { code, name: 'Bert', passphrase } }))
      const signedIn = await askBoat(url, `POST ${accessApi}/sign-in`, { body: { name: 'Bert', passphrase } })
      secrets['cookie'] = /mdt_[\w-]+/.exec(cookieOf(signedIn))![0]
      const cookie = `marinedata-session=${secrets['cookie']}`
      const change = {
        current: passphrase,
        passphrase: (secrets['new pass-phrase'] = 'nine seals on another rock'),
      }
      await answered(askBoat(url, `PUT ${accessApi}/passphrase`, { body: change, headers: { cookie } }))
      const made = await answered<TokenMade>(
        ask(`POST ${accessApi}/tokens`, { name: 'plotter', role: 'viewer' }),
      )
      secrets['token'] = made.token
      await using stream = await streamOf(url, made.token)
      await stream.settled()
      const pairing = await answered<PairingMade>(
        ask(`POST ${accessApi}/pairings`, { name: 'Tablet', challenge: challengeOf(verifier) }),
      )
      const { id, digits } = pairing
      await answered(ask(`POST ${accessApi}/pairings/${id}/approve`, { digits, role: 'viewer' }))
      const paired = await answered<SignedIn>(ask(`POST ${accessApi}/pairings/${id}/collect`, { verifier }))
      secrets['paired'] = paired.token!
      await answered(ask(`PUT ${accessApi}/people/Bert`, { role: 'helm' }))
      await answered(ask(`DELETE ${accessApi}/people/Bert`))
      await answered(ask(`DELETE ${accessApi}/credentials/${made.credential.id}`))
      await stream.ended
      const entries = await answered<AuditEvent[]>(ask(`GET ${accessApi}/audit`))
      const events = entries.filter(({ kind }) => kind === 'access').toReversed()
      assert.deepEqual(
        events.map(({ operation, actor, subject }) => `${operation}: ${subject}, by ${actor.name}`),
        [
          'claimed: Anna, by Anna',
          'sign-in-refused: Anna, by nobody',
          'sign-in-refused: unknown, by nobody',
          'invited: crew, by Anna',
          'joined: Bert, by Bert',
          'signed-in: Bert, by Bert',
          'passphrase-changed: Bert, by Bert',
          'token-made: plotter, by Anna',
          'paired: Tablet, by Anna',
          'role-changed: Bert, by Anna',
          'person-removed: Bert, by Anna',
          'revoked: plotter, by Anna',
        ],
      )
      assertWhole(entries)
      for (const [name, secret] of Object.entries(secrets))
        for (const [file, bytes] of bytesIn(folder.path))
          assert.equal(bytes.includes(secret), false, `${name} in ${file} of a running boat`)
      await boat.end('SIGTERM')
      log = boat.stderr()
    }
    assert.match(log, /started/)
    for (const [name, secret] of Object.entries(secrets)) {
      assert.equal(log.includes(secret), false, `${name} in the log`)
      for (const [file, bytes] of bytesIn(folder.path))
        assert.equal(bytes.includes(secret), false, `${name} in ${file}`)
    }
  },
)
