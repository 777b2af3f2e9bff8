import type { Alert, Course, Position, Route, RouteCompleted } from '@marinedata/model'
import assert from 'node:assert/strict'
import { after, afterEach, before, suite, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { alertsApi, mustAlerts } from '../alert-asking.ts'
import { arrivalPath, askCourse, courseApi, drawRoute, mustCourse, routesApi } from '../course-asking.ts'
import { Crew } from '@marinedata/testing/boats/crew'
import { getJson } from '@marinedata/testing/exchange'
import { simulator } from '@marinedata/testing/boats/pilot-boat'
import { isAway, soundBecomes, touch } from './alert-trial.ts'
import {
  Browsers,
  eventually,
  hold,
  holdBriefly,
  part,
  phone,
  plotter,
  titleOf,
  triedViews,
  suiteLimit,
} from './console-trial.ts'
import { HelmTrial, isDisabled, isEnabled, says, textOf, type HelmPage } from './helm-trial.ts'
import { brightestPixel, seriousFindings, smallControls } from './looking.ts'
import { timeLimit } from '@marinedata/testing/time-limit'
import { until } from '@marinedata/testing/until'

const limit = { timeout: 300_000 }
const positionApi = '/marinedata/v1/api/vessels/self/navigation/position/value'
const brightestAtNight = 0.5
const asked = 2_000
/** One minute of latitude in degrees. */
const minute = 1 / 60

/** From the boat, a point that is reached at once, followed by a turn to starboard. */
const roundTheCorner = ({ latitude, longitude }: Position): Position[] => [
  { latitude, longitude },
  { latitude: latitude + 0.05 * minute, longitude },
  { latitude: latitude + 0.05 * minute, longitude: longitude + 4 * minute },
  { latitude: latitude - 3 * minute, longitude: longitude + 4 * minute },
]

const isAsked = ({ page }: HelmPage): Promise<void> =>
  part(page, 'next-leg').waitFor({ timeout: timeLimit(asked) })

/** The active course, and the alert about it. */
const standingOf = async (
  url: string,
): Promise<{ readonly course: Course; readonly alert: Alert | undefined }> => {
  const alerts = await getJson<Alert[]>(url, alertsApi)
  return {
    course: await getJson<Course>(url, courseApi),
    alert: alerts.find(({ path }) => path === arrivalPath),
  }
}

suite('the next leg', suiteLimit(400_000), () => {
  let trial: HelmTrial

  before(async () => {
    trial = await HelmTrial.start()
  })
  after(() => trial?.[Symbol.asyncDispose]())
  afterEach(async () => {
    const { url } = trial.boat
    await mustCourse(url, 'DELETE course')
    for (const { id } of await getJson<Route[]>(url, routesApi)) await askCourse(url, `DELETE routes/${id}`)
    for (const { id, raisedBy } of await getJson<Alert[]>(url, alertsApi))
      if (raisedBy !== undefined) await mustAlerts(url, `DELETE ${id}`)
    await mustAlerts(url, 'POST acknowledge')
  })

  /** Arrives at a point with a turn. */
  const arrive = async (): Promise<void> => {
    const { url } = trial.boat
    const route = await drawRoute(url, roundTheCorner(await getJson(url, positionApi)), 'Harbour')
    await mustCourse(url, 'PUT course/route', { id: route.id })
  }

  test(
    'I8: a sharp turn is asked at every station and screen within 2 s, with both courses and sound; one answer counts for all',
    limit,
    async () => {
      await trial.standBy()
      await using helm = await trial.open({ station: 'Cockpit' })
      await using data = await trial.open({
        station: 'Chart table',
        screen: 'data',
        view: { screen: plotter, palette: 'night' },
      })
      const pages = [helm, data]
      await touch(data)
      await arrive()
      await Promise.all([...pages.map(isAsked), soundBecomes(data, 'running', asked)])
      for (const { page } of pages) {
        assert.equal(await textOf(page, 'next-leg-from'), '000°T')
        assert.match(await textOf(page, 'next-leg-to'), /^(?:089|090|091)°T$/)
        assert.match(await textOf(page, 'next-leg-by'), /^(?:89|90|91)° S$/)
        assert.match(await textOf(page, 'next-leg'), /point 3 of 4, Harbour/)
        assert.match(await textOf(page, 'next-leg-turn'), /^Turn to (?:089|090|091)°T/)
      }
      await sleep(3_000)
      const kept = await standingOf(trial.boat.url)
      assert.deepEqual([kept.course.route?.leg, kept.course.isWaiting], [1, true], 'no answer keeps')
      await holdBriefly(data.page, 'next-leg-turn')
      assert.equal((await standingOf(trial.boat.url)).course.route?.leg, 1, 'let go early, nothing is begun')
      await hold(data.page, 'next-leg-turn', 900)
      await Promise.all(pages.map((guest) => isAway(guest, 'next-leg')))
      const turned = await standingOf(trial.boat.url)
      assert.deepEqual([turned.course.route?.leg, turned.course.isWaiting], [2, false])
      await eventually('nothing is left to acknowledge', async () => {
        const { alert } = await standingOf(trial.boat.url)
        return alert === undefined
      })
      for (const { complaints } of pages) assert.deepEqual(complaints, [])
    },
  )

  test(
    'I8: Keep heading answers for all stations, and the leg keeps waiting on the chart',
    limit,
    async () => {
      await trial.standBy()
      await using helm = await trial.open()
      await using chart = await trial.open({ screen: 'chart', view: { screen: plotter, palette: 'day' } })
      await arrive()
      await Promise.all([helm, chart].map(isAsked))
      await isEnabled(helm.page, 'next-leg-keep')
      await part(helm.page, 'next-leg-keep').click()
      await Promise.all([helm, chart].map((guest) => isAway(guest, 'next-leg')))
      const { course, alert } = await standingOf(trial.boat.url)
      assert.deepEqual([course.route?.leg, course.isWaiting, alert?.status], [1, true, 'acknowledged'])
      await part(chart.page, 'course-advance').click()
      await eventually('the leg is begun', async () => {
        const { course: now } = await standingOf(trial.boat.url)
        return now.route?.leg === 2
      })
    },
  )

  for (const [name, press] of [
    ['Space', (page: HelmPage['page']) => page.keyboard.press('Space')],
    [
      'Space with the focus on TURN',
      async (page: HelmPage['page']) => {
        await part(page, 'next-leg-turn').focus()
        await page.keyboard.press('Space', { delay: 900 })
      },
    ],
    ['STANDBY at the helm', (page: HelmPage['page']) => part(page, 'next-leg-standby').click()],
  ] as const)
    test(
      `I8: ${name} disengages the pilot during the question, and the pilot’s strip is visible`,
      limit,
      async () => {
        await trial.steer(250)
        await using helm = await trial.open()
        await arrive()
        await isAsked(helm)
        await isEnabled(helm.page, 'next-leg-turn')
        await says(helm.page, 'next-leg', /The pilot keeps holding 250°/)
        assert.ok(await part(helm.page, 'pilot-strip').isVisible())
        await press(helm.page)
        await eventually('the pilot is off', async () => !(await trial.boat.describe('main')).engaged)
        assert.equal((await standingOf(trial.boat.url)).course.route?.leg, 1)
        assert.ok(await part(helm.page, 'next-leg').isVisible())
      },
    )

  test('I8: an alarm comes before it, and other sheets close', limit, async () => {
    await trial.standBy()
    await using helm = await trial.open()
    await part(helm.page, 'pilot-open').click()
    await part(helm.page, 'pilot-sheet').waitFor()
    await arrive()
    await isAsked(helm)
    await isAway(helm, 'pilot-sheet')
    await mustAlerts(trial.boat.url, 'POST', {
      path: 'notifications.smoke',
      state: 'alarm',
      message: 'Smoke',
    })
    await part(helm.page, 'takeover').waitFor()
    await isAway(helm, 'next-leg')
    assert.equal(await helm.page.getByRole('dialog').count(), 0)
    await isEnabled(helm.page, 'takeover-ack')
    await part(helm.page, 'takeover-ack').click()
    await isAsked(helm)
    await isAway(helm, 'takeover')
  })

  for (const view of triedViews)
    test(`I8 ${titleOf(view)}: the question is accessible`, limit, async () => {
      await trial.standBy()
      await using helm = await trial.open({ view })
      await arrive()
      await isAsked(helm)
      await isEnabled(helm.page, 'next-leg-turn')
      const { page } = helm
      assert.deepEqual(await seriousFindings(page), [])
      assert.deepEqual(await smallControls(page), [])
      if (view.palette === 'night')
        assert.ok(
          (await brightestPixel(page.context().browser()!, await page.screenshot())) <= brightestAtNight,
        )
    })
})

test('I8: a viewer reads why, and can hide the question on their own screen only', limit, async () => {
  await using crew = await Crew.start({ plugins: { given: [simulator] } })
  await using browsers = await Browsers.start()
  const open = (kind: 'viewer' | 'helm') =>
    browsers.open({
      url: crew.url,
      view: { screen: phone, palette: 'day' },
      cookies: [{ name: 'marinedata-session', value: crew.tokens[kind]!, url: crew.url }],
    })
  const { text } = await until(
    () => crew.ask('owner', `GET ${positionApi}`),
    ({ status }) => status === 200,
  )
  const body = { name: 'Harbour', points: roundTheCorner(JSON.parse(text) as Position) }
  const { route } = await crew.must<RouteCompleted>(`POST ${routesApi}`, body)
  await crew.must(`PUT ${courseApi}/route`, { id: route.id })
  await using viewer = await open('viewer')
  await using helm = await open('helm')
  for (const { page } of [viewer, helm]) await part(page, 'next-leg').waitFor()
  await isEnabled(viewer.page, 'next-leg-keep')
  await isDisabled(viewer.page, 'next-leg-turn')
  assert.match(await textOf(viewer.page, 'next-leg-note'), /View only.*Helm role/)
  await part(viewer.page, 'next-leg-keep').click()
  await isAway(viewer, 'next-leg')
  assert.ok(await part(helm.page, 'next-leg').isVisible())
  const [alert] = await crew.must<Alert[]>(`GET ${alertsApi}`)
  assert.equal(alert?.status, 'active')
  await isEnabled(helm.page, 'next-leg-turn')
  await hold(helm.page, 'next-leg-turn', 900)
  await isAway(helm, 'next-leg')
  assert.equal((await crew.must<Course>(`GET ${courseApi}`)).route?.leg, 2)
})
