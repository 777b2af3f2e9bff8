import assert from 'node:assert/strict'
import { basename } from 'node:path'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import { timeLimit } from '@marinedata/testing/time-limit'

/** Debian's; override with CHROMIUM. Headless costs half. */
const windowless = process.env['CHROMIUM'] ?? '/usr/bin/chromium-headless-shell'
/** For features that need a window, such as the wake lock. */
export const windowed = process.env['CHROMIUM'] ?? '/usr/bin/chromium'
const patienceMs = 10_000
/** Each look costs the test, the browser and the page some processor time. */
const pollMs = 60

export const phone = { name: 'phone', width: 390, height: 844 }
export const tablet = { name: 'tablet', width: 1024, height: 768 }
export const plotter = { name: 'plotter', width: 1280, height: 800 }

export type Screen = typeof phone

const sized = (width: number, height: number): Screen => ({ name: `${width}×${height}`, width, height })

/** From a small phone to a large plotter, upright and sideways. */
export const allScreens: readonly Screen[] = [
  phone,
  tablet,
  plotter,
  sized(320, 568),
  sized(568, 320),
  sized(844, 390),
  sized(820, 1180),
  sized(1180, 820),
  sized(1920, 1080),
  sized(2560, 1440),
]

const usualScreens = [phone, tablet, plotter]

/** The sizes of the checks: three, ten with `CONSOLE_SIZES=all`, or those that it names, such as `320x568,820x1180`. */
const chosenScreens = (sizes: string | undefined): readonly Screen[] => {
  if (sizes === undefined) return usualScreens
  if (sizes === 'all') return allScreens
  return sizes.split(',').map((size) => {
    const found = allScreens.find(({ width, height }) => size === `${width}x${height}`)
    assert.ok(found, `The sizes are "all", or ${allScreens.map((s) => `${s.width}x${s.height}`).join(', ')}`)
    return found
  })
}

const triedScreens = chosenScreens(process.env['CONSOLE_SIZES'])

/** The limit of a suite whose tests run on every size, from its limit for three. */
export const suiteLimit = (timeout: number): { readonly timeout: number } => ({
  timeout: (timeout * Math.max(triedScreens.length, usualScreens.length)) / usualScreens.length,
})

/** A screen size by day or by night. */
export interface View {
  readonly screen: Screen
  readonly palette: 'bright' | 'day' | 'dusk' | 'night' | 'red'
}

const byDayAndNight: readonly View[] = triedScreens.flatMap((screen) =>
  (['day', 'night'] as const).map((palette) => ({ screen, palette })),
)
const oncePerSize = byDayAndNight.filter(({ screen, palette }) => (palette === 'day') === (screen === tablet))

/** In the short form the flows of a file have one size, and the files take turns. */
const inTurn = (views: readonly View[]): readonly View[] => {
  const letters = Buffer.from(basename(process.argv[1] ?? ''))
  const turn = letters.reduce((sum, letter) => sum + letter, 0)
  return [views[turn % views.length]!]
}

type Form = 'short' | 'usual' | 'all'

const formOf = (views = 'usual'): Form => {
  if (views === 'short' || views === 'usual' || views === 'all') return views
  throw new Error(`CONSOLE_VIEWS is "short", "usual" or "all", not "${views}"`)
}

const form = formOf(process.env['CONSOLE_VIEWS'])

/** Views of the tests of layout and looks: every size by day and by night. `CONSOLE_VIEWS=short` has each size once. */
export const allViews = form === 'short' ? oncePerSize : byDayAndNight

/** Views of the flow tests: each size once, in both palettes. `CONSOLE_VIEWS=all` has all six, `short` one for a file. */
export const triedViews = { short: inTurn(oncePerSize), usual: oncePerSize, all: byDayAndNight }[form]

export const titleOf = ({ screen, palette }: View): string => `${screen.name}, ${palette}`

/** A browser with the console open, and the errors in it. */
export interface Guest extends AsyncDisposable {
  readonly page: Page
  readonly context: BrowserContext
  /** Page errors, blocked styles and scripts, and logged errors. */
  readonly complaints: string[]
  /** Every request in order, as `GET /path`. */
  readonly requests: string[]
  /** Hosts that were requested. */
  readonly hosts: Set<string>
}

export interface Opening {
  readonly url: string
  readonly view?: View
  /** `helm`, or more: `data/navigation.position`. */
  readonly screen?: string
  /** `station=Cockpit` */
  readonly query?: string
  readonly locale?: string
  /** A moment at which the wall clock of the page stands still, in UTC and without animations. Ages use another clock. */
  readonly fixedTime?: string
  /** Whether alarms flash and the compass turns smoothly; default on the plotter. */
  readonly moves?: boolean
  /** Cookies to start with. */
  readonly cookies?: Parameters<BrowserContext['addCookies']>[0]
}

/** A compass that turns smoothly costs a third of the processor time of a page, so it does on one size. */
const hasMotion = ({ screen }: View, fixedTime: string | undefined): boolean =>
  fixedTime === undefined && screen === plotter

/** One real browser for the tests of a file. */
export class Browsers implements AsyncDisposable {
  readonly #browser: Browser

  private constructor(browser: Browser) {
    this.#browser = browser
  }

