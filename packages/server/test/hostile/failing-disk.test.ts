import type { Alert, AlertCompleted } from '@marinedata/model'
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test, type TestContext } from 'node:test'
import { anchorPath, boatsWatch, home } from '../anchor-boat.ts'
import { alarm, alertsApi } from '../alert-asking.ts'
import { accessApi, answered, askBoat, claimBoat, claimCodeOf } from '@marinedata/testing/boats/crew'
import { getJson } from '@marinedata/testing/exchange'
import {
  startCli,
  switchOffUsual,
  temporaryFolder,
  type RunningCli,
} from '@marinedata/testing/boats/start-cli'
import { StreamListener } from '@marinedata/testing/stream-listener'
import { until } from '@marinedata/testing/until'
import { mountBreakingDisk } from './breaking-disk.ts'

const limit = { timeout: 110_000 }
const waypoints = '/marinedata/v2/api/resources/waypoints'

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

interface Sailing extends AsyncDisposable {
  readonly server: RunningCli
  readonly token: string
  readonly ask: (what: string, body?: unknown) => ReturnType<typeof askBoat>
  readonly stream: StreamListener
}

const start = (folder: string): Promise<RunningCli> =>
  startCli({
    folder,
    isOpen: false,
    words: ['--plugin', boatsWatch.place],
    nodeOptions: ['--import', surviveSignal],
    settings: { logLevel: 'error' },
  })

/** Starts a boat with an owner and a position; its anchor was dropped and raised. */
const sail = async (folder: string): Promise<Sailing> => {
  await using stack = new AsyncDisposableStack()
  switchOffUsual(folder)
  const server = stack.use(await start(folder))
  const token = await claimBoat(server.url, await claimCodeOf(folder))
  const ask = (what: string, body?: unknown) => askBoat(server.url, what, { token, body })
  const headers = { authorization: `Bearer ${token}` }
  const stream = stack.use(await StreamListener.open(server.url, '?subscribe=all', { headers }))
  const feeding = setInterval(() => stream.put('navigation.position', home), 200)
  stack.defer(() => clearInterval(feeding))
  await until(
    () => ask(`POST ${anchorPath}/drop`),
    ({ status }) => status === 200,
  )
  await answered(ask(`POST ${anchorPath}/raise`))
  const sailing = stack.move()
  return {
    server,
    token,
    ask,
    stream,
    [Symbol.asyncDispose]: () => sailing.disposeAsync(),
  }
}

/** Checks commands while every write fails. Returns the man-overboard alert. */
const checkFailing = async ({ server, ask, stream }: Sailing): Promise<Alert> => {
  const { alert } = await answered<AlertCompleted>(ask(`POST ${alertsApi}/mob`))
  assert.deepEqual([alert.state, alert.saved], ['emergency', false])
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
  return alert
}

test(
  'while every write fails, alarms and the anchor work, changes are refused, and all is saved later',
  limit,
  async (context) => {
    await using data = await temporaryFolder()
    let overboard: Alert
    let token = ''
    {
      await using boat = await sail(data.path)
      const { server, ask } = boat
      token = boat.token
      if (!limitFiles(context, server.pid, '0')) return
      overboard = await checkFailing(boat)
      limitFiles(context, server.pid, 'unlimited')
      await until(() => isHealthy(server.url), Boolean)
      await answered(ask(`POST ${anchorPath}/radius`, { value: 50 }))
      const isSaved = async (): Promise<boolean> =>
        (await answered<Alert[]>(ask(`GET ${alertsApi}`))).every(({ saved }) => saved === undefined)
      await until(isSaved, Boolean)
      await answered(ask(`POST ${accessApi}/tokens`, { name: 'tablet', role: 'crew' }))
      await server.end('SIGKILL')
    }
    await using again = await start(data.path)
    const listed = await answered<Alert[]>(askBoat(again.url, `GET ${alertsApi}`, { token }))
    const found = listed.find(({ path }) => path === overboard.path)
    assert.deepEqual([found?.id, found?.status], [overboard.id, 'acknowledged'])
  },
)

test(
  'while the disk has become read-only, alarms and the anchor work, and changes are refused',
  limit,
  async (context) => {
    await using disk = await mountBreakingDisk(context)
    if (disk === undefined) return
    await using boat = await sail(disk.path)
    disk.breakDown()
    const { path } = await checkFailing(boat)
    const alerts = await answered<Alert[]>(boat.ask(`GET ${alertsApi}`))
    assert.ok(alerts.some((alert) => alert.path === path))
    assert.equal((await boat.server.end('SIGTERM')).code, 0, boat.server.stderr())
  },
)
