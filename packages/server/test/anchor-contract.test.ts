import {
  AnchorCompleted,
  AnchorState,
  checkOf,
  type AnchorState as State,
  type Problem,
} from '@marinedata/model'
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { AnchorBoat, askAnchor, boatsWatch, home, smallWatch } from './anchor-boat.ts'
import { commands, soundGroups, type AnchorCase } from './anchor-cases.ts'
import { Crew, type CrewKind } from '@marinedata/testing/boats/crew'
import { assertProblem, type Exchange } from '@marinedata/testing/exchange'
import { startBoat, type Boat } from '@marinedata/testing/boats/start-boat'
import { until } from '@marinedata/testing/until'

/** The provider under test. */
const provider = boatsWatch

const limit = { timeout: 300_000 }
const stateShape = checkOf<State>(AnchorState)
const completedShape = checkOf<AnchorCompleted>(AnchorCompleted)

/** Checks that the provider has reported the effect. */
const assertDone = (answer: Exchange): State => {
  assert.equal(answer.status, 200, answer.text)
  assert.match(answer.headers['content-type'] ?? '', /^application\/json/)
  assert.equal(answer.headers['x-device'], provider.device)
  const body: unknown = JSON.parse(answer.text)
  assert.deepEqual(completedShape.faults(body), [])
  const { anchor, ...envelope } = body as AnchorCompleted
  assert.deepEqual(envelope, { state: 'COMPLETED', statusCode: 200, message: 'OK' })
  assert.deepEqual([anchor.device, anchor.online, anchor.confirmed], [provider.device, true, true])
  return anchor
}

/** The members that only a command changes. */
const steady = ({ state, position, maxRadius, rodeLength }: State): object => ({
  state,
  position,
  maxRadius,
  rodeLength,
})

/** Runs one case; a rejected command must leave the anchor unchanged. */
const play = async (
  boat: AnchorBoat,
  { ask, body, headers, expect, shows = {} }: AnchorCase,
): Promise<void> => {
  const prior = steady(await boat.state())
  const answer = await boat.ask(ask, { body, ...(headers && { headers }) })
  if (expect !== 'done') {
    assertProblem(answer, expect)
    assert.equal(answer.headers['x-device'], undefined)
    assert.deepEqual(steady(await boat.state()), prior)
    return
  }
  boat.changed()
  const anchor = assertDone(answer)
  for (const [name, value] of Object.entries(shows))
    assert.deepEqual(anchor[name as keyof State], value, name)
  assert.deepEqual(steady(await boat.state()), steady(anchor))
}

const setAt = { ask: 'POST set-at', body: home }
const metresPerDegree = 111_195

/** Flat-earth approximation, exact enough over a few metres. */
const wayFromHome = (place: State['position']): { readonly distance: number; readonly way: number } => {
  const { latitude, longitude } = place ?? assert.fail('There is no anchor')
  const north = (latitude - home.latitude) * metresPerDegree
  const east = (longitude - home.longitude) * metresPerDegree * Math.cos((home.latitude * Math.PI) / 180)
  return { distance: Math.hypot(north, east), way: Math.atan2(east, north) }
}

/** Runs tests on a boat of their own. */
const onBoat = (
  title: string,
  start: () => Promise<AnchorBoat>,
  tests: (boat: () => AnchorBoat) => void,
): void => {
  suite(title, () => {
    let boat: AnchorBoat | undefined
    before(async () => {
      boat = await start()
    })
    after(() => boat?.[Symbol.asyncDispose]())
    tests(() => boat ?? assert.fail())
  })
}

