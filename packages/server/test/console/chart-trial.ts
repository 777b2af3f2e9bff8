import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import type { Page } from 'playwright-core'
import { startBoat, type Boat, type BoatOptions } from '@marinedata/testing/boats/start-boat'
import { StreamListener } from '@marinedata/testing/stream-listener'
import { Browsers, eventually, part, type Guest, type View } from './console-trial.ts'

export interface Spot {
  readonly latitude: number
  readonly longitude: number
}

export interface Vessel extends Spot {
  readonly name?: string
  /** Degrees. */
  readonly course?: number
  /** Metres per second. */
  readonly speed?: number
  readonly heading?: number
  /** Further values by path. */
  readonly more?: Readonly<Record<string, unknown>>
}

const radians = Math.PI / 180
const tellMs = 250

const valuesOf = ({ latitude, longitude, name, course, speed, heading, more }: Vessel): object[] =>
  Object.entries({
    'navigation.position': { latitude, longitude },
    name,
    'navigation.courseOverGroundTrue': course === undefined ? undefined : course * radians,
    'navigation.headingTrue': heading === undefined ? undefined : heading * radians,
    'navigation.speedOverGround': speed,
    ...more,
  }).flatMap(([path, value]) => (value === undefined ? [] : [{ path, value }]))

/** Contexts by the first digits of the number; a vessel otherwise. */
const maps: readonly (readonly [prefix: string, map: string])[] = [
  ['99', 'aton'],
  ['97', 'sar'],
  ['1', 'aircraft'],
]

const contextOf = (mmsi: string): string => {
  const [, map] = maps.find(([prefix]) => mmsi.startsWith(prefix)) ?? ['', 'vessels']
  return `${map}.urn:mrn:imo:mmsi:${mmsi}`
}

/** Instruments that repeat their values four times a second. */
export class Instruments implements AsyncDisposable {
  readonly #line: StreamListener
  readonly #timer: ReturnType<typeof setInterval>
  readonly #rhythm = new EventEmitter()
  #vessels = new Map<string, Vessel>()

  private constructor(line: StreamListener) {
    this.#line = line
    this.#timer = setInterval(() => {
      this.#tell()
      this.#rhythm.emit('chartText')
    }, tellMs)
  }

  static async of(url: string): Promise<Instruments> {
    return new Instruments(await StreamListener.open(url, '?subscribe=none'))
  }

  /** @param mmsi of another craft; the own vessel when absent */
  async show(vessel: Vessel, mmsi = ''): Promise<void> {
    this.#vessels.set(mmsi, vessel)
    this.#tell()
    await this.#line.settled()
  }

  /** Waits for this many repetitions: only then does the server know the interval, and what silence is. */
  async chartText(times = 3): Promise<void> {
    for (let count = 0; count < times; count++) await once(this.#rhythm, 'chartText')
    await this.#line.settled()
  }

  /** Stops sending, like a receiver that has lost its antenna. */
  fallSilent(): void {
    this.#vessels = new Map()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer)
    await this.#line[Symbol.asyncDispose]()
  }

  #tell(): void {
    for (const [mmsi, vessel] of this.#vessels)
      this.#line.send({
        ...(mmsi !== '' && { context: contextOf(mmsi) }),
        updates: [{ $source: 'test', values: valuesOf(vessel) }],
      })
  }
}

/** A boat, its instruments, and a user who looks at the chart. */
export class ChartTrial implements AsyncDisposable {
  readonly boat: Boat
  readonly instruments: Instruments
  readonly #browsers: Browsers

  private constructor(boat: Boat, instruments: Instruments, browsers: Browsers) {
    this.boat = boat
    this.instruments = instruments
    this.#browsers = browsers
  }

  static async start(browsers: Browsers, options: BoatOptions = {}): Promise<ChartTrial> {
    const boat = await startBoat(options)
    return new ChartTrial(boat, await Instruments.of(boat.url), browsers)
  }

  /**
   * Opens the chart and waits for the boat, if it has a position.
   * @param url another address of the boat
   */
  async open(view: View, boatIs: 'solid' | 'none' = 'solid', url = this.boat.url): Promise<Guest> {
    const guest = await this.#browsers.open({ url, view, screen: 'chart' })
    await guest.page.locator(`[data-testid="chart-map"][data-boat="${boatIs}"]`).waitFor()
    return guest
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.instruments[Symbol.asyncDispose]()
    await this.boat[Symbol.asyncDispose]()
  }
}

/** A data attribute of the chart. */
export const chartText = async (page: Page, name: string): Promise<string> =>
  (await part(page, 'chart-map').getAttribute(`data-${name}`)) ?? ''

export const zoomOf = async (page: Page): Promise<number> => Number(await chartText(page, 'zoom'))

const pixelIn = (text: string): readonly [number, number] => {
  const [x = NaN, y = NaN] = text.split(' ').map(Number)
  return [x, y]
}

/** Position of the drawn boat in pixels of the chart. */
export const boatPixel = async (page: Page): Promise<readonly [number, number]> =>
  pixelIn(await chartText(page, 'boat-at'))

