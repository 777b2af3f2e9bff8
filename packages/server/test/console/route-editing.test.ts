import type { Course, Route, Waypoint } from '@marinedata/model'
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { courseApi, drawRoute, mustCourse, routesApi, waypointsApi } from '../course-asking.ts'
import { getJson } from '@marinedata/testing/exchange'
import {
  boxOf,
  chartText,
  ChartTrial,
  isStill,
  lookFor,
  openTool,
  pagePixel,
  placeAt,
  type Spot,
} from './chart-trial.ts'
import { Browsers, eventually, part, titleOf, triedViews, suiteLimit } from './console-trial.ts'

const limit = { timeout: 300_000 }
const openSea = { latitude: 59.4, longitude: 22.6 }
const still = { ...openSea, speed: 0 }

const routesOf = (url: string): Promise<Route[]> => getJson<Route[]>(url, routesApi)

const isSketched = (page: Page, count: number): Promise<number> =>
  eventually(
    `${count} points are drawn`,
    async () => (await part(page, 'sketch-bar').getAttribute('data-points')) === String(count),
  )

suite('routes and orientation on the chart', suiteLimit(900_000), () => {
  let browsers: Browsers
  before(async () => {
    browsers = await Browsers.start()
  })
  after(async () => {
    await browsers?.[Symbol.asyncDispose]()
  })

  for (const view of triedViews) {
    const title = titleOf(view)

    test(`B11 ${title}: a finished route stays on the chart, and can be started at once`, limit, async () => {
      await using trial = await ChartTrial.start(browsers)
      const { url } = trial.boat
      await trial.instruments.show(still)
      await using guest = await trial.open(view)
      const { page } = guest
      await openTool(page, 'routes')
      await part(page, 'route-new').click()
      const { x, y, width, height } = await boxOf(page)
      await page.mouse.click(x + width * 0.25, y + height * 0.25)
      await page.mouse.click(x + width * 0.7, y + height * 0.3)
      await isSketched(page, 2)
      await part(page, 'draw-finish').click()
      await part(page, 'route-card').waitFor()
      await eventually('it is drawn', async () => (await chartText(page, 'saved-routes')) === '1')
      await page.locator('[data-testid="route-card"] header button').click()
      await part(page, 'route-card').waitFor({ state: 'detached' })
      assert.ok((await lookFor(page, 'set')).share > 0, 'nothing is drawn')
      await openTool(page, 'routes')
      await part(page, 'route-row').click()
      await part(page, 'route-card').waitFor()
      await part(page, 'route-sail').click()
      await part(page, 'course-bar').waitFor()
      const [route] = await routesOf(url)
      assert.equal((await getJson<Course>(url, courseApi)).route?.id, route?.id)
      assert.equal(await chartText(page, 'saved-routes'), '0')
      assert.deepEqual(guest.complaints, [])
    })

    test(
      `B5 ${title}: the chart shows the position of the boat and range rings, which can be switched off`,
      limit,
      async () => {
        await using trial = await ChartTrial.start(browsers)
        await trial.instruments.show(still)
        await using guest = await trial.open(view)
        const { page } = guest
        assert.equal(await part(page, 'own-position').textContent(), '59°24.000′N022°36.000′E')
        await eventually('there are rings', async () =>
          /^[\d.]+ (NM|m),[\d.]+ \1,[\d.]+ \1$/.test(await chartText(page, 'rings')),
        )
        await openTool(page, 'layers')
        await part(page, 'layer-rings').click()
        await eventually('they are switched off', async () => (await chartText(page, 'rings')) === '')
        await page.reload()
        await page.locator('[data-testid="chart-map"][data-boat="solid"]').waitFor()
        assert.equal(await chartText(page, 'rings'), '')
        assert.deepEqual(guest.complaints, [])
      },
    )

    test(
      `AIS ${title}: ships at rest can be hidden on the chart and in the list, and the others leave trails`,
      limit,
      async () => {
        await using trial = await ChartTrial.start(browsers)
        const { instruments } = trial
        await instruments.show(still)
        const resting = { latitude: 59.404, longitude: 22.604, name: 'AT REST', speed: 0 }
        const moving = { latitude: 59.397, longitude: 22.597, name: 'MOVING', course: 90, speed: 4 }
        await instruments.show(resting, '230000001')
        await instruments.show(moving, '230000002')
        await using guest = await trial.open(view)
        const { page } = guest
        await eventually('both are drawn', async () => (await chartText(page, 'targets')) === '2')
        await openTool(page, 'ships')
        await part(page, 'filter-hidesResting').click()
        await eventually('one is hidden', async () => (await chartText(page, 'targets')) === '1')
        assert.equal(await part(page, 'target-row').count(), 1)
        assert.match((await part(page, 'target-row').textContent()) ?? '', /MOVING/)
        assert.equal(await part(page, 'targets-hidden').textContent(), '1 hidden')
        await eventually('it has a trail', async () => (await chartText(page, 'trails')) === '1', 60_000)
        await part(page, 'filter-hasTrails').click()
        await eventually('trails are off', async () => (await chartText(page, 'trails')) === '0')
        await part(page, 'filter-hidesResting').click()
        await eventually('both are drawn again', async () => (await chartText(page, 'targets')) === '2')
        assert.deepEqual(guest.complaints, [])
      },
    )

    test(
      `B12 ${title}: points are inserted into a leg, moved, deleted and reversed, and the legs are listed`,
      limit,
      async () => {
        await using trial = await ChartTrial.start(browsers)
        const { url } = trial.boat
        await trial.instruments.show(still)
        await using guest = await trial.open(view)
        const { page } = guest
        await isStill(page)
        const box = await boxOf(page)
        const spotAt = (right: number): Promise<Spot> =>
          placeAt(page, openSea, [box.x + box.width * right, box.y + box.height * 0.3])
        const [start, end] = [await spotAt(0.15), await spotAt(0.85)]
        await drawRoute(url, [start, end], 'Harbour')
        await openTool(page, 'routes')
        await part(page, 'route-row').click()
        await part(page, 'route-change').click()
        await isSketched(page, 2)
        await isStill(page)
        const [startX, startY] = await pagePixel(page, openSea, start)
        const [endX] = await pagePixel(page, openSea, end)
        const middle = (startX + endX) / 2
        await page.mouse.move(middle, startY)
        await page.mouse.down()
        await page.mouse.move(middle, startY + 20, { steps: 4 })
        await page.mouse.move(middle, startY + 40, { steps: 4 })
        await page.mouse.up()
        await isSketched(page, 3)
        await page.mouse.click((middle + endX) / 2, startY + 20)
        await isSketched(page, 4)
        await eventually('the new point is selected', async () =>
          /3/.test((await part(page, 'draw-remove').textContent()) ?? ''),
        )
        await part(page, 'draw-remove').click()
        await isSketched(page, 3)
        assert.equal(await part(page, 'leg-row').count(), 0)
        await part(page, 'draw-plan').click()
        assert.equal(await part(page, 'leg-row').count(), 2)
        await part(page, 'draw-plan').click()
        await part(page, 'draw-reverse').click()
        await part(page, 'draw-finish').click()
        await part(page, 'route-card').waitFor()
        const [route] = await routesOf(url)
        assert.deepEqual([route?.points[0], route?.points[2]], [end, start])
        assert.ok((route?.points[1]?.latitude ?? 90) < start.latitude, 'the middle was not moved south')
        assert.equal(await part(page, 'leg-row').count(), 2)
        const rows = await part(page, 'leg-row').allTextContents()
        for (const row of rows) assert.match(row, /^[23]\s*\d{3}°T\s*\d\.\d\d NM\s*.*\d\d:\d\d/)
        assert.equal(await part(page, 'plan-speed').textContent(), '5.0 kn')
        const atFive = await part(page, 'route-summary').textContent()
        for (let count = 0; count < 4; count++) await part(page, 'plan-slower').click()
        assert.equal(await part(page, 'plan-speed').textContent(), '3.0 kn')
        assert.notEqual(await part(page, 'route-summary').textContent(), atFive)
        await part(page, 'route-reverse').click()
        await eventually('it is reversed', async () => {
          const [first] = (await routesOf(url))[0]?.points ?? []
          return first?.longitude === start.longitude
        })
        await part(page, 'change-undo').click()
        await eventually('that is undone', async () => {
          const [first] = (await routesOf(url))[0]?.points ?? []
          return first?.longitude === end.longitude
        })
        assert.deepEqual(guest.complaints, [])
      },
    )

    test(
      `B12b ${title}: routes and waypoints are exported as GPX and imported again; a damaged file changes nothing`,
      limit,
      async () => {
        await using trial = await ChartTrial.start(browsers)
        const { url } = trial.boat
        await trial.instruments.show(still)
        const points = [openSea, { latitude: 59.5, longitude: 22.7 }, { latitude: 59.6, longitude: 22.75 }]
        await drawRoute(url, points, 'Rock & "Roll"')
        await mustCourse(url, 'POST waypoints', { name: 'Fuel <24 h>', position: openSea })
        await using guest = await trial.open(view)
        const { page } = guest
        await openTool(page, 'routes')
        await part(page, 'route-row').waitFor()
        await part(page, 'waypoint-row').waitFor()
        const [download] = await Promise.all([
          page.waitForEvent('download'),
          part(page, 'gpx-export').click(),
        ])
        assert.equal(download.suggestedFilename(), 'Routes-and-waypoints.gpx')
        const buffer = await readFile(await download.path())
        const [route] = await routesOf(url)
        await mustCourse(url, `DELETE routes/${route?.id}`)
        await part(page, 'route-row').waitFor({ state: 'detached' })

        const choose = (content: Buffer): Promise<void> =>
          part(page, 'gpx-file').setInputFiles({
            name: 'summer.gpx',
            mimeType: 'application/gpx+xml',
            buffer: content,
          })
        await choose(buffer.subarray(0, -20))
        await part(page, 'gpx-fault').waitFor()
        assert.equal((await routesOf(url)).length, 0)
        await choose(buffer)
        await part(page, 'route-row').waitFor()
        await part(page, 'gpx-fault').waitFor({ state: 'detached' })
        const [again] = await routesOf(url)
        assert.deepEqual([again?.name, again?.points], ['Rock & "Roll"', points])
        const waypoints = (): Promise<Waypoint[]> => getJson<Waypoint[]>(url, waypointsApi)
        assert.deepEqual(
          (await waypoints()).map(({ name, position }) => [name, position]),
          [
            ['Fuel <24 h>', openSea],
            ['Fuel <24 h>', openSea],
          ],
        )
        await part(page, 'change-undo').click()
        await eventually('the import is undone', async () => {
          const count = (await routesOf(url)).length + (await waypoints()).length
          return count === 1
        })
        assert.deepEqual(guest.complaints, [])
      },
    )
  }
})