onBoat(
  'a sound boat',
  () => AnchorBoat.start(),
  (boat) => {
    for (const { standing, cases } of soundGroups)
      for (const each of cases)
        test(`${standing}, asked for ${each.title}: ${each.expect}`, limit, async () => {
          await boat().bring(standing)
          await play(boat(), each)
        })

    test('the whole state matches its schema, with the anchor down and raised', limit, async () => {
      for (const standing of ['raised', 'setting', 'watching'] as const) {
        await boat().bring(standing)
        const state = await boat().state()
        assert.deepEqual(stateShape.faults(state), [])
        assert.equal(state.state, standing)
      }
    })

    test('HEAD gives the response of GET without the body', limit, async () => {
      const { status, text } = await boat().ask('HEAD')
      assert.deepEqual([status, text], [200, ''])
    })

    test('drop sets the anchor at the bow, and reposition ahead of it', limit, async () => {
      await boat().bring('raised')
      const dropped = await boat().must('POST drop')
      assert.ok(wayFromHome(dropped.position).distance < 0.5)
      const { position } = await boat().must('POST reposition', { rodeLength: 40, anchorDepth: 6 })
      boat().changed()
      const reach = Math.sqrt(40 ** 2 - 7.2 ** 2)
      const { distance, way } = wayFromHome(position)
      assert.ok(Math.abs(distance - reach) < 0.5, `${distance} m`)
      assert.ok(Math.abs(way - 0.5) < 0.02, `${way} rad`)
    })

    test('veer keeps the anchor position and adapts the radius', limit, async () => {
      await boat().bring('setting')
      const { position, maxRadius } = await boat().state()
      const veered = await boat().must('POST veer', { rodeLength: 60, anchorDepth: 6 })
      boat().changed()
      assert.deepEqual(veered.position, position)
      assert.equal(veered.maxRadius, veered.suggestedRadius)
      assert.ok(Number(veered.maxRadius) > 60 && veered.maxRadius !== maxRadius, `${veered.maxRadius} m`)
    })

    test('set-at watches the given position, also after a restart', limit, async () => {
      await boat().bring('raised')
      const place = { latitude: home.latitude, longitude: home.longitude + 0.0005 }
      const { position, maxRadius } = await boat().must('POST set-at', place)
      boat().changed()
      assert.deepEqual(position, place)
      assert.ok(Number(maxRadius) > wayFromHome(place).distance, 'the boat lies inside')
      await boat().switch('disable')
      await boat().switch('enable')
      await boat().isOnline()
      const again = await boat().state()
      assert.deepEqual([again.state, again.position, again.maxRadius], ['watching', place, maxRadius])
    })

    test('reports since when the anchor is down, also after a restart', limit, async () => {
      await boat().bring('raised')
      assert.equal((await boat().state()).since, null)
      const { since } = await boat().must('POST drop')
      boat().changed()
      assert.ok(Math.abs(Date.now() - Date.parse(since ?? '')) < 5_000, `${since}`)
      const shift = (shown: string | null | undefined): number =>
        Math.abs(Date.parse(shown ?? '') - Date.parse(since ?? ''))
      assert.ok(
        shift((await boat().must('POST radius', { value: 45 })).since) <= 2_000,
        'no command changes it',
      )
      await boat().switch('disable')
      assert.ok(shift((await boat().state()).since) <= 2_000)
      await boat().switch('enable')
      await boat().isOnline()
      assert.ok(shift((await boat().state()).since) <= 2_000)
    })

    test(
      'the same idempotency key has one effect, and another request with it is rejected',
      limit,
      async () => {
        await boat().bring('watching')
        boat().changed()
        const headers = { 'idempotency-key': 'one' }
        const ask = (value: number): Promise<Exchange> =>
          boat().ask('POST radius', { body: { value }, headers })
        const first = await ask(70)
        assertDone(first)
        await boat().must('POST radius', { value: 80 })
        assert.equal((await ask(70)).text, first.text)
        assert.equal((await boat().state()).maxRadius, 80)
        assertProblem(await ask(90), 'idempotency-conflict')
      },
    )
  },
)

onBoat(
  'a boat without a position',
  () => AnchorBoat.start({ hasPosition: false }),
  (boat) => {
    const codes = ['anchor-no-position', 'anchor-not-down', 'anchor-no-position', 'done'] as const
    for (const [index, { ask, body }] of commands.entries())
      test(`${ask}: ${codes[index]}`, limit, async () => {
        await play(boat(), { title: ask, ask, body, expect: codes[index] ?? 'done' })
      })
    test('POST set-at: anchor-no-position, although a position is given', limit, async () => {
      await play(boat(), { title: 'set-at', ask: 'POST set-at', body: home, expect: 'anchor-no-position' })
    })
  },
)

onBoat(
  'a boat without a compass',
  () => AnchorBoat.start({ hasHeading: false }),
  (boat) => {
    const body = { rodeLength: 40, anchorDepth: 6 }
    test('reposition: input-stale', limit, async () => {
      await play(boat(), { title: 'reposition', ask: 'POST reposition', body, expect: 'input-stale' })
    })
  },
)

/** Starts a boat whose provider has faults that a correct watch cannot show. */
const startFlawed = (): Promise<AnchorBoat> => AnchorBoat.start({ provider: smallWatch })

