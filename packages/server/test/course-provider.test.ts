import {
  distanceBetween,
  type Alert,
  type AuditPage,
  type LiveGuidance,
  type PluginReport,
  type Position,
} from '@marinedata/model'
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { mustAlerts } from './alert-asking.ts'
import { at, courseApi, coursePath, mustCourse } from './course-asking.ts'
import { assertProblem, exchange, getJson } from '@marinedata/testing/exchange'
import { startBoat, type Boat } from '@marinedata/testing/boats/start-boat'
import { StreamListener } from '@marinedata/testing/stream-listener'
import { until } from '@marinedata/testing/until'

const limit = { timeout: 300_000 }
const api = '/marinedata/v2/api'
const plugin = new URL('./plugins/plotter.ts', import.meta.url).pathname
const warningPath = 'notifications.navigation.course.provider'
const lighthouse = { position: at(60.5, 20), name: 'Lighthouse' }
/** Each wait includes publications, which come every second, and pauses of five. */
const patienceMs = 112_500

suite('a plugin that computes the course', { concurrency: 1 }, () => {
  let boat: Boat
  let listener: StreamListener
  let timer: NodeJS.Timeout
  let position: Position = at(60, 20)

  const untilRuns = () =>
    until(
      () => getJson<PluginReport>(boat.url, `${api}/plugins/plotter`),
      ({ state }) => state === 'running',
      { timeoutMs: patienceMs },
    )

  before(async () => {
    boat = await startBoat({ plugins: { given: [plugin] } })
    await untilRuns()
    listener = await StreamListener.open(boat.url, '?subscribe=none')
    const tell = (): void => {
      listener.put('navigation.position', position)
      listener.put('navigation.speedOverGround', 3)
      listener.put('navigation.courseOverGroundTrue', 0)
    }
    tell()
    timer = setInterval(tell, 500)
    await listener.settled()
    await mustCourse(boat.url, 'PUT course/destination', lighthouse)
  })
  after(async () => {
    clearInterval(timer)
    await listener[Symbol.asyncDispose]()
    await boat[Symbol.asyncDispose]()
  })

  const act = async (name: string, input: object = {}): Promise<unknown> => {
    const path = `${api}/plugins/plotter/actions/${name}`
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify(input)
    const { status, text } = await exchange(boat.url, path, { method: 'POST', headers, body })
    assert.equal(status, 200, text)
    return (JSON.parse(text) as { result: unknown }).result
  }
  const choose = (id: string) =>
    exchange(boat.url, `${courseApi}/_providers/_default/${id}`, { method: 'POST' })
  const valueOf = async (name: string): Promise<unknown> => {
    const path = `/marinedata/v1/api/vessels/self/${`${coursePath}.${name}`.replaceAll('.', '/')}`
    const { status, text } = await exchange(boat.url, path)
    return status === 200 ? (JSON.parse(text) as { value: unknown }).value : undefined
  }
  const warning = async (): Promise<Alert | undefined> =>
    (await mustAlerts<Alert[]>(boat.url, '')).find(({ path }) => path === warningPath)
  /** The factor of the published distance: 1 for the server's own, 1.004 for the plugin's. */
  const factor = async (): Promise<string> => {
    const { distance } = (await valueOf('guidance')) as LiveGuidance
    return (distance / distanceBetween(position, lighthouse.position)).toFixed(6)
  }
  const untilFactor = (wanted: string) => until(factor, (seen) => seen === wanted, { timeoutMs: patienceMs })
  const isActive = (alert: Alert | undefined): boolean => alert !== undefined && alert.state === 'warn'

  test('computes nothing until the owner chooses it', limit, async () => {
    assert.deepEqual(await getJson(boat.url, `${courseApi}/_providers`), { plotter: { isChosen: false } })
    await untilFactor('1.000000')
    assert.equal(await valueOf('provider'), undefined)
    assertProblem(await choose('nobody'), 'not-found')
  })

  test('is chosen, and its numbers are published and reach autopilots', limit, async () => {
    assert.equal((await choose('plotter')).status, 200)
    assert.deepEqual(await boat.client.course.listProviders(), { plotter: { isChosen: true } })
    await untilFactor('1.004000')
    assert.equal(await valueOf('provider'), 'plotter')
    assert.equal(await valueOf('nextPoint.velocityMadeGood'), 3)
    const wanted = distanceBetween(position, lighthouse.position) * 1.004
    const followed = await until(
      () => act('guidance') as Promise<LiveGuidance>,
      ({ distance }) => Math.abs(distance - wanted) < 0.1,
      { timeoutMs: patienceMs },
    )
    assert.equal(followed.courseToSteer.toFixed(6), '0.000000')
    // Entries are written later.
    await until(
      () => getJson<AuditPage>(boat.url, `${api}/access/audit`),
      (entries) =>
        entries.some((entry) => 'operation' in entry && entry.operation === 'course-provider-chosen'),
    )
  })

  const failures = [
    ['late', 'a late answer', /did not answer within 0\.4 s/],
    ['wrong', 'a wrong answer', /bearing does not lead to the waypoint/],
    ['crashes', 'a crash', /not running/],
  ] as const
  for (const [index, [flaw, title, message]] of failures.entries())
    test(
      `${title}: the server publishes its own numbers and a warning, until the answers are right`,
      limit,
      async () => {
        await act('fail', { flaw: 'none' })
        await untilFactor('1.004000')
        await act('fail', { flaw })
        // Numbers of the old position would not match.
        position = at(60.01 + index / 100, 20)
        await untilFactor('1.000000')
        assert.equal(await valueOf('provider'), null)
        assert.equal(await valueOf('nextPoint.velocityMadeGood'), null)
        const alert = await until(warning, (seen) => isActive(seen) && message.test(seen?.message ?? ''), {
          timeoutMs: patienceMs,
        })
        assert.match(alert?.message ?? '', /The server computes the course/)
        if (flaw === 'crashes') await untilRuns()
        else await act('fail', { flaw: 'none' })
        await untilFactor('1.004000')
        await until(warning, (seen) => !isActive(seen), { timeoutMs: patienceMs })
      },
    )

  test('the owner chooses the numbers of the server again', limit, async () => {
    await boat.client.course.removeProvider()
    await untilFactor('1.000000')
    assert.deepEqual(await boat.client.course.listProviders(), { plotter: { isChosen: false } })
    assert.equal(
      (await exchange(boat.url, `${courseApi}/_providers/_default`, { method: 'DELETE' })).status,
      200,
    )
  })
})
