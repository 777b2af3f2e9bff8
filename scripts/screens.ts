import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { chromium, type Browser, type Page } from 'playwright-core'

const root = join(import.meta.dirname, '..')
const folder = join(root, 'docs/screens')
const main = join(root, 'packages/server/src/cli/main.ts')
const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium'

const viewports = [
  { name: 'phone', width: 390, height: 844 },
  { name: 'tablet', width: 1024, height: 768 },
  { name: 'plotter', width: 1280, height: 800 },
] as const
const palettes = ['day', 'night'] as const
/** Long enough for a screen to be filled, and for a link to be lost. */
const settleMs = 2_500
const lostMs = 7_500
const printedMs = 30_000

/** A boat and what is looked at on it. */
interface Scene {
  readonly words: readonly string[]
  readonly screens: readonly string[]
  /** What the skipper does before the pictures are taken. */
  readonly prepare: (url: string) => Promise<void>
}

const post = async (url: string, path: string, body: object = {}): Promise<void> => {
  const response = await fetch(`${url}/marinedata/v2/api/vessels/self/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
}

const scenes: readonly Scene[] = [
  {
    words: ['demo'],
    screens: ['helm', 'chart', 'alerts', 'data', 'devices', 'access', 'developer', 'settings', 'more'],
    prepare: (url) => post(url, 'autopilots/_default/engage'),
  },
  {
    words: ['demo', '--at-anchor'],
    screens: ['anchor'],
    prepare: (url) => post(url, 'navigation/anchor/reposition', { rodeLength: 40, anchorDepth: 6 }),
  },
]

interface Boat extends AsyncDisposable {
  readonly url: string
  readonly child: ChildProcess
}

const startBoat = async (words: readonly string[]): Promise<Boat> => {
  const child = spawn(process.execPath, ['--conditions=@marinedata/source', main, ...words, '--port', '0'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  let text = ''
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const deadline = setTimeout(() => reject(new Error(`No boat within ${printedMs} ms: ${text}`)), printedMs)
  child.stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString()
    const url = /listening on (\S+) /.exec(text)?.[1]
    // Its last words: by then everything runs.
    if (url !== undefined && text.includes('curl')) resolve(url)
  })
  const url = await promise.finally(() => clearTimeout(deadline))
  return {
    url,
    child,
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** Tries until the boat does it: its instruments need a moment. */
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

/** Every screen of a scene on one viewport: by day, by night, and when the boat is lost. */
const shootScene = async (
  browser: Browser,
  scene: Scene,
  { name, ...viewport }: (typeof viewports)[number],
): Promise<void> => {
  await using boat = await startBoat(scene.words)
  await insist(() => scene.prepare(boat.url))
  const pages: (readonly [string, Page])[] = []
  for (const screen of scene.screens) {
    const page = await browser.newPage({ viewport, locale: 'en-GB' })
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

/** `npm run screens -- phone` takes those of one size only. */
const wanted = viewports.filter(({ name }) => process.argv.length < 3 || process.argv.includes(name))
if (wanted.length === viewports.length) await rm(folder, { recursive: true, force: true })
await mkdir(folder, { recursive: true })
const browser = await chromium.launch({
  executablePath,
  args: ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader'],
})
try {
  for (const viewport of wanted) for (const scene of scenes) await shootScene(browser, scene, viewport)
} finally {
  await browser.close()
}
