import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { timeLimit } from '@marinedata/testing/time-limit'
import { Browsers, part, phone, plotter, tablet, type Guest, type Screen } from './console-trial.ts'
import type { Situation, StillBoat } from './still-boat.ts'

const root = join(import.meta.dirname, '..', '..', '..', '..')
/** Committed, and shown in the documents. */
export const keptFolder = join(root, 'docs/screens')
/** New pictures that differ, and where; not committed. */
const changedFolder = join(root, 'screens/changed')

/** One of the pictures that are compared. */
export interface Picture {
  readonly screen: string
  readonly size: Screen
  readonly palette: 'bright' | 'day' | 'dusk' | 'night' | 'red'
  readonly situation: Situation
  /** Whether two alerts are active. */
  readonly hasAlerts?: boolean
  /** Whether the device sounds alarms. */
  readonly isArmed?: boolean
  /** An element that is there when the screen has loaded what it shows. */
  readonly loaded?: string
}

/** In the order in which they are taken: each change of the situation costs time. */
export const pictures: readonly Picture[] = [
  { screen: 'helm', size: phone, palette: 'day', situation: 'sailing' },
  { screen: 'helm', size: phone, palette: 'red', situation: 'sailing' },
  { screen: 'helm', size: tablet, palette: 'day', situation: 'sailing' },
  { screen: 'helm', size: plotter, palette: 'night', situation: 'sailing' },
  { screen: 'chart', size: phone, palette: 'dusk', situation: 'sailing' },
  { screen: 'chart', size: tablet, palette: 'day', situation: 'sailing' },
  { screen: 'instruments', size: tablet, palette: 'day', situation: 'sailing', loaded: '.graph' },
  { screen: 'boat', size: tablet, palette: 'bright', situation: 'sailing', loaded: '.card input' },
  { screen: 'settings', size: phone, palette: 'day', situation: 'sailing', loaded: '[data-state="kept"]' },
  { screen: 'more', size: phone, palette: 'night', situation: 'sailing' },
  { screen: 'anchor', size: phone, palette: 'night', situation: 'anchored', isArmed: true },
  {
    screen: 'alerts',
    size: phone,
    palette: 'day',
    situation: 'anchored',
    hasAlerts: true,
    loaded: '.alerts-row',
  },
]

export const nameOf = ({ screen, size, palette }: Picture): string => `${screen}-${size.name}-${palette}`

const fixedTime = '2026-06-15T10:24:00Z'
/** What depends on the moment: the age of the last message, how long ago an alert began, and graphs that grow. */
const hideAges =
  '[data-testid="link"], .alerts-meta, .graph, .graph + footer { visibility: hidden !important }'
const stillMs = 300
const patienceMs = 15_000

/** Adds a style sheet; the policy of the console allows no style element. */
export const addStyle = (page: Page, text: string): Promise<void> =>
  page.evaluate((content) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(content)
    document.adoptedStyleSheets.push(sheet)
  }, text)

/** Takes a picture when the page has stopped changing. */
export const stillPicture = async (page: Page): Promise<Buffer> => {
  const endsAt = performance.now() + timeLimit(patienceMs)
  let last = await page.screenshot({ animations: 'disabled' })
  let stillTimes = 0
  while (stillTimes < 2 && performance.now() < endsAt) {
    await pause(stillMs)
    const next = await page.screenshot({ animations: 'disabled' })
    stillTimes = next.equals(last) ? stillTimes + 1 : 0
    last = next
  }
  return last
}

/** A page at the size and in the palette of a picture, on its screen. */
const openPicture = async (
  browsers: Browsers,
  boat: StillBoat,
  { screen, size, palette, situation, hasAlerts = false, isArmed = false, loaded = '' }: Picture,
): Promise<Guest> => {
  await boat.bring(situation)
  await boat.forgetPages()
  if (hasAlerts) await boat.raiseAlerts()
  const guest = await browsers.open({
    url: boat.url,
    view: { screen: size, palette },
    screen,
    fixedTime,
  })
  await guest.page.locator(`[data-screen="${screen}"] ${loaded}`.trim()).first().waitFor()
  await guest.page.locator('[data-testid="link"][data-state="live"]').waitFor()
  await guest.page.waitForLoadState('networkidle')
  if (isArmed) {
    await part(guest.page, 'sound-band').click()
    await guest.page.locator('.anchor-wakes [data-armed="true"]').waitFor()
  }
  await addStyle(guest.page, hideAges)
  return guest
}

