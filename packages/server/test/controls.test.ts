import type { Control, ControlCompleted, TokenMade } from '@marinedata/model'
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { accessApi, answered, askBoat, Crew } from '@marinedata/testing/boats/crew'
import { exchange, assertProblem } from '@marinedata/testing/exchange'
import { simulator } from '@marinedata/testing/boats/pilot-boat'
import { StreamListener } from '@marinedata/testing/stream-listener'
import { until } from '@marinedata/testing/until'

const limit = { timeout: 300_000 }
const controls = '/marinedata/v2/api/vessels/self/controls'
const anchorLight = 'electrical.switches.anchorLight.state'
const cabinLights = 'electrical.switches.cabinLights.dimmingLevel'

suite('controls', () => {
  let crew: Crew
  const token = (kind: keyof Crew['tokens']): string => crew.tokens[kind] ?? assert.fail(kind)
  const list = (): Promise<Control[]> =>
    answered(askBoat(crew.url, `GET ${controls}`, { token: token('viewer') }))
  const put = (path: string, value: unknown, { by = token('crew'), headers = {} } = {}) =>
    askBoat(crew.url, `PUT ${controls}/${path}`, { token: by, body: { value }, headers })
  const fault = (name: string, on: boolean) =>
    answered(
      askBoat(crew.url, 'POST /marinedata/v2/api/plugins/simulator/actions/fault', {
        token: token('owner'),
        body: { name, on },
      }),
    )

  before(async () => {
    crew = await Crew.start({ plugins: { given: [simulator] } })
    await until(list, (known) => known.length === 4 && known.every(({ online }) => online))
  }, limit)
  after(async () => await crew[Symbol.asyncDispose]())

  test('a switch is set when its device reports it, and the tree shows it', limit, async () => {
    const { control } = await answered<ControlCompleted>(put(anchorLight, true))
    assert.deepEqual(control, {
      path: anchorLight,
      device: 'switchboard.anchorLight',
      label: 'Anchor light',
      range: { type: 'switch' },
      online: true,
      value: true,
    })
    const leaf = await answered<{ value: unknown; $source: string }>(
      askBoat(crew.url, 'GET /marinedata/v1/api/vessels/self/electrical/switches/anchorLight/state', {
        token: token('viewer'),
      }),
    )
    assert.deepEqual([leaf.value, leaf.$source], [true, 'switchboard.anchorLight'])
  })

  test(
    'a value that the control does not take is refused, and a path without a control is not found',
    limit,
    async () => {
      for (const [path, value, code] of [
        [anchorLight, 1, 'invalid-value'],
        [cabinLights, 1.2, 'invalid-value'],
        [cabinLights, 0.333, 'invalid-value'],
        ['electrical.switches.bilgePump.mode', 'never', 'invalid-value'],
        [anchorLight, null, 'invalid-body'],
        ['navigation.speedOverGround', 3, 'control-not-found'],
        ['toString', true, 'control-not-found'],
      ] as const)
        assertProblem(await put(path, value), code)
    },
  )

  test(
    'a silent switchboard leaves the outcome unknown, and one that refuses changes nothing',
    limit,
    async () => {
      await fault('switchboard-silent', true)
      const { outcome } = assertProblem(await put(anchorLight, false), 'unconfirmed')
      assert.equal(outcome, 'unknown')
      await fault('switchboard-silent', false)
      await fault('switchboard-refuses', true)
      assertProblem(await put(anchorLight, false), 'rejected-by-device')
      await fault('switchboard-refuses', false)
    },
  )

  test('roles without the scope are refused, and a token with paths sets only these', limit, async () => {
    assertProblem(await put(anchorLight, true, { by: token('viewer') }), 'forbidden')
    assertProblem(await put(anchorLight, true, { by: token('device') }), 'forbidden')
    const { token: panel } = await answered<TokenMade>(
      askBoat(crew.url, `POST ${accessApi}/tokens`, {
        token: token('owner'),
        body: { name: 'Panel', role: 'crew', paths: ['electrical.switches.anchorLight.*'] },
      }),
    )
    await answered(put(anchorLight, false, { by: panel }))
    assertProblem(await put(cabinLights, 0.5, { by: panel }), 'forbidden')
    const headers = { authorization: `Bearer ${panel}` }
    await using stream = await StreamListener.open(crew.url, '?subscribe=none', { headers })
    assert.equal((await stream.ask({ put: { path: cabinLights, value: 0.5 } })).code, 'forbidden')
    assert.equal((await stream.ask({ put: { path: anchorLight, value: true } })).statusCode, 200)
  })

  test('the stream answers a put when the device reports the value', limit, async () => {
    const headers = { authorization: `Bearer ${token('helm')}` }
    await using stream = await StreamListener.open(crew.url, '?subscribe=none', { headers })
    await stream.ask({ subscribe: [{ path: cabinLights }] })
    const reply = await stream.ask({ put: { path: cabinLights, value: 0.75 } })
    assert.equal(reply.statusCode, 200)
    const { control } = reply as { control?: Control }
    assert.equal(control?.value, 0.75)
    await stream.firstValue(({ path, value }) => path === cabinLights && value === 0.75)
    assert.equal((await stream.ask({ put: { path: cabinLights } })).code, 'invalid-message')
    assert.equal((await stream.ask({ put: { path: cabinLights, value: 7 } })).code, 'invalid-value')
  })

  test('a stream can wait for 16 commands at a time, and can still subscribe meanwhile', limit, async () => {
    const headers = { authorization: `Bearer ${token('helm')}` }
    await using stream = await StreamListener.open(crew.url, '?subscribe=none', { headers })
    // Commands that are done meanwhile make room for others, on a busy machine for many.
    const puts = Array.from({ length: 100 }, () => stream.ask({ put: { path: anchorLight, value: true } }))
    assert.equal((await stream.ask({ unsubscribe: [] })).statusCode, 200)
    const codes = (await Promise.all(puts)).map(({ code }) => code ?? 'OK')
    const refused = codes.filter((code) => code === 'too-many-requests').length
    assert.ok(refused >= 1 && refused <= 84, `${refused} of 100 were refused`)
  })

  test('every command is in the audit with its actor', limit, async () => {
    await answered(put(cabinLights, 0.2, { headers: { 'idempotency-key': 'evening' } }))
    await answered(put(cabinLights, 0.2, { headers: { 'idempotency-key': 'evening' } }))
    const { text } = await exchange(crew.url, '/marinedata/v2/api/access/audit', {
      headers: { authorization: `Bearer ${token('owner')}` },
    })
    assert.equal(
      text.match(/"asked":\{"name":"set","input":\{"value":0.2\}\}/g)?.length,
      1,
      text.slice(0, 2_000),
    )
  })
})
