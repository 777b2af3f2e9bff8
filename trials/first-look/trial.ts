import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import { runCases, type Report } from '../runner/run-cases.ts'
import type { Trial } from '../runner/trial.ts'

const limitMs = 5_000
const patienceMs = 60_000
const root = join(import.meta.dirname, '../..')
const built = join(root, 'packages/server/dist/cli/main.js')
const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium-headless-shell'

/** Waits until a heading appears, and then until the compass card turns. */
const waitForTurn = async (page: Page, startedAt: number): Promise<void> => {
  const heading = page.locator('[data-testid="hdg"]')
  await heading.waitFor({ timeout: patienceMs })
  const card = page.locator('[data-testid="helm-dial"] .turning').first()
  const look = async (): Promise<string> =>
    /[0-9]/.test((await heading.textContent()) ?? '') ? ((await card.getAttribute('style')) ?? '') : ''
  let first = ''
  for (let seen = ''; seen === first || first === ''; seen = await look()) {
    first ||= seen
    if (performance.now() - startedAt > patienceMs) throw new Error('No heading moved')
  }
}

const measure = async (page: Page, report: Report): Promise<void> => {
  const startedAt = performance.now()
  const demo = spawn(process.execPath, [built, 'demo', '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    const deadline = setTimeout(() => reject(new Error('The demo printed no address')), patienceMs)
    demo.stdout.on('data', (chunk: Buffer) => {
      const url = /listening on (\S+) /.exec(chunk.toString())?.[1]
      if (url !== undefined) resolve(url)
    })
    await page.goto(await promise.finally(() => clearTimeout(deadline)))
    await waitForTurn(page, startedAt)
    const tookMs = Math.round(performance.now() - startedAt)
    report(tookMs <= limitMs, { tookMs, goalMs: limitMs })
  } finally {
    demo.kill('SIGTERM')
    await once(demo, 'exit')
  }
}

export const trial: Trial = {
  name: 'first-look',
  sentence: 'Measures the time from the command to a heading that moves on the screen of an open browser.',
  covers: ['packages/console', 'packages/server', 'plugins/simulator'],
  needs: ['dist'],
  cases: { heading: { full: 180 } },
  run: (context) =>
    runCases(context, {
      heading: async (report) => {
        const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
        try {
          await measure(await browser.newPage({ viewport: { width: 390, height: 844 } }), report)
        } finally {
          await browser.close()
        }
      },
    }),
}
