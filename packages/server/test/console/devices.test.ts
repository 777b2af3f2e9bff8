import type { PluginReport, PluginSettings } from '@marinedata/model'
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { Crew } from '@marinedata/testing/boats/crew'
import { exchange, getJson } from '@marinedata/testing/exchange'
import { simulator } from '@marinedata/testing/boats/pilot-boat'
import { nmea0183, SerialBoat, SerialPorts } from '../serial-boat.ts'
import { startBoat, type Boat } from '@marinedata/testing/boats/start-boat'
import {
  allViews,
  Browsers,
  eventually,
  part,
  phone,
  titleOf,
  triedViews,
  type Guest,
  suiteLimit,
} from './console-trial.ts'
import { seriousFindings, smallControls } from './looking.ts'
import { timeLimit } from '@marinedata/testing/time-limit'
import { until } from '@marinedata/testing/until'

const limit = { timeout: 300_000 }
const rogue = join(import.meta.dirname, '..', 'plugins', 'rogue.ts')
const notebook = join(import.meta.dirname, '..', 'plugins', 'notebook.ts')
const pluginsApi = '/marinedata/v2/api/plugins'

const report = (url: string, name: string): Promise<PluginReport> => getJson(url, `${pluginsApi}/${name}`)

const runs = (url: string, name: string): Promise<PluginReport> =>
  until(
    () => report(url, name),
    ({ state }) => state === 'running',
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

/** When a plugin goes, its autopilot goes too, and the page stops requesting it: no 404 and no error. */
const assertNothingMissed = ({ complaints }: Guest, missed: readonly string[]): void =>
  assert.deepEqual([...missed, ...complaints], [])

/** Waits until the page has requested the autopilot: a request sent while it goes could return 404. */
const knowsPilot = async ({ requests }: Guest, id: string): Promise<void> => {
  await eventually(`${id} was asked for`, () =>
    requests.some((request) => request.endsWith(`/autopilots/${id}`)),
  )
}

/** Paths that returned 404. */
const missedBy = ({ page }: Guest): readonly string[] => {
  const missed: string[] = []
  page.on('response', (response) => {
    if (response.status() === 404) missed.push(new URL(response.url()).pathname)
  })
  return missed
}

suite('devices and plugins', suiteLimit(300_000), () => {
  let boat: Boat
  let browsers: Browsers
  before(async () => {
    boat = await startBoat({ plugins: { given: [rogue, notebook] } })
    browsers = await Browsers.start()
  })
  after(async () => {
    await browsers?.[Symbol.asyncDispose]()
    await boat?.[Symbol.asyncDispose]()
  })

  test('a disabled plugin shows its conflicts, and its form has the unit of a length', limit, async () => {
    await act(boat.url, 'pilot-raymarine/enable')
    await using guest = await browsers.open({ url: boat.url, screen: 'devices' })
    const navico = part(guest.page, 'plugin-pilot-navico')
    await navico.getByText(/also steers through nmea2000\. Use only one\./).waitFor()
    const watch = part(guest.page, 'plugin-anchor-watch')
    await watch.getByRole('button', { name: 'Settings' }).click()
    await watch.getByLabel('Bow height (m)').fill('1.5')
    await watch.getByRole('button', { name: 'Save' }).click()
    await watch.getByText('Saved').waitFor()
    const saved = await getJson<PluginSettings>(boat.url, `${pluginsApi}/anchor-watch/settings`)
    assert.deepEqual(saved, { bowHeight: 1.5 })
    await act(boat.url, 'pilot-raymarine/disable')
    await navico.getByText('Use only one').waitFor({ state: 'detached' })
    assert.deepEqual(await seriousFindings(guest.page), [])
  })

  test('a connection in the network is added in a form, and its fault is named', limit, async () => {
    await using guest = await browsers.open({ url: boat.url, screen: 'devices' })
    const card = part(guest.page, 'plugin-nmea0183')
    const rows = card.locator('[data-testid="setting-row-connections"]')
    const save = card.getByRole('button', { name: 'Save' })
    const saved = (): Promise<PluginSettings> =>
      getJson<PluginSettings>(boat.url, `${pluginsApi}/nmea0183/settings`)
    const former = await saved()
    await card.getByRole('button', { name: 'Settings' }).click()
    await part(guest.page, 'setting-add-connections').click()
    const address = rows.locator('label', { hasText: /^Address/ }).locator('input')
    await address.fill('192.168.4.1')
    await save.click()
    await card.getByText(/connections\/0\/address/).waitFor()
    await address.fill('tcp://127.0.0.1:9')
    await save.click()
    await card.getByText('Saved').waitFor()
    assert.deepEqual(await saved(), { ...former, connections: [{ address: 'tcp://127.0.0.1:9' }] })
    assert.deepEqual(await seriousFindings(guest.page), [])
    await part(guest.page, 'setting-remove-connections').click()
    await save.click()
    await eventually('it is gone', async () => {
      const { connections } = await saved()
      return Array.isArray(connections) && connections.length === 0
    })
  })

  for (const view of triedViews) {
    const opened = (): Promise<Guest> => browsers.open({ url: boat.url, view, screen: 'devices' })

    test(
      `V3 ${titleOf(view)}: a crashed plugin shows its fault, and the console stays live`,
      limit,
      async () => {
        // Five failures within five minutes would quarantine it; turning it on resets the count.
        await act(boat.url, 'rogue/disable')
        await act(boat.url, 'rogue/enable')
        await using guest = await opened()
        await isIn(guest, 'rogue', 'running')
        await act(boat.url, 'rogue/actions/misbehave', { how: 'throw' })
        const fault = part(guest.page, 'plugin-fault-rogue')
        await fault.getByText(/thrown on purpose/).waitFor()
        assert.match((await fault.textContent())!, /^[0-9:]{8} /)
        assert.equal(await isLive(guest), true)
        // It restarts, and the fault stays visible.
        await runs(boat.url, 'rogue')
        await isIn(guest, 'rogue', 'running')
        assert.match((await fault.textContent())!, /thrown on purpose/)
        assert.equal(await isLive(guest), true)
        assert.deepEqual(guest.complaints, [])
      },
    )

    test(
      `a plugin can be turned off and on, ${titleOf(view)}, and shows its figures and devices`,
      limit,
      async () => {
        await runs(boat.url, 'notebook')
        await using guest = await opened()
        const missed = missedBy(guest)
        const card = part(guest.page, 'plugin-notebook')
        await card.getByText('connected').waitFor()
        assert.equal(
          await card.getByText('updates/s').count(),
          0,
          'figures for technicians are among the details',
        )
        await card.getByRole('button', { name: 'Details' }).click()
        await card.getByText(/[1-9][0-9.]* updates\/s · .* MB/).waitFor()
        await knowsPilot(guest, 'wheel')
        const names = (): Promise<string[]> => guest.page.locator('.devices-card h2').allTextContents()
        const order = await names()
        assert.ok(order.includes('Notebook') && !order.includes('notebook'), 'titles are not identifiers')
        await part(guest.page, 'plugin-switch-notebook').click()
        await isIn(guest, 'notebook', 'disabled')
        await card.getByText('Off', { exact: true }).waitFor()
        // The next tap must hit the same plugin.
        assert.deepEqual(await names(), order)
        assert.equal((await report(boat.url, 'notebook')).state, 'disabled')
        await part(guest.page, 'plugin-switch-notebook').click()
        await isIn(guest, 'notebook', 'running')
        assert.equal((await report(boat.url, 'notebook')).state, 'running')
        assert.deepEqual(await smallControls(guest.page), [])
        assert.deepEqual(await seriousFindings(guest.page), [])
        assertNothingMissed(guest, missed)
      },
    )

    test(`settings of a plugin are saved, ${titleOf(view)}, and its log can be read`, limit, async () => {
      await runs(boat.url, 'notebook')
      await using guest = await opened()
      const card = part(guest.page, 'plugin-notebook')
      const kept = (): Promise<PluginSettings> => getJson(boat.url, `${pluginsApi}/notebook/settings`)
      const wasSet = await kept()
      const period = wasSet['period'] === 0.5 ? 0.25 : 0.5
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
      await card.getByText('Saved and applied.').waitFor()
      assert.deepEqual(await kept(), { ...wasSet, period })
      await card.getByRole('button', { name: 'Details' }).click()
      await card.getByRole('list', { name: 'Log' }).getByText('under way').first().waitFor()
    })
  }
})

const inputStateOf = ({ page }: Guest, id: string): Promise<string | null> =>
  part(page, `input-${id}`).getAttribute('data-state')

/** Within 10 s. */
const inputIsIn = (guest: Guest, id: string, state: string): Promise<number> =>
  eventually(
    `${id} is ${state}`,
    async () =>
      (await part(guest.page, `input-${id}`).count()) === 1 && (await inputStateOf(guest, id)) === state,
  )

const rateOf = async ({ page }: Guest, id: string): Promise<number> => {
  const rate = part(page, `input-rate-${id}`)
  return (await rate.count()) === 0 ? 0 : Number.parseFloat((await rate.textContent())!)
}

suite('inputs', suiteLimit(300_000), () => {
  for (const view of triedViews) {
    test(
      `V1 ${titleOf(view)}: a plugged-in port appears within 10 s with its speed, and its rate within 3 s of Use`,
      limit,
      async () => {
        await using serial = await SerialBoat.start()
        await using browsers = await Browsers.start()
        await runs(serial.url, 'nmea0183')
        await using guest = await browsers.open({ url: serial.url, view, screen: 'devices' })
        const { page } = guest
        await part(page, 'no-inputs')
          .getByText(/NMEA 0183/)
          .waitFor()
        const id = serial.idOf('gps')
        await serial.port('gps', { speed: 38_400 })
        await inputIsIn(guest, id, 'found')
        const row = part(page, `input-${id}`)
        await row.getByText(/38400 baud/).waitFor()
        assert.match((await row.textContent())!, /found, not used.*NMEA 0183, 38400 baud/)
        await part(page, `input-use-${id}`).click()
        await eventually('its rate is shown', async () => (await rateOf(guest, id)) > 0, 3_000)
        await inputIsIn(guest, id, 'used')
        await row.getByText(/^\$GP[A-Z]{3},.*\*[0-9A-F]{2}$/).waitFor()
        assert.deepEqual(await smallControls(page), [])
        assert.deepEqual(await seriousFindings(page), [])
        await part(page, `input-use-${id}`).getByText('Stop using').click()
        await inputIsIn(guest, id, 'found')
        assert.deepEqual(guest.complaints, [])
      },
    )

    test(
      `V2 ${titleOf(view)}: an unplugged port shows the time, and is used again when it is back`,
      limit,
      async () => {
        await using serial = await SerialBoat.start()
        await using browsers = await Browsers.start()
        const id = serial.idOf('gps')
        const port = await serial.port('gps')
        await serial.input('gps', ({ state }) => state === 'found')
        assert.equal((await serial.act('use', 'gps')).status, 200)
        await using guest = await browsers.open({ url: serial.url, view, screen: 'devices' })
        await inputIsIn(guest, id, 'used')
        await port.unplug()
        await inputIsIn(guest, id, 'lost')
        const error = part(guest.page, `input-error-${id}`)
        assert.match((await error.textContent())!, /^[0-9]{2}:[0-9]{2}:[0-9]{2}( UTC)? it was unplugged$/)
        await port.plugIn()
        await inputIsIn(guest, id, 'used')
        await eventually('its rate is shown', async () => (await rateOf(guest, id)) > 0)
        assert.deepEqual(guest.complaints, [])
      },
    )
  }

  test('a user who is not an owner sees the inputs and cannot choose', limit, async () => {
    await using ports = await SerialPorts.make()
    await using crew = await Crew.start({ plugins: { given: [nmea0183] }, prepare: ports.prepare })
    await using browsers = await Browsers.start()
    const id = ports.idOf('gps')
    await ports.plugIn('gps')
    await until(
      () => crew.ask('viewer', `GET ${pluginsApi}/nmea0183`),
      ({ text }) => text.includes('"state":"found"'),
    )
    const cookies = [{ name: 'marinedata-session', value: crew.tokens.viewer!, url: crew.url }]
    await using guest = await browsers.open({ url: crew.url, screen: 'devices', cookies })
    await inputIsIn(guest, id, 'found')
    assert.equal(await part(guest.page, `input-use-${id}`).isDisabled(), true)
    await guest.page.getByText('Only the owner can choose inputs.').waitFor()
  })
})

/** Pixels of horizontal overflow. */
const overflowOf = ({ page }: Guest): Promise<number> =>
  page.evaluate(() => {
    const helm = document.querySelector('.helm')!
    return Math.max(
      document.documentElement.scrollHeight - innerHeight,
      helm.scrollHeight - helm.clientHeight,
    )
  })

suite('found inputs on the helm', suiteLimit(300_000), () => {
  test('they are offered during a simulation and can be dismissed; using them ends it', limit, async () => {
    await using serial = await SerialBoat.start([simulator])
    await using browsers = await Browsers.start()
    await Promise.all(['gps', 'compass'].map((name) => serial.port(name)))
    for (const name of ['gps', 'compass']) await serial.input(name, ({ state }) => state === 'found')
    await runs(serial.url, 'simulator')
    await using guest = await browsers.open({ url: serial.url, screen: 'helm' })
    const { page } = guest
    const card = part(page, 'found-inputs')
    await part(page, 'sim-badge').waitFor()
    await part(page, 'engage').waitFor()
    const keyBefore = await part(page, 'engage').boundingBox()
    await card.getByText('This is a simulation. Found 2 inputs.').waitFor({ timeout: timeLimit(20_000) })
    for (const { screen } of allViews) {
      await page.setViewportSize(screen)
      assert.equal(await overflowOf(guest), 0, screen.name)
      assert.deepEqual(await smallControls(page), [])
    }
    await page.setViewportSize(phone)
    assert.deepEqual(await part(page, 'engage').boundingBox(), keyBefore, 'no key has moved')
    assert.deepEqual(await seriousFindings(page), [])
    await part(page, 'later-inputs').click()
    await card.waitFor({ state: 'detached' })
    await page.reload()
    await serial.port('wind')
    // Two were dismissed; the third is new.
    await card.getByText('This is a simulation. Found 3 inputs.').waitFor({ timeout: timeLimit(30_000) })
    await part(page, 'use-inputs').click()
    await card.getByText(/^3 in use, [1-9][0-9.]* messages\/s$/).waitFor()
    const { status } = await until(
      () => report(serial.url, 'simulator'),
      (reported) => reported.status?.level === 'warning',
    )
    assert.match(status!.message, /^A real position came from nmea0183\..*: the simulation has ended$/)
    await eventually('no badge', async () => (await part(page, 'sim-badge').count()) === 0)
    await eventually('the speed is real', async () =>
      (await part(page, 'rd-sog').textContent())!.includes('6.2'),
    )
    await card.waitFor({ state: 'detached', timeout: timeLimit(15_000) })
  })
})

suite('the simulator', suiteLimit(300_000), () => {
  for (const view of triedViews)
    test(
      `V4 ${titleOf(view)}: turned off, its badge disappears and its values become dashes; turned on, they return`,
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
        await knowsPilot(guest, 'main')
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
        assertNothingMissed(guest, missed)
      },
    )
})
