import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtempDisposable, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { chromium, request, type APIRequestContext, type Browser, type Page } from 'playwright-core'

const root = join(import.meta.dirname, '..')
/** All screenshots; not committed. */
const folder = join(root, 'screens')
const main = join(root, 'packages/server/src/cli/main.ts')
const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium-headless-shell'

const viewports = [
  { name: 'phone', width: 390, height: 844 },
  { name: 'tablet', width: 1024, height: 768 },
  { name: 'plotter', width: 1280, height: 800 },
] as const
const palettes = ['day', 'night'] as const
/** Long enough for a screen to load, and for a connection to be lost. */
const settleMs = 3_500
const lostMs = 7_500
const printedMs = 30_000

/** A boat and its screens. */
interface Scene {
  readonly words: readonly string[]
  readonly screens: readonly string[]
  /** The last line that the boat prints: everything is running by then. */
  readonly lastWord: string
  /** What the owner does before the screenshots. */
  readonly prepare: (boat: Boat, skipper: APIRequestContext) => Promise<void>
}

/** Sends a request like the owner's browser. */
const post = async <T>(skipper: APIRequestContext, url: string, data: object = {}): Promise<T> => {
  const response = await skipper.post(url, { data })
  if (!response.ok()) throw new Error(`${url}: ${await response.text()}`)
  return (await response.json()) as T
}

const ownVessel = (url: string): string => `${url}/marinedata/v2/api/vessels/self`

/** Anna owns the boat; Ben is crew, the plotter has a token, and a phone waits for approval. */
const takeOver = async ({ url, printed }: Boat, skipper: APIRequestContext): Promise<void> => {
  const api = `${url}/marinedata/v2/api/access`
  const code = /claim#c=(\w+)/.exec(printed())?.[1]
  const passphrase = 'seven grey seals asleep'
  await post(skipper, `${api}/claim`, { name: 'Anna', code, passphrase, keep: 'cookie' })
  const invitation = await post<{ code: string }>(skipper, `${api}/invitations`, { role: 'crew' })
  await post(skipper, `${api}/tokens`, { name: 'Plotter below', role: 'helm', days: 90 })
  await using stranger = await request.newContext()
  await post(stranger, `${api}/join`, { name: 'Ben', code: invitation.code, passphrase, keep: 'token' })
  await post(stranger, `${api}/pairings`, { name: 'Cockpit phone', challenge: 'A'.repeat(43) })
}

const scenes: readonly Scene[] = [
  {
    words: ['demo'],
    screens: ['helm', 'chart', 'instruments', 'alerts', 'data', 'devices', 'settings', 'more'],
    lastWord: 'curl',
    prepare: ({ url }, skipper) => post(skipper, `${ownVessel(url)}/autopilots/_default/engage`),
  },
  {
    words: ['demo', '--at-anchor'],
    screens: ['anchor'],
    lastWord: 'curl',
    prepare: ({ url }, skipper) =>
      post(skipper, `${ownVessel(url)}/navigation/anchor/reposition`, { rodeLength: 40, anchorDepth: 6 }),
  },
  { words: [], screens: ['access'], lastWord: 'claim#c=', prepare: takeOver },
]

interface Boat extends AsyncDisposable {
  readonly url: string
  readonly child: ChildProcess
  readonly printed: () => string
}

const startBoat = async ({ words, lastWord }: Scene): Promise<Boat> => {
  const data = await mkdtempDisposable(join(tmpdir(), 'marinedata-screens-'))
  const place = words.includes('demo') ? [] : ['--data', data.path]
  const args = ['--conditions=@marinedata/source', main, ...words, ...place, '--port', '0']
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  let text = ''
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const deadline = setTimeout(() => reject(new Error(`No boat within ${printedMs} ms: ${text}`)), printedMs)
  child.stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString()
    const url = /listening on (\S+) /.exec(text)?.[1]
    if (url !== undefined && text.includes(lastWord)) resolve(url)
  })
  const url = await promise.finally(() => clearTimeout(deadline))
  return {
    url,
    child,
    printed: () => text,
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL')
      await ended
      await data[Symbol.asyncDispose]()
    },
  }
}

/** Retries until the boat does it: its instruments need a moment. */
const insist = async (act: () => Promise<void>): Promise<void> => {
  for (let tries = 1; ; tries++) {
    try {
      await act()
      return
    } catch (error) {
      if (tries === 20) throw error
      await pause(500)
    }
  }
}

const shoot = async (page: Page, name: string): Promise<void> => {
  await page.screenshot({ path: join(folder, `${name}.png`) })
  process.stdout.write(`${name}\n`)
}

/** Every screen of a scene on one viewport: by day, by night, and disconnected. */
const shootScene = async (
  browser: Browser,
  scene: Scene,
  { name, ...viewport }: (typeof viewports)[number],
): Promise<void> => {
  await using boat = await startBoat(scene)
  await using skipper = await browser.newContext({ viewport, locale: 'en-GB' })
  await insist(() => scene.prepare(boat, skipper.request))
  const pages: (readonly [string, Page])[] = []
  for (const screen of scene.screens) {
    const page = await skipper.newPage()
    for (const palette of palettes) {
      await page.goto(`${boat.url}/?palette=${palette}#/${screen}`)
      await page.locator(`[data-screen="${screen}"]`).waitFor()
      await pause(settleMs)
      await shoot(page, `${screen}-${name}-${palette}`)
    }
    await page.goto(`${boat.url}/?palette=day#/${screen}`)
    pages.push([screen, page])
  }
  await pause(settleMs)
  boat.child.kill('SIGKILL')
  await pause(lostMs)
  for (const [screen, page] of pages) {
    await shoot(page, `${screen}-${name}-lost`)
    await page.close()
  }
}

/** `npm run screens:every -- phone` takes the screenshots of one size only. */
const sizes = process.argv.slice(2)
const wanted = viewports.filter(({ name }) => sizes.length === 0 || sizes.includes(name))
if (wanted.length === viewports.length) await rm(folder, { recursive: true, force: true })
await mkdir(folder, { recursive: true })
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
try {
  for (const viewport of wanted) for (const scene of scenes) await shootScene(browser, scene, viewport)
} finally {
  await browser.close()
}
