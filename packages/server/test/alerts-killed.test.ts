import type { Alert, AlertCompleted, PastAlert } from '@marinedata/model'
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'node:test'
import { alarm, askAlerts, mustAlerts } from './alert-asking.ts'
import { startCli, temporaryFolder, type RunningCli } from './start-cli.ts'
import { tell, valueDelta } from './stream-listener.ts'

const kills = 10
/** As many in a second as are on disk before they are told. */
const alertsPerLife = 10

/** Acknowledges one after the other until the server is gone; gives the alerts for which it said that it is done. */
const acknowledgeUntilKilled = async (server: RunningCli, ids: readonly string[]): Promise<Alert[]> => {
  const done: Alert[] = []
  const killed = sleep(Math.random() * 20).then(() => server.end('SIGKILL'))
  for (const id of ids) {
    const answer = await askAlerts(server.url, `POST ${id}/acknowledge`).catch(() => undefined)
    if (answer === undefined) break
    assert.equal(answer.status, 200, answer.text)
    done.push((JSON.parse(answer.text) as AlertCompleted).alert)
  }
  await killed
  return done
}

test(
  'killed at any moment: every acknowledgement that was answered is still there, and no alert is lost',
  { timeout: 60_000 },
  async (t) => {
    await using folder = await temporaryFolder()
    const acknowledged = new Map<string, Alert>()
    for (let life = 0; life <= kills; life++) {
      await using server = await startCli({ folder: folder.path, settings: { logLevel: 'warn' } })
      const listed = new Map((await mustAlerts<Alert[]>(server.url, 'GET')).map((alert) => [alert.id, alert]))
      assert.equal(listed.size, life * alertsPerLife)
      for (const [id, alert] of acknowledged) assert.deepEqual(listed.get(id), alert)
      const paths = Array.from({ length: alertsPerLife }, (_, index) => `notifications.life${life}.n${index}`)
      await tell(
        server.url,
        paths.map((path) => valueDelta(path, alarm)),
      )
      const fresh = (await mustAlerts<Alert[]>(server.url, 'GET')).filter(({ id }) => !listed.has(id))
      const ids = fresh.map(({ id }) => id)
      for (const alert of await acknowledgeUntilKilled(server, ids)) acknowledged.set(alert.id, alert)
    }
    t.diagnostic(`${acknowledged.size} acknowledgements over ${kills} kills`)
    assert.ok(acknowledged.size > 0)
  },
)

test(
  'killed when an alert has just ended: it is over, and the next watch sees that it was',
  { timeout: 30_000 },
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
