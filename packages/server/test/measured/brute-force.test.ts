import type { AuditEvent, PairingMade, Problem, TokenMade } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { accessApi, answered, askBoat, claimBoat, claimCodeOf, owner } from '@marinedata/testing/boats/crew'
import { challengeOf } from '../cross-site-cases.ts'
import { exchange, type Exchange } from '@marinedata/testing/exchange'
import { startCli, temporaryFolder, type RunningCli } from '@marinedata/testing/boats/start-cli'
import { inForm, reportFigures } from '@marinedata/testing/measured/judgement'
import { median, quantile } from '@marinedata/testing/measured/latency-readers'
import { goFirst } from './server-vitals.ts'

const tries = 5_000
const addresses = Array.from({ length: 10 }, (_, index) => `127.0.4.${index + 1}`)
const workersPerAddress = 4
/** The pause between two guesses of a worker: all workers together exceed a thousand guesses per second. */
const pauseMs = 20
const limits = { perAddress: 10, perAccount: 10 }
const goals = { signInMs: 1_000, timing: 0.1 }
/**
 * How much slower than without an attack the owner's sign-in may be, and how far apart the response times of known and
 * unknown names may be. Without a priority queue, or without work for unknown names, both factors are tens of times.
 */
const ratios = { signIn: 10, timing: inForm(goals.timing, 0.5) }
const wrongPassphrase = 'not the right one at all'
const upgrading = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
}

interface Target {
  readonly url: string
  /** Of a waiting device. */
  readonly pairing: string
}

interface Guess {
  /** Guesses of one kind share a budget. */
  readonly budget: 'secret' | 'token'
  readonly account?: string
  readonly send: (target: Target, from: string) => Promise<Exchange>
}

const signIn = (name: string): Guess => ({
  budget: 'secret',
  account: name,
  send: ({ url }, from) =>
    askBoat(url, `POST ${accessApi}/sign-in`, { from, body: { name, passphrase: wrongPassphrase } }),
})

const nameless = (send: Guess['send'], budget: Guess['budget']): Guess => ({ budget, send })

/** All kinds of guesses, more often against the owner's account. */
const guesses = (number: number): Guess =>
  [
    signIn('Anna'),
    nameless(
      ({ url }, from) => askBoat(url, 'GET /marinedata/v1/api', { from, token: `mdt_${number}` }),
      'token',
    ),
    signIn(`Nobody ${number}`),
    nameless(
      ({ url }, from) =>
        exchange(url, '/marinedata/v1/stream', {
          from,
          headers: { ...upgrading, authorization: `Bearer mdt_${number}` },
        }),
      'token',
    ),
    signIn('Anna'),
    nameless(
      ({ url, pairing }, from) =>
        askBoat(url, `POST ${accessApi}/pairings/${pairing}/collect`, {
          from,
          body: { verifier: String(number).padStart(43, '0') },
        }),
      'secret',
    ),
    nameless(
      ({ url }, from) =>
        exchange(url, `/marinedata/v1/stream?ticket=${number}`, { from, headers: upgrading }),
      'token',
    ),
    nameless(
      ({ url }, from) =>
        askBoat(url, `POST ${accessApi}/join`, {
          from,
          body: { code: `WRONG${number}`, name: 'Eve', passphrase: wrongPassphrase },
        }),
      'secret',
    ),
  ][number % 8]!

/** The results of the guesses: how many were evaluated, by address and account, and how many were not. */
class Tally {
  readonly verified = new Map<string, number>()
  refused = 0
  sent = 0

  add({ budget, account }: Guess, from: string, { status, text }: Exchange): void {
    this.sent++
    if (status === 429) {
      this.refused++
      return
    }
    assert.equal(status, 401, text)
    for (const key of [`${budget} from ${from}`, ...(account === undefined ? [] : [`account ${account}`])])
      this.verified.set(key, (this.verified.get(key) ?? 0) + 1)
  }

  of(start: string): number[] {
    return [...this.verified].filter(([key]) => key.startsWith(start)).map(([, count]) => count)
  }
}

/** Guesses from all addresses at once, for the given time and at least that many. */
const attack = async (target: Target, isGoingOn: () => boolean): Promise<Tally> => {
  const tally = new Tally()
  let next = 0
  const work = async (from: string): Promise<void> => {
    while (next < tries || isGoingOn()) {
      const guess = guesses(next++)
      tally.add(guess, from, await guess.send(target, from))
      await sleep(pauseMs)
    }
  }
  const workers = addresses.flatMap((from) => Array.from({ length: workersPerAddress }, () => work(from)))
  await Promise.all(workers)
  return tally
}

/** Measures repeated sign-ins of the owner from a known address. */
const signInTimes = async (url: string, attempts: number): Promise<number[]> => {
  const times: number[] = []
  for (let count = 0; count < attempts; count++) {
    const from = performance.now()
    const { status, text } = await askBoat(url, `POST ${accessApi}/sign-in`, {
      body: { ...owner, keep: 'token' },
    })
    times.push(performance.now() - from)
    assert.equal(status, 200, text)
  }
  return times
}

interface Scene {
  readonly boat: RunningCli
  readonly token: string
  /** The times of the owner's sign-ins, before and during the attack. */
  readonly before: readonly number[]
  readonly during: readonly number[]
  readonly tally: Tally
}

