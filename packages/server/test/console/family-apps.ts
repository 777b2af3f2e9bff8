/**
 * Runs real apps of the Signal K family, unmodified and in pinned versions, against a closed boat. Prints one JSON line
 * per app, and fails when one of them fails. `--quick` runs one app and the client library, `--only NAME` one app.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium, type Browser, type Page, type Response } from 'playwright-core'
import { claimBoat, claimCodeOf, owner } from '../crew.ts'
import { runCli, startCli, temporaryFolder } from '../start-cli.ts'
import { timeLimit } from '../time-limit.ts'
import { runClient } from './family-client.ts'

type Shoot = (step: string) => Promise<void>

interface App {
  readonly name: string
  readonly package: string
  /** Waits until the app shows its screen. */
  readonly looks: (page: Page) => Promise<void>
  /** What a person does with the app when it shows the boat. */
  readonly acts: (page: Page, shoot: Shoot) => Promise<void>
}

interface Refusal {
  readonly request: string
  readonly status: number
  readonly reason: string
}

const { values } = parseArgs({ options: { quick: { type: 'boolean' }, only: { type: 'string' } } })
const patienceMs = timeLimit(60_000)
const root = join(import.meta.dirname, '..', '..', '..', '..')
const pictures = join(root, 'screens', 'family')
const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium-headless-shell'
const simulator = join(root, 'plugins', 'simulator')
const self = 'vessels.urn:mrn:imo:mmsi:230000001'
const ownFrames = 20
const settings = { family: true, mmsi: '230000001', name: 'Aava', apps: { port: 0 } } as const

/** Signs in with the form of the app, which reads the token that it gets. */
const signInToKip = async (page: Page, shoot: Shoot): Promise<void> => {
  await page.goto(`${page.url().split('#')[0]}#/options`)
  await page.locator('mat-slide-toggle', { hasText: 'Login to server' }).getByRole('switch').click()
  await page.locator('input[name="username"]').fill(owner.name)
  await page.locator('input[name="current-password"]').fill(owner.passphrase)
  await shoot('sign-in')
  const reopened = page.waitForEvent('websocket', (socket) => socket.url().includes('token='))
  const answered = page.waitForResponse(/\/signalk\/v1\/auth\/login$/)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await checkOk(await answered)
  await (await reopened).waitForEvent('framereceived', ({ payload }) => payload.toString().includes(self))
  await shoot('signed-in')
}

/** Engages the autopilot and turns to starboard with the buttons of the app. */
const steerWithFreeboard = async (page: Page, shoot: Shoot): Promise<void> => {
  // Without internet the app says that there is no map of the world.
  await page.getByRole('button', { name: 'OK' }).click()
  await page
    .locator('button', { has: page.locator('mat-icon[data-mat-icon-name="command-autopilot"]') })
    .click()
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

const checkOk = async (response: Response): Promise<void> => {
  if (response.status() !== 200) throw new Error(`${response.url()}: ${await response.text()}`)
}

const apps: readonly App[] = [
  {
    name: 'kip',
    package: '@mxtommy/kip@4.8.5',
    looks: (page) => page.locator('app-root mat-sidenav-container, app-root main').first().waitFor(),
    acts: signInToKip,
  },
  {
    name: 'freeboard-sk',
    package: '@signalk/freeboard-sk@3.1.1',
    looks: (page) => page.locator('canvas').first().waitFor(),
    acts: steerWithFreeboard,
  },
  {
    name: 'instrumentpanel',
    package: '@signalk/instrumentpanel@0.26.0',
    looks: (page) => page.getByText('navigation.position', { exact: true }).first().waitFor(),
    acts: async () => {},
  },
]

/** Why an answer other than 2xx is right. An answer without a reason fails the app. */
const reasons: readonly (readonly [request: RegExp, status: number, reason: string])[] = [
  [/^GET \/plugins\/(?:kip|freeboard-sk)/, 404, 'the half of the app that runs in another server'],
  [/^POST \/plugins\/kip\/series/, 405, 'the half of the app that runs in another server'],
  [/^(?:POST|GET) \/plugins\/resources-provider/, 404, 'a plugin of another server'],
  [/^GET \/signalk\/v1\/unitpreferences/, 404, 'the boat has no preferences of units for the family'],
  [/^GET \/signalk\/v1\/applicationData/, 404, 'nothing is saved yet'],
  [/^GET \/signalk\/v1\/api\/vessels\/self\/.+\/meta\/?$/, 404, 'a path without metadata'],
  [/^GET \/signalk\/v1\/api\/vessels\/self\/navigation\/anchor$/, 404, 'the boat has no anchor watch'],
  [/^GET \/signalk\/v2\/api\/resources\/plotterExtensions/, 404, 'the boat has no such resources'],
  [/^GET \/signalk\/v2\/api\/history/, 404, 'the history of the boat has another interface'],
  [/^GET \/@signalk\/freeboard-sk\/$/, 404, 'KIP frames this app, which the short form does not install'],
  [/favicon|\.map$/, 404, 'the package does not contain this file'],
]

const reasonOf = (request: string, status: number): string =>
  reasons.find(([pattern, known]) => known === status && pattern.test(request))?.[2] ?? ''

/** What an app does over the network. */
class Traffic {
  readonly refusals = new Map<string, Refusal>()
  readonly errors: string[] = []
  frames = 0
  own = 0

  constructor(page: Page) {
    page.on('pageerror', (error) => this.errors.push(error.message.slice(0, 200)))
    page.on('response', (response) => {
      const { pathname } = new URL(response.url())
      const status = response.status()
      const request = `${response.request().method()} ${pathname}`
      if (status >= 300 && status !== 304)
        this.refusals.set(`${status} ${request}`, { request, status, reason: reasonOf(request, status) })
    })
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        this.frames++
        if (payload.toString().includes(`"context":"${self}"`)) this.own++
      }),
    )
  }
}

