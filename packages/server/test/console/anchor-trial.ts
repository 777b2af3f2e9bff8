import type { Alert, AnchorState, Position } from '@marinedata/model'
import { alertsApi, mustAlerts } from '../alert-asking.ts'
import { AnchorBoat, home } from '../anchor-boat.ts'
import { getJson } from '@marinedata/testing/exchange'
import { StreamListener } from '@marinedata/testing/stream-listener'
import { Browsers, eventually, part, type Guest, type Opening } from './console-trial.ts'
import { timeLimit } from '@marinedata/testing/time-limit'
import { until } from '@marinedata/testing/until'

const feedMs = 200
const metresPerDegree = 111_195
/** The boat drifts in the opposite direction. */
const heading = Math.PI / 2
/** Shorter than the timeout of a test. */
const listenerPatienceMs = 1_000

/** What a boat at anchor sends while its instruments work. */
const steady = {
  'navigation.headingTrue': heading,
  'environment.depth.belowSurface': 6,
  'environment.wind.speedTrue': 8,
  'environment.wind.directionTrue': heading,
  'design.length': { overall: 12 },
  'design.bowAnchorHeight': 1.2,
  'sensors.gps.fromBow': 0,
} as const

/** A boat with the real anchor watch, instruments that can be silenced, and consoles. */
export class AnchorTrial implements AsyncDisposable {
  readonly boat: AnchorBoat
  readonly #browsers: Browsers
  readonly #stack = new AsyncDisposableStack()
  #longitude: number = home.longitude
  #speed = 0
  #way = 0
  #isSilent = false

  private constructor(boat: AnchorBoat, browsers: Browsers) {
    this.boat = this.#stack.use(boat)
    this.#browsers = this.#stack.use(browsers)
  }

  static async start(): Promise<AnchorTrial> {
    await using stack = new AsyncDisposableStack()
    const boat = stack.use(await AnchorBoat.start({ hasPosition: false, listenerPatienceMs }))
    const trial = new AnchorTrial(boat, await Browsers.start())
    stack.move()
    await trial.#feed()
    return trial
  }

  /** Opens the anchor screen and waits until it is live. */
  async open(more: Partial<Opening> = {}): Promise<Guest> {
    const guest = await this.#browsers.open({ url: this.boat.url, screen: 'anchor', ...more })
    await guest.page.locator('[data-testid="link"][data-state="live"]').waitFor()
    return guest
  }

  state(): Promise<AnchorState> {
    return this.boat.state()
  }

  /** Position of the boat. */
  place(): Position {
    return { latitude: home.latitude, longitude: this.#longitude }
  }

  alerts(): Promise<readonly Alert[]> {
    return getJson(this.boat.url, alertsApi)
  }

  /** Drops the anchor and watches a radius in metres. */
  async watch(radius: number): Promise<void> {
    await this.boat.must('POST drop')
    await this.boat.must('POST radius', { value: radius })
  }

  /** Raises the anchor and clears all alerts. */
  async calm(): Promise<void> {
    this.#speed = 0
    this.#way = 0
    this.#isSilent = false
    await this.boat.must('POST raise')
    await this.acknowledge()
  }

  /** Acknowledges all alerts. */
  async acknowledge(): Promise<void> {
    await mustAlerts(this.boat.url, 'POST acknowledge')
  }

  /** Drifts astern from now on, in metres per second. */
  driftAt(speed: number): void {
    this.#speed = speed
  }

  /** Speed over ground as the instruments report it, in metres per second. */
  makeWay(speed: number): void {
    this.#way = speed
  }

  /** Stops or resumes the instruments. */
  silence(isSilent: boolean): void {
    this.#isSilent = isSilent
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#stack.disposeAsync()
  }

  async #feed(): Promise<void> {
    const teller = this.#stack.use(await StreamListener.open(this.boat.url, '?subscribe=none'))
    const metresPerLongitude = metresPerDegree * Math.cos((home.latitude * Math.PI) / 180)
    let noise = 1e-7
    const show = (): void => {
      if (this.#isSilent) return
      this.#longitude -= (this.#speed * feedMs) / 1_000 / metresPerLongitude
      // A centimetre of noise: the watch warns of a receiver that repeats the same position for five minutes.
      noise = -noise
      teller.put('navigation.position', {
        latitude: home.latitude + noise,
        longitude: this.#longitude,
      })
      teller.put('navigation.speedOverGround', this.#way)
      for (const [path, value] of Object.entries(steady)) teller.put(path, value)
    }
    show()
    const timer = setInterval(show, feedMs)
    this.#stack.defer(() => clearInterval(timer))
    // The watch notices it with a delay.
    await until(
      () => this.boat.ask('POST drop'),
      ({ status }) => status === 200,
    )
    await this.boat.must('POST raise')
  }
}

/** Anchor commands sent by a page, in order: `drop`, `radius`. */
export const ordersOf = ({ requests }: Guest): string[] =>
  requests.flatMap((request) => /^POST .*\/navigation\/anchor\/([a-z-]+)$/.exec(request)?.[1] ?? [])

export const textOf = async ({ page }: Guest, testId: string): Promise<string> =>
  (await part(page, testId).textContent()) ?? ''

/** Waits until the page shows this state of the watch. */
export const isStanding = ({ page }: Guest, standing: string, timeout = 10_000): Promise<void> =>
  page
    .locator(`[data-testid="anchor-state"][data-watch-state="${standing}"]`)
    .waitFor({ timeout: timeLimit(timeout) })

export const hasText = (guest: Guest, testId: string, text: RegExp): Promise<number> =>
  eventually(`${testId} says ${text.source}`, async () => text.test(await textOf(guest, testId)))

/** Elements that are cut off or scroll. On phones that are small or held sideways they may scroll down. */
export const fits = ({ page }: Guest): Promise<string[]> =>
  page.evaluate(() => {
    const places = ['html', '.shell', '.screen', '.anchor', '.anchor-panel', '.anchor-bow', '.bow-figures']
    const isSmall = innerWidth < 390 || innerHeight < 500
    const canScroll = (element: Element): boolean =>
      /auto|scroll/.test(getComputedStyle(element).overflowY) ||
      (element.parentElement !== null && canScroll(element.parentElement))
    return places.filter((place) => {
      const element = document.querySelector(place)
      if (element === null) return false
      if (element.scrollWidth > element.clientWidth + 1) return true
      return element.scrollHeight > element.clientHeight + 1 && !(isSmall && canScroll(element))
    })
  })