const play = async (folder: string): Promise<Scene & AsyncDisposable> => {
  await using stack = new AsyncDisposableStack()
  const boat = stack.use(await startCli({ isOpen: false, folder, settings: { logLevel: 'warn' } }))
  const { url } = boat
  goFirst(boat.pid)
  const token = await claimBoat(url, await claimCodeOf(folder))
  const before = await signInTimes(url, 3)
  const { id: pairing } = await answered<PairingMade>(
    askBoat(url, `POST ${accessApi}/pairings`, {
      body: { name: 'Tablet', challenge: challengeOf('x'.repeat(43)) },
    }),
  )
  let isAttacked = true
  const attacked = attack({ url, pairing }, () => isAttacked)
  const during = await signInTimes(url, 5).finally(() => {
    isAttacked = false
  })
  const tally = await attacked
  const running = stack.move()
  return {
    boat,
    token,
    before,
    during,
    tally,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

const assertLimits = ({ verified, sent, refused }: Tally): void => {
  assert.ok(sent >= tries)
  const looked = [...verified].filter(([key]) => !key.startsWith('account'))
  const seen = looked.reduce((sum, [, count]) => sum + count, 0)
  assert.equal(refused, sent - seen, 'every attempt that was not evaluated was rejected as too many')
  for (const [key, count] of verified)
    assert.ok(
      count <= (key.startsWith('account') ? limits.perAccount : limits.perAddress),
      `${key}: ${count}`,
    )
}

test(
  'five thousand guesses on every route are mostly rejected unevaluated, and the owner can sign in meanwhile',
  { timeout: 300_000 },
  async (context: TestContext) => {
    await using folder = await temporaryFolder()
    await using scene = await play(folder.path)
    const { tally, before, during, boat, token } = scene
    assertLimits(tally)
    const [anna = 0] = tally.of('account Anna')
    context.diagnostic(
      `${tally.sent} tries, ${tally.refused} refused unseen; of "Anna" ${anna} looked at; most of an address ` +
        `${Math.max(...tally.of('secret'))} secrets and ${Math.max(...tally.of('token'))} tokens; ` +
        `the owner signed in within ${median(during).toFixed(0)} ms, ${median(before).toFixed(0)} ms without the attack`,
    )
    assert.ok(anna > 0 && Math.max(...tally.of('token')) === limits.perAddress)
    await assertStillServed(boat.url, token)
    const ratio = median(during) / median(before)
    assert.ok(
      ratio <= ratios.signIn,
      `the owner waited ${ratio.toFixed(1)} times as long as without the attack`,
    )
    reportFigures(context, [
      { name: 'sign-in at worst', value: Math.max(...during), goal: goals.signInMs, unit: 'ms' },
    ])
  },
)

/** Valid tokens work at the addresses of the attackers, and the audit was not flooded. */
const assertStillServed = async (url: string, token: string): Promise<void> => {
  const body = { name: 'plotter', role: 'viewer' }
  const made = await answered<TokenMade>(askBoat(url, `POST ${accessApi}/tokens`, { token, body }))
  for (const from of addresses) {
    for (let count = 0; count < limits.perAddress; count++)
      await askBoat(url, 'GET /marinedata/v1/api', { from, token: 'mdt_wrong' })
    const wrong = await askBoat(url, 'GET /marinedata/v1/api', { from, token: 'mdt_wrong' })
    assert.equal((JSON.parse(wrong.text) as Problem).code, 'too-many-requests')
    assert.equal((await askBoat(url, 'GET /marinedata/v1/api', { from, token: made.token })).status, 200)
  }
  const entries = await answered<AuditEvent[]>(askBoat(url, `GET ${accessApi}/audit?limit=500`, { token }))
  const noted = entries.filter(({ operation }) => operation === 'sign-in-refused').length
  assert.ok(noted <= addresses.length * limits.perAddress, `${noted} entries`)
}

/** The medians of wrong attempts with an existing and an unknown name, alternating. */
const timesOf = async (url: string): Promise<{ readonly known: number; readonly unknown: number }> => {
  const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
  for (let count = 0; count < limits.perAccount; count++)
    for (const kind of count % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)) {
      const body = { name: kind === 'known' ? 'Anna' : 'Otto', passphrase: wrongPassphrase }
      const from = `127.0.5.${count + 1}`
      const askedAt = performance.now()
      const { status } = await askBoat(url, `POST ${accessApi}/sign-in`, { from, body })
      times[kind].push(performance.now() - askedAt)
      assert.equal(status, 401)
    }
  return { known: quantile(times.known, 0.5), unknown: quantile(times.unknown, 0.5) }
}

test(
  'the response time does not reveal whether a person exists',
  { timeout: 300_000 },
  async (context: TestContext) => {
    await using folder = await temporaryFolder()
    await using boat = await startCli({ isOpen: false, folder: folder.path, settings: { logLevel: 'warn' } })
    goFirst(boat.pid)
    await claimBoat(boat.url, await claimCodeOf(folder.path))
    const { known, unknown } = await timesOf(boat.url)
    const difference = Math.abs(known / unknown - 1)
    context.diagnostic(`${known.toFixed(1)} ms for a name that there is, ${unknown.toFixed(1)} ms for none`)
    assert.ok(difference <= ratios.timing, `${(difference * 100).toFixed(1)} % apart`)
  },
)
