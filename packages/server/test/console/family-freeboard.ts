import type { Locator, Page } from 'playwright-core'
import { owner } from '@marinedata/testing/boats/crew'
import { until } from '@marinedata/testing/until'
import { checkOk, type App, type Scene } from './family-trial.ts'

const tip = (page: Page, text: string): Locator => page.locator(`button[mattooltip="${text}"]`)

const icon = (page: Page, name: string): Locator =>
  page.locator('button', { has: page.locator(`mat-icon[data-mat-icon-name="${name}"]`) })

const menu = async (page: Page, entry: string): Promise<void> => {
  await tip(page, 'Menu').click()
  await page.locator('a', { hasText: entry }).click()
}

const signIn = async ({ page, shoot, traffic }: Scene): Promise<void> => {
  await page.locator('canvas').first().waitFor()
  // Without internet the app says that there is no map of the world.
  await page.getByRole('button', { name: 'OK' }).click()
  await menu(page, 'Login')
  await page.getByLabel('User name').fill(owner.name)
  await page.getByLabel('Password').fill(owner.passphrase)
  await shoot('sign-in')
  const answered = page.waitForResponse(/\/signalk\/v1\/auth\/login$/)
  await page.getByRole('button', { name: 'Log in' }).click()
  await checkOk(await answered)
  await until(() => traffic.own >= 3, Boolean, { what: 'a live stream of the own vessel' })
  await shoot('signed-in')
}

/** Follows the boat, and zooms until streets of traffic are seen apart. */
const followBoat = async ({ page }: Scene): Promise<void> => {
  await icon(page, 'cent-iec').click()
  const zoomIn = page.locator('button', { hasText: /^\s*add\s*$/ })
  await until(
    async () => {
      const [, zoom] = /Zm: ([0-9.]+)/.exec(await page.locator('body').innerText()) ?? []
      if (Number(zoom) >= 13) return true
      await zoomIn.first().click()
      return false
    },
    Boolean,
    { what: 'a zoom of 13' },
  )
}

/** The popover of the own boat shows a position that changes; the list of vessels and the chart show others. */
const watchBoat = async ({ page, shoot, traffic }: Scene): Promise<void> => {
  const latitude = page.getByText('Latitude:').locator('xpath=..')
  await until(
    async () => {
      await page.mouse.click(600, 400)
      return latitude
        .waitFor({ timeout: 2_000 })
        .then(() => true)
        .catch(() => false)
    },
    Boolean,
    { what: 'the popover of the own boat' },
  )
  const first = await latitude.innerText()
  await shoot('boat')
  await until(async () => (await latitude.innerText()) !== first, Boolean, { what: 'another position' })
  await shoot('boat-moved')
  await menu(page, 'Vessels')
  await page.getByRole('button', { name: 'FOCUS' }).nth(2).waitFor()
  await until(() => traffic.atons > 0, Boolean, { what: 'a buoy' })
  await shoot('traffic-and-buoy')
  await tip(page, 'Close Vessels List').click()
}

/** What plugins provide: a place is a note, and the forecast is for the place under the mouse. */
const lookAtPlaces = async ({ page, shoot }: Scene): Promise<void> => {
  await tip(page, 'Routes, Waypoints, Notes, etc.').click()
  await page.getByRole('menuitem', { name: 'Notes' }).click()
  await page.getByText('Hanko').first().waitFor()
  await shoot('places')
  await tip(page, 'Close Note List').click()
  // There is no menu while the popover of the boat is open. A click on the water closes it.
  await page.mouse.click(900, 640)
  await page.getByText('Latitude:').waitFor({ state: 'hidden' })
  await page.mouse.click(900, 640, { button: 'right' })
  await page.getByText('Weather Forecast').click()
  const forecast = page.locator('weather-forecast-modal')
  await forecast.getByText('SW').first().waitFor()
  await shoot('forecast')
  await forecast.locator('button').first().click()
}

/** The points of the route on the screen, and a place on its second leg. */
const drawn = {
  points: [
    [540, 300],
    [600, 220],
    [750, 200],
    [850, 300],
  ],
  leg: [675, 210],
} as const

