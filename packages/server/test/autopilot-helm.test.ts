import type { AuditEntry, AuditPage, HelmState, HelmTaken } from '@marinedata/model'
import assert from 'node:assert/strict'
import { after, before, beforeEach, suite, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { assertProblem, getJson } from '@marinedata/testing/exchange'
import { PilotBoat, pilots } from '@marinedata/testing/boats/pilot-boat'
import { StreamListener } from '@marinedata/testing/stream-listener'
import { until } from '@marinedata/testing/until'

const limit = { timeout: 300_000 }
const steering = { steps: [['POST engage']] } as const
const ten = { value: 10, units: 'deg' }

suite('the helm', () => {
  let boat: PilotBoat | undefined
  before(async () => {
    boat = await PilotBoat.start()
  })
  after(() => boat?.[Symbol.asyncDispose]())
  beforeEach(async () => {
    await take('main', { ttl: 1, label: 'the test', takeOver: true }).then(({ lease }) => give('main', lease))
    boat!.changed()
    await boat!.bring(steering)
  })

  const take = async (id: string, body: object, lease?: string): Promise<HelmTaken> => {
    const headers = { ...(lease !== undefined && { 'x-helm-lease': lease }) }
    const answer = await boat!.ask(`PUT ${id}/helm`, { body, headers })
    assert.equal(answer.status, 200, answer.text)
    return JSON.parse(answer.text) as HelmTaken
  }
  const give = async (id: string, lease: string): Promise<void> => {
    const answer = await boat!.ask(`DELETE ${id}/helm`, { headers: { 'x-helm-lease': lease } })
    assert.deepEqual(JSON.parse(answer.text), { state: 'COMPLETED', statusCode: 200, message: 'OK' })
  }
  const held = (id = 'main'): Promise<HelmState> => getJson(boat!.url, `${pilots}/${id}/helm`)

  test('the helm is free until a client takes it', limit, async () => {
    assert.deepEqual(await held(), { held: false, label: null, secondsLeft: null })
    assert.deepEqual(await held('_default'), await held('main'))
  })

  test(
    'only the holder may command; others get the name of the holder and have no effect',
    limit,
    async () => {
      const { lease, label, secondsLeft } = await take('_default', { ttl: 60, label: 'Anna’s tablet' })
      assert.equal(label, 'Anna’s tablet')
      assert.ok(secondsLeft !== null && secondsLeft > 58 && secondsLeft <= 60)
      const prior = await boat!.describe('main')
      for (const [ask, body] of [
        ['PUT main/target/adjust', ten],
        ['PUT _default/mode', { value: 'wind' }],
        ['PUT main/state', { value: 'disabled' }],
        ['POST _default/dodge', undefined],
        ['POST main/engage', undefined],
      ] as const) {
        const { detail } = assertProblem(await boat!.ask(ask, { body }), 'helm-held')
        assert.match(detail, /Anna’s tablet/)
      }
      assert.deepEqual(await boat!.describe('main'), prior)
      const answer = await boat!.ask('PUT main/target/adjust', {
        body: ten,
        headers: { 'x-helm-lease': lease },
      })
      assert.equal(answer.status, 200, answer.text)
    },
  )

  test('every client may disengage', limit, async () => {
    await take('main', { ttl: 60, label: 'Anna’s tablet' })
    await boat!.must('POST main/disengage')
    assert.equal((await boat!.describe('main')).engaged, false)
  })

  test('each device has a helm of its own', limit, async () => {
    await take('main', { ttl: 60, label: 'Anna’s tablet' })
    await boat!.must('PUT spare/mode', { value: 'wind' })
  })

  test('another client may take the helm over, which is published', limit, async () => {
    const { lease } = await take('main', { ttl: 60, label: 'Anna’s tablet' })
    const body = { ttl: 60, label: 'Bert’s phone' }
    assertProblem(await boat!.ask('PUT main/helm', { body }), 'helm-held')
    await using stream = await StreamListener.open(boat!.url)
    const taken = await take('main', { ...body, takeOver: true })
    const received = await stream.firstValue(
      ({ path, value }) => path.endsWith('.helm') && value === body.label,
    )
    assert.deepEqual([received.path, received.source], ['steering.autopilot.helm', 'main'])
    const headers = { 'x-helm-lease': lease }
    assertProblem(await boat!.ask('PUT main/target/adjust', { body: ten, headers }), 'helm-held')
    assertProblem(await boat!.ask('DELETE main/helm', { headers }), 'helm-held')
    await give('main', taken.lease)
    await boat!.must('PUT main/target/adjust', ten)
  })

  test('the lease expires, and can be renewed before', limit, async () => {
    const { lease } = await take('main', { ttl: 1, label: 'Anna’s tablet' })
    const kept = await take('main', { ttl: 1.2, label: 'Anna’s tablet' }, lease)
    assert.equal(kept.lease, lease)
    await using stream = await StreamListener.open(boat!.url)
    assertProblem(await boat!.ask('PUT main/target/adjust', { body: ten }), 'helm-held')
    await stream.firstValue(({ path, value }) => path.endsWith('.helm') && value === kept.label)
    stream.forget()
    await stream.firstValue(({ path, value }) => path.endsWith('.helm') && value === null)
    await boat!.must('PUT main/target/adjust', ten)
    assert.equal((await held()).held, false)
  })

  for (const [title, body] of [
    ['without a time', { label: 'Anna' }],
    ['without a name', { ttl: 60 }],
    ['for no time', { ttl: 0, label: 'Anna' }],
    ['for more than an hour', { ttl: 3_601, label: 'Anna' }],
    ['with a time in words', { ttl: '60', label: 'Anna' }],
    ['with a misspelt member', { ttl: 60, label: 'Anna', takeover: true }],
  ] as const)
    test(`rejects taking the helm ${title}`, limit, async () => {
      assertProblem(await boat!.ask('PUT main/helm', { body }), 'invalid-body')
      assert.equal((await held()).held, false)
    })

  test('an unknown device has no helm', limit, async () => {
    const body = { ttl: 60, label: 'Anna' }
    assertProblem(await boat!.ask('GET nobody/helm'), 'autopilot-not-found')
    assertProblem(await boat!.ask('PUT nobody/helm', { body }), 'autopilot-not-found')
    assertProblem(await boat!.ask('DELETE nobody/helm'), 'autopilot-not-found')
  })
})

suite('idempotency keys', () => {
  let boat: PilotBoat | undefined
  before(async () => {
    boat = await PilotBoat.start()
  })
  after(() => boat?.[Symbol.asyncDispose]())
  beforeEach(async () => {
    boat!.changed()
    await boat!.bring(steering)
  })

  const adjust = (key: string, body: object = ten) =>
    boat!.ask('PUT main/target/adjust', { body, headers: { 'idempotency-key': key } })
  const target = async (): Promise<number> => (await boat!.describe('main')).target!

  test('the same key and body turns the boat once and gives the same response', limit, async () => {
    const prior = await target()
    const first = await adjust('a')
    const second = await adjust('a')
    assert.deepEqual([first.status, first.text, first.headers['x-device']], [200, second.text, 'main'])
    assert.deepEqual([second.status, second.headers['x-device']], [200, 'main'])
    assert.ok(Math.abs((await target()) - prior - Math.PI / 18) < 1e-6)
  })

  test('two concurrent requests with the same key turn once', limit, async () => {
    const prior = await target()
    const answers = await Promise.all([adjust('b'), adjust('b'), adjust('b')])
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200],
    )
    assert.ok(Math.abs((await target()) - prior - Math.PI / 18) < 1e-6)
  })

  test('requests without a key turn each time', limit, async () => {
    const prior = await target()
    await Promise.all([boat!.must('PUT main/target/adjust', ten), boat!.must('PUT main/target/adjust', ten)])
    assert.ok(Math.abs((await target()) - prior - Math.PI / 9) < 1e-6)
  })

  test('rejects the same key with another body, command or device', limit, async () => {
    assert.equal((await adjust('c')).status, 200)
    const prior = await boat!.describe('main')
    assertProblem(await adjust('c', { value: 11, units: 'deg' }), 'idempotency-conflict')
    const headers = { 'idempotency-key': 'c' }
    assertProblem(await boat!.ask('POST main/dodge', { headers }), 'idempotency-conflict')
    assertProblem(await boat!.ask('PUT spare/target/adjust', { body: ten, headers }), 'idempotency-conflict')
    assert.deepEqual(await boat!.describe('main'), prior)
  })

  test('a rejected request is not cached: the same key is evaluated again', limit, async () => {
    const headers = { 'idempotency-key': 'd' }
    assertProblem(await boat!.ask('POST main/tack/starboard', { headers }), 'wrong-direction')
    await boat!.must('POST main/disengage')
    assertProblem(await boat!.ask('POST main/tack/starboard', { headers }), 'not-engaged')
  })

  test(
    'twenty concurrent requests with different keys turn by as much as was answered with 200',
    limit,
    async () => {
      const prior = await target()
      const one = { value: 1, units: 'deg' }
      const answers = await Promise.all(Array.from({ length: 20 }, (_, each) => adjust(`f${each}`, one)))
      const done = answers.filter(({ status }) => status === 200).length
      for (const answer of answers) if (answer.status !== 200) assertProblem(answer, 'busy')
      assert.ok(done > 0 && Math.abs((await target()) - prior - (done * Math.PI) / 180) < 1e-6)
      const again = await Promise.all(answers.map((_answer, each) => adjust(`f${each}`, one)))
      const more = again.filter(({ status }, each) => status === 200 && answers[each]?.status !== 200).length
      assert.ok(Math.abs((await target()) - prior - ((done + more) * Math.PI) / 180) < 1e-6)
    },
  )

  test('no key prevents disengaging', limit, async () => {
    const headers = { 'idempotency-key': 'e' }
    assert.equal((await adjust('e')).status, 200)
    for (let time = 0; time < 2; time++) {
      await boat!.must('POST main/engage')
      assert.equal((await boat!.ask('POST main/disengage', { headers })).status, 200)
      assert.equal((await boat!.describe('main')).engaged, false)
    }
  })
})

