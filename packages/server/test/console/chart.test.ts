import type { Alert, Course, Route } from '@marinedata/model'
import assert from 'node:assert/strict'
import { statSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { makeMbtiles } from '../charts/make-mbtiles.ts'
import { courseApi, routesApi } from '../course-asking.ts'
import { getJson } from '@marinedata/testing/exchange'
import { timeLimit } from '@marinedata/testing/time-limit'
import { until } from '@marinedata/testing/until'
import {
  boatOffMiddle,
  boatPixel,
  boxOf,
  ChartTrial,
  isCentred,
  isStill,
  lookFor,
  openTool,
  pagePixel,
  pan,
  placeAt,
  pressAt,
  chartText,
  zoomOf,
} from './chart-trial.ts'
import { CuttableLine } from './cuttable-line.ts'
import { Browsers, eventually, part, titleOf, triedViews, suiteLimit } from './console-trial.ts'
import { brightestPixel } from './looking.ts'

const limit = { timeout: 300_000 }
const assets = fileURLToPath(new URL('../../assets/console/', import.meta.url))
const chartBudget = 130 * 1_024
const alerts = '/marinedata/v2/api/notifications'
/** Near land, as in the packed coastline. */
const offHanko = { latitude: 59.8155, longitude: 22.93 }
const openSea = { latitude: 59.4, longitude: 22.6 }
const closestApproach = fileURLToPath(new URL('../../../../plugins/closest-approach', import.meta.url))
/** The smallest picture: one white pixel. */
const whitePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4//8/AAX+Av4N70a4AAAAAElFTkSuQmCC',
  'base64',
)

