import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { startBoat, type Boat } from '@marinedata/testing/boats/start-boat'
import { Browsers, eventually, hold, part, phone, plotter, type Guest, type View } from './console-trial.ts'
import { smallControls } from './looking.ts'

const limit = { timeout: 300_000 }
const plugin = fileURLToPath(new URL('../../../../plugins/recorder', import.meta.url))
const isFull = process.env['MEASURED'] === 'full'

const pastProgram = fileURLToPath(new URL('../../../history/testing/past-program.ts', import.meta.url))

/** Writes a year, in the short form a month, in a process of its own. */
const writePast = async (folder: string): Promise<void> => {
  const place = join(folder, 'plugin-data/recorder')
  const words = ['--conditions=@marinedata/source', pastProgram, place, isFull ? '365' : '30']
  await promisify(execFile)(process.execPath, words, { timeout: 120_000 })
}

const rowsOf = (page: Page): Promise<number[]> =>
  page.locator('.graph-plot').evaluateAll((plots) => plots.map((plot) => Number(plot.dataset['rows'])))

const momentOf = async (page: Page): Promise<string> =>
  (await part(page, 'history-moment').textContent()) ?? ''

/** The drawing commands of the track. */
const wayOf = (page: Page): Promise<string | null> =>
  part(page, 'history-track').locator('path').first().getAttribute('d')

interface TraceEvent {
  readonly name: string
  readonly pid: number
  readonly tid: number
  /** Processor time of the thread, microseconds. */
  readonly tdur?: number
  readonly args?: { readonly name?: string }
}

/**
 * The longest task of the page while it does something, in milliseconds of processor time: a busy machine makes a task
 * last longer, but does not make it compute more.
 */
const longestTask = async ({ page, context }: Guest, work: () => Promise<void>): Promise<number> => {
  const session = await context.newCDPSession(page)
  const events: TraceEvent[] = []
  // The browser describes the events as maps of texts.
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])))
  const complete = new Promise<void>((resolve) => session.once('Tracing.tracingComplete', () => resolve()))
  await session.send('Tracing.start', { traceConfig: { includedCategories: ['toplevel'] } })
  await work()
  await session.send('Tracing.end')
  await complete
  const threadOf = ({ pid, tid }: TraceEvent): string => `${pid}/${tid}`
  const pages = new Set(events.filter(({ args }) => args?.name === 'CrRendererMain').map(threadOf))
  const tasks = events.filter((event) => event.name.endsWith('RunTask') && pages.has(threadOf(event)))
  assert.ok(tasks.length > 20, `${tasks.length} tasks`)
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1_000
}

suite('the history', { timeout: 600_000 }, () => {
  let boat: Boat
  let browsers: Browsers
  before(async () => {
    boat = await startBoat({ plugins: { given: [plugin] }, prepare: writePast })
    await eventually(
      'the recorder answers',
      () =>
        boat.client.call('GET history/storage').then(
          () => true,
          () => false,
        ),
      60_000,
    )
    browsers = await Browsers.start()
  })
  after(async () => {
    await browsers?.[Symbol.asyncDispose]()
    await boat?.[Symbol.asyncDispose]()
  })

  const opened = async (view: View): Promise<Guest> => {
    const guest = await browsers.open({ url: boat.url, view, screen: 'history' })
    await eventually('graphs are there', async () => (await part(guest.page, 'graph').count()) > 0, 60_000)
    return guest
  }

  test(
    'a long time is shown in graphs, moved and zoomed, and one scrubber shows its values',
    limit,
    async (t) => {
      await using guest = await opened({ screen: plotter, palette: 'day' })
      const { page } = guest
      assert.equal(await part(page, 'graph').count(), 6)
      const longest = await longestTask(guest, async () => {
        await part(page, isFull ? 'range-1y' : 'range-30d').click()
        await eventually(
          'all graphs have rows of the whole time',
          async () => (await rowsOf(page)).every((count) => count > 200),
          60_000,
        )
        await eventually(
          'it says that rows are made of minutes',
          async () => (await part(page, 'history-rows').getAttribute('data-tier')) === 'minute',
          60_000,
        )
        // Many lines, not only points without lines.
        await eventually(
          'the track is drawn',
          async () => /(?:L[^M]+){20}/.test((await wayOf(page)) ?? ''),
          60_000,
        )
        const box = await part(page, 'history-surface').boundingBox()
        assert.ok(box)
        await page.mouse.move(box.x + 300, box.y + 100)
        await page.mouse.down()
        await page.mouse.move(box.x + 500, box.y + 100, { steps: 20 })
        await page.mouse.up()
        await part(page, 'history-now').waitFor()
        await page.mouse.wheel(0, -400)
        const momentBefore = await momentOf(page)
        await part(page, 'history-scrubber').focus()
        await page.keyboard.press('Home')
        await eventually('the scrubber has moved', async () => (await momentOf(page)) !== momentBefore)
      })
      t.diagnostic(`longest task: ${longest.toFixed(0)} ms of processor time`)
      assert.ok(longest <= 50, `${longest} ms`)
      assert.deepEqual(guest.complaints, [])
    },
  )

  test('a phone has four graphs, and the graphs can be exported', limit, async () => {
    await using guest = await opened({ screen: phone, palette: 'night' })
    const { page } = guest
    assert.equal(await part(page, 'graph').count(), 4)
    assert.deepEqual(await smallControls(page), [])
    await part(page, 'history-export').click()
    const downloading = page.waitForEvent('download')
    await part(page, 'export-csv').click()
    assert.match((await downloading).suggestedFilename(), /^history-.+\.csv$/)
  })

  test('a long press on a value opens its last 24 hours, and so does Enter', limit, async () => {
    await using guest = await browsers.open({ url: boat.url, view: { screen: plotter, palette: 'day' } })
    const { page } = guest
    const value = part(page, 'rd-sog').first()
    const sheet = part(page, 'value-sheet')
    // Long presses are noticed some seconds after the first load.
    await eventually('the sheet is open', async () => {
      // On a busy machine it may open after the press before this one.
      if ((await sheet.count()) === 0 && (await value.isVisible())) await hold(page, 'rd-sog', 900)
      return (await sheet.count()) === 1
    })
    await eventually(
      'it has values',
      async () => !/---/.test((await part(page, 'value-figures').textContent()) ?? '---'),
    )
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
    await value.focus()
    await page.keyboard.press('Enter')
    await sheet.waitFor()
  })
})
