import type { Person, SignedIn, Visitor } from '@marinedata/model'
import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { accessApi, answered, askBoat, claimCodeOf } from '@marinedata/testing/boats/crew'
import { assertProblem, type Exchange } from '@marinedata/testing/exchange'
import { startCli, temporaryFolder, type RunningCli } from '@marinedata/testing/boats/start-cli'
import { inForm } from '@marinedata/testing/measured/judgement'

const passphrase = 'seven grey seals asleep'
const crowd = 100
const kills = inForm(50, 5)
/** Kills are spread over this multiple of the duration of a claim: before, during and after it. */
const killWithinClaims = 2.5

interface Claiming {
  readonly name: string
  readonly code: string
  readonly from?: string
}

const claim = (url: string, { name, code, from }: Claiming): Promise<Exchange> =>
  askBoat(url, `POST ${accessApi}/claim`, {
    body: { name, code, passphrase, keep: 'token' },
    ...(from !== undefined && { from }),
  })

const signIn = (url: string, name: string): Promise<Exchange> =>
  askBoat(url, `POST ${accessApi}/sign-in`, { body: { name, passphrase, keep: 'token' } })

const ownersOf = async (url: string, token: string): Promise<string[]> => {
  const people = await answered<Person[]>(askBoat(url, `GET ${accessApi}/people`, { token }))
  return people.filter(({ role }) => role === 'owner').map(({ name }) => name)
}

test('of a hundred concurrent claims one succeeds', { timeout: 300_000 }, async (context: TestContext) => {
  await using folder = await temporaryFolder()
  await using boat = await startCli({ isOpen: false, folder: folder.path, settings: { logLevel: 'warn' } })
  const code = await claimCodeOf(folder.path)
  const claims = Array.from({ length: crowd }, (_, index) =>
    // From several addresses, because connections per address are limited.
    claim(boat.url, { name: `Owner ${index}`, code, from: `127.0.6.${1 + (index % 5)}` }),
  )
  const answers = await Promise.all(claims)
  const statuses = Map.groupBy(answers, ({ status }) => status)
  const counts = [...statuses].map(([status, { length }]) => `${length} × ${status}`).join(', ')
  context.diagnostic(counts)
  assert.equal(statuses.get(200)?.length, 1, counts)
  assert.deepEqual(
    [...statuses.keys()].filter((status) => ![200, 410, 429].includes(status)),
    [],
  )
  const { token, credential } = JSON.parse(statuses.get(200)![0]!.text) as SignedIn
  assert.deepEqual(await ownersOf(boat.url, token!), [credential.name])
  assertProblem(await claim(boat.url, { name: 'Late', code }), 'already-claimed')
  assert.equal((await signIn(boat.url, credential.name)).status, 200)
})

/** The duration of a claim here, in milliseconds. */
const claimTime = async (): Promise<number> => {
  await using folder = await temporaryFolder()
  await using boat = await startCli({ isOpen: false, folder: folder.path, settings: { logLevel: 'warn' } })
  const from = performance.now()
  assert.equal((await claim(boat.url, { name: 'Anna', code: await claimCodeOf(folder.path) })).status, 200)
  return performance.now() - from
}

/** The times of the kills, and their results. */
interface Ends {
  /** Shorter after a kill that came too late, longer after one that came too early, at any speed of the machine. */
  withinMs: number
  kills: number
  claimed: number
  unclaimed: number
  acknowledged: number
}

const names = ['Anna', 'Bert'] as const

/** Two concurrent claims and a kill; returns the names whose claim was confirmed. */
const goDark = async (boat: RunningCli, code: string, withinMs: number): Promise<string[]> => {
  const reported: string[] = []
  const settled = Promise.allSettled(
    names.map(async (name) => {
      const { status } = await claim(boat.url, { name, code })
      if (status === 200) reported.push(name)
    }),
  )
  await sleep(randomInt(Math.ceil(withinMs)))
  await boat.end('SIGKILL')
  await settled
  return reported
}

/** The names that can sign in, with their tokens. */
const ownerAmong = async (
  url: string,
): Promise<{ readonly name: string; readonly token: string } | undefined> => {
  for (const name of names) {
    const { status, text } = await signIn(url, name)
    if (status === 200) return { name, token: (JSON.parse(text) as SignedIn).token! }
  }
  return undefined
}

/** Whether the boat has an owner after a kill: then there is exactly one, who can sign in and was the only one confirmed. */
const isOwned = async (url: string, reported: readonly string[]): Promise<boolean> => {
  const { boat: state } = await answered<Visitor>(askBoat(url, `GET ${accessApi}/me`))
  if (state !== 'claimed') {
    assert.deepEqual(reported, [], 'the server has confirmed an owner who does not exist')
    return false
  }
  const owner = await ownerAmong(url)
  assert.ok(owner, 'the boat has an owner, and nobody can sign in')
  assert.deepEqual(await ownersOf(url, owner.token), [owner.name])
  assert.deepEqual(
    reported.filter((name) => name !== owner.name),
    [],
    'the server has confirmed nobody else as owner',
  )
  return true
}

/** Claims and kills on one boat until it has an owner, or until it is enough: then the boat can still be claimed. */
const untilOwned = async (ends: Ends, isEnough: () => boolean): Promise<void> => {
  await using folder = await temporaryFolder()
  const codes = new Set<string>()
  /** Undefined until the first kill. */
  let reported: string[] | undefined
  for (;;) {
    await using boat = await startCli({
      isOpen: false,
      folder: folder.path,
      settings: { logLevel: 'warn' },
    })
    if (await isOwned(boat.url, reported ?? [])) {
      ends.claimed++
      ends.withinMs *= 0.7
      return
    }
    if (reported !== undefined) {
      ends.unclaimed++
      ends.withinMs *= 1.4
    }
    const code = await claimCodeOf(folder.path)
    assert.ok(!codes.has(code), 'every start has a code of its own')
    codes.add(code)
    if (isEnough()) {
      assert.equal((await claim(boat.url, { name: 'Anna', code })).status, 200)
      return
    }
    reported = await goDark(boat, code, ends.withinMs)
    ends.kills++
    ends.acknowledged += reported.length
  }
}

test(
  'a kill at any moment never leaves two owners, and never locks everyone out',
  { timeout: 300_000 },
  async (context: TestContext) => {
    const withinMs = killWithinClaims * (await claimTime())
    const ends: Ends = { withinMs, kills: 0, claimed: 0, unclaimed: 0, acknowledged: 0 }
    const isOnBothSides = (): boolean => ends.claimed > 0 && ends.unclaimed > 0
    // A few kills may all come before the moment that counts, or all after it: then more follow.
    const isEnough = (): boolean => ends.kills >= (isOnBothSides() ? kills : 10 * kills)
    const lane = async (): Promise<void> => {
      while (!isEnough()) await untilOwned(ends, isEnough)
    }
    await Promise.all([lane(), lane()])
    context.diagnostic(
      `${ends.kills} ends, the last within ${ends.withinMs.toFixed(0)} ms: ${ends.acknowledged} after an owner was told so, ${ends.claimed} with an owner and ` +
        `${ends.unclaimed} without one at the next start`,
    )
    assert.ok(ends.kills >= kills)
    assert.ok(isOnBothSides(), 'ends came before and after the moment that counts')
  },
)
