import type { Alert, Position, Route } from '@marinedata/model'
import assert from 'node:assert/strict'
import { after, afterEach, before, suite, test } from 'node:test'
import { alertsApi } from '../alert-asking.ts'
import { askCourse, drawRoute, mustCourse, routesApi } from '../course-asking.ts'
import { getJson } from '@marinedata/testing/exchange'
import { eventually, part, titleOf, triedViews, suiteLimit } from './console-trial.ts'
import { openTool } from './chart-trial.ts'
import { HelmTrial, isDisabled, isEnabled, says } from './helm-trial.ts'

const limit = { timeout: 180_000 }
/** The machine may be busy: nothing here depends on how long it takes. */
const patienceMs = 60_000
const own = '/marinedata/v1/api/vessels/self'
const degree = Math.PI / 180
/** Magnetic; the variation is 1.5°. */
const heading = 250
/** True: about 40° to starboard of the heading. */
const legBearing = 290
const miles = 6

const turnBetween = (from: number, to: number): number => ((to - from + 540) % 360) - 180

suite('following a route', suiteLimit(600_000), () => {
  let trial: HelmTrial

  before(async () => {
    trial = await HelmTrial.start()
  })
  after(() => trial?.[Symbol.asyncDispose]())
  afterEach(async () => {
    const { url } = trial.boat
    await trial.boat.pace(1)
    await mustCourse(url, 'DELETE course')
    for (const { id } of await getJson<Route[]>(url, routesApi)) await askCourse(url, `DELETE routes/${id}`)
  })

  const pointing = async (): Promise<number> => {
    const { value } = await getJson<{ value: number }>(trial.boat.url, `${own}/navigation/headingTrue`)
    return value / degree
  }

  /** Stores a route that starts at the boat and leads to starboard of its heading. */
  const drawHarbour = async (): Promise<void> => {
    const { url } = trial.boat
    const { value: here } = await getJson<{ value: Position }>(url, `${own}/navigation/position`)
    const reach = miles / 60
    const there = {
      latitude: here.latitude + reach * Math.cos(legBearing * degree),
      longitude: here.longitude + (reach * Math.sin(legBearing * degree)) / Math.cos(here.latitude * degree),
    }
    await drawRoute(url, [here, there], 'Harbour')
  }

  const routeAlert = async (): Promise<Alert | undefined> => {
    const alerts = await getJson<Alert[]>(trial.boat.url, alertsApi)
    return alerts.find(({ path }) => path === 'notifications.steering.autopilot.route')
  }

  for (const view of triedViews)
    test(
      `a route that is started on the chart is what ROUTE steers, until it ends (${titleOf(view)})`,
      limit,
      async () => {
        await trial.steer(heading)
        await drawHarbour()
        await using helm = await trial.open({ view })
        const { page } = helm
        const open = (screen: string): Promise<void> =>
          page.evaluate((hash) => void (location.hash = hash), `#/${screen}`)

        await says(page, 'route-course', /^no course$/)
        await isDisabled(page, 'mode-route')
        assert.match((await part(page, 'mode-route').getAttribute('title')) ?? '', /on the chart$/)

        await open('chart')
        await part(page, 'mob').waitFor()
        await openTool(page, 'routes')
        await part(page, 'route-sail').first().click()
        await says(page, 'course-time', { words: /^(\d+ h \d\d min|\d+ min)$/, withinMs: patienceMs })
        await part(page, 'course-to-route').click()

        await says(page, 'route-course', { words: /^(28|29)\d°T Harbour 2\/2$/, withinMs: patienceMs })
        await isEnabled(page, 'mode-route')
        await trial.boat.pace(10)
        await part(page, 'mode-route').click()
        await eventually(
          'the boat turns to the leg',
          async () => Math.abs(turnBetween(legBearing, await pointing())) < 12,
          patienceMs,
        )
        const { mode, engaged, target } = await trial.boat.describe('main')
        assert.deepEqual([mode, engaged], ['route', true])
        assert.ok(Math.abs(turnBetween(legBearing, (target ?? 0) / degree)) < 2, `${target}`)
        assert.equal((await routeAlert())?.state ?? 'normal', 'normal')

        await open('chart')
        await says(page, 'course-followed', { words: /^main follows this course$/, withinMs: patienceMs })
        await part(page, 'course-end').click()
        await eventually(
          'the end of the course is an alert',
          async () => (await routeAlert())?.state === 'warn',
          patienceMs,
        )
        assert.match((await routeAlert())?.message ?? '', /holds its heading$/)
        const held = await pointing()
        await eventually(
          'the pilot has no target',
          async () => (await trial.boat.describe('main')).target === null,
          patienceMs,
        )
        assert.ok(Math.abs(turnBetween(held, await pointing())) < 10, 'the boat turned')
        assert.deepEqual(helm.complaints, [])
      },
    )
})
