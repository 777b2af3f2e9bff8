import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import { encode } from 'uqr'
import { hold } from './console/console-trial.ts'
import { startBoat, type Boat } from '@marinedata/testing/boats/start-boat'
import { startCli, temporaryFolder } from '@marinedata/testing/boats/start-cli'

const limit = { timeout: 300_000 }
/** The path of Debian's Chromium; another can be set. */
const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium-headless-shell'
/** The folder for screenshots; a temporary one when not set. */
const pictures = process.env['MARINEDATA_PICTURES']
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 }
const tablet = { viewport: { width: 1024, height: 768 }, deviceScaleFactor: 1.5 }
const patienceMs = 60_000
/** A host name that browsers treat as insecure over http. */
const boatName = `${hostname().toLowerCase().split('.')[0]}.local`

const startBrowser = async (): Promise<AsyncDisposable & { readonly browser: Browser }> => {
  const names = `--host-resolver-rules=MAP ${boatName} 127.0.0.1`
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', names] })
  return { browser, [Symbol.asyncDispose]: () => browser.close() }
}

/** A browser, with everything it did that the pages must not do. */
interface Guest {
  readonly page: Page
  readonly context: BrowserContext
  /** Violations of the content security policy. */
  readonly violations: string[]
  /** All requested hosts. */
  readonly hosts: Set<string>
}

const openBrowser = async (browser: Browser, screen: typeof phone): Promise<Guest> => {
  const context = await browser.newContext({
    ...screen,
    colorScheme: 'light',
    locale: 'en-GB',
    // The boat's own authority is not installed here.
    ignoreHTTPSErrors: true,
  })
  context.setDefaultTimeout(patienceMs)
  const violations: string[] = []
  const hosts = new Set<string>()
  const page = await context.newPage()
  await page.exposeFunction('tellViolation', (violation: string) => violations.push(violation))
  await page.addInitScript(
    "addEventListener('securitypolicyviolation', (event) => tellViolation(event.violatedDirective))",
  )
  page.on('console', (message) => {
    if (/content security policy|trusted ?type/i.test(message.text())) violations.push(message.text())
  })
  page.on('pageerror', (error) => violations.push(error.message))
  context.on('request', (request) => hosts.add(new URL(request.url()).host))
  page.on('websocket', (socket) => hosts.add(new URL(socket.url()).host))
  return { page, context, violations, hosts }
}

const takesPicturesIn = (folder: string) => {
  let number = 0
  /** Waits for animations to end. */
  const settled = `Promise.allSettled(document.getAnimations()
    .filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity)
    .map(({ finished }) => finished)).then(() => undefined)`
  return async ({ page }: Guest, name: string): Promise<void> => {
    number++
    await page.evaluate(settled)
    await page.locator('body').screenshot({ path: join(folder, `access-${number}-${name}.png`) })
  }
}

/** All entries of the browser's navigation history. */
const historyOf = async ({ context, page }: Guest): Promise<string> => {
  const session = await context.newCDPSession(page)
  const { entries } = await session.send('Page.getNavigationHistory')
  await session.detach()
  return JSON.stringify(entries)
}

const part = (page: Page, testId: string) => page.locator(`[data-testid="${testId}"]`)

const showScreen = (page: Page, screen: string): Promise<unknown> =>
  page.evaluate(`location.hash = '#/${screen}'`)

/** Checks that the console is open and shows this person as signed in under Settings. */
const isAboardAs = async ({ page }: Guest, who: string): Promise<void> => {
  await part(page, 'link').waitFor()
  await showScreen(page, 'settings')
  await page.getByText(who, { exact: true }).waitFor()
}

/** Signs in as the owner of a closed boat. */
const ownerOf = async (boat: Boat, browser: Browser): Promise<Guest> => {
  const owner = await openBrowser(browser, tablet)
  const code = (await readFile(join(boat.folder, 'claim-code'), 'utf8')).trim()
  await owner.page.goto(`${boat.url}/claim#c=${code}`)
  await owner.page.getByLabel('Your name').fill('Anna')
  await owner.page.getByLabel('New pass-phrase').fill('seven grey seals asleep')
  await owner.page.getByRole('button', { name: 'Become the owner' }).click()
  await isAboardAs(owner, 'Anna · Owner')
  return owner
}

/** Requests pairing for a device; returns its digits. */
const askToPair = async ({ page }: Guest, address: string, name: string): Promise<string> => {
  await page.goto(`${address}/pair`)
  await page.getByLabel('Name of this device').fill(name)
  await page.getByRole('button', { name: 'Request access' }).click()
  return (await page.getByText(/^[0-9]{3} [0-9]{3}$/).textContent())!
}

const letIn = async ({ page }: Guest, address: string, digits: string): Promise<void> => {
  await page.goto(`${address}/access`)
  await page.getByLabel('Code shown on the device').fill(digits)
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByText('approved as viewer').waitFor()
}

/** The dark modules of the QR code of a text, as the page draws them. */
const drawnLike = (text: string): string => {
  const { data } = encode(text, { ecc: 'M', border: 4 })
  return data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
}