export const takePicture = async (browsers: Browsers, boat: StillBoat, picture: Picture): Promise<Buffer> => {
  await using guest = await openPicture(browsers, boat, picture)
  // The page must stay open until the picture is taken.
  return await stillPicture(guest.page)
}

/** How two pictures differ. */
export interface Difference {
  /** Blocks whose mean colour differs. Every block, if the sizes differ. */
  readonly blocks: number
  /** The new picture with the changed blocks marked, PNG. */
  readonly marked: Buffer
}

/** Of one block: small enough to see a missing word, large enough to even out the edges of letters. */
const blockPixels = 8
/** Of the mean of a colour in a block, out of 255. Antialiasing changes it by less than 6. */
const colourTolerance = 14
/** Blocks that may differ: a digit, or the edge of a line. A button has fifty or more. */
export const blocksTolerated = 4

/** Compares two PNGs block by block. The browser decodes them, on an empty page. */
export const differenceOf = async (page: Page, known: Buffer, fresh: Buffer): Promise<Difference> => {
  const { blocks, marked } = await page.evaluate(
    async ([one, other, size, tolerance]) => {
      const decode = async (png: string) => {
        const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob())
        const { width, height } = image
        const context = new OffscreenCanvas(width, height).getContext('2d')!
        context.drawImage(image, 0, 0)
        return { width, height, context, pixels: context.getImageData(0, 0, width, height).data }
      }
      const [a, b] = await Promise.all([decode(one), decode(other)])
      const isSameSize = a.width === b.width && a.height === b.height
      const isChanged = (left: number, top: number): boolean => {
        if (!isSameSize) return true
        const sums = [0, 0, 0]
        let count = 0
        for (let y = top; y < Math.min(top + size, b.height); y++)
          for (let x = left; x < Math.min(left + size, b.width); x++, count++)
            for (let colour = 0; colour < 3; colour++) {
              const at = (y * b.width + x) * 4 + colour
              sums[colour]! += a.pixels[at]! - b.pixels[at]!
            }
        return sums.some((sum) => Math.abs(sum / count) > tolerance)
      }
      let changed = 0
      b.context.fillStyle = 'rgb(255 0 0 / 50%)'
      for (let top = 0; top < b.height; top += size)
        for (let left = 0; left < b.width; left += size)
          if (isChanged(left, top)) {
            changed++
            b.context.fillRect(left, top, size, size)
          }
      const blob = await b.context.canvas.convertToBlob({ type: 'image/png' })
      const bytes = new Uint8Array(await blob.arrayBuffer())
      let text = ''
      for (const byte of bytes) text += String.fromCharCode(byte)
      return { blocks: changed, marked: btoa(text) }
    },
    [known.toString('base64'), fresh.toString('base64'), blockPixels, colourTolerance] as const,
  )
  return { blocks, marked: Buffer.from(marked, 'base64') }
}

/** The result of a comparison with the committed picture. */
export interface Compared {
  readonly name: string
  /** `Infinity` without a committed picture. */
  readonly blocks: number
}

/** Compares a picture with the committed one, and writes it and what differs if it has changed. */
export const compareWithKept = async (page: Page, name: string, fresh: Buffer): Promise<Compared> => {
  const kept = join(keptFolder, `${name}.png`)
  const difference = existsSync(kept) ? await differenceOf(page, await readFile(kept), fresh) : undefined
  const blocks = difference?.blocks ?? Infinity
  const files = [join(changedFolder, `${name}.png`), join(changedFolder, `${name}-difference.png`)] as const
  for (const file of files) await rm(file, { force: true })
  if (blocks > blocksTolerated) {
    await mkdir(changedFolder, { recursive: true })
    await writeFile(files[0], fresh)
    if (difference !== undefined) await writeFile(files[1], difference.marked)
  }
  return { name, blocks }
}
