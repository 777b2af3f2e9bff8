import type { Boat as BoatPage, InvitationMade } from '@marinedata/model'
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { AnchorBoat } from '../anchor-boat.ts'
import { accessApi, answered, askBoat, Crew } from '@marinedata/testing/boats/crew'
import { getJson } from '@marinedata/testing/exchange'
import { startBoat } from '@marinedata/testing/boats/start-boat'
import { StreamListener } from '@marinedata/testing/stream-listener'
import { Browsers, eventually, part, phone, titleOf, triedViews, suiteLimit } from './console-trial.ts'

const limit = { timeout: 300_000 }
const patienceMs = 30_000
const api = '/marinedata/v2/api/vessels/self/boat'
const keel = 'environment.depth.belowKeel'

interface Afloat extends AsyncDisposable {
  readonly url: string
}

/** A boat whose depth, wind and battery are repeated, and can be changed. */
const telling = async (values: Record<string, number>, start: () => Promise<Afloat> = startBoat) => {
  await using stack = new AsyncDisposableStack()
  const boat = stack.use(await start())
  const teller = stack.use(await StreamListener.open(boat.url, '?subscribe=none'))
  const show = (): void => {
    for (const [path, value] of Object.entries(values)) teller.put(path, value)
  }
  show()
  await teller.settled()
  const timer = setInterval(show, 300)
  stack.defer(() => clearInterval(timer))
  const held = stack.move()
  return { url: boat.url, values, [Symbol.asyncDispose]: () => held.disposeAsync() }
}

const boatAt = (url: string): Promise<BoatPage> => getJson<BoatPage>(url, api)

const change = async (url: string, kind: 'details' | 'limits', content: object): Promise<void> => {
  const { revision } = await boatAt(url)
  await answered(askBoat(url, `PUT ${api}/${kind}`, { body: { revision, [kind]: content } }))
}

const fill = (page: Page, name: string, text: string): Promise<void> =>
  page.locator(`[id="boat-${name}"]`).fill(text)

const notice = (page: Page, kind: 'details' | 'limits', words: string): Promise<number> =>
  eventually(
    `the notice "${words}"`,
    async () => ((await part(page, `${kind}-notice`).textContent()) ?? '').includes(words),
    patienceMs,
  )

