import { chromium } from 'playwright-core'

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium-headless-shell'
const patience = { timeout: 60_000 }

/** What someone ashore sees in a browser. Errors of the page count, too. */
export interface SeenOnConsole {
  readonly text: string
  readonly errors: readonly string[]
  /** Whether the map has opened a window. */
  readonly hasMap: boolean
}

/**
 * Signs in at the console of the fleet and opens its first boat.
 * @param picture where a picture of it is written; none when absent
 */
export const lookAtFleet = async (
  reader: string,
  token: string,
  picture: string | undefined,
): Promise<SeenOnConsole> => {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  try {
    const page = await browser.newPage({ viewport: { width: 1_280, height: 800 } })
    const errors: string[] = []
    page.on('pageerror', ({ message }) => errors.push(message))
    const opened = page.waitForResponse((response) => response.url().includes('/fleet/map?'), patience)
    await page.goto(reader)
    await page.locator('input[name=token]').fill(token, patience)
    await page.locator('button[type=submit]').click(patience)
    await page.getByTestId('fleet-boat').first().click(patience)
    const details = page.getByTestId('fleet-details')
    await details.getByText('kn').first().waitFor(patience)
    if (picture !== undefined) await page.screenshot({ path: picture })
    return { text: await details.innerText(patience), errors, hasMap: (await opened).ok() }
  } finally {
    await browser.close()
  }
}
