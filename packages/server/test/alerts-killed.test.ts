import type { Alert, AlertCompleted, PastAlert } from '@marinedata/model'
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'node:test'
import { alarm, askAlerts, mustAlerts } from './alert-asking.ts'
import { startCli, temporaryFolder, type RunningCli } from '@marinedata/testing/boats/start-cli'
import { tell } from '@marinedata/testing/stream-listener'

const kills = 10
const alertsPerLife = 10

/**
 * Acknowledges one alert after the other until the server is gone; returns the alerts whose acknowledgement was
 * confirmed. The server is not killed before the first response: alarms are published before they are written, and a
 * response confirms the writes.
 */
const acknowledgeUntilKilled = async (server: RunningCli, ids: readonly string[]): Promise<Alert[]> => {
  const [first = '', ...others] = ids
  const done = [(await mustAlerts<AlertCompleted>(server.url, `POST ${first}/acknowledge`)).alert]
  assert.equal(done[0]?.saved, undefined)
  const killed = sleep(Math.random() * 20).then(() => server.end('SIGKILL'))
  for (const id of others) {
    const answer = await askAlerts(server.url, `POST ${id}/acknowledge`).catch(() => undefined)
    if (answer === undefined) break
    assert.equal(answer.status, 200, answer.text)
    const { alert } = JSON.parse(answer.text) as AlertCompleted
    // An acknowledgement marked as unsaved may be lost.
    if (alert.saved !== false) done.push(alert)
  }
  await killed
  return done
}

test(
  'after a kill at any moment, every acknowledgement confirmed as saved and every earlier alert exists',
  { timeout: 300_000 },
  async (t) => {
    await using folder = await temporaryFolder()
    const acknowledged = new Map<string, Alert>()
    for (let life = 0; life <= kills; life++) {
      await using server = await startCli({ folder: folder.path, settings: { logLevel: 'warn' } })
      const listed = new Map((await mustAlerts<Alert[]>(server.url, 'GET')).map((alert) => [alert.id, alert]))
      assert.equal(listed.size, life * alertsPerLife)
      for (const [id, alert] of acknowledged) assert.deepEqual(listed.get(id), alert)
      // Uses another source each time: one source has only a share of the list.
      const deltas = Array.from({ length: alertsPerLife }, (_, index) => ({
        updates: [
          { $source: `life${life}`, values: [{ path: `notifications.life${life}.n${index}`, value: alarm }] },
        ],
      }))
      await tell(server.url, deltas)
      const fresh = (await mustAlerts<Alert[]>(server.url, 'GET')).filter(({ id }) => !listed.has(id))
      const ids = fresh.map(({ id }) => id)
      // The acknowledgement is on disk, and so are the alerts raised before it.
      const [first = '', ...others] = ids
      const { alert: received } = await mustAlerts<AlertCompleted>(server.url, `POST ${first}/acknowledge`)
      for (const alert of [received, ...(await acknowledgeUntilKilled(server, others))])
        acknowledged.set(alert.id, alert)
    }
    t.diagnostic(`${acknowledged.size} acknowledgements over ${kills} kills`)
    assert.ok(acknowledged.size > 0)
  },
)

test(
  'after a kill right after an alert ended, the alert has ended and the next watch sees it',
  { timeout: 300_000 },
  async () => {
    await using folder = await temporaryFolder()
    const settings = { logLevel: 'warn' } as const
    const past = await (async () => {
      await using server = await startCli({ folder: folder.path, settings })
      await mustAlerts(server.url, 'POST mob')
      await mustAlerts(server.url, 'DELETE mob')
      const listed = await mustAlerts<PastAlert[]>(server.url, 'GET past')
      await server.end('SIGKILL')
      return listed
    })()
    assert.deepEqual(
      past.map(({ path }) => path),
      ['notifications.mob'],
    )
    await using again = await startCli({ folder: folder.path, settings })
    assert.deepEqual(await mustAlerts(again.url, 'GET past'), past)
    assert.deepEqual(await mustAlerts(again.url, 'GET'), [])
  },
)
