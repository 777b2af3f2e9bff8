import type { InvitationMade } from '@marinedata/model'
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { accessApi, Crew } from '@marinedata/testing/boats/crew'
import { PilotBoat, pilots, simulator } from '@marinedata/testing/boats/pilot-boat'
import { until } from '@marinedata/testing/until'
import { Browsers, eventually, part, phone, type Guest } from './console-trial.ts'
import { CuttableLine } from './cuttable-line.ts'

const limit = { timeout: 300_000 }
/** A page has to be live for a while before it is stored. */
const keptWithinMs = 60_000
const leastTiles = 60

/** Paths of all files stored in the browser. */
const keptIn = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const names = await caches.keys()
    const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return kept.flat().map(({ url }) => new URL(url).pathname)
  })

const isKept = async ({ page }: Guest): Promise<void> => {
  await eventually(
    'the console, the coast and the visit are kept',
    async () => {
      const coast = (await keptIn(page)).filter((path) => path.startsWith('/charts/coast/'))
      const visit = await page.evaluate(() => localStorage.getItem('marinedata.visit'))
      return coast.length >= leastTiles && visit !== null && visit.includes('latitude')
    },
    keptWithinMs,
  )
}

const isLive = (page: Page): Promise<void> =>
  page.locator('[data-testid="rd-sog"][data-age="fresh"]').waitFor()

const openIn = async (context: BrowserContext, url: string): Promise<Page> => {
  const page = await context.newPage()
  await page.goto(url)
  return page
}

/** Command buttons that are enabled. */
const enabledCommands = async (page: Page): Promise<string[]> => {
  const usable = page.locator('main button:enabled')
  const names = await usable.evaluateAll((all) => all.map((one) => one.getAttribute('data-testid') ?? ''))
  return names.filter((name) => /^(?:adj|standby|engage|mode|tack|gybe|dodge|mob|drop|raise|goto)/.test(name))
}

/** Results of requests from the page: a status, or no response. */
const answersTo = (page: Page, paths: readonly string[]): Promise<(number | 'nobody')[]> =>
  page.evaluate(
    (asked) =>
      Promise.all(
        asked.map((path) =>
          fetch(path).then(
            ({ status }) => status,
            () => 'nobody' as const,
          ),
        ),
      ),
    paths,
  )

suite('the console offline', { timeout: 300_000 }, () => {
  let boat: PilotBoat
  let line: CuttableLine
  let browsers: Browsers
  let guest: Guest
  before(async () => {
    boat = await PilotBoat.start()
    line = await CuttableLine.to(boat.url)
    browsers = await Browsers.start()
    guest = await browsers.open({ url: line.url, view: { screen: phone, palette: 'day' } })
    await isLive(guest.page)
    await isKept(guest)
  })
  after(async () => {
    await browsers?.[Symbol.asyncDispose]()
    await line?.[Symbol.asyncDispose]()
    await boat?.[Symbol.asyncDispose]()
  })

  test('only the console and the coast are stored', limit, async () => {
    const paths = await keptIn(guest.page)
    assert.ok(paths.includes('/') && paths.some((path) => path.startsWith('/assets/chart-')), paths.join())
    for (const path of paths) assert.match(path, /^\/(?:$|assets\/|charts\/coast\/)/)
  })

  test(
    'opened offline it shows when the boat was last seen, sends no command, and becomes live when connected',
    limit,
    async () => {
      line.cut()
      const sent: string[] = []
      const page = await guest.context.newPage()
      page.on('request', (request) => {
        if (request.method() !== 'GET') sent.push(`${request.method()} ${new URL(request.url()).pathname}`)
      })
      await page.goto(`${line.url}/`)
      await part(page, 'lost-bar').waitFor()
      assert.match((await part(page, 'lost-text').textContent())!, /^Last seen \d\d:\d\d, not connected/)
      assert.equal(await part(page, 'link').getAttribute('data-state'), 'lost')
      const ages = await page
        .locator('[data-testid^="rd-"]')
        .evaluateAll((all) => all.map((one) => one.getAttribute('data-age')))
      assert.ok(ages.length >= 4 && ages.every((age) => age === 'dead'), ages.join())
      for (const screen of ['chart', 'anchor', 'helm']) {
        await page.evaluate((name) => (location.hash = `#/${name}`), screen)
        await page.locator(`[data-screen="${screen}"]`).waitFor()
        assert.deepEqual(await enabledCommands(page), [], screen)
      }
      for (const key of ['Space', 'ArrowRight', 'M']) await page.keyboard.press(key)

      line.mend()
      await isLive(page)
      await part(page, 'lost-bar').waitFor({ state: 'detached' })
      await page.locator('[data-testid="engage"]:enabled').waitFor()
      const commands = sent.filter((request) => !/\/(?:stations\/|access\/ticket$)/.test(request))
      assert.deepEqual(commands, [], 'nothing that was pressed is sent later')
      await page.close()
    },
  )

  test('offline the coast is drawn, and the boat is hollow at its last position', limit, async () => {
    line.cut()
    const page = await openIn(guest.context, `${line.url}/#/chart`)
    await part(page, 'last-fix').waitFor()
    await page.locator('[data-boat="hollow"]').waitFor()
    // A stored tile, and one on the other side of the earth.
    assert.deepEqual(await answersTo(page, ['/charts/coast/0/0/0', '/charts/coast/8/0/0']), [200, 'nobody'])
    line.mend()
    await page.close()
  })

  test('API requests are never answered from the cache', limit, async () => {
    const page = await openIn(guest.context, `${line.url}/`)
    await isLive(page)
    assert.equal(await page.evaluate(() => navigator.serviceWorker.controller?.state), 'activated')
    const said = [
      '/marinedata/v2/api/access/me',
      '/marinedata/v1/api/vessels/self/navigation/position',
      '/marinedata/v2/api/preferences',
      '/health',
    ]
    assert.deepEqual(await answersTo(page, said), [200, 200, 200, 200])
    line.cut()
    assert.deepEqual(await answersTo(page, said), ['nobody', 'nobody', 'nobody', 'nobody'])
    line.mend()
    await page.close()
  })

  test('a newer console replaces the stored one when the server responds', limit, async () => {
    const { context } = guest
    const newer = '<!doctype html><title>Newer</title><script type="module" src="/assets/newer.js"></script>'
    line.cut()
    const page = await openIn(context, `${line.url}/`)
    await part(page, 'lost-bar').waitFor()
    await context.route(`${line.url}/`, (route) => route.fulfill({ contentType: 'text/html', body: newer }))
    line.mend()
    // A page opened offline is replaced before anything on it is live.
    await eventually('the newer one is there', async () => (await page.title()) === 'Newer')
    const next = await openIn(context, `${line.url}/`)
    assert.equal(await next.title(), 'Newer')
    await context.unroute(`${line.url}/`)
    await Promise.all([page.close(), next.close()])
  })
})

