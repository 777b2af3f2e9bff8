import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'

/** Measures the time from the command to a moving heading on the screen, in an open browser: `npm run first-look`. */
const limitMs = 5_000
const patienceMs = 60_000
const root = join(import.meta.dirname, '../..')
const built = join(root, 'packages/server/dist/cli/main.js')
const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium-headless-shell'

if (!existsSync(built)) throw new Error('The server is not built. Run "npm run build" first')
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
const page = await browser.newPage({ viewport: { width: 390, height: 844 } })
const startedAt = performance.now()
const demo = spawn(process.execPath, [built, 'demo', '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] })
try {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const deadline = setTimeout(() => reject(new Error('The demo printed no address')), patienceMs)
  demo.stdout.on('data', (chunk: Buffer) => {
    const url = /listening on (\S+) /.exec(chunk.toString())?.[1]
    if (url !== undefined) resolve(url)
  })
  await page.goto(await promise.finally(() => clearTimeout(deadline)))
  const heading = page.locator('[data-testid="hdg"]')
  await heading.waitFor({ timeout: patienceMs })
  const card = page.locator('[data-testid="helm-dial"] .turning').first()
  const look = async (): Promise<string> =>
    /[0-9]/.test((await heading.textContent()) ?? '') ? ((await card.getAttribute('style')) ?? '') : ''
  // First a heading must appear, then the compass card must turn.
  let first = ''
  for (let seen = ''; seen === first || first === ''; seen = await look()) {
    first ||= seen
    if (performance.now() - startedAt > patienceMs) throw new Error('No heading moved')
  }
  const took = performance.now() - startedAt
  process.stdout.write(
    `from the command to a heading that moves: ${(took / 1_000).toFixed(1)} s (at most ${limitMs / 1_000} s)\n`,
  )
  if (took > limitMs) process.exitCode = 1
} finally {
  demo.kill('SIGTERM')
  await once(demo, 'exit')
  await browser.close()
}