suite('a first visit', () => {
  test(
    'claims the boat and approves a second device as viewer, which is told why it may not steer',
    limit,
    async () => {
      await using folder = await temporaryFolder()
      await using started = await startBrowser()
      await using boat = await startCli({
        isOpen: false,
        hasPlugins: true,
        settings: { name: 'Aura', logLevel: 'warn' },
      })
      const picture = takesPicturesIn(pictures ?? folder.path)
      const owner = await openBrowser(started.browser, tablet)
      const guest = await openBrowser(started.browser, phone)
      const link = await boat.printed(/^\s+(http:\/\/localhost:\S+\/claim#c=\S+)/m)
      const code = link.split('#c=')[1]!
      const home = new URL('/', link).href

      // First start: the boat is unclaimed.
      await owner.page.goto(home)
      await owner.page.getByText('This boat has no owner yet').waitFor()
      await picture(owner, 'first-start')

      // Opens the printed link.
      await owner.page.goto(link)
      await owner.page.getByLabel('Your name').fill('Anna')
      assert.equal(owner.page.url(), new URL('/claim', link).href, 'the code has left the address bar')
      await owner.page.getByLabel('New pass-phrase').fill('seven grey seals asleep')
      await picture(owner, 'claim')
      await owner.page.getByRole('button', { name: 'Become the owner' }).click()
      await part(owner.page, 'link').waitFor()
      assert.equal(owner.page.url(), home)
      assert.ok(!(await historyOf(owner)).includes(code), 'the code is not in the history')
      const [cookie, ...others] = await owner.context.cookies()
      assert.deepEqual(
        [cookie?.httpOnly, cookie?.sameSite, cookie?.path, others.length],
        [true, 'Strict', '/', 0],
      )
      await isAboardAs(owner, 'Anna · Owner')

      // The owner enables the simulator and sees the boat move.
      await showScreen(owner.page, 'devices')
      await part(owner.page, 'plugin-switch-simulator').click()
      await part(owner.page, 'plugin-simulator').locator('.devices-dot[data-state=running]').first().waitFor()
      await showScreen(owner.page, 'helm')
      await part(owner.page, 'pilot-state').getByText('STANDBY').waitFor()
      await part(owner.page, 'rd-sog')
        .getByText(/^[0-9]+\.[0-9]$/)
        .waitFor()
      await owner.page.getByText('Aura').first().waitFor()
      await picture(owner, 'signed-in')

      // A second device requests pairing.
      await guest.page.goto(home)
      await guest.page.getByRole('link', { name: 'Pair this device' }).click()
      await guest.page.getByLabel('Name of this device').fill('Cockpit tablet')
      await guest.page.getByRole('button', { name: 'Request access' }).click()
      const digits = await guest.page.getByText(/^[0-9]{3} [0-9]{3}$/).textContent()
      await picture(guest, 'digits')

      // The owner approves it as viewer.
      await showScreen(owner.page, 'access')
      await owner.page.getByLabel('Code shown on the device').fill(digits!)
      await picture(owner, 'let-in')
      await owner.page.getByRole('button', { name: 'Approve' }).click()
      await isAboardAs(guest, 'Cockpit tablet · Viewer')

      // The device reads values, may not steer, and shows the reason.
      await showScreen(guest.page, 'helm')
      await part(guest.page, 'pilot-state').getByText('STANDBY').waitFor()
      await part(guest.page, 'engage').getByText('View only: you cannot steer').waitFor()
      assert.equal(await part(guest.page, 'engage').isDisabled(), true)
      await picture(guest, 'refused')
      const refused = await guest.page.evaluate(async () => {
        const path = '/marinedata/v2/api/vessels/self/autopilots/_default/engage'
        const response = await fetch(path, { method: 'POST' })
        return { status: response.status, text: await response.text() }
      })
      assert.equal(refused.status, 403)
      assert.match(
        refused.text,
        /Steering requires the role helm or owner\. \\"Cockpit tablet\\" has the role viewer\. An owner can change roles/,
      )

      // The owner holds to engage and presses once to disengage; the device shows both.
      await showScreen(owner.page, 'helm')
      await hold(owner.page, 'engage', 1_000)
      await part(guest.page, 'pilot-state').getByText('ENGAGED').waitFor()
      assert.equal(await part(guest.page, 'standby').isDisabled(), true)
      await part(owner.page, 'standby').click()
      await part(guest.page, 'pilot-state').getByText('STANDBY').waitFor()

      for (const { violations, hosts } of [owner, guest]) {
        assert.deepEqual(violations, [])
        assert.deepEqual([...hosts], [new URL(link).host])
      }
    },
  )
  test('an invited person joins by the link, which is also a QR code', limit, async () => {
    await using started = await startBrowser()
    await using boat = await startBoat({ isOpen: false })
    const owner = await ownerOf(boat, started.browser)
    await owner.page.goto(`${boat.url}/access`)
    await owner.page.getByLabel('Invite as').selectOption('helm')
    await owner.page.getByRole('button', { name: 'Create link' }).click()
    const link = (await owner.page.getByRole('link', { name: '/join#i=' }).textContent())!
    const drawn = await owner.page.getByRole('img', { name: 'QR' }).locator('path').getAttribute('d')
    assert.equal(drawn, drawnLike(link))

    const guest = await openBrowser(started.browser, phone)
    // The link has an address of the boat's network, which this machine may not have.
    const secure = boat.url.replace('http://127.0.0.1', `https://${boatName}`)
    await guest.page.goto(`${secure}/join#${link.split('#')[1]}`)
    await guest.page.getByLabel('Your name').fill('Bo')
    assert.equal(guest.page.url(), `${secure}/join`)
    await guest.page.getByLabel('New pass-phrase').fill('short')
    await guest.page.getByRole('button', { name: 'Join' }).click()
    assert.equal(guest.page.url(), `${secure}/join`, 'too short a pass-phrase goes nowhere')
    await guest.page.getByLabel('New pass-phrase').fill('eleven wet oilskins drying')
    const opening = guest.page.waitForEvent('websocket')
    await guest.page.getByRole('button', { name: 'Join' }).click()
    const stream = await opening
    assert.ok(stream.url().startsWith(secure.replace('https:', 'wss:')), stream.url())
    await stream.waitForEvent('framereceived')
    await isAboardAs(guest, 'Bo · Helm')
    const [cookie] = await guest.context.cookies()
    assert.deepEqual(
      [cookie?.name, cookie?.secure, cookie?.httpOnly],
      ['__Host-marinedata-session', true, true],
    )

    await guest.page.getByRole('button', { name: 'Sign out' }).click()
    await guest.page.getByText('You are not signed in').waitFor()
    await guest.page.getByRole('link', { name: 'Sign in' }).click()
    await guest.page.getByLabel('Your name').fill('bo')
    await guest.page.getByLabel('Your pass-phrase').fill('eleven wet oilskins')
    await guest.page.getByRole('button', { name: 'Sign in' }).click()
    await guest.page.getByText('Wrong name or pass-phrase').waitFor()
    await guest.page.getByLabel('Your pass-phrase').fill('eleven wet oilskins drying')
    await guest.page.getByRole('button', { name: 'Sign in' }).click()
    await isAboardAs(guest, 'Bo · Helm')
    for (const { violations } of [owner, guest]) assert.deepEqual(violations, [])
  })

  test('a phone without encryption is paired, but sent to https to claim', limit, async () => {
    await using started = await startBrowser()
    await using boat = await startBoat({ isOpen: false })
    const plain = boat.url.replace('127.0.0.1', boatName)
    const guest = await openBrowser(started.browser, phone)
    await guest.page.goto(`${plain}/claim#c=ABCDEFGHJK`)
    const secure = guest.page.getByRole('link', { name: 'Open this page over https' })
    assert.equal(await secure.getAttribute('href'), `${plain.replace('http:', 'https:')}/claim#c=ABCDEFGHJK`)

    const owner = await ownerOf(boat, started.browser)
    assert.equal(await guest.page.evaluate('crypto.subtle === undefined'), true)
    const digits = await askToPair(guest, plain, 'Plotter')
    await guest.page.reload()
    assert.equal(await guest.page.getByText(/^[0-9]{3} [0-9]{3}$/).textContent(), digits, 'it waits on')
    await letIn(owner, boat.url, digits)
    await isAboardAs(guest, 'Plotter · Viewer')

    // Revoking ends its access at once.
    await owner.page.goto(`${boat.url}/access`)
    await owner.page
      .getByRole('listitem')
      .filter({ hasText: 'device or program' })
      .getByText('Revoke')
      .click()
    await owner.page.getByRole('button', { name: 'Press again' }).click()
    await guest.page.getByText('You are not signed in').waitFor()
    assert.deepEqual(owner.violations, [])
    assert.deepEqual(guest.violations, [])
  })

  test(
    'names with markup stay text, and the content security policy blocks anything else',
    limit,
    async () => {
      await using started = await startBrowser()
      await using boat = await startBoat({ isOpen: false })
      const name = '<img src=x onerror=alert(1)>'
      const owner = await ownerOf(boat, started.browser)
      const guest = await openBrowser(started.browser, phone)
      const digits = await askToPair(guest, boat.url, name)
      await letIn(owner, boat.url, digits)
      await isAboardAs(guest, `${name} · Viewer`)
      await owner.page.getByText(`${name} approved as viewer`).waitFor()
      await owner.page.goto(`${boat.url}/docs`)
      await owner.page.getByRole('heading', { name: 'Schemas', exact: true }).first().waitFor()
      for (const { page, violations } of [owner, guest]) {
        assert.deepEqual(violations, [])
        const markup = page.evaluate("document.body.innerHTML = '<b>markup</b>'")
        await assert.rejects(markup, /TrustedHTML/)
        const reported = page.waitForEvent('console', (message) => message.text().includes('img-src'))
        await page.evaluate("document.body.append(Object.assign(new Image(), { src: 'http://127.0.0.2/' }))")
        await reported
        assert.match(violations.join(), /img-src/)
      }
    },
  )
})
