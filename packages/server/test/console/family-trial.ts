import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page, Request, Response } from 'playwright-core'
import { timeLimit } from '@marinedata/testing/time-limit'

/** Takes a screenshot of a step. */
export type Shoot = (step: string) => Promise<void>

/** What an app can use besides its page. */
export interface Scene {
  readonly page: Page
  readonly shoot: Shoot
  readonly traffic: Traffic
  /** Whether only the first steps are wanted. */
  readonly isQuick: boolean
  /** Raises an alarm on the boat, as a sensor would. */
  readonly raiseAlarm: (message: string) => Promise<void>
}

export interface App {
  readonly name: string
  readonly package: string
  /** What a person does with the app, from its first screen on. */
  readonly acts: (scene: Scene) => Promise<void>
}

interface Refusal {
  readonly request: string
  readonly status: number
  readonly reason: string
}

export const patienceMs = timeLimit(60_000)
export const root = join(import.meta.dirname, '..', '..', '..', '..')
export const self = 'vessels.urn:mrn:imo:mmsi:230000001'
const pictures = join(root, 'screens', 'family')

/** Why an answer other than 2xx is right. An answer without a reason fails the app. */
const reasons: readonly (readonly [request: RegExp, status: number, reason: string])[] = [
  [/^GET \/plugins\/(?:kip|freeboard-sk)/, 404, 'the half of the app that runs in another server'],
  [/^POST \/plugins\/kip\/series/, 405, 'the half of the app that runs in another server'],
  [/^POST \/plugins\/resources-provider/, 405, 'a plugin of another server'],
  [/^GET \/signalk\/v1\/unitpreferences/, 404, 'the boat has no preferences of units for the family'],
  [/^GET \/signalk\/v1\/applicationData/, 404, 'nothing is saved yet'],
  [/^GET \/signalk\/v1\/api\/vessels\/self\/.+\/meta\/?$/, 404, 'a path without metadata'],
  [/^GET \/signalk\/v1\/api\/vessels\/self\/navigation\/anchor$/, 404, 'the anchor is not down'],
  [/^GET \/signalk\/v2\/api\/resources\/(?:plotterExtensions|flags)/, 404, 'the boat has no such resources'],
  [/^GET \/signalk\/v2\/api\/history/, 404, 'the history of the boat has another interface'],
  [/^GET \/@signalk\/freeboard-sk\/$/, 404, 'KIP frames this app, which the short form does not install'],
  [/favicon|\.map$/, 404, 'the package does not contain this file'],
]

const reasonOf = (request: string, status: number, wasSignedIn: boolean): string => {
  if (status === 401 && !wasSignedIn) return 'nobody had signed in yet'
  return reasons.find(([pattern, known]) => known === status && pattern.test(request))?.[2] ?? ''
}

export const checkOk = async (response: Response): Promise<void> => {
  if (!response.ok()) throw new Error(`${response.url()}: ${await response.text()}`)
}

/** What an app does over the network. */
export class Traffic {
  readonly refusals = new Map<string, Refusal>()
  readonly errors: string[] = []
  frames = 0
  /** Frames of the own vessel. */
  own = 0
  /** Frames of aids to navigation. */
  atons = 0
  #isSignedIn = false
  readonly #early = new WeakSet<Request>()

  constructor(page: Page) {
    page.on('pageerror', (error) => this.errors.push(error.message.slice(0, 200)))
    page.on('request', (request) => {
      if (!this.#isSignedIn) this.#early.add(request)
    })
    page.on('response', (response) => this.#note(response))
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        const text = payload.toString()
        this.frames++
        if (text.includes(`"context":"${self}"`)) this.own++
        if (text.includes('"context":"atons.')) this.atons++
      }),
    )
  }

  #note(response: Response): void {
    const { pathname } = new URL(response.url())
    const status = response.status()
    const request = `${response.request().method()} ${pathname}`
    if (pathname.endsWith('/auth/login') && response.ok()) this.#isSignedIn = true
    if (status < 300 || status === 304) return
    const reason = reasonOf(request, status, !this.#early.has(response.request()))
    this.refusals.set(`${status} ${request}`, { request, status, reason })
  }
}

export interface TrialSurroundings {
  /** The port of the apps. */
  readonly url: string
  readonly browser: Browser
  readonly raiseAlarm: Scene['raiseAlarm']
  readonly isQuick: boolean
}

/** An app in a browser of its own, with screenshots of each step. */
class Trial {
  readonly #app: App
  readonly #page: Page
  readonly #began = performance.now()
  readonly #shots: string[] = []
  readonly #traffic: Traffic

  constructor(app: App, page: Page) {
    this.#app = app
    this.#page = page
    this.#traffic = new Traffic(page)
  }

  async run({ url, raiseAlarm, isQuick }: TrialSurroundings): Promise<void> {
    const page = this.#page
    await page.goto(`${url}/`)
    await this.shoot('list')
    await page.goto(`${url}/${this.#app.package.slice(0, this.#app.package.lastIndexOf('@'))}/`)
    const shoot: Shoot = (step) => this.shoot(step)
    await this.#app.acts({ page, shoot, traffic: this.#traffic, raiseAlarm, isQuick })
  }

  async shoot(step: string): Promise<void> {
    const path = join(pictures, `${this.#app.name}-${step}.png`)
    await this.#page.screenshot({ path })
    this.#shots.push(path.slice(root.length + 1))
  }

  report(fault: string | undefined): boolean {
    const { refusals, errors, frames, own, atons } = this.#traffic
    const refused = [...refusals.values()]
    const isExplained = refused.every(({ reason }) => reason !== '')
    const pass = fault === undefined && isExplained && errors.length === 0
    const seconds = Math.round((performance.now() - this.#began) / 1_000)
    const { name: app, package: version } = this.#app
    const figures = { seconds, frames, own, atons, refused, errors, fault, pictures: this.#shots }
    console.log(JSON.stringify({ app, pass, package: version, ...figures }))
    return pass
  }
}

/** Tries an app, prints its JSON line, and says whether it passed. */
export const tryApp = async (app: App, surroundings: TrialSurroundings): Promise<boolean> => {
  mkdirSync(pictures, { recursive: true })
  await using context = await surroundings.browser.newContext({ viewport: { width: 1200, height: 800 } })
  context.setDefaultTimeout(patienceMs)
  // Charts of the world would be of other hosts.
  await context.route(
    ({ hostname }) => hostname !== '127.0.0.1',
    (route) => route.abort(),
  )
  const trial = new Trial(app, await context.newPage())
  const fault = await trial.run(surroundings).then(
    () => undefined,
    async (error: unknown) => {
      await trial.shoot('failed')
      return (error as Error).message.slice(0, 300)
    },
  )
  return trial.report(fault)
}
