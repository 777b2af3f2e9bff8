import type { Alert, AlertCompleted } from '@marinedata/model'
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test, type TestContext } from 'node:test'
import { anchorPath, boatsWatch, home } from '../anchor-boat.ts'
import { alarm, alertsApi } from '../alert-asking.ts'
import { accessApi, answered, askBoat, claimBoat, claimCodeOf } from '@marinedata/testing/boats/crew'
import { getJson } from '@marinedata/testing/exchange'
import { until } from '@marinedata/testing/boats/pilot-boat'
import { startCli, switchOffUsual, temporaryFolder } from '@marinedata/testing/boats/start-cli'
import { StreamListener } from '@marinedata/testing/stream-listener'

const limit = { timeout: 110_000 }
const waypoints = '/marinedata/v2/api/resources/waypoints'
const tries = 1_000

/** Without a handler, the signal that comes with the failed write ends the process. */
const surviveSignal = `data:text/javascript,${encodeURIComponent("process.on('SIGXFSZ', () => undefined)")}`

/** Makes every write of the process to a file fail, or lets them succeed again. */
const limitFiles = (context: TestContext, pid: number, bytes: '0' | 'unlimited'): boolean => {
  try {
    execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:unlimited`], { stdio: 'pipe' })
    return true
  } catch (error) {
    context.skip(`prlimit does not work here: ${String(error)}`)
    return false
  }
}

const isHealthy = async (url: string): Promise<boolean> =>
  (await getJson<{ status: string }>(url, '/health')).status === 'ok'

test(
  'while every write fails, alarms and the anchor work, changes are refused, and all is saved later',
  limit,
  async (context) => {
    await using data = await temporaryFolder()
    switchOffUsual(data.path)
    const start = () =>
      startCli({
        folder: data.path,
        isOpen: false,
        words: ['--plugin', boatsWatch.place],
        nodeOptions: ['--import', surviveSignal],
        settings: { logLevel: 'error' },
      })
    let overboard: Alert
    let token = ''
    {
      await using server = await start()
      token = await claimBoat(server.url, await claimCodeOf(data.path))
      const ask = (what: string, body?: unknown) => askBoat(server.url, what, { token, body })
      const headers = { authorization: `Bearer ${token}` }
      await using stream = await StreamListener.open(server.url, '?subscribe=all', { headers })
      const feeding = setInterval(() => stream.put('navigation.position', home), 200)
      context.after(() => clearInterval(feeding))
      await until(
        () => ask(`POST ${anchorPath}/drop`),
        ({ status }) => status === 200,
        tries,
      )
      await answered(ask(`POST ${anchorPath}/raise`))

      if (!limitFiles(context, server.pid, '0')) return
      const raised = await answered<AlertCompleted>(ask(`POST ${alertsApi}/mob`))
      overboard = raised.alert
      assert.deepEqual([overboard.state, overboard.saved], ['emergency', false])
      const acknowledged = await answered<{ saved?: boolean }>(ask(`POST ${alertsApi}/acknowledge`))
      assert.equal(acknowledged.saved, false)
      await answered(ask(`POST ${anchorPath}/drop`))
      await answered(ask(`POST ${anchorPath}/radius`, { value: 40 }))
      for (const [what, body] of [
        [`POST ${waypoints}`, { name: 'Safe harbour', position: home }],
        [`POST ${accessApi}/tokens`, { name: 'tablet', role: 'crew' }],
        [`POST ${accessApi}/invitations`, { role: 'crew' }],
      ] as const) {
        const { status, text } = await ask(what, body)
        assert.equal(status, 507, `${what}: ${text}`)
      }
      stream.put('notifications.bilge', alarm, 'pump')
      await stream.firstValue(({ path, source }) => path === 'notifications.bilge' && source === 'pump')
      assert.equal(await isHealthy(server.url), false)

      limitFiles(context, server.pid, 'unlimited')
      await until(() => isHealthy(server.url), Boolean, tries)
      await answered(ask(`POST ${anchorPath}/radius`, { value: 50 }))
      const isSaved = async (): Promise<boolean> =>
        (await answered<Alert[]>(ask(`GET ${alertsApi}`))).every(({ saved }) => saved === undefined)
      await until(isSaved, Boolean, tries)
      await answered(ask(`POST ${accessApi}/tokens`, { name: 'tablet', role: 'crew' }))
      clearInterval(feeding)
      await server.end('SIGKILL')
    }
    await using again = await start()
    const listed = await answered<Alert[]>(askBoat(again.url, `GET ${alertsApi}`, { token }))
    const found = listed.find(({ path }) => path === overboard.path)
    assert.deepEqual([found?.id, found?.status], [overboard.id, 'acknowledged'])
  },
)