const until = async (what: string, isThere: () => boolean): Promise<void> => {
  const endsAt = performance.now() + patienceMs
  while (!isThere()) {
    if (performance.now() > endsAt) throw new Error(`${what} did not come`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
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

  /** @param url the port of the apps */
  async run(url: string): Promise<void> {
    const page = this.#page
    await page.goto(`${url}/`)
    await this.shoot('list')
    const status = await page.evaluate(async ({ name, passphrase }) => {
      const body = JSON.stringify({ username: name, password: passphrase })
      const headers = { 'content-type': 'application/json' }
      return (await fetch('/signalk/v1/auth/login', { method: 'POST', headers, body })).status
    }, owner)
    if (status !== 200) throw new Error(`Signing in was answered with ${status}`)
    await page.goto(`${url}/${this.#app.package.slice(0, this.#app.package.lastIndexOf('@'))}/`)
    await this.#app.looks(page)
    await this.shoot('open')
    await until('a live stream of the own vessel', () => this.#traffic.own >= ownFrames)
    await this.shoot('live')
    await this.#app.acts(page, (step) => this.shoot(step))
  }

  async shoot(step: string): Promise<void> {
    const path = join(pictures, `${this.#app.name}-${step}.png`)
    await this.#page.screenshot({ path })
    this.#shots.push(path.slice(root.length + 1))
  }

  report(fault: string | undefined): boolean {
    const { refusals, errors, frames, own } = this.#traffic
    const refused = [...refusals.values()]
    const isExplained = refused.every(({ reason }) => reason !== '')
    const pass = fault === undefined && isExplained && errors.length === 0
    const seconds = Math.round((performance.now() - this.#began) / 1_000)
    const { name: app, package: version } = this.#app
    const figures = { seconds, frames, own, refused, errors, fault, pictures: this.#shots }
    console.log(JSON.stringify({ app, pass, package: version, ...figures }))
    return pass
  }
}

const tryApp = async (app: App, url: string, browser: Browser): Promise<boolean> => {
  await using context = await browser.newContext({ viewport: { width: 1200, height: 800 } })
  context.setDefaultTimeout(patienceMs)
  // Charts of the world would be of other hosts.
  await context.route(
    ({ hostname }) => hostname !== '127.0.0.1',
    (route) => route.abort(),
  )
  const trial = new Trial(app, await context.newPage())
  const fault = await trial.run(url).then(
    () => undefined,
    async (error: unknown) => {
      await trial.shoot('failed')
      return (error as Error).message.slice(0, 300)
    },
  )
  return trial.report(fault)
}

const registry = (): string =>
  process.env['npm_config_registry'] ??
  execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim()

const install = async (app: App, folder: string): Promise<void> => {
  const { code, stderr } = await runCli('apps', 'add', app.package, '--data', folder)
  if (code !== 0) throw new Error(`${app.package} was not installed: ${stderr}`)
}

const run = async (): Promise<boolean> => {
  process.env['npm_config_registry'] = registry()
  mkdirSync(pictures, { recursive: true })
  const chosen = apps.filter(
    ({ name }) => (values.only ?? name) === name && (values.quick !== true || name === 'kip'),
  )
  await using folder = await temporaryFolder()
  for (const app of chosen) await install(app, folder.path)
  await using boat = await startCli({
    isOpen: false,
    folder: folder.path,
    hasPlugins: true,
    settings,
    words: ['--plugin', simulator],
  })
  const url = await boat.printed(/Web apps are at (\S+)/)
  await claimBoat(boat.url, await claimCodeOf(folder.path))
  const results: boolean[] = []
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  try {
    for (const app of chosen) results.push(await tryApp(app, url, browser))
  } finally {
    await browser.close()
  }
  if (values.only === undefined || values.only === 'client') results.push(await runClient(self, settings))
  return results.every((pass) => pass)
}

process.exitCode = (await run()) ? 0 : 1