  static async start(executablePath = windowless): Promise<Browsers> {
    // A software GPU would cost a third more than painting without one.
    const painting = ['--disable-gpu', '--disable-software-rasterizer', '--in-process-gpu']
    const args = ['--no-sandbox', ...painting, '--enable-precise-memory-info']
    return new Browsers(await chromium.launch({ executablePath, args }))
  }

  get version(): string {
    return this.#browser.version()
  }

  /** Opens the console as a new user on a new device. */
  async open({
    url,
    view = { screen: phone, palette: 'day' },
    screen = 'helm',
    query = '',
    locale = 'en-GB',
    cookies = [],
    fixedTime,
    moves = hasMotion(view, fixedTime),
  }: Opening): Promise<Guest> {
    const { width, height } = view.screen
    const context = await this.#browser.newContext({
      viewport: { width, height },
      hasTouch: Math.min(width, height) < 600,
      locale,
      ignoreHTTPSErrors: true,
      reducedMotion: moves ? 'no-preference' : 'reduce',
      ...(fixedTime !== undefined && { timezoneId: 'UTC' }),
    })
    if (fixedTime !== undefined) await context.addInitScript(`Date.now = () => ${Date.parse(fixedTime)}`)
    context.setDefaultTimeout(timeLimit(patienceMs))
    await context.addCookies(cookies)
    const page = await context.newPage()
    const guest = watched(page, context)
    const search = new URLSearchParams(query)
    search.set('palette', view.palette)
    await page.goto(`${url}/?${search.toString()}#/${screen}`)
    return guest
  }

  /** An empty page, on which no policy of the console applies. */
  emptyPage(): Promise<Page> {
    return this.#browser.newPage()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#browser.close()
  }
}

const watched = (page: Page, context: BrowserContext): Guest => {
  const complaints: string[] = []
  const requests: string[] = []
  const hosts = new Set<string>()
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('request', (request) => {
    const { host, pathname } = new URL(request.url())
    if (request.url().startsWith('data:')) return
    hosts.add(host)
    requests.push(`${request.method()} ${pathname}`)
  })
  page.on('websocket', (socket) => {
    const { host, pathname } = new URL(socket.url())
    hosts.add(host)
    requests.push(`WS ${pathname}`)
  })
  return {
    page,
    context,
    complaints,
    requests,
    hosts,
    [Symbol.asyncDispose]: () => context.close(),
  }
}

/** An element by its test id; the ids are a contract. */
export const part = (page: Page, testId: string) => page.locator(`[data-testid="${testId}"]`)

// A script of the page, whose types are not those of this file.
const briefPress = `async (element) => {
  const send = (type) =>
    element.dispatchEvent(new PointerEvent(type, { bubbles: true, button: 0, isPrimary: true }))
  send('pointerdown')
  await new Promise((resolve) => setTimeout(resolve, 300))
  send('pointerup')
}`

/** Presses an element and releases it early. Both happen in the page, so that a pause of the test is no longer hold. */
export const holdBriefly = async (page: Page, testId: string): Promise<void> => {
  await part(page, testId).waitFor()
  await page.evaluate(`(${briefPress})(document.querySelector('[data-testid="${testId}"]'))`)
}

// The release waits behind the timer of the hold while the page stalls.
const stalledPress = `async (element) => {
  const send = (type) =>
    element.dispatchEvent(new PointerEvent(type, { bubbles: true, button: 0, isPrimary: true }))
  send('pointerdown')
  const released = new Promise((resolve) => setTimeout(() => resolve(send('pointerup')), 1000))
  const end = performance.now() + 2000
  while (performance.now() < end);
  await released
}`

/** Presses an element and releases it while the page stalls, so that the page notices both at the same time. */
export const releaseWhileStalled = async (page: Page, testId: string): Promise<void> => {
  await part(page, testId).waitFor()
  await page.evaluate(`(${stalledPress})(document.querySelector('[data-testid="${testId}"]'))`)
}

/** Presses an element and holds it for some time, or longer, until a hold button has acted. */
export const hold = async (page: Page, testId: string, ms: number): Promise<void> => {
  const element = part(page, testId).first()
  // While a screen is built, an element may be replaced by another one.
  await eventually(`${testId} is to be seen`, () =>
    element.scrollIntoViewIfNeeded().then(
      () => true,
      () => false,
    ),
  )
  const box = await element.boundingBox()
  assert.ok(box, `${testId} is not to be seen`)
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await page.waitForTimeout(ms)
  // A page that stalls handles the release before its timers: it would see a short press.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
  await eventually(
    `${testId} is held`,
    async () => (await page.locator('[data-holding="true"]').count()) === 0,
  )
  await page.mouse.up()
}

/** Polls until a condition is true, in the short form ten times as long. */
export const eventually = async (
  what: string,
  isSo: () => Promise<boolean> | boolean,
  withinMs = patienceMs,
): Promise<number> => {
  const startedAt = performance.now()
  const limitMs = timeLimit(withinMs)
  for (;;) {
    if (await isSo()) return performance.now() - startedAt
    if (performance.now() - startedAt > limitMs) assert.fail(`Not within ${limitMs} ms: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
}
