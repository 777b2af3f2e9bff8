import type { PluginInput, PluginReport } from '@marinedata/model'
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { exchange, getJson } from '@marinedata/testing/exchange'
import { startBoat, type Boat } from '@marinedata/testing/boats/start-boat'
import { until } from '@marinedata/testing/until'
import { allViews, Browsers, part, titleOf, type Guest, suiteLimit } from './console-trial.ts'
import { seriousFindings, smallControls, unreachedControls } from './looking.ts'

const limit = { timeout: 300_000 }
const pluginsApi = '/marinedata/v2/api/plugins'

const runs = (url: string, name: string): Promise<PluginReport> =>
  until(
    () => getJson<PluginReport>(url, `${pluginsApi}/${name}`),
    ({ state }) => state === 'running',
  )

const act = async (url: string, path: string, body: unknown): Promise<void> => {
  const { status, text } = await exchange(url, `${pluginsApi}/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  assert.equal(status, 200, text)
}

const boatWithOutputs = async () => {
  const given = ['teller', 'bus-user', 'bus-owner'].map((name) =>
    join(import.meta.dirname, '..', 'plugins', `${name}.ts`),
  )
  const boat = await startBoat({ plugins: { given } })
  for (const name of ['teller', 'bus-owner', 'bus-user']) await runs(boat.url, name)
  return boat
}

const rowsOf = (rate: number): readonly PluginInput[] => {
  const common = { protocol: 'NMEA 0183', chosen: true, damaged: 0 } as const
  const served = { ...common, id: 'tcp-server-10110', name: 'NMEA 0183 server', address: 'tcp://:10110' }
  return [
    { ...served, state: 'silent', rate: 0, sent: rate, clients: rate > 100 ? 12 : 1 },
    {
      ...common,
      id: 'tablets',
      name: 'Tablets',
      address: 'udp://192.168.4.255:10110',
      state: 'used',
      sent: rate,
      lastMessage: '$IIRMC,120000,A,5950.0,N,02250.0,E,6.2,251.0,010126,,,A*5C',
    },
    {
      ...common,
      id: 'gps',
      name: 'GPS',
      address: '/dev/ttyUSB0',
      speed: 4_800,
      state: 'used',
      rate,
      sent: rate,
      damaged: Math.round(rate),
      lastMessage: '$GPHDT,123.4,T*31',
    },
  ]
}

/** Places of all rows and buttons within the screen. */
const placesOf = ({ page }: Guest): Promise<readonly string[]> =>
  page.evaluate(() => {
    const top = document.querySelector('.inputs')!.getBoundingClientRect().y
    const parts = document.querySelectorAll('.inputs-row, .bus-device, .page .button, .page h2')
    return [...parts].map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      return [x, y - top, width, height].map(Math.round).join(' ')
    })
  })

const isTooWide = ({ page }: Guest): Promise<boolean> =>
  page.evaluate(() => {
    const screen = document.querySelector('.devices-page')!
    return screen.scrollWidth > screen.clientWidth || document.documentElement.scrollWidth > innerWidth
  })

const small = { name: 'small phone', width: 360, height: 640 }

suite('outputs and buses', suiteLimit(300_000), () => {
  let boat: Boat
  let browsers: Browsers
  before(async () => {
    boat = await boatWithOutputs()
    browsers = await Browsers.start()
    await act(boat.url, 'teller/actions/tell', { inputs: rowsOf(9.9) })
    await act(boat.url, 'bus-owner/actions/connect', { count: 30 })
  })
  after(async () => {
    await browsers?.[Symbol.asyncDispose]()
    await boat?.[Symbol.asyncDispose]()
  })

  test('outputs show what they send, and a server its clients', limit, async () => {
    await act(boat.url, 'teller/actions/tell', { inputs: rowsOf(9.9) })
    await using guest = await browsers.open({ url: boat.url, screen: 'devices' })
    const figure = async (name: string, id: string): Promise<string | null> => {
      const cell = part(guest.page, `input-${name}-${id}`)
      return (await cell.count()) === 0 ? null : await cell.textContent()
    }
    await part(guest.page, 'input-tablets').waitFor()
    assert.deepEqual(
      [await figure('rate', 'tablets'), await figure('sent', 'tablets'), await figure('clients', 'tablets')],
      [null, '9.9/s sent', null],
    )
    const server = part(guest.page, 'input-tcp-server-10110')
    await server.getByText('open, nothing received').waitFor()
    assert.deepEqual(
      [await figure('sent', 'tcp-server-10110'), await figure('clients', 'tcp-server-10110')],
      ['9.9/s sent', '1 client'],
    )
    assert.deepEqual(
      [await figure('rate', 'gps'), await figure('sent', 'gps'), await figure('damaged', 'gps')],
      ['9.9/s received', '9.9/s sent', '10 damaged'],
    )
    await part(guest.page, 'input-tablets')
      .getByText(/^\$IIRMC/)
      .waitFor()
  })

  test('a bus shows whether we may send, who uses it, and what each device is', limit, async () => {
    await using guest = await browsers.open({ url: boat.url, screen: 'devices' })
    const bus = part(guest.page, 'bus-can0')
    await bus.getByText('Bus can0: NMEA 2000').waitFor()
    await bus.getByText('may send, as address 35').waitFor()
    await bus.getByText('used by Bus user').waitFor()
    // The autopilot that the plugin begins with, and thirty more.
    const opener = bus.getByRole('button', { name: '31 devices, 1 silent' })
    await opener.waitFor()
    await opener.focus()
    await guest.page.keyboard.press('Enter')
    const list = bus.getByRole('list', { name: 'Bus can0: NMEA 2000' })
    assert.equal(await list.getByRole('listitem').count(), 31)
    const pilot = part(guest.page, 'device-c0788c00e7e04312')
    for (const text of [
      'Autopilot',
      'Raymarine EV-1 Course Computer',
      'Address 204',
      'Serial 0180123',
      'bus-owner.can0.c0788c00e7e04312',
    ])
      await pilot.getByText(text, { exact: true }).waitFor()
    assert.match((await pilot.textContent())!, /sends|silent for/)
    assert.equal(await list.getByText('Unknown device').count(), 5)
    assert.equal(await list.locator('[data-silent="true"]').count(), 1)
    await act(boat.url, 'bus-owner/actions/allowSending', { canSend: false })
    await bus.getByText('cannot send now, only listens').waitFor()
    await act(boat.url, 'bus-owner/actions/allowSending', { canSend: true })
    assert.deepEqual(guest.complaints, [])
  })

  for (const view of [...allViews, { screen: small, palette: 'day' } as const])
    test(`thirty devices fit, ${titleOf(view)}, and nothing moves while rates change`, limit, async () => {
      await act(boat.url, 'teller/actions/tell', { inputs: rowsOf(9.9) })
      await using guest = await browsers.open({ url: boat.url, view, screen: 'devices' })
      await part(guest.page, 'bus-open-can0').click()
      await part(guest.page, 'device-c0788c00e7e04312').waitFor()
      await part(guest.page, 'input-sent-gps').getByText('9.9').waitFor()
      assert.equal(await isTooWide(guest), false)
      assert.deepEqual(await smallControls(guest.page), [])
      assert.deepEqual(await seriousFindings(guest.page), [])
      const places = await placesOf(guest)
      for (const rate of [0, 1_234.5]) {
        // The count of damaged messages never disappears.
        const inputs = rowsOf(rate).map((input) => ({ ...input, damaged: input.id === 'gps' ? 99_999 : 0 }))
        await act(boat.url, 'teller/actions/tell', { inputs })
        await part(guest.page, 'input-sent-gps').getByText(rate.toFixed(1)).waitFor()
        assert.deepEqual(await placesOf(guest), places)
      }
      assert.deepEqual(guest.complaints, [])
    })

  test('every control can be reached with the keyboard', limit, async () => {
    await using guest = await browsers.open({ url: boat.url, screen: 'devices' })
    await part(guest.page, 'bus-open-can0').waitFor()
    assert.deepEqual(await unreachedControls(guest.page), [])
  })
})
