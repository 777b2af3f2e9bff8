import type { AuditEntry, HelmTaken } from '@marinedata/model'
import assert from 'node:assert/strict'
import type { Page, Request } from 'playwright-core'
import { PilotBoat, type DeviceId, type Fault } from '@marinedata/testing/boats/pilot-boat'
import { Browsers, eventually, part, type Guest, type Opening } from './console-trial.ts'
import { timeLimit } from '@marinedata/testing/time-limit'

const degrees = 180 / Math.PI

const degree = Math.PI / 180
const variation = 1.5
/** Close-hauled with the wind on port, at every heading. */
const windFrom = -60

/** A command sent by a page. */
export interface Sent {
  /** `PUT main/target/adjust` */
  readonly ask: string
  readonly body: unknown
  readonly key: string | undefined
}

/** A console at the helm, and every command sent by its page. */
export interface HelmPage extends Guest {
  readonly sent: Sent[]
}

const sentIn = (request: Request): Sent | undefined => {
  const [, path] = new URL(request.url()).pathname.split('/autopilots/')
  if (path === undefined || request.method() === 'GET' || path.endsWith('/helm')) return undefined
  const body: unknown = request.postDataJSON()
  return { ask: `${request.method()} ${path}`, body, key: request.headers()['idempotency-key'] }
}

/** One boat with two autopilots, and browsers. */
export class HelmTrial implements AsyncDisposable {
  readonly boat: PilotBoat
  readonly #browsers: Browsers

  private constructor(boat: PilotBoat, browsers: Browsers) {
    this.boat = boat
    this.#browsers = browsers
  }

  static async start(): Promise<HelmTrial> {
    const browsers = await Browsers.start()
    // On a busy machine the simulator may miss its first start.
    const boat = await PilotBoat.start().catch(() => PilotBoat.start())
    return new HelmTrial(boat, browsers)
  }

  /** Standby, helm free, and only the given fault. */
  async standBy(fault?: Fault): Promise<void> {
    await this.boat.isRunning()
    for (const name of ['compass-lost', 'slow-device', 'pilot-refuses'] as const)
      await this.boat.fault({ name }, false)
    for (const id of ['main', 'spare'] as const) await this.#freeHelm(id)
    this.boat.changed()
    await this.boat.bring({})
    if (fault !== undefined) await this.boat.fault(fault)
  }

  /** Steers a magnetic heading by compass and is on it: a boat that has far to turn raises alarms. */
  async steer(heading: number, fault?: Fault): Promise<void> {
    await this.standBy()
    const pointing = (heading + variation) * degree
    const wind = (heading + variation + windFrom + 360) * degree
    await this.boat.place({ heading: pointing, trueWindDirection: wind % (2 * Math.PI) })
    await this.boat.must('POST main/engage')
    await this.boat.must('PUT main/target', { value: heading, units: 'deg' })
    if (fault !== undefined) await this.boat.fault(fault)
  }

  /** Opens the console at a station and waits until the autopilot is known there. */
  async open({
    station = 'Cockpit',
    ...opening
  }: Partial<Opening> & { readonly station?: string } = {}): Promise<HelmPage> {
    const guest = await this.#browsers.open({ url: this.boat.url, query: `station=${station}`, ...opening })
    const sent: Sent[] = []
    guest.page.on('request', (request) => {
      const command = sentIn(request)
      if (command !== undefined) sent.push(command)
    })
    await part(guest.page, 'pilot-strip').waitFor()
    if ((opening.screen ?? 'helm') === 'helm') await part(guest.page, 'mode-compass').waitFor()
    return Object.assign(guest, { sent })
  }

  /** The last commands in the audit log, newest first. */
  async audit(id: DeviceId = 'main', limit = 20): Promise<readonly AuditEntry[]> {
    const answer = await this.boat.ask(`GET ${id}/audit?limit=${limit}`)
    return JSON.parse(answer.text) as AuditEntry[]
  }

  /** The target reported by the autopilot, in degrees. */
  async held(id: DeviceId = 'main'): Promise<number> {
    return Math.round(((await this.boat.describe(id)).target ?? NaN) * degrees)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#browsers[Symbol.asyncDispose]()
    await this.boat[Symbol.asyncDispose]()
  }

  async #freeHelm(id: DeviceId): Promise<void> {
    const taken = await this.boat.must(`PUT ${id}/helm`, { ttl: 5, label: 'Nobody', takeOver: true })
    const { lease } = JSON.parse(taken.text) as HelmTaken
    await this.boat.ask(`DELETE ${id}/helm`, { headers: { 'x-helm-lease': lease } })
  }
}

export const textOf = async (page: Page, testId: string): Promise<string> =>
  (await part(page, testId)
    .first()
    .textContent({ timeout: timeLimit(5_000) })) ?? ''

type Expected = RegExp | { readonly words: RegExp; readonly withinMs: number }

/** Waits for a text and returns how long that took. */
export const says = (page: Page, testId: string, expected: Expected): Promise<number> => {
  const { words, withinMs } = 'words' in expected ? expected : { words: expected, withinMs: undefined }
  const isSaid = async (): Promise<boolean> =>
    (await part(page, testId).count()) > 0 && words.test(await textOf(page, testId))
  return eventually(`${testId} says ${String(words)}`, isSaid, withinMs)
}

/** Clicks in the page, and returns the milliseconds until a text appeared; -1 if not within 100, or ten times that in the short form. */
export const clickAndLook = (
  page: Page,
  { click, look, words }: { readonly click: string; readonly look: string; readonly words: string },
): Promise<number> =>
  page.evaluate(
    async ([pressed, looked, wanted, limitMs]) => {
      const by = (id: string | undefined) => document.querySelector<HTMLElement>(`[data-testid="${id}"]`)
      const startedAt = performance.now()
      by(pressed)?.click()
      while (performance.now() - startedAt <= Number(limitMs)) {
        if (by(looked)?.textContent.includes(wanted ?? '') === true) return performance.now() - startedAt
        await new Promise((resolve) => setTimeout(resolve))
      }
      return -1
    },
    [click, look, words, String(timeLimit(100))],
  )

/** Clicks in the page, and returns the milliseconds until a request with this ending started. */
export const msUntilRequest = (page: Page, click: string, ending: string): Promise<number> =>
  page.evaluate(
    async ([pressed, end = '']) => {
      performance.clearResourceTimings()
      const startedAt = performance.now()
      document.querySelector<HTMLElement>(`[data-testid="${pressed}"]`)?.click()
      for (let tries = 0; tries < 100; tries++) {
        const found = performance.getEntriesByType('resource').find(({ name }) => name.endsWith(end))
        if (found !== undefined) return found.startTime - startedAt
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
      return Infinity
    },
    [click, ending],
  )

export const isEnabled = async (page: Page, testId: string): Promise<void> => {
  await eventually(`${testId} can be pressed`, () => part(page, testId).isEnabled())
}

export const isDisabled = async (page: Page, testId: string): Promise<void> => {
  await eventually(`${testId} cannot be pressed`, () => part(page, testId).isDisabled())
}

export const sentTo = ({ sent }: HelmPage, ending: string): readonly Sent[] =>
  sent.filter(({ ask }) => ask.endsWith(ending))

export const assertSent = (helm: HelmPage, asks: readonly string[]): void =>
  assert.deepEqual(
    helm.sent.map(({ ask }) => ask),
    asks,
  )
