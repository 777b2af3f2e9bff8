import type { Course, Waypoint } from '@marinedata/model'
import assert from 'node:assert/strict'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { makeMbtiles } from '../charts/make-mbtiles.ts'
import { courseApi, mustCourse, waypointsApi } from '../course-asking.ts'
import { getJson } from '@marinedata/testing/exchange'
import {
  boatPixel,
  boxOf,
  ChartTrial,
  isStill,
  lookFor,
  openTool,
  pagePixel,
  pan,
  placeAt,
  pressAt,
  chartText,
  type Spot,
} from './chart-trial.ts'
import { Browsers, eventually, part, titleOf, triedViews, suiteLimit } from './console-trial.ts'
import { HelmTrial } from './helm-trial.ts'

const limit = { timeout: 300_000 }
const openSea = { latitude: 59.4, longitude: 22.6 }
const degree = Math.PI / 180
const still = { ...openSea, speed: 0 }
const sailing = { ...openSea, course: 45, speed: 3, heading: 45 }

/** A vector tile with the layer LNDARE: four stripes from north to south, each an eighth of it. */
const stripedTile = Buffer.from(
  'GlN4AgoGTE5EQVJFEkQSABgDIj4JAAAagAgAAIBA/wcADwmAEP8/GoAIAACAQP8HAA8JgBD/PxqACAAAgED/BwAPCYAQ/z8agAgAAIBA/wcADyiAIA==',
  'base64',
)

const waypointsOf = (url: string): Promise<Waypoint[]> => getJson<Waypoint[]>(url, waypointsApi)

/** A place offset by metres north and east. */
const beside = ({ latitude, longitude }: Spot, north: number, east: number): Spot => ({
  latitude: latitude + north / 111_195,
  longitude: longitude + east / (111_195 * Math.cos(latitude * degree)),
})