suite('providers that fail', { concurrency: 2 }, () => {
  for (const [flaw, code] of [
    ['refuses everything', 'rejected-by-device'],
    ['answers nothing', 'unconfirmed'],
  ] as const)
    test(`a provider that ${flaw}: ${code}, and nothing changes`, limit, async () => {
      await using boat = await startFlawed()
      await boat.bring('watching')
      await boat.spoil(flaw)
      for (const { ask, body } of commands) await play(boat, { title: ask, ask, body, expect: code })
    })

  test('a minimal provider rejects veer and set-at: unsupported-action', limit, async () => {
    await using boat = await startFlawed()
    await boat.bring('setting')
    const body = { rodeLength: 40, anchorDepth: 6 }
    await play(boat, { title: 'veer', ask: 'POST veer', body, expect: 'unsupported-action' })
    await play(boat, { title: 'set-at', ask: 'POST set-at', body: home, expect: 'unsupported-action' })
  })

  test('a provider that executes a command without a report: unconfirmed', limit, async () => {
    await using boat = await startFlawed()
    await boat.spoil('reports nothing of what it did')
    assertProblem(await boat.ask('POST drop'), 'unconfirmed')
    assert.equal((await boat.state()).state, 'raised')
  })

  test('a provider that exits during a command: no-provider, with an unknown outcome', limit, async () => {
    await using boat = await startFlawed()
    await boat.spoil('ends when it is asked')
    const { status, text } = await boat.ask('POST drop')
    const { code, outcome } = JSON.parse(text) as Problem
    assert.deepEqual([status, code, outcome], [503, 'no-provider', 'unknown'])
  })

  test('a disabled provider: no-provider, and the last state can be read', limit, async () => {
    await using boat = await AnchorBoat.start()
    await boat.bring('watching')
    const prior = steady(await boat.state())
    await boat.switch('disable')
    const { state, confirmed, online, currentRadius, maxRadius } = await boat.state()
    assert.deepEqual(
      [state, confirmed, online, currentRadius, maxRadius],
      ['watching', false, false, null, 50],
    )
    for (const { ask, body } of commands) await play(boat, { title: ask, ask, body, expect: 'no-provider' })
    await boat.switch('enable')
    await boat.isOnline()
    assert.deepEqual(steady(await boat.state()), prior)
  })
})

suite('without a provider', () => {
  let boat: Boat | undefined
  before(async () => {
    boat = await startBoat()
  })
  after(() => boat?.[Symbol.asyncDispose]())

  for (const { ask, body } of [{ ask: 'GET', body: undefined }, ...commands, setAt])
    test(`${ask}: no-provider`, limit, async () => {
      assertProblem(await askAnchor(boat!.url, ask, { body }), 'no-provider')
    })
})

suite('a closed boat', () => {
  let crew: Crew | undefined
  const asked = (kind: CrewKind, ask: string, body?: unknown): Promise<Exchange> => {
    const token = crew?.tokens[kind]
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
    return askAnchor(crew!.url, ask, { body, headers })
  }
  before(async () => {
    crew = await Crew.start({ plugins: { given: [provider.place] } })
    await until(
      async () => (await asked('viewer', 'GET')).text,
      (text) => text.includes('"confirmed":true'),
    )
  })
  after(() => crew?.[Symbol.asyncDispose]())

  for (const kind of ['nobody', 'viewer', 'crew', 'device'] as const)
    for (const { ask, body } of [...commands, setAt])
      test(`${kind} may not ${ask}`, limit, async () => {
        const code = kind === 'nobody' ? 'unauthenticated' : 'forbidden'
        assertProblem(await asked(kind, ask, body), code)
      })

  for (const kind of ['helm', 'owner'] as const)
    test(`${kind} may send commands: the provider decides about them`, limit, async () => {
      assertProblem(await asked(kind, 'POST drop'), 'anchor-no-position')
      assertProblem(await asked(kind, 'POST radius', { value: 50 }), 'anchor-not-down')
      assertProblem(await asked(kind, setAt.ask, setAt.body), 'anchor-no-position')
      assertDone(await asked(kind, 'POST raise'))
    })

  test('every role may read the anchor, and unauthenticated clients may not', limit, async () => {
    for (const kind of ['viewer', 'crew', 'helm', 'owner', 'device'] as const)
      assert.equal((await asked(kind, 'GET')).status, 200, kind)
    assertProblem(await asked('nobody', 'GET'), 'unauthenticated')
  })
})
