import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { makeMbtiles, redPixel } from '../charts/make-mbtiles.ts'
import { makeShores } from '../charts/make-shores.ts'
import { boxOf, chartText, ChartTrial, lookFor, openTool, pressAt, zoomOf } from './chart-trial.ts'
import { Browsers, eventually, part, tablet } from './console-trial.ts'

const limit = { timeout: 300_000 }
const view = { screen: tablet, palette: 'day' } as const
const chartPack = fileURLToPath(new URL('../../../../scripts/chart-pack.ts', import.meta.url))
/** On the island of the test, which is in no other coastline. */
const onIsland = { latitude: 50.3, longitude: -0.1 }

/** A chart file of the coast of a small island, made by the program for it. */
const putCoast = async (folder: string): Promise<void> => {
  const charts = join(folder, 'charts')
  await mkdir(charts)
  makeShores(join(folder, 'island.shores'))
  const options = ['--conditions=@marinedata/source', chartPack, '--from', join(folder, 'island.shores')]
  await promisify(execFile)(process.execPath, [...options, '--area=-1,50,1,51', '--to', charts], {
    timeout: 60_000,
  })
}

suite('chart files', { timeout: 600_000 }, () => {
  let browsers: Browsers
  before(async () => {
    browsers = await Browsers.start()
  })
  after(() => browsers?.[Symbol.asyncDispose]())

  test('a finer coastline is filled to its own zoom, and hiding it leaves the sea', limit, async () => {
    await using trial = await ChartTrial.start(browsers, { prepare: putCoast })
    await trial.instruments.show({ ...onIsland, speed: 0 })
    await using guest = await trial.open(view)
    const { page } = guest
    const zoomTo = async (wanted: number): Promise<void> => {
      while (Math.abs((await zoomOf(page)) - wanted) > 0.6) {
        const zoom = await zoomOf(page)
        await part(page, zoom > wanted ? 'zoom-out' : 'zoom-in').click()
        await eventually('it has zoomed', async () => Math.abs((await zoomOf(page)) - zoom) > 0.9)
      }
    }
    await zoomTo(11.5)
    await eventually('there is land', async () => (await lookFor(page, 'land')).share > 0.3)
    await part(page, 'outline-only').waitFor()
    await zoomTo(9.7)
    await eventually('there is sea around it', async () => {
      const [land, sea] = [await lookFor(page, 'land'), await lookFor(page, 'sea')]
      return land.share > 0.05 && sea.share > land.share
    })
    await openTool(page, 'layers')
    assert.match((await part(page, 'layer-list').textContent()) ?? '', /Coastline \(GSHHG\).*GSHHG test/)
    await part(page, 'layer-coast-gshhg').click()
    await eventually('the island is gone', async () => (await lookFor(page, 'land')).share < 0.005)
    await part(page, 'layer-coast-gshhg').click()
    await page.keyboard.press('Escape')
    await zoomTo(14)
    await eventually('it is too coarse for a fill', async () => (await lookFor(page, 'land')).share < 0.005)
    assert.deepEqual(guest.complaints, [])
  })

  test('a chart file is added, refused with a reason, cancelled and deleted', limit, async () => {
    await using trial = await ChartTrial.start(browsers)
    await trial.instruments.show({ ...onIsland, speed: 0 })
    await using guest = await trial.open(view)
    const { page } = guest
    const folder = trial.boat.folder
    const chart = join(folder, 'Archipelago Sea.mbtiles')
    const metadata = { name: 'Archipelago Sea', format: 'png', minzoom: '0', maxzoom: '0' }
    makeMbtiles(chart, { metadata, tiles: [{ z: 0, x: 0, row: 0, bytes: redPixel }] })
    const letter = join(folder, 'letter.pmtiles')
    await writeFile(letter, 'Dear crew')
    const large = join(folder, 'large.mbtiles')
    await writeFile(large, Buffer.alloc(40_000_000))
    await openTool(page, 'layers')
    const choose = (file: string): Promise<void> => part(page, 'chart-file').setInputFiles(file)
    const refusal = (pattern: RegExp): Promise<number> =>
      eventually('the reason is shown', async () => {
        const texts = await part(page, 'chart-upload-problem').allTextContents()
        return pattern.test(texts.join())
      })

    await choose(letter)
    await refusal(/Not a chart: The file is not a PMTiles archive/)
    await choose(chart)
    await part(page, 'layer-Archipelago-Sea').waitFor()
    assert.equal(await part(page, 'chart-upload-problem').count(), 0)
    await choose(chart)
    await refusal(/There is a chart file "Archipelago-Sea" already/)

    // Slow enough to be cancelled.
    const network = await guest.context.newCDPSession(page)
    const conditions = { offline: false, latency: 0, downloadThroughput: -1 }
    await network.send('Network.emulateNetworkConditions', { ...conditions, uploadThroughput: 2_000_000 })
    await choose(large)
    await eventually('some of it is sent', async () => {
      const sent = await part(page, 'chart-upload-progress').getAttribute('value')
      return Number(sent) > 0
    })
    await part(page, 'chart-upload-cancel').click()
    await part(page, 'chart-upload').waitFor()
    const left = async (): Promise<string[]> => await readdir(join(folder, 'charts'))
    await eventually('nothing is left of it', async () => (await left()).join() === 'Archipelago-Sea.mbtiles')

    await part(page, 'delete-Archipelago-Sea').click()
    await part(page, 'delete-confirm').click()
    await part(page, 'layer-Archipelago-Sea').waitFor({ state: 'detached' })
    assert.deepEqual(await left(), [])
    // The browser logs each refusal.
    assert.ok(
      guest.complaints.every((text) => /status of (400|409)/.test(text)),
      guest.complaints.join(),
    )
  })

  test('the anchor watch, a trail and the line of the closest approach are on the chart', limit, async () => {
    await using trial = await ChartTrial.start(browsers)
    const anchor = { latitude: onIsland.latitude + 0.0003, longitude: onIsland.longitude }
    const more = {
      'navigation.anchor.state': 'on',
      'navigation.anchor.position': anchor,
      'navigation.anchor.maxRadius': 60,
      'navigation.anchor.currentRadius': 33,
    }
    const ship = { latitude: 50.32, longitude: -0.1, name: 'AURORA', course: 180, speed: 8 }
    const approach = { 'navigation.closestApproach': { distance: 50, timeTo: 300 } }
    await trial.instruments.show({ ...onIsland, speed: 0, course: 0, more })
    await trial.instruments.show({ ...ship, more: approach }, '230000001')
    await trial.instruments.show(
      { latitude: 50.31, longitude: -0.12, name: 'AT REST', speed: 0 },
      '230000002',
    )
    await using guest = await trial.open(view)
    const { page } = guest
    const shows = (name: string, isRight: (text: string) => boolean): Promise<number> =>
      eventually(`${name} is drawn`, async () => isRight(await chartText(page, name)))

    await shows('anchor-ring', (text) => text.endsWith('within'))
    await trial.instruments.show({
      ...onIsland,
      speed: 0,
      course: 0,
      more: { ...more, 'navigation.anchor.currentRadius': 61 },
    })
    await shows('anchor-ring', (text) => text.endsWith('beyond'))
    const [x = NaN, y = NaN] = (await chartText(page, 'anchor')).split(' ').map(Number)
    const box = await boxOf(page)
    await page.mouse.click(box.x + x, box.y + y)
    await part(page, 'anchor-panel').waitFor()
    assert.match((await part(page, 'anchor-panel-limit').textContent()) ?? '', /^60 m$/)
    assert.match((await part(page, 'anchor-panel-left').textContent()) ?? '', /1 m$/)
    await page.keyboard.press('Escape')

    // While a new place is chosen for the anchor, the chart shows the place and the limit that are watched.
    await pressAt(page, box.x + x + 60, box.y + y + 60)
    await part(page, 'anchor-here').waitFor()
    await shows('anchor-ring', (text) => text.endsWith('beyond'))
    assert.notEqual(await chartText(page, 'anchor'), '')
    await page.keyboard.press('Escape')
    await trial.instruments.show({
      ...onIsland,
      speed: 0,
      course: 0,
      more: { ...more, 'navigation.anchor.maxRadius': null },
    })
    await shows('anchor-ring', (text) => text === '')
    assert.notEqual(await chartText(page, 'anchor'), '', 'the anchor without a limit')

    // Only a dangerous or the selected ship has the line.
    await shows('approaches', (text) => text === '0')
    await openTool(page, 'ships')
    await page.getByText('AURORA').first().click()
    await shows('approaches', (text) => text === '1')
    for (const latitude of [50.319, 50.318])
      await trial.instruments.show({ ...ship, latitude, more: approach }, '230000001')
    await shows('trails', (text) => Number(text) >= 1)
    await shows('targets', (text) => text === '2')
    assert.deepEqual(guest.complaints, [])
  })
})
