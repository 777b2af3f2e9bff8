import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import { encode } from 'uqr'
import { startBoat, type Boat } from './start-boat.ts'
import { startCli, temporaryFolder } from './start-cli.ts'

const limit = { timeout: 90_000 }
/** Debian's; another can be named. */
const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium-headless-shell'
/** Where to keep what was seen; a folder that goes with the test when none is named. */
const pictures = process.env['MARINEDATA_PICTURES']
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 }
const tablet = { viewport: { width: 1024, height: 768 }, deviceScaleFactor: 1.5 }
const patienceMs = 10_000
/** The boat as its crew call it; to a browser, a line to it is one that others can listen to. */
const boatName = `${hostname().toLowerCase().split('.')[0]}.local`

const startBrowser = async (): Promise<AsyncDisposable & { readonly browser: Browser }> => {
  const names = `--host-resolver-rules=MAP ${boatName} 127.0.0.1`
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', names] })
  return { browser, [Symbol.asyncDispose]: () => browser.close() }
}

/** Someone's browser, and what it did that no page of ours may do. */
interface Guest {
  readonly page: Page
  readonly context: BrowserContext
  /** What the page tried against its own rules. */
  readonly violations: string[]
  /** Hosts that were asked for anything. */
  readonly hosts: Set<string>
}

