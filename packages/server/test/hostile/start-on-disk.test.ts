import type { AlertCompleted, AnchorState, PluginList } from '@marinedata/model'
import assert from 'node:assert/strict'
import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, suite, test, type TestContext } from 'node:test'
import { anchorPath } from '../anchor-boat.ts'
import { accessApi, answered, askBoat, claimBoat, claimCodeOf } from '@marinedata/testing/boats/crew'
import { getJson } from '@marinedata/testing/exchange'
import { startCli, temporaryFolder, type RunningCli } from '@marinedata/testing/boats/start-cli'
import { StreamListener } from '@marinedata/testing/stream-listener'
import { isFullForm, timeLimit } from '@marinedata/testing/time-limit'
import { until } from '@marinedata/testing/until'
import { mountSmallDisk, type SmallDisk } from './small-disk.ts'
import { nameOf, replaceKind, shortCases, startCases, type StartCase } from './start-places.ts'

const limit = { timeout: 120_000 }
const diskMegabytes = 24
const position = { latitude: 54.4321, longitude: 10.1234 }

interface Health {
  readonly status: string
  readonly conditions?: readonly { readonly name: string; readonly reason: string }[]
}

/** Creates a data folder with every file, an owner and a token. */
const sail = async (folder: string): Promise<string> => {
  await using server = await startCli({
    folder,
    hasPlugins: true,
    isOpen: false,
    settings: { name: 'Seestern' },
  })
  const owner = await claimBoat(server.url, await claimCodeOf(folder))
  const body = { name: 'tablet', role: 'owner' }
  const { token } = await answered<{ token: string }>(
    askBoat(server.url, `POST ${accessApi}/tokens`, { token: owner, body }),
  )
  await checkPlugins(server, token)
  assert.equal((await server.end('SIGTERM')).code, 0)
  return token
}

const hasDiskFault = ({ condition }: StartCase): boolean => condition.includes('disk')
const isEmpty = ({ condition }: StartCase): boolean => condition.startsWith('empty')

/** Brings the disk into the condition of a case. */
const prepare = async (disk: SmallDisk, sailed: string, { place, condition }: StartCase): Promise<void> => {
  if (!condition.startsWith('empty')) await cp(sailed, disk.path, { recursive: true })
  if (place !== undefined && condition.startsWith('wrong kind')) replaceKind(disk.path, place)
  if (place !== undefined && condition.startsWith('missing'))
    await rm(join(disk.path, place.path), { recursive: true, force: true })
  if (condition.endsWith('full')) disk.fill()
  if (condition.endsWith('read-only')) disk.makeReadOnly()
}

const checkHealth = async (url: string, startCase: StartCase): Promise<void> => {
  const { status, conditions = [] } = await getJson<Health>(url, '/health')
  const names = conditions.map(({ name }) => name)
  if (hasDiskFault(startCase)) {
    assert.ok(names.includes('storage'), JSON.stringify(conditions))
    assert.match(conditions.find(({ name }) => name === 'storage')!.reason, /^The disk is (full|read-only)/)
  } else if (startCase.place?.isReported === true)
    assert.ok(
      names.includes('repaired'),
      `${startCase.place.path} is not reported: ${JSON.stringify(conditions)}`,
    )
  assert.equal(status, names.length > 0 ? 'degraded' : 'ok')
}

/** Drops the anchor and waits until the watch reports it. */
const checkAnchor = async ({ url }: RunningCli, token: string | undefined): Promise<void> => {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  await using stream = await StreamListener.open(url, '?subscribe=none', { headers })
  const timer = setInterval(() => stream.put('navigation.position', position), 200)
  try {
    const drop = (): Promise<{ status: number; text: string }> =>
      askBoat(url, `POST ${anchorPath}/drop`, { token })
    await until(drop, ({ status }) => status === 200)
    await answered(askBoat(url, `POST ${anchorPath}/radius`, { token, body: { value: 40 } }))
    const state = await answered<AnchorState>(askBoat(url, `GET ${anchorPath}`, { token }))
    assert.equal(state.state, 'watching', JSON.stringify(state))
  } finally {
    clearInterval(timer)
  }
}

/** A plugin that cannot store anything runs nevertheless. */
const checkPlugins = async ({ url }: RunningCli, token: string | undefined): Promise<void> => {
  const notRunning = async (): Promise<string[]> => {
    const plugins = await answered<PluginList>(askBoat(url, 'GET /marinedata/v2/api/plugins', { token }))
    const enabled = Object.values(plugins).filter((plugin) => plugin.enabled)
    assert.ok(enabled.length >= 7, 'the plugins that are enabled by default are not')
    return enabled.filter(({ state }) => state !== 'running').map(({ name, state }) => `${name}: ${state}`)
  }
  const states = await until(
    notRunning,
    (list) => list.length === 0 || list.some((each) => each.includes('quarantined')),
  )
  assert.deepEqual(states, [])
}

suite('start on a disk with faults', { concurrency: 2 }, () => {
  const stack = new AsyncDisposableStack()
  let sailed = ''
  let token = ''

  before(async () => {
    sailed = stack.use(await temporaryFolder()).path
    token = await sail(sailed)
  })
  after(() => stack.disposeAsync())

  const check = async (context: TestContext, startCase: StartCase): Promise<void> => {
    await using disk = await mountSmallDisk(context, diskMegabytes)
    if (disk === undefined) return
    await prepare(disk, sailed, startCase)
    const startedAt = performance.now()
    await using server = await startCli({ folder: disk.path, hasPlugins: true, isOpen: isEmpty(startCase) })
    await checkHealth(server.url, startCase)
    const startMs = performance.now() - startedAt
    assert.ok(startMs < timeLimit(10_000), `started after ${startMs.toFixed(0)} ms`)
    const credential = isEmpty(startCase) ? undefined : token
    const { alert } = await answered<AlertCompleted>(
      askBoat(server.url, 'POST /marinedata/v2/api/notifications/mob', { token: credential }),
    )
    assert.deepEqual([alert.state, alert.saved], ['emergency', hasDiskFault(startCase) ? false : undefined])
    await checkAnchor(server, credential)
    await checkPlugins(server, credential)
    assert.equal((await server.end('SIGTERM')).code, 0, server.stderr())
  }

  for (const startCase of isFullForm ? startCases : shortCases)
    test(`the boat starts: ${nameOf(startCase)}`, limit, (context) => check(context, startCase))
})
