import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { commands, readings } from './autopilot-cases.ts'
import { assertProblem, exchange } from '@marinedata/testing/exchange'
import { PilotBoat, pilots } from '@marinedata/testing/boats/pilot-boat'

const limit = { timeout: 300_000 }
const json = { 'content-type': 'application/json' }
const large = `{"value":"${'x'.repeat(70_000)}"}`

/** Each path of the interface and its methods. */
const allowed: readonly (readonly [path: string, methods: string])[] = [
  ['', 'GET, HEAD'],
  ['/_providers/_default', 'GET, HEAD'],
  ['/_providers/_default/main', 'POST'],
  ['/main', 'GET, HEAD'],
  ['/main/state', 'GET, HEAD, PUT'],
  ['/main/mode', 'GET, HEAD, PUT'],
  ['/main/target', 'GET, HEAD, PUT'],
  ['/main/target/adjust', 'PUT'],
  ['/main/engage', 'POST'],
  ['/main/disengage', 'POST'],
  ['/main/tack/port', 'POST'],
  ['/main/gybe/port', 'POST'],
  ['/main/dodge', 'POST, PUT, DELETE'],
  ['/main/helm', 'GET, HEAD, PUT, DELETE'],
  ['/main/audit', 'GET, HEAD'],
]

suite('over HTTP', () => {
  let boat: PilotBoat | undefined
  before(async () => {
    boat = await PilotBoat.start()
    await boat.bring({ steps: [['POST engage']] })
  })
  after(() => boat?.[Symbol.asyncDispose]())

  for (const [path, methods] of allowed)
    test(`…/autopilots${path} allows ${methods} and says so`, limit, async () => {
      const others = ['GET', 'PUT', 'POST', 'DELETE', 'PATCH'].filter((method) => !methods.includes(method))
      for (const method of others) {
        const answer = await exchange(boat!.url, `${pilots}${path}`, { method })
        assertProblem(answer, 'method-not-allowed')
        assert.equal(answer.headers.allow, methods)
      }
    })

  for (const { ask, body } of commands.filter((each) => each.body !== undefined)) {
    test(`${ask} accepts only JSON`, limit, async () => {
      for (const type of ['text/plain', 'application/xml', 'application/x-www-form-urlencoded'])
        assertProblem(
          await boat!.ask(ask.replace(' ', ' main/'), { body, headers: { 'content-type': type } }),
          'unsupported-media-type',
        )
    })

    test(`${ask} accepts at most 64 KiB`, limit, async () => {
      assertProblem(await boat!.ask(ask.replace(' ', ' main/'), { body: large }), 'too-large')
    })

    test(`${ask} rejects a missing body`, limit, async () => {
      for (const headers of [{}, json])
        assertProblem(await boat!.ask(ask.replace(' ', ' main/'), { headers }), 'invalid-body')
    })
  }

  test('an empty JSON body is accepted where no body is needed', limit, async () => {
    for (const ask of ['POST main/engage', 'DELETE main/dodge'])
      assert.equal((await boat!.ask(ask, { headers: json })).status, 200, ask)
  })

  test('disengage is accepted with any body', limit, async () => {
    for (const { body, headers } of [
      { body: '{"value":1}', headers: json },
      { body: '{"value":', headers: json },
      { body: '', headers: json },
      { body: large, headers: json },
      { body: 'now!', headers: { 'content-type': 'text/plain' } },
      { body: 'now!', headers: { 'content-type': '' } },
      { body: 'now!', headers: { 'content-type': 'nonsense' } },
    ]) {
      await boat!.must('POST main/engage')
      const answer = await boat!.ask('POST main/disengage', { body, headers })
      assert.equal(answer.status, 200, `${headers['content-type']} ${body.slice(0, 20)}: ${answer.text}`)
      assert.equal((await boat!.describe('main')).engaged, false)
    }
  })

  test('an invalid id gives 404', limit, async () => {
    for (const id of [
      'nobody',
      '_providers',
      '_other',
      'x'.repeat(300),
      '%5F%5Fproto__',
      'a%2Fb',
      'constructor',
    ])
      assertProblem(await boat!.ask(`GET ${id}`), 'autopilot-not-found')
  })

  test('an unknown path below a device gives 404', limit, async () => {
    for (const ask of ['GET main/', 'GET main/nothing', 'POST main/tack', 'POST main/tack/port/now'])
      assertProblem(await boat!.ask(ask), 'not-found')
  })

  for (const { ask, body } of commands)
    test(`${ask} of an unknown device: autopilot-not-found`, limit, async () => {
      assertProblem(await boat!.ask(ask.replace(' ', ' nobody/'), { body }), 'autopilot-not-found')
    })

  for (const reading of readings)
    test(`${reading} of an unknown device: autopilot-not-found`, limit, async () => {
      const [method, path] = reading.split(' ')
      const ask = `${method} nobody${path === undefined ? '' : `/${path}`}`
      assertProblem(await boat!.ask(ask), 'autopilot-not-found')
    })
})