const openBrowser = async (browser: Browser, screen: typeof phone): Promise<Guest> => {
  const context = await browser.newContext({
    ...screen,
    colorScheme: 'light',
    locale: 'en-GB',
    // The authority is the boat's own, and was not installed here.
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
  /** What moves comes to rest first. */
  const settled = `Promise.allSettled(document.getAnimations()
    .filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity)
    .map(({ finished }) => finished)).then(() => undefined)`
  return async ({ page }: Guest, name: string): Promise<void> => {
    number++
    await page.evaluate(settled)
    await page.locator('body').screenshot({ path: join(folder, `access-${number}-${name}.png`) })
  }
}

/** Everything that the browser could bring up again with its back button. */
const historyOf = async ({ context, page }: Guest): Promise<string> => {
  const session = await context.newCDPSession(page)
  const { entries } = await session.send('Page.getNavigationHistory')
  await session.detach()
  return JSON.stringify(entries)
}

const part = (page: Page, testId: string) => page.locator(`[data-testid="${testId}"]`)

const showScreen = (page: Page, screen: string): Promise<unknown> =>
  page.evaluate(`location.hash = '#/${screen}'`)

/** The console is open; who sits at it stands under Settings. */
const isAboardAs = async ({ page }: Guest, who: string): Promise<void> => {
  await part(page, 'link').waitFor()
  await showScreen(page, 'settings')
  await page.getByText(who, { exact: true }).waitFor()
}

/** The owner of a closed boat, signed in with a browser. */
const ownerOf = async (boat: Boat, browser: Browser): Promise<Guest> => {
  const owner = await openBrowser(browser, tablet)
  const code = (await readFile(join(boat.folder, 'claim-code'), 'utf8')).trim()
  await owner.page.goto(`${boat.url}/claim#c=${code}`)
  await owner.page.getByLabel('Your name').fill('Anna')
  await owner.page.getByLabel('A pass-phrase').fill('seven grey seals asleep')
  await owner.page.getByRole('button', { name: 'Take ownership' }).click()
  await isAboardAs(owner, 'Anna · owner')
  return owner
}

/** Has a device ask to be let in; gives the digits that it shows. */
const askToPair = async ({ page }: Guest, address: string, name: string): Promise<string> => {
  await page.goto(`${address}/pair`)
  await page.getByLabel('A name for this device').fill(name)
  await page.getByRole('button', { name: 'Ask to be let in' }).click()
  return (await page.getByText(/^[0-9]{3} [0-9]{3}$/).textContent())!
}

const letIn = async ({ page }: Guest, address: string, digits: string): Promise<void> => {
  await page.goto(`${address}/access`)
  await page.getByLabel('Digits that it shows').fill(digits)
  await page.getByRole('button', { name: 'Let it in' }).click()
  await page.getByText('is let in as viewer').waitFor()
}

/** Presses and keeps pressing for longer than it takes to engage. */
const hold = async ({ page }: Guest, testId: string): Promise<void> => {
  await part(page, testId).hover()
  await page.mouse.down()
  await page.waitForTimeout(1_000)
  await page.mouse.up()
}

/** The dark modules of a QR code, as the page draws them. */
const drawnLike = (text: string): string => {
  const { data } = encode(text, { ecc: 'M', border: 4 })
  return data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
}

suite('a stranger comes aboard', () => {
  test(
    'claims the boat, lets a second device in as viewer, and that is told why it may not steer',
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

      // First start: nobody owns it.
      await owner.page.goto(home)
      await owner.page.getByText('Nobody owns this boat yet').waitFor()
      await picture(owner, 'first-start')

      // The printed link, opened.
      await owner.page.goto(link)
      await owner.page.getByLabel('Your name').fill('Anna')
      assert.equal(owner.page.url(), new URL('/claim', link).href, 'the code has left the address bar')
      await owner.page.getByLabel('A pass-phrase').fill('seven grey seals asleep')
      await picture(owner, 'claim')
      await owner.page.getByRole('button', { name: 'Take ownership' }).click()
      await part(owner.page, 'link').waitFor()
      assert.equal(owner.page.url(), home)
      assert.ok(!(await historyOf(owner)).includes(code), 'the code is not in the history')
      const [cookie, ...others] = await owner.context.cookies()
      assert.deepEqual(
        [cookie?.httpOnly, cookie?.sameSite, cookie?.path, others.length],
        [true, 'Strict', '/', 0],
      )
      await isAboardAs(owner, 'Anna · owner')

      // The owner switches the simulator on, and sees the boat move.
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

      // A second device asks to be let in.
      await guest.page.goto(home)
      await guest.page.getByRole('link', { name: 'Pair this device' }).click()
      await guest.page.getByLabel('A name for this device').fill('Cockpit tablet')
      await guest.page.getByRole('button', { name: 'Ask to be let in' }).click()
      const digits = await guest.page.getByText(/^[0-9]{3} [0-9]{3}$/).textContent()
      await picture(guest, 'digits')

      // The owner lets it in, as viewer.
      await showScreen(owner.page, 'access')
      await owner.page.getByLabel('Digits that it shows').fill(digits!)
      await picture(owner, 'let-in')
      await owner.page.getByRole('button', { name: 'Let it in' }).click()
      await isAboardAs(guest, 'Cockpit tablet · viewer')

      // It sees, may not steer, and reads why.
      await showScreen(guest.page, 'helm')
      await part(guest.page, 'pilot-state').getByText('STANDBY').waitFor()
      await part(guest.page, 'engage').getByText('You may look, but not steer').waitFor()
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
        /Steering is for the roles helm and owner; \\"Cockpit tablet\\" has the role viewer\. The owner can change that/,
      )

      // The owner may: engaging is held, letting go is one press, and the device sees both.
      await showScreen(owner.page, 'helm')
      await hold(owner, 'engage')
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
  test('someone invited joins by the link, which is a QR code too', limit, async () => {
    await using started = await startBrowser()
    await using boat = await startBoat({ isOpen: false })
    const owner = await ownerOf(boat, started.browser)
    await owner.page.goto(`${boat.url}/access`)
    await owner.page.getByLabel('They join as').selectOption('helm')
    await owner.page.getByRole('button', { name: 'Make a link' }).click()
    const link = (await owner.page.getByRole('link', { name: '/join#i=' }).textContent())!
    const drawn = await owner.page.getByRole('img', { name: 'QR' }).locator('path').getAttribute('d')
    assert.equal(drawn, drawnLike(link))

    const guest = await openBrowser(started.browser, phone)
    // The link names an address of the boat's network, which this machine may not have.
    const secure = boat.url.replace('http://127.0.0.1', `https://${boatName}`)
    await guest.page.goto(`${secure}/join#${link.split('#')[1]}`)
    await guest.page.getByLabel('Your name').fill('Bo')
    assert.equal(guest.page.url(), `${secure}/join`)
    await guest.page.getByLabel('A pass-phrase').fill('short')
    await guest.page.getByRole('button', { name: 'Come aboard' }).click()
    assert.equal(guest.page.url(), `${secure}/join`, 'too short a pass-phrase goes nowhere')
    await guest.page.getByLabel('A pass-phrase').fill('eleven wet oilskins drying')
    const opening = guest.page.waitForEvent('websocket')
    await guest.page.getByRole('button', { name: 'Come aboard' }).click()
    const stream = await opening
    assert.ok(stream.url().startsWith(secure.replace('https:', 'wss:')), stream.url())
    await stream.waitForEvent('framereceived')
    await isAboardAs(guest, 'Bo · helm')
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
    await guest.page.getByText('The name or the pass-phrase is not right').waitFor()
    await guest.page.getByLabel('Your pass-phrase').fill('eleven wet oilskins drying')
    await guest.page.getByRole('button', { name: 'Sign in' }).click()
    await isAboardAs(guest, 'Bo · helm')
    for (const { violations } of [owner, guest]) assert.deepEqual(violations, [])
  })

  test('a phone without encryption is paired too, but is sent to https to claim', limit, async () => {
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
    await isAboardAs(guest, 'Plotter · viewer')

    // Revoked, it is out at once.
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

  test('what others wrote stays text, and the pages could not make it anything else', limit, async () => {
    await using started = await startBrowser()
    await using boat = await startBoat({ isOpen: false })
    const name = '<img src=x onerror=alert(1)>'
    const owner = await ownerOf(boat, started.browser)
    const guest = await openBrowser(started.browser, phone)
    const digits = await askToPair(guest, boat.url, name)
    await letIn(owner, boat.url, digits)
    await isAboardAs(guest, `${name} · viewer`)
    await owner.page.getByText(`${name} is let in as viewer`).waitFor()
    await owner.page.goto(`${boat.url}/docs`)
    await owner.page.getByRole('heading', { name: 'Schemas', exact: true }).first().waitFor()
    for (const { page, violations } of [owner, guest]) {
      assert.deepEqual(violations, [])
      const markup = page.evaluate("document.body.innerHTML = '<b>markup</b>'")
      await assert.rejects(markup, /TrustedHTML/)
      const told = page.waitForEvent('console', (message) => message.text().includes('img-src'))
      await page.evaluate("document.body.append(Object.assign(new Image(), { src: 'http://127.0.0.2/' }))")
      await told
      assert.match(violations.join(), /img-src/)
    }
  })
})