suite('stored data', { timeout: 300_000 }, () => {
  let crew: Crew
  let browsers: Browsers
  before(async () => {
    crew = await Crew.start({ plugins: { given: [simulator] } })
    browsers = await Browsers.start()
    await until(
      () => crew.ask('owner', `GET ${pilots}/_default`),
      ({ text }) => text.includes('"online":true'),
    )
  })
  after(async () => {
    await browsers?.[Symbol.asyncDispose]()
    await crew?.[Symbol.asyncDispose]()
  })

  const joined = async (name: string): Promise<Guest> => {
    const { code } = await crew.must<InvitationMade>(`POST ${accessApi}/invitations`, { role: 'helm' })
    const guest = await browsers.open({ url: crew.url })
    await guest.page.goto(`${crew.url}/join#i=${code}`)
    await guest.page.getByLabel('Your name').fill(name)
    await guest.page.getByLabel('New pass-phrase').fill('eleven wet oilskins drying')
    await guest.page.getByRole('button', { name: 'Join' }).click()
    await isLive(guest.page)
    return guest
  }

  const isForgotten = (page: Page): Promise<boolean> =>
    page.evaluate(async () => {
      const workers = await navigator.serviceWorker.getRegistrations()
      const visit = localStorage.getItem('marinedata.visit')
      return workers.length === 0 && (await caches.keys()).length === 0 && visit === null
    })

  test('signing out deletes everything stored', limit, async () => {
    await using guest = await joined('Sina')
    const { page } = guest
    await isKept(guest)
    await page.evaluate(() => (location.hash = '#/settings'))
    await part(page, 'sign-out').click()
    await page.getByText('You are not signed in').waitFor()
    await eventually('nothing is left', () => isForgotten(page))
  })

  test('losing access deletes everything stored', limit, async () => {
    await using guest = await joined('Rolf')
    const { page } = guest
    await eventually('the visit is kept', () =>
      page.evaluate(() => localStorage.getItem('marinedata.visit') !== null),
    )
    const credentials = await crew.must<readonly { readonly id: string; readonly name: string }[]>(
      `GET ${accessApi}/credentials`,
    )
    for (const { id } of credentials.filter(({ name }) => name === 'Rolf'))
      await crew.must(`DELETE ${accessApi}/credentials/${id}`)
    await page.getByText('You are not signed in').waitFor()
    await eventually('nothing is left', () => isForgotten(page))
  })
})
