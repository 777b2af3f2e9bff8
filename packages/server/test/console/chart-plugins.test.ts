import type { Course, PluginReport } from '@marinedata/model'
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { courseApi } from '../course-asking.ts'
import { exchange, getJson } from '@marinedata/testing/exchange'
import { until } from '@marinedata/testing/until'
import { boxOf, ChartTrial, chartText, isStill, openTool, pagePixel, pressAt } from './chart-trial.ts'
import { Browsers, eventually, part, suiteLimit, titleOf, triedViews } from './console-trial.ts'
import { cutTexts, seriousFindings, smallControls } from './looking.ts'

const limit = { timeout: 300_000 }
const openSea = { latitude: 59.4, longitude: 22.6 }
const cove = { latitude: 59.404, longitude: 22.592 }
const pluginApi = '/marinedata/v2/api/plugins/pilot-book'
const pilotBook = join(import.meta.dirname, '..', 'plugins', 'pilot-book.ts')

suite('what plugins add to the chart', suiteLimit(600_000), () => {
  let browsers: Browsers
  let trial: ChartTrial
  before(async () => {
    browsers = await Browsers.start()
    trial = await ChartTrial.start(browsers, { plugins: { given: [pilotBook] } })
    await until(
      () => getJson<PluginReport>(trial.boat.url, pluginApi),
      ({ state }) => state === 'running',
    )
    await trial.instruments.show({ ...openSea, speed: 0 })
  })
  after(async () => {
    await trial?.[Symbol.asyncDispose]()
    await browsers?.[Symbol.asyncDispose]()
  })

  for (const view of triedViews) {
    const title = titleOf(view)

    test(
      `${title}: the weather at a place is shown with warnings, and at the boat from More`,
      limit,
      async () => {
        await using guest = await trial.open(view)
        const { page } = guest
        await isStill(page)
        const { x, y, width, height } = await boxOf(page)
        await pressAt(page, x + width * 0.6, y + height * 0.25)
        await part(page, 'weather-here').click()
        await part(page, 'weather-forecast').waitFor()
        const panel = part(page, 'weather-panel')
        const text = (await panel.textContent()) ?? ''
        for (const words of [
          'Gale warning',
          'Northern Baltic',
          'Hanko',
          'HARMONIE',
          'NM away',
          'pilot-book',
          '225°',
        ])
          assert.ok(text.includes(words), `${words} in ${text}`)
        const rows = part(page, 'weather-forecast').locator('tr:has(td)')
        assert.equal(await rows.count(), 17)
        // Wind in knots, unknown gusts, waves in metres, pressure.
        assert.deepEqual(await rows.first().locator('td').allTextContents(), [
          ' 225° 15.9',
          '---',
          '1.3',
          '1006',
        ])
        assert.deepEqual(await cutTexts(page), [])
        assert.deepEqual(await smallControls(page), [])
        assert.deepEqual(await seriousFindings(page), [])
        await page.goto(`${trial.boat.url}/#/more`)
        await part(page, 'weather').click()
        await part(page, 'weather-forecast').waitFor()
        assert.equal(new URL(page.url()).hash, '#/chart')
        assert.deepEqual(guest.complaints, [])
      },
    )

    test(
      `${title}: places of a plugin are on the chart, with their text, and can be hidden`,
      limit,
      async () => {
        await using guest = await trial.open(view)
        const { page } = guest
        const shown = async (): Promise<string> => await chartText(page, 'provided')
        await eventually('the places with a position are drawn', async () => (await shown()) === '2')
        await isStill(page)
        const [atX, atY] = await pagePixel(page, openSea, cove)
        await page.mouse.click(atX, atY)
        const card = part(page, 'provided-card')
        await card.waitFor()
        const text = (await card.textContent()) ?? ''
        for (const words of ['Gunnarsviken', 'anchorage', '314°T', 'Open to the west'])
          assert.ok(text.includes(words), `${words} in ${text}`)
        assert.deepEqual(await cutTexts(page), [])
        assert.deepEqual(await smallControls(page), [])
        await part(page, 'go-to').click()
        await part(page, 'course-bar').waitFor()
        const { destination } = await getJson<Course>(trial.boat.url, courseApi)
        assert.deepEqual(destination, { position: cove, name: 'Gunnarsviken' })
        await openTool(page, 'layers')
        await part(page, 'layer-places').click()
        await eventually('they are hidden', async () => (await shown()) === '0')
        await part(page, 'layer-places').click()
        await eventually('they are back', async () => (await shown()) === '2')
        assert.deepEqual(guest.complaints, [])
      },
    )
  }

  test('a place that the plugin removes leaves the chart', limit, async () => {
    await using guest = await trial.open(triedViews[0]!)
    const { page } = guest
    await eventually('both are there', async () => (await chartText(page, 'provided')) === '2')
    const { status, text } = await exchange(trial.boat.url, `${pluginApi}/actions/forget`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    assert.equal(status, 200, text)
    await eventually('one is left', async () => (await chartText(page, 'provided')) === '1')
    assert.deepEqual(guest.complaints, [])
  })

  test('a boat without such plugins offers no weather', limit, async () => {
    await using bare = await ChartTrial.start(browsers)
    await bare.instruments.show({ ...openSea, speed: 0 })
    await using guest = await bare.open(triedViews[0]!)
    const { page } = guest
    await isStill(page)
    const { x, y, width, height } = await boxOf(page)
    await pressAt(page, x + width * 0.6, y + height * 0.25)
    await part(page, 'measure').waitFor()
    assert.equal(await part(page, 'weather-here').count(), 0)
    assert.deepEqual(guest.complaints, [])
  })
})
