import type { Alert, AlertCompleted } from '@marinedata/model'
import { alertsApi, mustAlerts } from '../alert-asking.ts'
import { getJson } from '@marinedata/testing/exchange'
import { Browsers, eventually, part, type Guest, type Opening } from './console-trial.ts'

type State = 'emergency' | 'alarm' | 'warn' | 'alert'

export const textOf = async ({ page }: Guest, testId: string): Promise<string> =>
  (await part(page, testId).textContent()) ?? ''

export const isShown = ({ page }: Guest, testId: string): Promise<boolean> => part(page, testId).isVisible()

/** A row of the list, by path. */
export const row = ({ page }: Guest, name: string) =>
  page.locator(`[data-testid="alert"][data-path="notifications.${name}"]`)

export const rowText = async (guest: Guest, name: string): Promise<string> =>
  (await row(guest, name).textContent()) ?? ''

/** Whether an icon is actually animated. */
export const flashes = ({ page }: Guest, place: string): Promise<boolean> =>
  page
    .locator(`${place} .alert-icon`)
    .first()
    .evaluate((icon) => getComputedStyle(icon).animationName !== 'none')

export const soundBecomes = (guest: Guest, state: string, withinMs = 2_000): Promise<number> =>
  eventually(`the sound is ${state}`, async () => (await textOf(guest, 'audio-state')) === state, withinMs)

/** Waits until the alarm fills the screen and accepts an answer. */
export const isReadyToAnswer = ({ page }: Guest): Promise<void> =>
  page.locator('[data-testid="takeover-ack"]:enabled').waitFor()

export const isAway = ({ page }: Guest, testId: string): Promise<void> =>
  part(page, testId).waitFor({ state: 'detached' })

/** Taps an empty place of the page. */
export const touch = async (guest: Guest): Promise<void> => {
  await guest.page.mouse.click(4, 8)
  await isAway(guest, 'sound-chip')
}

/** A boat whose alerts are raised by the test, with live consoles. */
export class AlertTrial implements AsyncDisposable {
  readonly #url: string
  readonly #browsers: Browsers

  private constructor(url: string, browsers: Browsers) {
    this.#url = url
    this.#browsers = browsers
  }

  static async start(url: string): Promise<AlertTrial> {
    return new AlertTrial(url, await Browsers.start())
  }

  async open(more: Partial<Opening> = {}): Promise<Guest> {
    const guest = await this.#browsers.open({ url: this.#url, screen: 'alerts', moves: true, ...more })
    await guest.page.locator('[data-testid="link"][data-state="live"]').waitFor()
    return guest
  }

  async raise(name: string, state: State, message = `It is ${name}`): Promise<Alert> {
    const body = { path: `notifications.${name}`, state, message }
    return (await mustAlerts<AlertCompleted>(this.#url, 'POST', body)).alert
  }

  /** Ends the cause of an alert. */
  async end({ id }: Pick<Alert, 'id'>): Promise<void> {
    await mustAlerts(this.#url, `DELETE ${id}`)
  }

  /** Ends and acknowledges all alerts, so that the next test starts clean. */
  async calm(): Promise<void> {
    for (const alert of await getJson<Alert[]>(this.#url, alertsApi))
      if (alert.raisedBy !== undefined) await this.end(alert)
    await mustAlerts(this.#url, 'POST acknowledge')
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#browsers[Symbol.asyncDispose]()
  }
}
