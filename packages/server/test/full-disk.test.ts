import type { Alert, AlertCompleted, AlertsCompleted, Notification } from '@marinedata/model'
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { closeSync, openSync, writeSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { alarm, askAlerts, mustAlerts } from './alert-asking.ts'
import { askBoat } from '@marinedata/testing/boats/crew'
import { getJson } from '@marinedata/testing/exchange'
import { askPilot, simulator } from '@marinedata/testing/boats/pilot-boat'
import { startCli, temporaryFolder } from '@marinedata/testing/boats/start-cli'
import { StreamListener } from '@marinedata/testing/stream-listener'
import { timeLimit } from '@marinedata/testing/time-limit'
import { until } from '@marinedata/testing/until'

const preferences = '/marinedata/v2/api/preferences'
const storagePath = 'notifications.server.storage'
const overboardPath = 'notifications.mob'

interface Health {
  readonly status: string
  readonly conditions?: readonly { readonly name: string; readonly reason: string }[]
}

/** A disk of 4 MB for the data folder; undefined where mounting is not permitted. */
const smallDisk = async (context: TestContext) => {
  await using stack = new AsyncDisposableStack()
  const { path } = stack.use(await temporaryFolder())
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', path], { stdio: 'pipe' })
  } catch (error) {
    context.skip(`Mounting a tmpfs is not permitted here; run this test as root. ${String(error)}`)
    return undefined
  }
  stack.defer(() => void execFileSync('umount', ['--lazy', path]))
  const filler = join(path, 'filler')
  /** Fills the disk to the last block. */
  const fill = (): void => {
    const file = openSync(filler, 'a')
    try {
      for (const size of [65_536, 4_096, 512]) appendUntilFull(file, Buffer.alloc(size))
    } finally {
      closeSync(file)
    }
  }
  const mounted = stack.move()
  return { path, fill, empty: () => rm(filler), [Symbol.asyncDispose]: () => mounted.disposeAsync() }
}

const appendUntilFull = (file: number, block: Buffer): void => {
  try {
    for (;;) if (writeSync(file, block) < block.length) return
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}

test(
  'with a full disk, live data, man overboard and acknowledging work, an alarm sounds, and all is saved later',
  { timeout: 300_000 },
  async (context) => {
    await using disk = await smallDisk(context)
    if (disk === undefined) return
    let id = ''
    {
      await using server = await startCli({ folder: disk.path, settings: { logLevel: 'error' } })
      await using stream = await StreamListener.open(server.url)
      stream.put('notifications.bilge', alarm)
      await stream.settled()
      assert.deepEqual(
        (await mustAlerts<Alert[]>(server.url, 'GET')).map(({ path, saved }) => [path, saved]),
        [['notifications.bilge', undefined]],
      )
      disk.fill()
      const filledAt = performance.now()
      const reported = await stream.firstValue(
        ({ path, value }) => path === storagePath && (value as Notification).state === 'alarm',
      )
      const alarmedMs = performance.now() - filledAt
      assert.match((reported.value as Notification).message, /The disk is full/)
      assert.ok(alarmedMs <= timeLimit(5_000), `the alarm came after ${alarmedMs.toFixed(0)} ms`)
      const health = await getJson<Health>(server.url, '/health')
      assert.deepEqual([health.status, health.conditions?.map(({ name }) => name)], ['degraded', ['storage']])

      // The database may have some free space: every request is answered, and one of them is not saved.
      let pressed = await mustAlerts<AlertCompleted>(server.url, 'POST mob')
      for (let presses = 0; pressed.saved !== false; presses++) {
        assert.ok(presses < 1_000, 'everything was saved on a full disk')
        disk.fill()
        pressed = await mustAlerts<AlertCompleted>(server.url, 'POST mob')
      }
      assert.deepEqual([pressed.alert.state, pressed.alert.saved], ['emergency', false])
      const shown = await stream.firstValue(
        ({ path, value }) => path === overboardPath && (value as Notification).saved === false,
      )
      assert.deepEqual((shown.value as Notification).method, ['visual', 'sound'])

      const { alerts, saved } = await mustAlerts<AlertsCompleted>(server.url, 'POST acknowledge')
      assert.deepEqual([alerts.length, saved], [3, false])
      const refused = await askBoat(server.url, `PUT ${preferences}`, { body: { layout: 'x'.repeat(4_000) } })
      assert.equal(refused.status, 507, refused.text)
      assert.match(refused.text, /"code":"storage-full"/)

      stream.put('navigation.speedOverGround', 3.5)
      assert.equal((await stream.firstAt('navigation.speedOverGround')).value, 3.5)

      await disk.empty()
      const isWell = async (): Promise<boolean> =>
        (await getJson<Health>(server.url, '/health')).status === 'ok' &&
        (await mustAlerts<Alert[]>(server.url, 'GET')).every(({ saved: mark }) => mark === undefined)
      await until(isWell, (well) => well)
      assert.equal(
        (await askBoat(server.url, `PUT ${preferences}`, { body: { palette: 'night' } })).status,
        200,
      )
      id = pressed.alert.id
      await server.end('SIGKILL')
    }
    await using again = await startCli({ folder: disk.path })
    const listed = await mustAlerts<Alert[]>(again.url, 'GET')
    const overboard = listed.find(({ path }) => path === overboardPath)
    assert.deepEqual([overboard?.id, overboard?.status], [id, 'acknowledged'])
    assert.equal(listed.find(({ path }) => path === 'notifications.bilge')?.status, 'acknowledged')
    assert.equal((await askAlerts(again.url, 'DELETE mob')).status, 200)
  },
)

test(
  'with a full disk the autopilot obeys, and the crew is warned that commands are not recorded',
  { timeout: 300_000 },
  async (context) => {
    await using disk = await smallDisk(context)
    if (disk === undefined) return
    const words = ['--plugin', simulator]
    await using server = await startCli({ folder: disk.path, words, settings: { logLevel: 'error' } })
    await until(
      async () => (await askPilot(server.url, 'GET main/state')).status,
      (status) => status === 200,
    )
    const isWarned = async (): Promise<boolean> =>
      (await getJson<Health>(server.url, '/health')).conditions?.some(({ name }) => name === 'audit') ?? false
    const press = async (): Promise<void> => {
      const answer = await askPilot(server.url, 'POST main/disengage')
      assert.equal(answer.status, 200, answer.text)
    }
    disk.fill()
    for (let presses = 0; !(await isWarned()); presses++) {
      assert.ok(presses < 1_000, 'every command was recorded on a full disk')
      disk.fill()
      await press()
    }
    await disk.empty()
    await until(
      async () => {
        await press()
        return isWarned()
      },
      (warned) => !warned,
    )
  },
)