suite('the audit', () => {
  let boat: PilotBoat | undefined
  before(async () => {
    boat = await PilotBoat.start()
  })
  after(() => boat?.[Symbol.asyncDispose]())

  const entries = (query = '', id = 'main'): Promise<AuditEntry[]> =>
    getJson(boat!.url, `${pilots}/${id}/audit${query}`)
  /** The newest entries, once the last is of that kind: entries are written after the response. */
  const newest = (limitOf: number, last: string): Promise<AuditEntry[]> =>
    until(
      () => entries(`?limit=${limitOf}`),
      ([entry]) => (entry?.asked as { kind: string } | undefined)?.kind === last,
    )

  test('contains every command, newest first', limit, async () => {
    await boat!.bring({})
    const begun = Date.now()
    await boat!.must('POST _default/engage')
    await boat!.must('PUT main/target/adjust', ten)
    assertProblem(await boat!.ask('PUT main/target', { body: { value: 7 } }), 'invalid-value')
    assertProblem(await boat!.ask('POST main/tack/starboard'), 'wrong-direction')
    await boat!.must('POST main/disengage')
    const [last, ...earlier] = await newest(5, 'disengage')
    assert.ok(last !== undefined)
    assert.deepEqual(
      [last, ...earlier].map(({ asked, outcome }) => [(asked as { kind: string }).kind, outcome]),
      [
        ['disengage', 'OK'],
        ['tack', 'wrong-direction'],
        ['target', 'invalid-value'],
        ['adjust', 'OK'],
        ['engage', 'OK'],
      ],
    )
    assert.deepEqual(
      [last.device, last.actor.address, last.sent],
      ['main', '127.0.0.1', { name: 'disengage', input: {} }],
    )
    assert.equal((last.before as { engaged: boolean }).engaged, true)
    assert.equal((last.reported as { engaged: boolean }).engaged, false)
    assert.ok(last.actor.id.length > 0 && last.milliseconds >= 0 && last.milliseconds < 2_000)
    assert.ok(Date.parse(last.at) >= begun - 1_000)
    const [tack] = earlier
    assert.deepEqual([tack?.sent, tack?.outcome], [null, 'wrong-direction'])
  })

  test('contains who took and released the helm, and who chose the default', limit, async () => {
    const { text } = await boat!.ask('PUT main/helm', { body: { ttl: 60, label: 'Anna’s tablet' } })
    const { lease } = JSON.parse(text) as HelmTaken
    const headers = { 'x-helm-lease': lease }
    await boat!.ask('PUT main/helm', { body: { ttl: 60, label: 'Anna’s tablet' }, headers })
    assertProblem(await boat!.ask('PUT main/helm', { body: { ttl: 60, label: 'Bert’s phone' } }), 'helm-held')
    await boat!.ask('DELETE main/helm', { headers })
    await boat!.must('POST _providers/_default/main')
    const shown = (await newest(4, 'choose-default')).toReversed().map(({ asked, outcome, actor, sent }) => {
      assert.ok(actor.id.length > 0)
      return [(asked as { kind: string }).kind, outcome, sent]
    })
    assert.deepEqual(shown, [
      ['take-helm', 'OK', null],
      ['take-helm', 'helm-held', null],
      ['release-helm', 'OK', null],
      ['choose-default', 'OK', null],
    ])
  })

  test('each entry contains the hash of the previous one, over all devices and kinds', limit, async () => {
    await boat!.must('PUT spare/mode', { value: 'wind' })
    await boat!.must('POST main/disengage')
    await newest(1, 'disengage')
    const events = await getJson<AuditPage>(boat!.url, '/marinedata/v2/api/access/audit?limit=500')
    const all = events.toReversed()
    const commands = [...(await entries()), ...(await entries('', 'spare'))]
    const numbers = commands.map(({ number }) => number)
    assert.deepEqual(
      numbers.toSorted((a, b) => a - b),
      all.filter((entry) => 'device' in entry).map(({ number }) => number),
    )
    for (const [index, entry] of all.entries()) {
      assert.match(entry.hash, /^[0-9a-f]{64}$/)
      assert.equal(entry.number, index + 1)
      assert.equal(entry.previous, all[index - 1]?.hash ?? '0'.repeat(64))
    }
  })

  test('can be read in pages', limit, async () => {
    const all = await entries()
    const [first, second] = await entries('?limit=2')
    assert.deepEqual([first?.number, second?.number], [all[0]?.number, all[1]?.number])
    const rest = await entries(`?before=${second!.number}&limit=500`)
    assert.deepEqual(
      rest.map(({ number }) => number),
      all.slice(2).map(({ number }) => number),
    )
    for (const query of ['?limit=0', '?limit=501', '?limit=x', '?after=1'])
      assertProblem(await boat!.ask(`GET main/audit${query}`), 'invalid-query')
  })

  test('survives a restart', limit, async () => {
    const prior = await entries()
    await boat!.boat.restart()
    await boat!.isOnline()
    assert.deepEqual(await entries(), prior)
    await sleep(300)
    assert.deepEqual(await entries('', 'nobody').catch((error: Error) => error.message.includes('404')), true)
  })
})
