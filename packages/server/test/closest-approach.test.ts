import type { Alert, Condition, PluginReport, Position } from '@marinedata/model'
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { mustAlerts } from './alert-asking.ts'
import { getJson } from '@marinedata/testing/exchange'
import { simulator } from '@marinedata/testing/boats/pilot-boat'
import { startBoat } from '@marinedata/testing/boats/start-boat'
import { StreamListener } from '@marinedata/testing/stream-listener'
import { until } from '@marinedata/testing/until'

const limit = { timeout: 300_000 }
const plugin = join(import.meta.dirname, '..', '..', '..', 'plugins', 'closest-approach')
const pluginApi = '/marinedata/v2/api/plugins/closest-approach'
const path = 'navigation.closestApproach'

interface Leaf<T> {
  readonly value: T
}

interface Approach extends Leaf<{ readonly distance: number; readonly timeTo: number } | null> {
  readonly $source: string
}

interface Vessel {
  readonly navigation?: {
    readonly position?: Leaf<Position | null>
    readonly closestApproach?: Approach
  }
}

/** Flat-earth distance, exact enough within a few miles. */
const metresBetween = (one: Position, other: Position): number =>
  Math.hypot(
    (one.latitude - other.latitude) * 111_195,
    (one.longitude - other.longitude) * 111_195 * Math.cos((one.latitude * Math.PI) / 180),
  )

/** All vessels, once enough were evaluated: two processes start, and the vessels report one after the other. */
const vesselsAround = async (url: string): Promise<Record<string, Vessel>> => {
  const end = performance.now() + 30_000
  for (;;) {
    const vessels = await getJson<Record<string, Vessel>>(url, '/marinedata/v1/api/vessels')
    const known = Object.values(vessels).filter(({ navigation }) => navigation?.closestApproach?.value)
    if (known.length >= 15) return vessels
    assert.ok(performance.now() < end, `There are only ${known.length}`)
    await sleep(100)
  }
}

const assertPlausible = ({ navigation }: Vessel, here: Position): void => {
  const { position, closestApproach } = navigation ?? {}
  if (!position?.value || !closestApproach?.value) return
  const { value, $source } = closestApproach
  assert.equal($source, 'closest-approach')
  // The report is up to half a minute old, and the vessel has moved since.
  const away = metresBetween(here, position.value) + 500
  assert.ok(
    value.distance <= away && Number.isFinite(value.timeTo),
    `${JSON.stringify(value)}, ${away} m away`,
  )
}

test(
  'every vessel of the simulator has a closest approach, not farther than its present distance',
  limit,
  async () => {
    await using boat = await startBoat({ plugins: { given: [simulator, plugin] } })
    const { [boat.self.slice('vessels.'.length)]: own, ...others } = await vesselsAround(boat.url)
    const here = own?.navigation?.position?.value ?? assert.fail('The boat is nowhere')
    assert.equal(own?.navigation?.closestApproach, undefined, 'nobody comes near to himself')
    for (const vessel of Object.values(others)) assertPlausible(vessel, here)
  },
)

/** The motion of a vessel at 20° E, as a delta. */
const motion = (context: string, latitude: number, course: number): object => ({
  context,
  updates: [
    {
      $source: 'test',
      values: [
        { path: 'navigation.position', value: { latitude, longitude: 20 } },
        { path: 'navigation.courseOverGroundTrue', value: course },
        { path: 'navigation.speedOverGround', value: 5 },
      ],
    },
  ],
})

test('a near ship is listed although four hundred others are on a collision course', limit, async () => {
  await using boat = await startBoat({ plugins: { given: [plugin] } })
  await using stream = await StreamListener.open(boat.url, '?subscribe=all')
  const contextOf = (number: number): string => `vessels.urn:mrn:imo:mmsi:${230_000_000 + number}`
  const near = 230_012_345
  let count = 400
  const feeding = setInterval(() => {
    stream.send(motion('vessels.self', 60, 0))
    for (let number = 0; number < count; number++) stream.send(motion(contextOf(number), 60.045, Math.PI))
    if (count === 0) stream.send(motion(`vessels.urn:mrn:imo:mmsi:${near}`, 60.01, Math.PI))
  }, 500)
  try {
    const root = 'notifications.navigation.closestApproach'
    const more = await stream.firstValue(({ path: at }) => at === `${root}.more-vessels`)
    assert.match((more.value as Condition).message, /^and \d+ more vessels will come too near$/)
    // The others remain a danger without further reports.
    count = 0
    await stream.firstValue(({ path: at }) => at === `${root}.${near}`)
    const listed = await mustAlerts<Alert[]>(boat.url, 'GET')
    const own = listed.filter(({ source, status }) => source === 'closest-approach' && status === 'active')
    assert.ok(own.length <= 25, `${own.length} alerts`)
    assert.ok(own.some(({ path: at }) => at === `${root}.${near}`))
  } finally {
    clearInterval(feeding)
  }
})

test('an alarm of the plugin is an alert, and survives the plugin', limit, async () => {
  await using boat = await startBoat({ plugins: { given: [plugin] } })
  await using stream = await StreamListener.open(boat.url, '?subscribe=all')
  const other = 'vessels.urn:mrn:imo:mmsi:230012345'
  const feed = (): void => {
    stream.send(motion('vessels.self', 60, 0))
    stream.send(motion(other, 60.01, Math.PI))
  }
  const feeding = setInterval(feed, 200)
  try {
    const received = await stream.firstAt(path)
    assert.deepEqual([received.context, received.source], [other, 'closest-approach'])
    const listed = (): Promise<Alert[]> => mustAlerts<Alert[]>(boat.url, 'GET')
    const [raised] = await until(listed, (alerts) => alerts.length > 0)
    assert.deepEqual(
      [raised?.path, raised?.source, raised?.state, raised?.status],
      ['notifications.navigation.closestApproach.230012345', 'closest-approach', 'alarm', 'active'],
    )
    const report = (): Promise<PluginReport> => getJson<PluginReport>(boat.url, pluginApi)
    const { pid } = await report()
    process.kill(pid ?? assert.fail('It does not run'), 'SIGKILL')
    await until(report, (seen) => seen.state === 'running' && seen.pid !== pid)
    stream.forget()
    await stream.firstAt(path)
    const after = (await listed()).filter(({ source }) => source === 'closest-approach')
    assert.deepEqual(
      after.map(({ id, state, status }) => [id, state, status]),
      [[raised?.id, 'alarm', 'active']],
    )
  } finally {
    clearInterval(feeding)
  }
})
