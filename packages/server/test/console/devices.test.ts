import type { PluginReport, PluginSettings } from '@marinedata/model'
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { exchange, getJson } from '../exchange.ts'
import { simulator, until } from '../pilot-boat.ts'
import { startBoat, type Boat } from '../start-boat.ts'
import { Browsers, eventually, part, titleOf, viewsOf, type Guest } from './console-trial.ts'
import { seriousFindings, smallControls } from './looking.ts'

const limit = { timeout: 90_000 }
const rogue = join(import.meta.dirname, '..', 'plugins', 'rogue.ts')
const logbook = join(import.meta.dirname, '..', 'plugins', 'logbook.ts')
const pluginsApi = '/marinedata/v2/api/plugins'

const report = (url: string, name: string): Promise<PluginReport> => getJson(url, `${pluginsApi}/${name}`)

const runs = (url: string, name: string): Promise<PluginReport> =>
  until(
    () => report(url, name),
    ({ state }) => state === 'running',
    1_500,
  )

const act = async (url: string, path: string, body?: unknown): Promise<void> => {
  const { status, text } = await exchange(url, `${pluginsApi}/${path}`, {
    method: 'POST',
    ...(body !== undefined && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  })
  assert.equal(status, 200, text)
}

const isLive = async ({ page }: Guest): Promise<boolean> =>
  (await part(page, 'link').getAttribute('data-state')) === 'live'

const stateOf = ({ page }: Guest, name: string): Promise<string | null> =>
  part(page, `plugin-${name}`).getAttribute('data-state')

const isIn = (guest: Guest, name: string, state: string): Promise<number> =>
  eventually(`${name} is ${state}`, async () => (await stateOf(guest, name)) === state, 20_000)

/** With its plugin a pilot goes, and whoever asks for it just then is told so; nothing else may go wrong. */
const assertOnlyPilotsMissed = (guest: Guest, missed: readonly string[]): void => {
  assert.deepEqual(
    missed.filter((path) => !path.includes('/autopilots/')),
    [],
  )
  assert.equal(guest.complaints.length, missed.length, guest.complaints.join())
}

/** Paths at which the page found nothing. */
const missedBy = ({ page }: Guest): readonly string[] => {
  const missed: string[] = []
  page.on('response', (response) => {
    if (response.status() === 404) missed.push(new URL(response.url()).pathname)
  })
  return missed
}

suite('devices and plugins', { timeout: 200_000 }, () => {
  let boat: Boat
  let browsers: Browsers
  before(async () => {
    boat = await startBoat({ plugins: { given: [rogue, logbook] } })
    browsers = await Browsers.start()
  })
  after(async () => {
    await browsers?.[Symbol.asyncDispose]()
    await boat?.[Symbol.asyncDispose]()
  })

  for (const view of viewsOf('devices')) {
    const opened = (): Promise<Guest> => browsers.open({ url: boat.url, view, screen: 'devices' })

    test(
      `V3 ${titleOf(view)}: a plugin that crashes says so on its card, and the console stays live`,
      limit,
      async () => {
        await runs(boat.url, 'rogue')
        await using guest = await opened()
        await isIn(guest, 'rogue', 'running')
        await act(boat.url, 'rogue/actions/misbehave', { how: 'throw' })
        const fault = part(guest.page, 'plugin-fault-rogue')
        await fault.getByText(/thrown on purpose/).waitFor()
        assert.match((await fault.textContent())!, /^[0-9:]{8} /)
        assert.equal(await isLive(guest), true)
        // It is started again, and what went wrong stays to be read.
        await runs(boat.url, 'rogue')
        await isIn(guest, 'rogue', 'running')
        assert.match((await fault.textContent())!, /thrown on purpose/)
        assert.equal(await isLive(guest), true)
        assert.deepEqual(guest.complaints, [])
      },
    )

    test(
      `a plugin is switched off and on, ${titleOf(view)}, and tells what it costs and serves`,
      limit,
      async () => {
        await runs(boat.url, 'logbook')
        await using guest = await opened()
        const missed = missedBy(guest)
        const card = part(guest.page, 'plugin-logbook')
        await card.getByText(/[1-9][0-9.]* updates\/s · .* MB/).waitFor()
        await card.getByText('in reach').waitFor()
        await part(guest.page, 'plugin-switch-logbook').click()
        await isIn(guest, 'logbook', 'disabled')
        assert.equal((await report(boat.url, 'logbook')).state, 'disabled')
        await part(guest.page, 'plugin-switch-logbook').click()
        await isIn(guest, 'logbook', 'running')
        assert.equal((await report(boat.url, 'logbook')).state, 'running')
        assert.deepEqual(await smallControls(guest.page), [])
        assert.deepEqual(await seriousFindings(guest.page), [])
        assertOnlyPilotsMissed(guest, missed)
      },
    )

    test(
      `what is typed into its settings, ${titleOf(view)}, is what a plugin is set to, and its log can be read`,
      limit,
      async () => {
        await runs(boat.url, 'logbook')
        await using guest = await opened()
        const card = part(guest.page, 'plugin-logbook')
        const kept = (): Promise<PluginSettings> => getJson(boat.url, `${pluginsApi}/logbook/settings`)
        const wasSet = await kept()
        const period = view === viewsOf('devices')[0] ? 0.5 : 0.25
        await card.getByRole('button', { name: 'Settings' }).click()
        await card.getByLabel('period').fill('0.001')
        await card.getByRole('button', { name: 'Save' }).click()
        await card
          .getByRole('status')
          .getByText(/period/)
          .waitFor()
        assert.deepEqual(await kept(), wasSet)
        await card.getByLabel('period').fill(String(period))
        await card.getByRole('button', { name: 'Save' }).click()
        await card.getByText('Saved; it runs with it.').waitFor()
        assert.deepEqual(await kept(), { ...wasSet, period })
        await card.getByRole('button', { name: 'Log' }).click()
        await card.getByRole('list', { name: 'Log' }).getByText('under way').first().waitFor()
      },
    )
  }
})

suite('the simulator', { timeout: 200_000 }, () => {
  for (const view of viewsOf('devices'))
    test(
      `V4 ${titleOf(view)}: off, its badge goes and its values end as dashes; on, they come back`,
      limit,
      async () => {
        await using boat = await startBoat({ plugins: { given: [simulator] } })
        await using browsers = await Browsers.start()
        await runs(boat.url, 'simulator')
        await using guest = await browsers.open({ url: boat.url, view, screen: 'devices' })
        const { page } = guest
        const missed = missedBy(guest)
        const show = (screen: string): Promise<void> =>
          page.evaluate((hash) => {
            location.hash = hash
          }, `#/${screen}`)
        const speed = part(page, 'rd-sog')
        const isOfAge = (age: string): Promise<number> =>
          eventually(`it is ${age}`, async () => (await speed.getAttribute('data-age')) === age, 30_000)

        await isIn(guest, 'simulator', 'running')
        await show('helm')
        await isOfAge('fresh')
        await part(page, 'sim-badge').waitFor()
        await show('devices')
        await part(page, 'plugin-switch-simulator').click()
        await isIn(guest, 'simulator', 'disabled')
        await show('helm')
        await isOfAge('dead')
        assert.match((await speed.textContent())!, /---/)
        await eventually('no badge', async () => (await part(page, 'sim-badge').count()) === 0, 30_000)
        assert.equal(await isLive(guest), true)
        await show('devices')
        await part(page, 'plugin-switch-simulator').click()
        await isIn(guest, 'simulator', 'running')
        await show('helm')
        await isOfAge('fresh')
        await part(page, 'sim-badge').waitFor()
        assertOnlyPilotsMissed(guest, missed)
      },
    )
})