/** Offset of the boat from the middle of the chart, right and down. */
export const boatOffMiddle = async (page: Page): Promise<readonly [number, number]> => {
  const box = await boxOf(page)
  const [x, y] = await boatPixel(page)
  return [x - box.width / 2, y - box.height / 2]
}

export const boxOf = async (page: Page) => {
  const box = await part(page, 'chart-map').boundingBox()
  assert.ok(box, 'there is no chart')
  return box
}

const mercator = (latitude: number): number => Math.atanh(Math.sin(latitude * radians)) / radians

/** Page pixel of a place with north up, relative to the boat at `own`. */
export const pagePixel = async (page: Page, own: Spot, spot: Spot): Promise<readonly [number, number]> => {
  const [x, y] = await boatPixel(page)
  const box = await boxOf(page)
  const perDegree = (256 * 2 ** (await zoomOf(page))) / 360
  return [
    box.x + x + (spot.longitude - own.longitude) * perDegree,
    box.y + y - (mercator(spot.latitude) - mercator(own.latitude)) * perDegree,
  ]
}

/** The place at a page pixel with north up, relative to the boat at `own`. */
export const placeAt = async (page: Page, own: Spot, [x, y]: readonly [number, number]): Promise<Spot> => {
  const [boatX, boatY] = await pagePixel(page, own, own)
  const perDegree = (256 * 2 ** (await zoomOf(page))) / 360
  const north = mercator(own.latitude) + (boatY - y) / perDegree
  return {
    latitude: Math.asin(Math.tanh(north * radians)) / radians,
    longitude: own.longitude + (x - boatX) / perDegree,
  }
}

/** Waits until the chart stops moving: it is laid out again when a panel closes or the speed becomes known. */
export const isStill = async (page: Page): Promise<void> => {
  const lies = async (): Promise<string> =>
    `${await chartText(page, 'boat-at')} ${await chartText(page, 'zoom')}`
  await eventually('the chart lies still', async () => {
    const before = await lies()
    await page.waitForTimeout(600)
    return (await lies()) === before
  })
}

/** Opens a tool by its own button, or by the common one on a phone. */
export const openTool = async (page: Page, tool: 'ships' | 'routes' | 'layers'): Promise<void> => {
  const shown = page.locator(`:is([data-testid="tools"], [data-testid="${tool}"]):visible`)
  await shown.first().waitFor()
  if (await part(page, 'tools').isVisible()) {
    await part(page, 'tools').click()
    await part(page, `tool-${tool}`).click()
  } else await part(page, tool).click()
}

export const pressAt = async (page: Page, x: number, y: number): Promise<void> => {
  await page.mouse.move(x, y)
  await page.mouse.down()
  await part(page, 'place-menu').waitFor()
  await page.mouse.up()
}

/** Pans the chart by dragging. */
export const pan = async (page: Page, right: number, down: number): Promise<void> => {
  const { x, y, width, height } = await boxOf(page)
  const [fromX, fromY] = [x + width * 0.3, y + height * 0.45]
  await page.mouse.move(fromX, fromY)
  await page.mouse.down()
  await page.mouse.move(fromX + right / 2, fromY + down / 2, { steps: 4 })
  await page.mouse.move(fromX + right, fromY + down, { steps: 4 })
  // A pause before the release avoids a fling.
  await page.waitForTimeout(150)
  await page.mouse.up()
}

export interface Picture {
  readonly width: number
  readonly height: number
  /** For each column, whether it contains a pixel of the colour. */
  readonly columns: readonly boolean[]
  /** Share of all pixels with the colour. */
  readonly share: number
}

type Box = Awaited<ReturnType<typeof boxOf>>

/**
 * Looks for a colour of the palette, such as `land`; the browser decodes its own screenshot.
 * @param clip the area; the whole chart when absent
 */
export const lookFor = async (page: Page, token: string, clip?: Box): Promise<Picture> => {
  const png = (await page.screenshot({ clip: clip ?? (await boxOf(page)) })).toString('base64')
  return page.evaluate(
    async ([data, name]) => {
      const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))
      const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
      const { width, height } = image
      const context = new OffscreenCanvas(width, height).getContext('2d')!
      context.drawImage(image, 0, 0)
      const { data: pixels } = context.getImageData(0, 0, width, height)
      const hex = getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim()
      const wanted = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
      const columns = Array.from({ length: width }, () => false)
      let count = 0
      for (let at = 0; at < pixels.length; at += 4) {
        if (!wanted.every((tone, channel) => Math.abs(pixels[at + channel]! - tone) <= 3)) continue
        count++
        columns[(at / 4) % width] = true
      }
      return { width, height, columns, share: count / (width * height) }
    },
    [png, token] as const,
  )
}

/** Waits until the boat is drawn this near to the middle. */
export const isCentred = (page: Page, within: number, ms: number): Promise<number> =>
  eventually(
    'the boat is in the middle',
    async () => {
      const [right, down] = await boatOffMiddle(page)
      return Math.hypot(right, down) <= within
    },
    ms,
  )