suite('the chart', suiteLimit(600_000), () => {
  let browsers: Browsers
  /** A boat with the closest-approach plugin, started early so that it is ready in time. */
  let watched: ChartTrial
  before(async () => {
    browsers = await Browsers.start()
    watched = await ChartTrial.start(browsers, { plugins: { given: [closestApproach] } })
  })
  after(async () => {
    await watched?.[Symbol.asyncDispose]()
    await browsers?.[Symbol.asyncDispose]()
  })

  for (const view of triedViews) {
    const title = titleOf(view)

    test(`C1 ${title}: the map is loaded when the chart opens, with at most 130 kB`, limit, async () => {
      await using trial = await ChartTrial.start(browsers)
      await using guest = await browsers.open({ url: trial.boat.url, view, screen: 'helm' })
      const { page, requests } = guest
      await part(page, 'helm-dial').waitFor()
      await page.locator('[data-testid="link"][data-state="live"]').waitFor()
      const loaded = (): string[] => requests.filter((request) => request.startsWith('GET /assets/'))
      const earlier = new Set(loaded())
      assert.equal(
        [...earlier].some((request) => request.includes('chart')),
        false,
      )
      await part(page, 'nav-chart').click()
      await part(page, 'zoom-in').waitFor()
      const files = loaded()
        .filter((request) => !earlier.has(request))
        .map((request) => basename(request))
      assert.ok(
        files.some((file) => file.startsWith('chart-screen-')),
        files.join(' '),
      )
      // As sent to a browser that accepts only gzip.
      const bytes = files.reduce((sum, file) => sum + statSync(join(assets, `${file}.gz`)).size, 0)
      assert.ok(bytes > 20_000 && bytes <= chartBudget, `${bytes} bytes: ${files.join(' ')}`)
    })

    test(
      `C2 ${title}: without internet the land is drawn, and the boat is in the middle`,
      limit,
      async () => {
        await using trial = await ChartTrial.start(browsers)
        await trial.instruments.show({ ...offHanko, speed: 0 })
        await using guest = await trial.open(view)
        const { page } = guest
        // At harbour scales the coarse coast is a line: a fill would put boats on land.
        await eventually('there is a coast', async () => (await lookFor(page, 'coast')).share > 0)
        // Not zero: the edge of a line may have that colour.
        assert.ok((await lookFor(page, 'land')).share < 0.005, 'land is filled')
        while ((await zoomOf(page)) >= 9) {
          const zoom = await zoomOf(page)
          await part(page, 'zoom-out').click()
          await eventually('it is farther', async () => (await zoomOf(page)) <= zoom - 0.99)
        }
        await eventually('there is land', async () => (await lookFor(page, 'land')).share > 0.05)
        await isCentred(page, 20, 1_000)
        // Checks the pixels, not only the data attribute.
        const { x, y, width, height } = await boxOf(page)
        const middle = { x: x + width / 2 - 20, y: y + height / 2 - 20, width: 40, height: 40 }
        assert.ok((await lookFor(page, 'val', middle)).share > 0.05, 'the boat is not drawn in the middle')
        assert.deepEqual([...guest.hosts], [new URL(trial.boat.url).host])
        assert.deepEqual(guest.complaints, [])
      },
    )

    test(
      `C3 ${title}: without a position there is no boat; an old one is hollow, with its age`,
      limit,
      async () => {
        await using trial = await ChartTrial.start(browsers)
        await using guest = await trial.open(view, 'none')
        const { page } = guest
        await part(page, 'no-position').waitFor()
        const { x, y, width, height } = await boxOf(page)
        const nowhere = { x: x + width / 2 - 60, y: y + height / 2 - 60, width: 120, height: 120 }
        assert.equal((await lookFor(page, 'val', nowhere)).share, 0, 'something is drawn at 0, 0')
        await trial.instruments.show({ ...openSea, course: 45, speed: 3, heading: 45 })
        await page.locator('[data-testid="chart-map"][data-boat="solid"]').waitFor()
        assert.equal(await part(page, 'no-position').count(), 0)
        await trial.instruments.chartText()
        trial.instruments.fallSilent()
        // When a value becomes stale depends on its earlier interval, which a busy machine stretches.
        await page
          .locator('[data-testid="chart-map"][data-boat="hollow"]')
          .waitFor({ timeout: timeLimit(30_000) })
        const ageText = async (): Promise<string> => (await part(page, 'last-fix').textContent()) ?? ''
        const first = await ageText()
        assert.match(first, /^last fix \d\d:\d\d:\d\d · \d+ s$/)
        await eventually('the age grows', async () => (await ageText()) !== first, 3_000)
        await isCentred(page, 20, 1_000)
        const aboutBoat = { x: x + width / 2 - 40, y: y + height / 2 - 40, width: 80, height: 80 }
        assert.equal((await lookFor(page, 'val', aboutBoat)).share, 0, 'the boat is not hollow')
      },
    )

    test(`C4 ${title}: panning stops following, and Follow returns within half a second`, limit, async () => {
      await using trial = await ChartTrial.start(browsers)
      await trial.instruments.show({ ...openSea, speed: 0 })
      await using guest = await trial.open(view)
      const { page } = guest
      await isCentred(page, 2, 1_000)
      assert.equal(await part(page, 'follow').getAttribute('aria-pressed'), 'true')
      await pan(page, 80, -60)
      assert.equal(await part(page, 'follow').getAttribute('aria-pressed'), 'false')
      const [right, down] = await boatOffMiddle(page)
      assert.ok(right > 40 && down < -30, `the boat moved by ${right}, ${down}`)
      await part(page, 'follow').click()
      await isCentred(page, 2, 500)
    })

    test(
      `C4 ${title}: more is visible ahead of a moving boat than astern, and + and − zoom`,
      limit,
      async () => {
        await using trial = await ChartTrial.start(browsers)
        await trial.instruments.show({ ...openSea, course: 90, speed: 4, heading: 90 })
        await using guest = await trial.open(view)
        const { page } = guest
        const { width, height } = await boxOf(page)
        await eventually('the boat is set back', async () => (await boatOffMiddle(page))[0] < -width * 0.15)
        // A quarter of an hour of travel is a third of the screen.
        const metresPerPixel = (4 * 900) / (Math.min(width, height) / 3)
        const zoom = Math.log2((156_543.034 * Math.cos((openSea.latitude * Math.PI) / 180)) / metresPerPixel)
        await eventually('the scale fits the speed', async () => Math.abs((await zoomOf(page)) - zoom) < 0.02)
        await page.keyboard.press('+')
        await eventually('it is nearer', async () => Math.abs((await zoomOf(page)) - zoom - 1) < 0.02, 2_000)
        await page.keyboard.press('-')
        await page.keyboard.press('-')
        await eventually('it is farther', async () => (await zoomOf(page)) < zoom, 2_000)
      },
    )

    test(`C5 ${title}: three points are drawn, one is undone, and the route is saved`, limit, async () => {
      await using trial = await ChartTrial.start(browsers)
      await trial.instruments.show({ ...openSea, speed: 0 })
      await using guest = await trial.open(view)
      const { page } = guest
      await openTool(page, 'routes')
      await part(page, 'route-new').click()
      const { x, y, width, height } = await boxOf(page)
      const points = (): Promise<string | null> => part(page, 'sketch-bar').getAttribute('data-points')
      for (const [at, [right, down]] of [
        [0.3, 0.3],
        [0.5, 0.25],
        [0.7, 0.4],
      ].entries()) {
        await page.mouse.click(x + width * right!, y + height * down!)
        await eventually(`point ${at + 1} is set`, async () => (await points()) === String(at + 1), 2_000)
      }
      await part(page, 'draw-undo').click()
      assert.equal(await points(), '2')
      await part(page, 'draw-finish').click()
      await part(page, 'sketch-bar').waitFor({ state: 'detached' })
      const [route, ...more] = await getJson<Route[]>(trial.boat.url, routesApi)
      assert.equal(more.length, 0)
      assert.equal(route?.name, 'Route 1')
      assert.equal(route?.points.length, 2)
      for (const { latitude, longitude } of route?.points ?? [])
        assert.ok(Math.hypot(latitude - openSea.latitude, longitude - openSea.longitude) < 0.1)
    })

    test(`C6 ${title}: Go to shows the bearing line and the cross-track error`, limit, async () => {
      await using trial = await ChartTrial.start(browsers)
      await trial.instruments.show({ ...openSea, course: 0, speed: 3, heading: 0 })
      await using guest = await trial.open(view)
      const { page } = guest
      assert.equal((await part(page, 'xte').locator('output').textContent())?.trim(), '---')
      const { x, y, width, height } = await boxOf(page)
      const [toX, toY] = [x + width * 0.65, y + height * 0.3]
      await isStill(page)
      const pressed = await placeAt(page, openSea, [toX, toY])
      await pressAt(page, toX, toY)
      assert.equal((await lookFor(page, 'set')).share, 0)
      await part(page, 'go-to').click()
      await part(page, 'course-bar').waitFor()
      await eventually('there is a line', async () => (await lookFor(page, 'set')).share > 0)
      await page.locator('[data-testid="xte"][data-age="fresh"]').waitFor()
      const { destination } = await getJson<Course>(trial.boat.url, courseApi)
      assert.ok(destination !== null)
      // A few pixels: a finger is not more precise.
      assert.ok(Math.abs(destination.position.latitude - pressed.latitude) < 0.0006)
      assert.ok(Math.abs(destination.position.longitude - pressed.longitude) < 0.0012)
      await eventually('the line leads there', async () => {
        const box = await boxOf(page)
        const [endX = 0, endY = 0] = (await chartText(page, 'leg')).split(' ').map(Number)
        const [rightX, rightY] = await pagePixel(page, openSea, destination.position)
        return Math.hypot(box.x + endX - rightX, box.y + endY - rightY) < 4
      })
      // To the east: starboard of a track that leads north.
      await trial.instruments.show({
        ...openSea,
        longitude: openSea.longitude + 0.02,
        course: 0,
        speed: 3,
        heading: 0,
      })
      const xte = async (): Promise<string> => (await part(page, 'xte').locator('output').textContent()) ?? ''
      await eventually('it is to starboard', async () => /^0\.[1-9]\d* S$/.test(await xte()), 5_000)
      await part(page, 'course-end').click()
      await part(page, 'course-bar').waitFor({ state: 'detached' })
    })

    test(
      `C7 ${title}: tapping a ship shows its identity and approach; the list sorts by danger and time`,
      limit,
      async () => {
        const own = { ...openSea, course: 0, speed: 3, heading: 0 }
        const late = { latitude: 59.45, longitude: 22.65, course: 180, speed: 5, name: 'LATE', heading: 180 }
        const soon = {
          latitude: 59.417,
          longitude: 22.576,
          course: 180,
          speed: 5,
          name: 'SOON',
          heading: 180,
        }
        const gone = { latitude: 59.39, longitude: 22.63, course: 180, speed: 5, name: 'GONE', heading: 180 }
        await watched.instruments.show(own)
        for (const [at, ship] of [late, soon, gone].entries())
          await watched.instruments.show(ship, `23000000${at}`)
        await using guest = await watched.open(view)
        const { page } = guest
        await part(page, 'zoom-out').click()
        await openTool(page, 'ships')
        const rows = page.locator('[data-testid="target-row"][data-tcpa]')
        await eventually('all are chartText of', async () => (await rows.count()) === 3, 25_000)
        const names = await rows.locator('.chart-row-name').allTextContents()
        assert.deepEqual(names, ['SOON', 'LATE', 'GONE'])
        await page.locator('[data-testid="target-list"] header button').click()
        await isStill(page)
        const [x, y] = await pagePixel(page, own, soon)
        await page.mouse.click(x, y)
        await part(page, 'target-card').waitFor()
        assert.equal(await page.locator('[data-testid="target-card"] h2').textContent(), 'SOON')
        // 0.73 NM to the west, 1.02 NM ahead, on opposite courses.
        assert.equal(await part(page, 'target-cpa').textContent(), '0.73 NM')
        assert.match((await part(page, 'target-tcpa').textContent()) ?? '', /^03:5\d$/)
        assert.match((await part(page, 'target-sog').textContent()) ?? '', /^9\.7 kn$/)
        assert.equal(await part(page, 'target-cog').textContent(), '180°T')
        assert.equal(await part(page, 'target-range').textContent(), '1.26 NM')
        assert.equal(await part(page, 'target-mmsi').textContent(), '230000001')
        assert.equal(await part(page, 'target-heading').textContent(), '180°T')
        await page.keyboard.press('Escape')
        await part(page, 'target-card').waitFor({ state: 'detached', timeout: 30_000 })
        await openTool(page, 'ships')
        await page.locator('body').click({ position: { x: 5, y: 5 } })
        await page.keyboard.press('Escape')
        await part(page, 'target-list').waitFor({ state: 'detached', timeout: 30_000 })
      },
    )

    test(`C8 ${title}: with heading up, the chart is rotated by the negative heading`, limit, async () => {
      await using trial = await ChartTrial.start(browsers)
      await trial.instruments.show({ ...openSea, course: 100, speed: 3, heading: 60 })
      await using guest = await trial.open(view)
      const { page } = guest
      const turned = async (): Promise<number> => Number(await chartText(page, 'rotation'))
      assert.equal(await turned(), 0)
      await part(page, 'orientation').click()
      await eventually('the head is up', async () => Math.abs((await turned()) + 60) <= 1)
      assert.equal(await part(page, 'orientation').getAttribute('data-up'), 'head')
      await trial.instruments.show({ ...openSea, course: 100, speed: 3, heading: 75 })
      await eventually('it follows the heading', async () => Math.abs((await turned()) + 75) <= 1)
      await part(page, 'orientation').click()
      await eventually('the course is up', async () => Math.abs((await turned()) + 100) <= 1)
      await part(page, 'orientation').click()
      await eventually('north is up', async () => (await turned()) === 0)
    })

    test(
      `C9 ${title}: MOB raises an emergency on every screen within a second, and can be undone`,
      limit,
      async () => {
        await using trial = await ChartTrial.start(browsers)
        await trial.instruments.show({ ...openSea, speed: 3, course: 0, heading: 0 })
        await using guest = await trial.open(view)
        await using other = await browsers.open({ url: trial.boat.url, view, screen: 'helm' })
        await other.page.locator('[data-testid="link"][data-state="live"]').waitFor()
        const isEmergency = other.page.locator('[data-testid="alarm-band"][data-priority="emergency"]')
        await part(guest.page, 'mob').click()
        await isEmergency.waitFor({ timeout: timeLimit(1_000) })
        const standing = async (): Promise<Alert | undefined> =>
          (await getJson<Alert[]>(trial.boat.url, alerts)).find(({ path }) => path === 'notifications.mob')
        assert.deepEqual((await standing())?.position, openSea)
        await part(guest.page, 'mob-undo').click()
        await isEmergency.waitFor({ state: 'detached' })
        const over = await until(standing, (alert) => alert?.state !== 'emergency')
        assert.notEqual(over?.status, 'active')
        await part(guest.page, 'mob-undo').waitFor({ state: 'detached' })
      },
    )

    test(
      `C10 ${title}: the outline is stamped until a chart covers it, and charts are dark at night`,
      limit,
      async () => {
        await using trial = await ChartTrial.start(browsers, {
          prepare: async (folder) => {
            await mkdir(join(folder, 'charts'))
            const tiles = Array.from({ length: 16 }, (_, at) => ({
              z: 2,
              x: at % 4,
              row: Math.floor(at / 4),
              bytes: whitePixel,
            }))
            const metadata = {
              name: 'Whole world',
              format: 'png',
              bounds: '-180,-85,180,85',
              minzoom: '2',
              maxzoom: '2',
            }
            makeMbtiles(join(folder, 'charts', 'world.mbtiles'), { metadata, tiles })
          },
        })
        await trial.instruments.show({ ...openSea, speed: 0 })
        await using guest = await trial.open(view)
        const { page } = guest
        await eventually('the chart is laid out', async () => (await lookFor(page, 'sea')).share < 0.05)
        assert.equal(await part(page, 'outline-only').count(), 0)
        const browser = guest.context.browser()
        if (view.palette === 'night' && browser !== null)
          assert.ok((await brightestPixel(browser, await page.screenshot())) <= 0.5)
        await openTool(page, 'layers')
        await part(page, 'layer-world').click()
        await part(page, 'outline-only').waitFor()
        assert.match(
          (await part(page, 'outline-only').textContent()) ?? '',
          /OUTLINE ONLY not for navigation/,
        )
        await eventually('there is sea', async () => (await lookFor(page, 'sea')).share > 0.05)
        await page.locator('[data-testid="layer-list"] header button').click()
        const zoomOut = async (): Promise<boolean> => {
          await part(page, 'zoom-out').click()
          return (await zoomOf(page)) < 9
        }
        await eventually('it is far away', zoomOut)
        await part(page, 'outline-only').waitFor({ state: 'detached' })
        assert.deepEqual(guest.complaints, [])
      },
    )

    test(`C11 ${title}: the track is one line over the date line`, limit, async () => {
      await using trial = await ChartTrial.start(browsers)
      const at = (longitude: number) => ({ latitude: -17, longitude, course: 90, speed: 8, heading: 90 })
      await trial.instruments.show(at(179.99))
      await using guest = await trial.open(view)
      const { page } = guest
      const drawnAt = async (longitude: number): Promise<void> => {
        const earlier = await chartText(page, 'place')
        await trial.instruments.show(at(longitude))
        await eventually(
          `the boat is at ${longitude}`,
          async () => (await chartText(page, 'place')) !== earlier,
        )
      }
      for (const longitude of [179.995, 180, -179.995, -179.99]) await drawnAt(longitude)
      const own = { latitude: -17, longitude: -179.99 }
      // A small screen shows the same time on fewer columns.
      const trackPixels = async (): Promise<number> => (0.018 * 256 * 2 ** (await zoomOf(page))) / 360
      do {
        const zoom = await zoomOf(page)
        await page.keyboard.press('+')
        await eventually('it is nearer', async () => (await zoomOf(page)) > zoom + 0.9, 2_000)
        await isStill(page)
      } while ((await trackPixels()) < 60)
      await isCentred(page, (await boxOf(page)).width / 4, 2_000)
      assert.equal(await chartText(page, 'track-lines'), '1')
      // From 0.018 degrees back to its stern, every column contains a part of the track.
      const { x } = await boxOf(page)
      const [boatX] = await boatPixel(page)
      const [from] = await pagePixel(page, own, { ...own, longitude: -179.99 - 0.018 })
      const { columns } = await lookFor(page, 'fg2')
      const between = columns.slice(Math.ceil(Math.max(from - x, 0)), Math.floor(boatX) - 26)
      // These reach across the date line.
      assert.ok(between.length >= 24, `${between.length} columns`)
      assert.equal(between.every(Boolean), true, between.map(Number).join(''))
    })
  }

  test('on a lost connection no ship looks live; they return with it', limit, async () => {
    const [view] = triedViews
    await watched.instruments.show({ ...openSea, course: 0, speed: 3, heading: 0 })
    const ship = { latitude: 59.41, longitude: 22.61, course: 180, speed: 5, name: 'NEAR', heading: 180 }
    await watched.instruments.show(ship, '230000009')
    await using line = await CuttableLine.to(watched.boat.url)
    await using guest = await watched.open(view!, 'solid', line.url)
    await openTool(guest.page, 'ships')
    const near = guest.page.locator('[data-testid="target-row"]').filter({ hasText: 'NEAR' })
    const looksLost = async (): Promise<boolean> => /\blost\b/.test((await near.getAttribute('class')) ?? '')
    await near.waitFor()
    assert.equal(await looksLost(), false)
    line.cut()
    await eventually('it looks lost', looksLost, 8_000)
    line.mend()
    await eventually('it is back', async () => !(await looksLost()), 12_000)
  })
})
