import type { ConsoleClientList } from '@marinedata/model'
import assert from 'node:assert/strict'
import { networkInterfaces } from 'node:os'
import { after, before, suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { accessApi, Crew, owner } from '@marinedata/testing/boats/crew'
import { getJson } from '@marinedata/testing/exchange'
import { PilotBoat } from '@marinedata/testing/boats/pilot-boat'
import { Browsers, eventually, part, phone, windowed, type Guest } from './console-trial.ts'

const limit = { timeout: 300_000 }

const isLive = (page: Page): Promise<void> =>
  page.locator('[data-testid="rd-sog"][data-age="fresh"]').waitFor()

/** All test ids on the page. */
const namesOn = (page: Page): Promise<string[]> =>
  page
    .locator('[data-testid]')
    .evaluateAll((all) => [...new Set(all.map((one) => one.getAttribute('data-testid')!))].toSorted())

/** A pinch in the middle of an element. */
const pinch = async ({ page, context }: Guest, selector: string): Promise<void> => {
  const box = await page.locator(selector).boundingBox()
  assert.ok(box, `${selector} is not to be seen`)
  const session = await context.newCDPSession(page)
  await session.send('Input.synthesizePinchGesture', {
    x: Math.round(box.x + box.width / 2),
    y: Math.round(box.y + box.height / 2),
    scaleFactor: 2,
    gestureSourceType: 'touch',
  })
}

const scaleOf = (page: Page): Promise<number> => page.evaluate(() => visualViewport!.scale)

/** Default actions of the browser: text selection, pinch and wheel zoom, context menu. */
const mannersOf = (page: Page) =>
  page.evaluate(() => {
    const { userSelect: selecting, touchAction: fingers } = getComputedStyle(document.documentElement)
    const dial = document.querySelector('[data-testid="helm-dial"]')!
    const asked = { bubbles: true, cancelable: true }
    return {
      selecting,
      fingers,
      opensMenu: dial.dispatchEvent(new MouseEvent('contextmenu', asked)),
      zoomsByWheel: dial.dispatchEvent(new WheelEvent('wheel', { ...asked, ctrlKey: true, deltaY: -100 })),
    }
  })

/** A private network address of this machine that is not loopback. */
const addressAboard = (): string | undefined =>
  Object.values(networkInterfaces())
    .flatMap((list = []) => list)
    .map(({ address }) => address)
    .find((address) => /^(?:10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|f[cd])/i.test(address))

suite('kiosk mode', { timeout: 300_000 }, () => {
  let boat: PilotBoat
  let browsers: Browsers
  before(async () => {
    boat = await PilotBoat.start()
    browsers = await Browsers.start(windowed)
  })
  after(async () => {
    await browsers?.[Symbol.asyncDispose]()
    await boat?.[Symbol.asyncDispose]()
  })

  const open = (query: string, screen = 'helm'): Promise<Guest> =>
    browsers.open({ url: boat.url, query, screen, view: { screen: phone, palette: 'day' } })

  test('hides nothing, and has no text selection, no context menu and no page zoom', limit, async () => {
    await boat.must('POST main/engage')
    await using usual = await open('')
    await using kiosk = await open('kiosk=1')
    for (const { page } of [usual, kiosk]) {
      await isLive(page)
      await part(page, 'standby').waitFor()
    }
    await eventually(
      'both show the same',
      async () => JSON.stringify(await namesOn(kiosk.page)) === JSON.stringify(await namesOn(usual.page)),
    )
    assert.deepEqual(await mannersOf(usual.page), {
      selecting: 'auto',
      fingers: 'auto',
      opensMenu: true,
      zoomsByWheel: true,
    })
    assert.deepEqual(await mannersOf(kiosk.page), {
      selecting: 'none',
      fingers: 'pan-x pan-y',
      opensMenu: false,
      zoomsByWheel: false,
    })
    await boat.must('POST main/disengage')
  })

  test('can zoom the chart', limit, async () => {
    await using guest = await open('kiosk=1', 'chart')
    const { page } = guest
    const zoom = (): Promise<number> =>
      page.locator('[data-zoom]').evaluate((chart: HTMLElement) => Number(chart.dataset['zoom']))
    await page.locator('[data-zoom][data-boat="solid"]').waitFor()
    const first = await zoom()
    // A chart that is being laid out ignores touches.
    await eventually('the chart is larger', async () => {
      await pinch(guest, '[data-zoom]')
      return (await zoom()) > first + 0.3
    })
    assert.equal(await scaleOf(page), 1)
  })

  test('takes its name from the address', limit, async () => {
    await using guest = await open('kiosk=1&station=Cockpit')
    await isLive(guest.page)
    await eventually('the boat knows the name', async () => {
      const stations = await getJson<ConsoleClientList>(boat.url, '/marinedata/v2/api/stations')
      return stations.some(({ name }) => name === 'Cockpit')
    })
  })

  test('keeps the screen on only on screens that watch the boat', limit, async () => {
    await using guest = await open('kiosk=1')
    const { page } = guest
    const isAwake = (state: string): Promise<void> => page.locator(`html[data-awake="${state}"]`).waitFor()
    await isAwake('on')
    await page.evaluate(() => (location.hash = '#/settings'))
    await isAwake('off')
    await part(page, 'choose-awake-off').click()
    await page.evaluate(() => (location.hash = '#/anchor'))
    await page.locator('[data-screen="anchor"]').waitFor()
    assert.equal(await page.locator('html').getAttribute('data-awake'), 'off')
    await page.evaluate(() => (location.hash = '#/settings'))
    await part(page, 'choose-awake-on').click()
    await page.evaluate(() => (location.hash = '#/chart'))
    await isAwake('on')
  })

  test('requests the wake lock again when it becomes visible', limit, async () => {
    await using guest = await open('')
    const { page } = guest
    await page.locator('html[data-awake="on"]').waitFor()
    const see = (isHidden: boolean): Promise<void> =>
      page.evaluate((hidden) => {
        Object.defineProperty(document, 'hidden', { value: hidden, configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))
      }, isHidden)
    await see(true)
    await page.locator('html[data-awake="off"]').waitFor()
    await see(false)
    await page.locator('html[data-awake="on"]').waitFor()
  })
})

suite('a phone over plain http', { timeout: 300_000 }, () => {
  const address = addressAboard()
  const skip = address === undefined && 'this machine is in no network like a boat’s'
  let crew: Crew
  let browsers: Browsers
  before(async () => {
    crew = await Crew.start()
    browsers = await Browsers.start()
  })
  after(async () => {
    await browsers?.[Symbol.asyncDispose]()
    await crew?.[Symbol.asyncDispose]()
  })

  test(
    'gets the advice about the certificate once, and a video keeps it awake',
    { ...limit, skip },
    async () => {
      const host = address!.includes(':') ? `[${address}]` : address!
      const url = crew.url.replace('127.0.0.1', host)
      const { headers } = await crew.ask('nobody', `POST ${accessApi}/sign-in`, { body: owner })
      const [name = '', value = ''] = String(headers['set-cookie']).split(';')[0]!.split('=')
      const view = { screen: phone, palette: 'day' } as const
      await using guest = await browsers.open({ url, view, cookies: [{ name, value, url }] })
      const { page, complaints } = guest
      assert.equal(await part(page, 'advice').count(), 0, 'one thing at a time')
      await part(page, 'sound-chip').click()
      await part(page, 'advice').waitFor()
      assert.equal(await page.evaluate(() => isSecureContext || 'wakeLock' in navigator), false)
      await page.locator('html[data-awake="on"]').waitFor()
      const video = page.locator('video.silent-video')
      assert.equal(
        await video.evaluate((element: HTMLVideoElement) => element.paused || !element.muted),
        false,
      )
      const help = (await part(page, 'advice').getByRole('link').getAttribute('href'))!
      await part(page, 'advice-close').click()
      await part(page, 'advice').waitFor({ state: 'detached' })
      await page.evaluate(() => (location.hash = '#/settings'))
      await video.waitFor({ state: 'detached' })
      await page.reload()
      await page.locator('[data-testid="link"][data-state="live"]').waitFor()
      assert.equal(await part(page, 'advice').count(), 0)
      await page.goto(`${url}${help}`)
      await page.getByRole('heading', { name: 'Install the boat' }).waitFor()
      // What browsers log for every page on an unencrypted connection.
      assert.deepEqual(
        complaints.filter((complaint) => !complaint.includes('Opener-Policy')),
        [],
      )
    },
  )
})