const drawRoute = async ({ page, shoot }: Scene): Promise<void> => {
  // A chart that follows the boat would move away below the mouse.
  await icon(page, 'cent-iec').click()
  await tip(page, 'Draw / Measure / Select').click()
  await page.locator('a', { hasText: 'Draw Route' }).click()
  const finish = page.getByRole('button', { name: 'FINISH' })
  await finish.waitFor()
  for (const [x, y] of drawn.points) {
    // Two clicks in a short time would end the line.
    await page.waitForTimeout(600)
    await page.mouse.click(x, y)
  }
  await shoot('route-drawn')
  await finish.click()
  const save = page.getByRole('button', { name: 'SAVE' })
  await until(
    async () => {
      await page.mouse.click(...drawn.leg)
      return save
        .waitFor({ timeout: 2_000 })
        .then(() => true)
        .catch(() => false)
    },
    Boolean,
    { what: 'the popover of the route' },
  )
  await save.click()
  const dialog = page.locator('mat-dialog-container')
  await dialog.locator('input').first().fill('Around the bank')
  const saved = page.waitForResponse(/\/resources\/routes$/)
  const listed = page.waitForResponse(
    (response) => /\/resources\/routes(\?|$)/.test(response.url()) && response.request().method() === 'GET',
  )
  await dialog.getByRole('button', { name: /save/i }).click()
  await checkOk(await saved)
  // The app reads the routes again when the stream says that one was saved.
  await checkOk(await listed)
  await shoot('route-saved')
}

const followRoute = async ({ page, shoot }: Scene): Promise<void> => {
  await tip(page, 'Routes, Waypoints, Notes, etc.').click()
  await page.getByRole('menuitem', { name: 'Routes' }).click()
  const activated = page.waitForResponse(/\/course\/activeRoute$/)
  await tip(page, 'Start').click()
  // Asked when the nearest point is behind the boat.
  const yes = page.getByRole('button', { name: 'Yes' })
  await Promise.race([activated, yes.click()])
  await checkOk(await activated)
  await tip(page, 'Close Route List').click()
  await page.getByText('1 of 4').or(page.getByText('2 of 4')).first().waitFor()
  await shoot('route-active')
}

/** Engages the autopilot and turns to starboard with the buttons of the app. */
const steer = async ({ page, shoot }: Scene): Promise<void> => {
  await tip(page, 'Autopilot').click()
  const pilot = page.locator('autopilot-console')
  await shoot('autopilot')
  const engaged = page.waitForResponse(/\/autopilots\/_default\/engage$/)
  await pilot.getByRole('switch').click()
  await checkOk(await engaged)
  const turned = page.waitForResponse(/\/autopilots\/_default\/target\/adjust$/)
  await pilot.getByRole('button', { name: '+10' }).click()
  await checkOk(await turned)
  // The display shows what the autopilot has reported on the stream.
  await pilot.getByText('enabled', { exact: true }).waitFor()
  await shoot('steering')
}

const anchor = async ({ page, shoot }: Scene): Promise<void> => {
  await menu(page, 'Anchor Watch')
  const lever = page
    .locator('anchor-watch, mat-sidenav, body')
    .locator('mat-slide-toggle', { hasNotText: /[a-z]/i })
    .getByRole('switch')
    .first()
  const dropped = page.waitForResponse(/\/anchoralarm\/dropAnchor$/)
  await lever.click()
  await checkOk(await dropped)
  await page.getByText('Adjust Radius:').waitFor()
  await shoot('anchor-down')
  const raised = page.waitForResponse(/\/anchoralarm\/raiseAnchor$/)
  await lever.click()
  await checkOk(await raised)
  await page.getByText('Adjust Radius:').waitFor({ state: 'hidden' })
  await shoot('anchor-up')
  await tip(page, 'Close').click()
}

const acknowledge = async ({ page, shoot, raiseAlarm }: Scene): Promise<void> => {
  const message = 'Bilge water is high'
  await raiseAlarm(message)
  await page.getByText(message).first().waitFor()
  await shoot('alarm')
  const card = page.locator('mat-card', { hasText: message })
  const acknowledged = page.waitForResponse(/\/notifications\/[^/]+\/acknowledge$/)
  await card.getByRole('button', { name: 'ACK' }).click()
  await checkOk(await acknowledged)
  await card.waitFor({ state: 'hidden' })
  await shoot('alarm-acknowledged')
}

/** Freeboard-SK, with everything that its crew does on a passage. */
export const freeboard: App = {
  name: 'freeboard-sk',
  package: '@signalk/freeboard-sk@3.1.1',
  acts: async (scene) => {
    await signIn(scene)
    await followBoat(scene)
    await watchBoat(scene)
    await lookAtPlaces(scene)
    await drawRoute(scene)
    await followRoute(scene)
    await acknowledge(scene)
    await anchor(scene)
    await steer(scene)
  },
}
