import type { Notification } from '@marinedata/model'
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, suite, test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { BoatStore } from '../src/storage/boat-store.ts'
import { mustAlerts } from './alert-asking.ts'
import { exchange, getJson } from '@marinedata/testing/exchange'
import { askPilot, PilotBoat, pilots } from '@marinedata/testing/boats/pilot-boat'
import { startBoat, type Boat } from '@marinedata/testing/boats/start-boat'
import { StreamListener } from '@marinedata/testing/stream-listener'
import { timeLimit } from '@marinedata/testing/time-limit'
import { until } from '@marinedata/testing/until'

const limit = { timeout: 300_000 }
const scribe = join(import.meta.dirname, 'plugins', 'scribe.ts')
interface Loss {
  readonly offlineMs: number
  readonly alarmMs: number
}

suite('an engaged autopilot loses its provider', () => {
  let present: PilotBoat | undefined
  const boat = (): PilotBoat => present!
  before(async () => {
    present = await PilotBoat.start()
  })
  after(() => present?.[Symbol.asyncDispose]())

  /** Disturbs the provider while the autopilot is engaged; returns when the alarm was raised. */
  const loseTo = async (signal: 'SIGKILL' | 'SIGSTOP'): Promise<Loss> => {
    await boat().isRunning()
    boat().changed()
    await boat().bring({ steps: [['POST engage']] })
    const { pid } = await boat().report()
    await using stream = await StreamListener.open(boat().url)
    await stream.settled()
    stream.forget()
    const begun = performance.now()
    process.kill(pid!, signal)
    const [offlineMs, alarmMs] = await Promise.all([
      stream
        .firstValue(
          ({ path, source, value }) =>
            path === 'steering.autopilot.state' && source === 'main' && value === 'off-line',
        )
        .then(() => performance.now() - begun),
      stream
        .firstValue(
          ({ path, source, value }) =>
            path === 'notifications.steering.autopilot.heading' &&
            source === 'main' &&
            (value as { state: string }).state === 'alarm',
        )
        .then(() => performance.now() - begun),
    ])
    return { offlineMs, alarmMs }
  }

  const within = async (t: TestContext, signal: 'SIGKILL' | 'SIGSTOP', limitMs: number): Promise<void> => {
    const { offlineMs, alarmMs } = await loseTo(signal)
    t.diagnostic(`off-line after ${offlineMs.toFixed(0)} ms, alarm after ${alarmMs.toFixed(0)} ms`)
    assert.ok(Math.max(offlineMs, alarmMs) <= timeLimit(limitMs), `more than ${limitMs} ms`)
  }

  /** The provider is restarted, but the autopilot must not be engaged again. */
  const isNotEngagedAgain = async (): Promise<void> => {
    const prior = (await getJson<unknown[]>(boat().url, `${pilots}/main/audit`)).length
    await boat().isOnline('main')
    await sleep(500)
    const { engaged, state } = await boat().describe('main')
    assert.deepEqual([state, engaged], ['disabled', false])
    assert.equal((await getJson<unknown[]>(boat().url, `${pilots}/main/audit`)).length, prior)
  }

  test('killed: offline with the alarm within 250 ms, and not engaged again', limit, async (t) => {
    await within(t, 'SIGKILL', 250)
    const { state, engaged, mode, target } = await boat().describe('_default')
    if (state === 'off-line') assert.deepEqual([engaged, mode, target], [false, null, null])
    await isNotEngagedAgain()
  })

  test('hanging: offline with the alarm within two seconds, and not engaged again', limit, async (t) => {
    await within(t, 'SIGSTOP', 2_000)
    await isNotEngagedAgain()
  })

  test('the alarm lasts until the next command', limit, async () => {
    const leaf = '/marinedata/v1/api/vessels/self/notifications/steering/autopilot/heading'
    const state = async (): Promise<string> =>
      (await getJson<{ value: { state: string } }>(boat().url, leaf)).value.state
    assert.equal(await state(), 'alarm')
    await boat().must('POST main/engage')
    await until(state, (seen) => seen === 'normal')
  })
})

suite('an autopilot that keeps steering without its provider', () => {
  const shown = async ({ url }: Boat): Promise<unknown> => {
    const headers = { 'content-type': 'application/json' }
    const path = '/marinedata/v2/api/plugins/scribe/actions/recite'
    const recite = () => exchange(url, path, { method: 'POST', headers, body: '{}' })
    const { text } = await until(recite, ({ status }) => status === 200)
    return (JSON.parse(text) as { result: unknown }).result
  }
  const isSteering = (boat: Boat): Promise<unknown> =>
    until(
      async () => (await askPilot(boat.url, 'GET scribe/state')).text,
      (text) => text === '{"value":"auto"}',
    )

  test('the server sends it no command when it stops or starts', limit, async () => {
    await using boat = await startBoat({ plugins: { given: [scribe] } })
    await until(
      async () => (await askPilot(boat.url, 'GET scribe/state')).text,
      (text) => text === '{"value":"standby"}',
    )
    assert.equal((await askPilot(boat.url, 'POST scribe/engage')).status, 200)
    await boat.restart()
    await isSteering(boat)
    await sleep(300)
    assert.deepEqual(await shown(boat), ['engage'])
    const leaf = '/marinedata/v1/api/vessels/self/notifications/steering/autopilot'
    assert.equal((await exchange(boat.url, leaf)).status, 404)
    assert.equal((await askPilot(boat.url, 'POST scribe/disengage')).status, 200)
    assert.deepEqual(await shown(boat), ['engage', 'disengage'])
  })

  test('it is lost again after its alarm was acknowledged: the alarm sounds again', limit, async () => {
    await using boat = await startBoat({ plugins: { given: [scribe] } })
    const leaf = '/marinedata/v1/api/vessels/self/notifications/steering/autopilot/heading'
    const alarm = async (): Promise<Partial<Notification>> => {
      const { status, text } = await exchange(boat.url, leaf)
      return status === 200 ? (JSON.parse(text) as { value: Notification }).value : {}
    }
    const lose = async (): Promise<Partial<Notification>> => {
      await isSteering(boat)
      const { pid } = await getJson<{ pid: number }>(boat.url, '/marinedata/v2/api/plugins/scribe')
      process.kill(pid, 'SIGKILL')
      return await until(alarm, ({ status }) => status === 'active')
    }
    await until(
      async () => (await askPilot(boat.url, 'POST scribe/engage')).status,
      (status) => status === 200,
    )
    const { id } = await lose()
    await mustAlerts(boat.url, `POST ${id}/acknowledge`)
    assert.deepEqual((await alarm()).method, ['visual'])
    assert.deepEqual((await lose()).method, ['visual', 'sound'])
  })

  test('it can be disengaged as soon as it has reported, also while its provider starts', limit, async () => {
    await using boat = await startBoat({
      plugins: { given: [scribe] },
      prepare: async (folder) => {
        using store = new BoatStore(folder)
        void store.plugins.decide('scribe', { settings: { ceremony: 2 } })
        const room = { keys: 10, valueBytes: 100, totalBytes: 1_000 }
        void store.plugins.saveValues('scribe', { isSteering: true }, room)
      },
    })
    await isSteering(boat)
    const answer = await askPilot(boat.url, 'POST scribe/disengage')
    assert.equal(answer.status, 200, answer.text)
    const { state } = await getJson<{ state: string }>(boat.url, '/marinedata/v2/api/plugins/scribe')
    assert.equal(state, 'starting')
  })
})
