import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { mustAlerts } from '../alert-asking.ts'
import { startBoat, type Boat, type BoatOptions } from '@marinedata/testing/boats/start-boat'
import { StreamListener } from '@marinedata/testing/stream-listener'
import { Instruments } from './chart-trial.ts'
import { Browsers, eventually, part, type Guest, type Opening, type View } from './console-trial.ts'
import { brightestPixel, seriousFindings, smallControls } from './looking.ts'

/** A busy machine must not decide: longer than any of its stalls. */
export const patienceMs = 40_000

export const openSea = { latitude: 59.4, longitude: 22.6 }

interface Ship {
  readonly mmsi: string
  readonly name: string
  /** Metres and seconds. */
  readonly approach: { readonly distance: number; readonly timeTo: number }
}

export const pioneer: Ship = {
  mmsi: '230000001',
  name: 'MORNING PIONEER',
  approach: { distance: 130, timeTo: 251 },
}

export const contextOf = ({ mmsi }: Pick<Ship, 'mmsi'>): string => `vessels.urn:mrn:imo:mmsi:${mmsi}`

/** Waits until an element contains a text. */
export const says = (page: Page, testId: string, words: RegExp): Promise<number> =>
  eventually(
    `${testId} says ${String(words)}`,
    async () => {
      const found = part(page, testId)
      return (await found.count()) === 1 && words.test((await found.textContent()) ?? '')
    },
    patienceMs,
  )

/** Parts of the band that are cut off, covered, or outside the screen. */
export const cutParts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const band = document.querySelector('[data-testid="alarm-band"]')
    const pieces = [...(band?.querySelectorAll<HTMLElement>('h2, .band-position, dt, dd, .button') ?? [])]
    const isOutside = ({ left, right, top, bottom }: DOMRect): boolean =>
      left < 0 || right > innerWidth + 0.5 || top < 0 || bottom > innerHeight
    const isCut = ({ scrollWidth, clientWidth }: HTMLElement): boolean => scrollWidth > clientWidth + 1
    const isCovered = ({ left, right, top, bottom }: DOMRect): boolean =>
      band?.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2)) !== true
    return pieces
      .filter((piece) => piece.checkVisibility())
      .filter((piece) => {
        const box = piece.getBoundingClientRect()
        return isOutside(box) || isCut(piece) || isCovered(box)
      })
      .map((piece) => `${piece.textContent}: ${JSON.stringify(piece.getBoundingClientRect())}`)
  })

/**
 * Asserts that the band is accessible, nothing in it is cut or covered, and a night view is dark. Saves a picture in the
 * folder `MARINEDATA_PICTURES`.
 */
export const inspectBand = async (page: Page, view: View, what: string): Promise<void> => {
  const folder = process.env['MARINEDATA_PICTURES']
  if (folder !== undefined)
    await page.screenshot({ path: `${folder}/${view.screen.width}-${view.palette}-${what}.png` })
  assert.deepEqual(await cutParts(page), [], what)
  assert.deepEqual(await seriousFindings(page), [], what)
  assert.deepEqual(await smallControls(page), [], what)
  const browser = page.context().browser()
  if (view.palette === 'night' && browser !== null)
    assert.ok((await brightestPixel(browser, await page.screenshot())) <= 0.5, what)
}

/** What the source of a distress alert says. */
interface Distress {
  readonly state: 'emergency' | 'alarm' | 'warn' | 'alert'
  readonly message: string
  readonly context: string
  readonly position: { readonly latitude: number; readonly longitude: number }
}

/** A boat that sails north at 3 m/s, with ships around it whose alarms the test raises. */
export class BandTrial implements AsyncDisposable {
  readonly url: string
  readonly instruments: Instruments
  readonly #boat: Boat
  readonly #sensor: StreamListener
  readonly #browsers: Browsers

  private constructor(
    boat: Boat,
    sensor: StreamListener,
    made: Pick<BandTrial, 'instruments'> & { browsers: Browsers },
  ) {
    this.#boat = boat
    this.url = boat.url
    this.#sensor = sensor
    this.instruments = made.instruments
    this.#browsers = made.browsers
  }

  static async start(options: BoatOptions = {}): Promise<BandTrial> {
    const boat = await startBoat(options)
    const sensor = await StreamListener.open(boat.url, '?subscribe=none')
    const instruments = await Instruments.of(boat.url)
    const trial = new BandTrial(boat, sensor, { instruments, browsers: await Browsers.start() })
    await trial.sail()
    return trial
  }

  /** The own vessel. */
  sail(place = openSea): Promise<void> {
    return this.instruments.show({ ...place, course: 0, speed: 3, heading: 0 })
  }

  /** A ship at rest, two minutes north and as much to the east: a mile and 27 degrees to starboard. */
  ship({ mmsi, name, approach }: Ship): Promise<void> {
    const place = { latitude: openSea.latitude + 1 / 60, longitude: openSea.longitude + 1 / 60 }
    const more = { 'navigation.closestApproach': approach }
    return this.instruments.show({ ...place, course: 200, speed: 0, name, more }, mmsi)
  }

  /** The alarm as the plugin closest-approach raises it. */
  async alarm(ship: Ship): Promise<void> {
    await this.ship(ship)
    const message = `${ship.name} will come nearer than 0.2 NM`
    const condition = { state: 'alarm', method: ['visual', 'sound'], message, context: contextOf(ship) }
    this.#sensor.put(`notifications.navigation.closestApproach.${ship.mmsi}`, condition)
    await this.#sensor.settled()
  }

  /** The alert as the plugin distress raises it. */
  async distress(name: string, alert: Distress): Promise<void> {
    const method = alert.state === 'emergency' || alert.state === 'alarm' ? ['visual', 'sound'] : ['visual']
    this.#sensor.put(`notifications.distress.${name}`, { ...alert, method, endable: true })
    await this.#sensor.settled()
  }

  /** A beacon that sends its place once; in the state `default` as a test. */
  async beaconAt(
    mmsi: string,
    place: { readonly latitude: number; readonly longitude: number },
    state: 'ais-sart' | 'default' = 'ais-sart',
  ): Promise<void> {
    const values = [
      { path: 'navigation.position', value: place },
      { path: 'navigation.state', value: state },
    ]
    this.#sensor.send({ context: `sar.urn:mrn:imo:mmsi:${mmsi}`, updates: [{ $source: 'test', values }] })
    await this.#sensor.settled()
  }

  async pass({ mmsi }: Pick<Ship, 'mmsi'>): Promise<void> {
    const condition = { state: 'normal', method: [], message: '' }
    this.#sensor.put(`notifications.navigation.closestApproach.${mmsi}`, condition)
    await this.#sensor.settled()
  }

  async raise(path: string, message: string): Promise<void> {
    await mustAlerts(this.url, 'POST', { path, state: 'alarm', message })
  }

  async open(more: Partial<Opening> = {}): Promise<Guest> {
    const guest = await this.#browsers.open({ url: this.url, ...more })
    guest.page.setDefaultTimeout(patienceMs)
    await guest.page.locator('[data-testid="link"][data-state="live"]').waitFor()
    return guest
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#browsers[Symbol.asyncDispose]()
    await this.instruments[Symbol.asyncDispose]()
    await this.#sensor[Symbol.asyncDispose]()
    await this.#boat[Symbol.asyncDispose]()
  }
}
