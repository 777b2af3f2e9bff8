import type { Logbook, LogbookEntry, PluginReport } from '@marinedata/model'
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { exchange, getJson } from '@marinedata/testing/exchange'
import { simulator } from '@marinedata/testing/boats/pilot-boat'
import { startBoat, type Boat } from '@marinedata/testing/boats/start-boat'
import { until } from '@marinedata/testing/until'
import { BoatStore } from '#storage/boat-store.ts'
import {
  Browsers,
  eventually,
  hold,
  holdBriefly,
  part,
  plotter,
  titleOf,
  triedViews,
  suiteLimit,
} from './console-trial.ts'
import { seriousFindings, smallControls } from './looking.ts'

const limit = { timeout: 300_000 }
const patienceMs = 40_000
const logbook = '/marinedata/v2/api/vessels/self/logbook'
const plugins = join(import.meta.dirname, '..', '..', '..', '..', 'plugins')

const entry = (time: string, more: Partial<LogbookEntry>): LogbookEntry => ({
  time: `2026-07-01T${time}:00.000Z`,
  kind: 'hour',
  position: { latitude: 54.75, longitude: 2.9 },
  course: 5.41,
  speed: 3.1,
  windDirection: 4.36,
  windSpeed: 6.7,
  pressure: 101_300,
  depth: 32.4,
  depthFrom: 'surface',
  ...more,
})
const totals = {
  distance: 22_224,
  underWay: 7_260,
  unknown: 120,
  engine: 600,
  averageSpeed: 3.06,
  maximumSpeed: 4.2,
}
/** A day that an earlier run has written. */
const firstDay = {
  id: '2026-07-01',
  name: 'Logbook 2026-07-01',
  day: '2026-07-01',
  totals,
  entries: [
    entry('09:30', { kind: 'engine-started', text: 'main' }),
    entry('10:00', { kind: 'under-way' }),
    entry('11:00', {}),
    entry('11:20', { kind: 'alarm-raised', text: 'TERN will come nearer than 0.2 NM' }),
  ],
}

suite('the logbook page', suiteLimit(600_000), () => {
  let browsers: Browsers
  let boat: Boat
  before(async () => {
    browsers = await Browsers.start()
    boat = await startBoat({
      plugins: { given: [simulator, join(plugins, 'logbook'), join(plugins, 'derived-data')] },
      prepare: async (folder) => {
        using store = new BoatStore(folder)
        void store.plugins.decide('simulator', { settings: { basicSensors: true, traffic: 0 } })
        const limits = { keys: 10, valueBytes: 16_384, totalBytes: 65_536 }
        const saved = { index: [firstDay.id], 'page-2026-07-01': firstDay }
        await store.plugins.saveValues('logbook', saved, limits)
      },
    })
    for (const name of ['simulator', 'logbook', 'derived-data'])
      await until(
        () => getJson<PluginReport>(boat.url, `/marinedata/v2/api/plugins/${name}`),
        ({ state }) => state === 'running',
      )
  })
  after(async () => {
    await boat?.[Symbol.asyncDispose]()
    await browsers?.[Symbol.asyncDispose]()
  })

  for (const view of triedViews)
    test(`${titleOf(view)}: entries, a note, and the trip, which a hold resets`, limit, async () => {
      await using guest = await browsers.open({ url: boat.url, view, screen: 'more' })
      const { page } = guest
      await page.locator('a[href="#/logbook"]').click()
      await part(page, 'trip').waitFor()
      const text = `Reef 1 on a ${view.screen.name}`
      await part(page, 'log-note').fill(text)
      await part(page, 'log-add').click()
      const entries = part(page, 'log-entries')
      await eventually(
        'the note is the latest entry, with its position',
        async () => /Reef 1 on a .*°.*′N/.test((await entries.locator('li').first().textContent()) ?? ''),
        patienceMs,
      )
      await eventually('an empty field', async () => (await part(page, 'log-note').inputValue()) === '')
      await part(page, 'log-2026-07-01').getByRole('button').click()
      await eventually(
        'the old day is open',
        async () => /Alarm: TERN will come nearer/.test((await entries.textContent()) ?? ''),
        patienceMs,
      )
      const words = (await entries.locator('li').nth(1).textContent()) ?? ''
      assert.match(
        words,
        /Under way54°45\.000′N 002°54\.000′E · Course 310° · 6\.0 kn · Wind 250° 13\.0 kn · 1013 hPa/,
      )
      assert.match((await part(page, 'log-2026-07-01').textContent()) ?? '', /Distance12\.00 NM/)

      const sinceOf = async () => (await getJson<Logbook>(boat.url, logbook)).trip?.since
      const since = await sinceOf()
      await holdBriefly(page, 'trip-reset')
      assert.equal(await sinceOf(), since, 'an early release resets nothing')
      await part(page, 'trip-reset').scrollIntoViewIfNeeded()
      await hold(page, 'trip-reset', 1_500)
      await eventually('a new trip', async () => (await sinceOf()) !== since, patienceMs)
      assert.deepEqual(await smallControls(page), [])
      assert.deepEqual(await seriousFindings(page), [])
      assert.deepEqual(guest.complaints, [])
    })

  test('the page offers the logbook as CSV and Markdown', limit, async () => {
    await using guest = await browsers.open({ url: boat.url, screen: 'logbook' })
    for (const kind of ['csv', 'markdown']) {
      const href = (await part(guest.page, `log-${kind}`).getAttribute('href')) ?? assert.fail('no link')
      const { status, text } = await exchange(boat.url, href)
      assert.equal(status, 200)
      assert.match(text, /TERN will come nearer/)
    }
  })

  test(
    'the sailing dial shows the true wind of a boat whose sensors send only the apparent',
    limit,
    async () => {
      await using guest = await browsers.open({
        url: boat.url,
        view: { screen: plotter, palette: 'day' },
        screen: 'instruments',
      })
      const says = (id: string, words: RegExp) =>
        eventually(
          `${id} says ${String(words)}`,
          async () => words.test((await part(guest.page, id).first().textContent()) ?? ''),
          patienceMs,
        )
      await says('rd-twa', /\d+° P/)
      await says('rd-tws', /\d+\.\d/)
      await says('sail-tide', /\d\.\d kn/)
      assert.equal(await part(guest.page, 'twa-mark').count(), 1)
    },
  )
})