suite('places on the chart', suiteLimit(600_000), () => {
  let browsers: Browsers
  before(async () => {
    browsers = await Browsers.start()
  })
  after(async () => {
    await browsers?.[Symbol.asyncDispose]()
  })

  for (const view of triedViews) {
    const title = titleOf(view)

    test(
      `C4b ${title}: range and bearing are shown to the mouse, and to the middle of a panned chart`,
      limit,
      async () => {
        await using trial = await ChartTrial.start(browsers)
        await trial.instruments.show(still)
        await using guest = await trial.open(view)
        const { page } = guest
        assert.equal(await part(page, 'cursor').count(), 0)
        const { x, y } = await boxOf(page)
        const [boatX, boatY] = await boatPixel(page)
        await page.mouse.move(x + boatX + 120, y + boatY)
        await eventually('it bears east', async () =>
          /^090°T · \d+\.\d\d NM$/.test((await part(page, 'cursor').textContent()) ?? ''),
        )
        await page.mouse.move(2, 2)
        await part(page, 'cursor').waitFor({ state: 'detached' })
        await pan(page, 80, 0)
        await page.mouse.move(2, 2)
        await eventually('the middle bears west', async () =>
          /^270°T · \d+\.\d\d NM$/.test((await part(page, 'cursor').textContent()) ?? ''),
        )
      },
    )

    test(
      `C5b ${title}: a waypoint can be saved, renamed, gone to and deleted, and each can be undone`,
      limit,
      async () => {
        await using trial = await ChartTrial.start(browsers)
        const { url } = trial.boat
        await trial.instruments.show(still)
        await using guest = await trial.open(view)
        const { page } = guest
        const { x, y, width, height } = await boxOf(page)
        const [toX, toY] = [x + width * 0.4, y + height * 0.3]
        await isStill(page)
        const pressed = await placeAt(page, openSea, [toX, toY])
        await pressAt(page, toX, toY)
        await part(page, 'waypoint').click()
        await part(page, 'waypoint-card').waitFor()
        const [kept] = await waypointsOf(url)
        assert.equal(kept?.name, 'Waypoint 1')
        assert.ok(Math.abs(kept.position.latitude - pressed.latitude) < 0.0006)
        assert.ok(Math.abs(kept.position.longitude - pressed.longitude) < 0.0012)
        assert.match((await part(page, 'waypoint-seen').textContent()) ?? '', /^\d{3}°T · \d+\.\d\d NM$/)
        const seen = await part(page, 'waypoint-seen').textContent()
        await part(page, 'waypoint-name').fill('Good holding')
        await trial.instruments.show({ ...still, latitude: openSea.latitude + 0.002 })
        await eventually(
          'the boat moves while the name is typed',
          async () => (await part(page, 'waypoint-seen').textContent()) !== seen,
        )
        await trial.instruments.show(still)
        await part(page, 'waypoint-name').press('Enter')
        await eventually('it is renamed', async () => (await waypointsOf(url))[0]?.name === 'Good holding')
        await eventually('that can be undone', async () =>
          /Good holding changed/.test((await part(page, 'change-notice').textContent()) ?? ''),
        )
        await part(page, 'change-undo').click()
        await eventually(
          'it has its old name',
          async () => (await waypointsOf(url))[0]?.name === 'Waypoint 1',
        )
        await part(page, 'change-notice').waitFor({ state: 'detached' })
        await page.locator('[data-testid="waypoint-card"] header button').click()
        await isStill(page)
        const [atX, atY] = await pagePixel(page, openSea, kept.position)
        await page.mouse.click(atX, atY)
        await part(page, 'waypoint-card').waitFor()
        await part(page, 'go-to').click()
        await part(page, 'course-bar').waitFor()
        const { destination } = await getJson<Course>(url, courseApi)
        assert.deepEqual(destination, { position: kept.position, name: 'Waypoint 1' })
        await openTool(page, 'routes')
        await part(page, 'waypoint-row').click()
        await part(page, 'waypoint-remove').click()
        await part(page, 'waypoint-card').waitFor({ state: 'detached' })
        await eventually('it is gone', async () => (await waypointsOf(url)).length === 0)
        await part(page, 'change-undo').click()
        await eventually('it is back', async () => (await waypointsOf(url))[0]?.name === 'Waypoint 1')
        await openTool(page, 'routes')
        await part(page, 'waypoint-row').waitFor()
        await mustCourse(url, 'POST waypoints', { name: 'Of another screen', position: openSea })
        await eventually('it is listed', async () => (await part(page, 'waypoint-row').count()) === 2)
        assert.deepEqual(guest.complaints, [])
      },
    )

    test(
      `C5c ${title}: the menu says why anchoring is not possible, and near the boat it opens the anchor screen`,
      limit,
      async () => {
        await using trial = await ChartTrial.start(browsers)
        await trial.instruments.show(still)
        await using guest = await trial.open(view)
        const { page } = guest
        await isStill(page)
        const { x, y, width, height } = await boxOf(page)
        await pressAt(page, x + width * 0.2, y + height * 0.25)
        assert.equal(await part(page, 'anchor-here').isDisabled(), true)
        assert.match((await part(page, 'place-menu').textContent()) ?? '', /within 300 m of the boat/)
        await page.locator('[data-testid="place-menu"] header button').click()
        await isStill(page)
        const [boatX, boatY] = await pagePixel(page, openSea, openSea)
        await pressAt(page, boatX, boatY)
        await part(page, 'anchor-here').click()
        await page.locator('[data-screen="anchor"]').waitFor()
        assert.match(new URL(page.url()).hash, /^#\/anchor\/at\/59\.4\d+,22\.[56]\d+$/)
      },
    )

    test(
      `C6b ${title}: an upwind mark has two laylines with their sides; a stale wind has none`,
      limit,
      async () => {
        await using trial = await ChartTrial.start(browsers)
        const wind = { 'environment.wind.directionTrue': 0 }
        await trial.instruments.show({ ...sailing, more: wind })
        await using guest = await trial.open(view)
        const { page } = guest
        assert.equal(await chartText(page, 'laylines'), '')
        assert.equal((await lookFor(page, 'port')).share, 0)
        await mustCourse(trial.boat.url, 'PUT course/destination', { position: beside(openSea, 1_500, 100) })
        const laylines = (): Promise<string> => chartText(page, 'laylines')
        await eventually('there are laylines', async () => (await laylines()) === 'beat 45')
        assert.match((await part(page, 'layline-angle').textContent()) ?? '', /45° to the wind, assumed/)
        for (const side of ['port', 'starboard'])
          await eventually(`${side} is drawn`, async () => (await lookFor(page, side)).share > 0)
        await trial.instruments.show({ ...sailing, more: { ...wind, 'performance.beatAngle': 38 * degree } })
        await eventually('the polar knows better', async () => (await laylines()) === 'beat 38')
        assert.match((await part(page, 'layline-angle').textContent()) ?? '', /38° to the wind$/)
        await openTool(page, 'layers')
        await part(page, 'layer-laylines').click()
        await eventually('they are switched off', async () => (await laylines()) === '')
        await part(page, 'layer-laylines').click()
        await eventually('they are back', async () => (await laylines()) === 'beat 38')
        await trial.instruments.chartText()
        await trial.instruments.show(sailing)
        await eventually('an old wind shows none', async () => (await laylines()) === '', 30_000)
        assert.equal(await chartText(page, 'boat'), 'solid')
        await part(page, 'layline-angle').waitFor({ state: 'detached' })
      },
    )

    test(
      `C7b ${title}: buoys, search aircraft and beacons are drawn and described; a beacon is an alarm`,
      limit,
      async () => {
        await using trial = await ChartTrial.start(browsers)
        const { instruments } = trial
        await instruments.show(still)
        const buoy = { ...beside(openSea, 500, -600), name: 'BANK WEST' }
        const aidValues = { atonType: { id: 23, name: 'Cardinal Mark W' }, virtual: true, offPosition: true }
        const sart = { ...beside(openSea, -300, -500), more: { 'navigation.state': 'ais-sart' } }
        const rescue = { ...beside(openSea, -500, 300), name: 'RESCUE 11', course: 90, speed: 40 }
        await instruments.show({ ...buoy, more: aidValues }, '992351042')
        await instruments.show(sart, '970123456')
        await instruments.show(rescue, '111232511')
        await using guest = await trial.open(view)
        const { page } = guest
        await eventually('all are there', async () => (await chartText(page, 'targets')) === '3')
        await openTool(page, 'ships')
        const kinds = page.locator('[data-testid="target-row"]')
        await eventually('all are listed', async () => (await kinds.count()) === 3)
        assert.equal(await kinds.first().getAttribute('data-kind'), 'beacon')
        await page.locator('[data-testid="target-list"] header button').click()
        await isStill(page)
        const { share, width, height } = await lookFor(page, 'alarm')
        assert.ok(share * width * height >= 25, 'the beacon is not red')
        const touch = async (spot: Spot): Promise<string> => {
          await isStill(page)
          const [atX, atY] = await pagePixel(page, openSea, spot)
          await page.mouse.click(atX, atY)
          await part(page, 'target-card').waitFor()
          const text = (await part(page, 'target-card').textContent()) ?? ''
          await page.locator('[data-testid="target-card"] header button').click()
          return text
        }
        const buoyText = await touch(buoy)
        for (const words of ['BANK WEST', 'Cardinal Mark W', 'virtual', 'OFF POSITION', '310°T', '0.42 NM'])
          assert.ok(buoyText.includes(words), `${words} in ${buoyText}`)
        const beaconText = await touch(sart)
        for (const words of ['970123456', 'DISTRESS', 'SART', 'received', '239°T', '0.31 NM'])
          assert.ok(beaconText.includes(words), `${words} in ${beaconText}`)
        assert.match(await touch(rescue), /RESCUE 11.*Search aircraft/)
      },
    )

    test(`C10b ${title}: a vector chart is drawn in a plain style and stamped`, limit, async () => {
      const bytes = gzipSync(stripedTile)
      await using trial = await ChartTrial.start(browsers, {
        prepare: async (folder) => {
          await mkdir(join(folder, 'charts'))
          // All tiles around the boat: half of each is land.
          const tiles = [9, 10].flatMap((z) => {
            const [x, y] = [
              Math.floor(((openSea.longitude + 180) / 360) * 2 ** z),
              Math.floor(((1 - Math.atanh(Math.sin(openSea.latitude * degree)) / Math.PI) / 2) * 2 ** z),
            ]
            return [-1, 0, 1].flatMap((right) =>
              [-1, 0, 1].map((down) => ({ z, x: x + right, row: 2 ** z - 1 - (y + down), bytes })),
            )
          })
          const metadata = {
            name: 'Half land',
            format: 'pbf',
            bounds: '20,58,25,61',
            minzoom: '9',
            maxzoom: '10',
          }
          makeMbtiles(join(folder, 'charts', 'half.mbtiles'), { metadata, tiles })
        },
      })
      await trial.instruments.show(still)
      await using guest = await trial.open(view)
      const { page } = guest
      await part(page, 'plain-style').waitFor()
      assert.match((await part(page, 'plain-style').textContent()) ?? '', /PLAIN STYLE not for navigation/)
      for (let clicks = 0; clicks < 3; clicks++) {
        await part(page, 'zoom-out').click()
        await isStill(page)
      }
      await eventually('half of it is land', async () => {
        const { share } = await lookFor(page, 'land')
        return share > 0.25 && share < 0.6
      })
      await openTool(page, 'layers')
      await part(page, 'layer-half').click()
      await part(page, 'outline-only').waitFor()
      await eventually('it is away', async () => (await lookFor(page, 'land')).share < 0.01)
      assert.deepEqual(guest.complaints, [])
    })
  }

  for (const view of triedViews.filter(({ screen }) => screen.width >= 900))
    test(
      `C12 ${titleOf(view)}: an engaged pilot can be steered and stopped from the chart, and MOB keeps its place`,
      { timeout: 300_000 },
      async () => {
        await using trial = await HelmTrial.start()
        await trial.standBy()
        await using helm = await trial.open({ view, screen: 'chart' })
        const { page, sent } = helm
        const mobPlace = async () => await part(page, 'mob').boundingBox()
        await page.locator('[data-testid="chart-map"][data-boat="solid"]').waitFor()
        assert.equal(await part(page, 'mini-pilot').count(), 0)
        const atFirst = await mobPlace()
        await trial.steer(310)
        await part(page, 'mini-pilot').waitFor()
        const held = async (): Promise<string> => (await part(page, 'mini-target').textContent()) ?? ''
        await eventually('it holds 310', async () => (await held()).startsWith('310'))
        assert.deepEqual(await mobPlace(), atFirst)
        for (const id of ['adj-10', 'adj-1', 'adj+1', 'adj+10', 'mini-standby'])
          assert.ok(((await part(page, id).boundingBox())?.height ?? 0) >= 72, id)
        await part(page, 'adj+10').click()
        await eventually('it holds 320', async () => (await held()).startsWith('320'))
        await page.keyboard.press('ArrowLeft')
        await eventually('it holds 319', async () => (await held()).startsWith('319'))
        await part(page, 'mini-standby').click()
        await part(page, 'mini-pilot').waitFor({ state: 'detached' })
        assert.deepEqual(
          sent.map(({ ask }) => ask),
          ['PUT main/target/adjust', 'PUT main/target/adjust', 'POST main/disengage'],
        )
      },
    )
})
