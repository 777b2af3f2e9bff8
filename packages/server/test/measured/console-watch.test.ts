import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { DeltaStream } from '@marinedata/client'
import type { CDPSession, Page } from 'playwright-core'
import { Browsers, phone } from '../console/console-trial.ts'
import { heapOf } from '../console/heap.ts'
import { startBoat } from '@marinedata/testing/boats/start-boat'
import { inForm, reportFigures } from '@marinedata/testing/measured/judgement'

/** How long the share of a core is measured, in minutes at ten updates per second. */
const watchMinutes = Number(process.env['WATCH_MINUTES'] ?? 1 / 6)
const watchMs = watchMinutes * 60_000
const limit = { timeout: 330_000 + watchMs }
/** An hour of updates, or four minutes in the short form, sent faster than they would come. */
const minutesShown = inForm(60, 4)
const updates = minutesShown * 600
/** As fast as the page accepts updates here: an hour takes forty seconds. */
const perSecond = 900
const growthLimit = 2 * 1_024 * 1_024
const processorGoal = 5

/** All values of the helm screen, of a slowly turning boat. */
const instruments = (tick: number) => {
  const turn = (tick / 600) % (2 * Math.PI)
  return [
    { path: 'navigation.headingMagnetic', value: turn },
    { path: 'navigation.courseOverGroundTrue', value: turn },
    { path: 'navigation.speedOverGround', value: 3 + Math.sin(tick / 10) },
    { path: 'navigation.speedThroughWater', value: 3 + Math.cos(tick / 10) },
    { path: 'environment.wind.angleApparent', value: Math.sin(tick / 50) },
    { path: 'environment.wind.speedApparent', value: 7 + Math.sin(tick / 30) },
    { path: 'environment.depth.belowTransducer', value: 12 + Math.sin(tick / 100) },
    { path: 'steering.rudderAngle', value: Math.sin(tick / 20) / 10 },
  ]
}

const feed = async (stream: DeltaStream, count: number, hertz: number): Promise<void> => {
  const startedAt = performance.now()
  for (let tick = 0; tick < count;) {
    const due = Math.min(count, Math.ceil(((performance.now() - startedAt) / 1_000) * hertz))
    for (; tick < due; tick++) stream.send({ updates: [{ $source: 'bridge.1', values: instruments(tick) }] })
    await pause(5)
  }
}

interface Work {
  /** Seconds of script, style and layout: the work of the console. */
  readonly own: number
  /** Seconds of all work on the main thread, including painting, which uses no GPU here. */
  readonly all: number
}

const workOf = async (session: CDPSession): Promise<Work> => {
  const { metrics } = await session.send('Performance.getMetrics')
  const figure = (wanted: string): number =>
    metrics.find(({ name }) => name === wanted)?.value ?? assert.fail(`no ${wanted}`)
  const own = figure('ScriptDuration') + figure('LayoutDuration') + figure('RecalcStyleDuration')
  return { own, all: figure('TaskDuration') }
}

/** What the helm shows: without a pilot, these are the instruments. */
const shownOn = (page: Page): Promise<string> => page.locator('[data-screen="helm"]').innerHTML()

suite('a console that stays open', () => {
  test(
    'shows an hour of updates without errors or growing memory, and uses 5 % of a core at ten updates per second',
    limit,
    async (context) => {
      await using boat = await startBoat()
      await using browsers = await Browsers.start()
      await using stream = boat.client.stream({ subscribe: 'none' })
      await stream.opened()
      await using guest = await browsers.open({ url: boat.url, view: { screen: phone, palette: 'day' } })
      const { page, complaints } = guest
      const session = await guest.context.newCDPSession(page)
      await session.send('Performance.enable')

      await feed(stream, 1_000, perSecond)
      const before = await heapOf(session)
      const startedAt = performance.now()
      await feed(stream, updates, perSecond)
      const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1)
      const growth = (await heapOf(session)) - before

      const shown = await shownOn(page)
      const worked = await workOf(session)
      await feed(stream, (watchMs / 1_000) * 10, 10)
      const now = await workOf(session)
      const share = (name: keyof Work): number => (now[name] - worked[name]) / (watchMs / 1_000)
      const percent = (name: keyof Work): number => share(name) * 100
      assert.notEqual(await shownOn(page), shown, 'it moves')
      context.diagnostic(
        `${minutesShown} min in ${minutes} min: heap ${(growth / 1_024).toFixed(0)} kB more; ${percent('all').toFixed(1)} % of a core with painting, over ${watchMinutes.toFixed(1)} min`,
      )
      assert.deepEqual(complaints, [])
      assert.ok(growth < growthLimit, `${growth} bytes`)
      reportFigures(context, [
        { name: 'ten updates a second', value: percent('own'), goal: processorGoal, unit: '% of a core' },
      ])
    },
  )
})