suite('the boat page', suiteLimit(600_000), () => {
  let browsers: Browsers
  before(async () => {
    browsers = await Browsers.start()
  })
  after(() => browsers[Symbol.asyncDispose]())

  for (const view of triedViews)
    test(`details are entered, drawn and saved: ${titleOf(view)}`, limit, async () => {
      await using boat = await telling({})
      await using guest = await browsers.open({ url: boat.url, view, screen: 'boat' })
      const { page } = guest
      await part(page, 'save-details').waitFor()
      assert.equal(await part(page, 'drawing-antenna').count(), 0, 'an unknown antenna is not drawn')
      const typed = { name: 'Aura', length: '12', beam: '3.9', draught: '2,1', gpsFromBow: '9' }
      for (const [name, text] of Object.entries(typed)) await fill(page, name, text)
      await fill(page, 'depthSensorBelowWaterline', '0.6')
      await part(page, 'drawing-antenna').waitFor()
      assert.match((await part(page, 'drawing-sensor').textContent()) ?? '', /1\.5 m to the keel/)
      await part(page, 'save-details').click()
      await notice(page, 'details', 'Saved')
      assert.deepEqual((await boatAt(boat.url)).details, {
        name: 'Aura',
        length: 12,
        beam: 3.9,
        draught: 2.1,
        gpsFromBow: 9,
        depthSensorBelowWaterline: 0.6,
      })
      const wide = await page.evaluate('document.documentElement.scrollWidth > innerWidth')
      assert.equal(wide, false, 'nothing is wider than the screen')
      assert.deepEqual(guest.complaints, [])
    })

  test('wrong input is refused in words beside its field, and nothing is sent', limit, async () => {
    await using boat = await telling({})
    await using guest = await browsers.open({ url: boat.url, screen: 'boat' })
    const { page, requests } = guest
    await part(page, 'save-details').waitFor()
    await fill(page, 'draught', '55')
    await fill(page, 'mmsi', '12')
    assert.equal(await part(page, 'boat-draught-below').textContent(), 'Between 0 and 40 m')
    assert.equal(await part(page, 'boat-mmsi-below').textContent(), 'Nine digits; the first is 2 to 7')
    assert.equal(await part(page, 'boat-draught').getAttribute('aria-invalid'), 'true')
    assert.equal(await part(page, 'save-details').isDisabled(), true)
    await part(page, 'boat-draught').press('Enter')
    await fill(page, 'draught', '2')
    await fill(page, 'mmsi', '230099999')
    assert.equal(requests.filter((request) => request.startsWith('PUT')).length, 0)
    await part(page, 'save-details').click()
    await part(page, 'boat-restart').waitFor()
    assert.equal((await boatAt(boat.url)).details.mmsi, '230099999')
  })

  test('a limit is set, seen on the helm in words and colour, and undone', limit, async () => {
    await using boat = await telling({ [keel]: 1.5, 'electrical.batteries.house.voltage': 12.8 })
    await using guest = await browsers.open({ url: boat.url, screen: 'boat' })
    const { page } = guest
    await part(page, 'limit-batteries.house').waitFor()
    await fill(page, 'depth/warn', '4')
    await fill(page, 'depth/alarm', '5')
    assert.equal(
      await part(page, 'boat-depth/alarm-below').textContent(),
      'The alarm must be lower than the warning',
    )
    await fill(page, 'depth/alarm', '')
    await part(page, 'save-limits').click()
    await notice(page, 'limits', 'Saved')
    assert.deepEqual((await boatAt(boat.url)).limits, { depth: { warn: 4 } })
    await eventually(
      'the limit is watched',
      async () => (await part(page, 'watch-depth').textContent()) === 'Watched',
      patienceMs,
    )
    await part(page, 'undo-limits').click()
    await notice(page, 'limits', 'Previous limits restored')
    assert.deepEqual((await boatAt(boat.url)).limits, {})
    assert.equal(await part(page, 'undo-limits').count(), 0)
    await change(boat.url, 'limits', { depth: { warn: 4 } })
    await page.evaluate(() => (location.hash = '#/helm'))
    const tile = part(page, 'rd-dpt')
    await eventually(
      'the tile is marked',
      async () => (await tile.getAttribute('data-limit')) === 'warning',
      patienceMs,
    )
    assert.match((await tile.textContent()) ?? '', /Warning/)
    boat.values[keel] = 9
    await eventually(
      'the mark ends',
      async () => (await tile.getAttribute('data-limit')) === null,
      patienceMs,
    )
  })

  test('the anchor screen marks a shallow depth, and says which wind it shows', limit, async () => {
    await using boat = await telling({ [keel]: 1.5, 'environment.wind.speedApparent': 6 }, () =>
      AnchorBoat.start(),
    )
    await change(boat.url, 'limits', { depth: { warn: 2 } })
    await using guest = await browsers.open({ url: boat.url, screen: 'anchor' })
    const { page } = guest
    await eventually(
      'the depth is marked',
      async () => (await part(page, 'anchor-depth').getAttribute('data-limit')) === 'warning',
      patienceMs,
    )
    assert.match((await part(page, 'anchor-wind').textContent()) ?? '', /WIND A/)
    boat.values['environment.wind.speedTrue'] = 5
    await eventually(
      'the true wind replaces the apparent one',
      async () => /WIND T/.test((await part(page, 'anchor-wind').textContent()) ?? ''),
      patienceMs,
    )
  })

  test('what someone else saved meanwhile is not overwritten', limit, async () => {
    await using boat = await telling({ [keel]: 8 })
    await using guest = await browsers.open({ url: boat.url, screen: 'boat' })
    const { page } = guest
    await part(page, 'save-limits').waitFor()
    await page.route(`**${api}`, (route) => route.abort())
    await change(boat.url, 'limits', { windTrue: { alarm: 15 } })
    await fill(page, 'depth/alarm', '2')
    await part(page, 'save-limits').click()
    await notice(page, 'limits', 'Read it again')
    assert.deepEqual((await boatAt(boat.url)).limits, { windTrue: { alarm: 15 } })
    await page.unroute(`**${api}`)
    await eventually(
      'the other limit appears',
      async () => (await page.locator('[id="boat-windTrue/alarm"]').inputValue()) === '29.2',
      patienceMs,
    )
    await part(page, 'save-limits').click()
    await notice(page, 'limits', 'Saved')
    assert.deepEqual((await boatAt(boat.url)).limits, { windTrue: { alarm: 15 }, depth: { alarm: 2 } })
  })

  test('a viewer sees the boat, and why nothing can be changed', limit, async () => {
    await using crew = await Crew.start()
    const { code } = await crew.must<InvitationMade>(`POST ${accessApi}/invitations`, { role: 'viewer' })
    await using guest = await browsers.open({
      url: crew.url,
      view: { screen: phone, palette: 'night' },
    })
    const { page } = guest
    await page.goto(`${crew.url}/join#i=${code}`)
    await page.getByLabel('Your name').fill('Ben')
    await page.getByLabel('pass-phrase').first().fill('eleven wet oilskins drying')
    await page.getByRole('button', { name: /join/i }).click()
    await part(page, 'rd-sog').waitFor()
    await page.evaluate(() => (location.hash = '#/boat'))
    await notice(page, 'details', 'needs the Owner role')
    await notice(page, 'limits', 'needs the Helm role')
    assert.equal(await part(page, 'boat-name').isDisabled(), true)
    assert.equal(await page.locator('[id="boat-depth/alarm"]').isDisabled(), true)
  })
})
