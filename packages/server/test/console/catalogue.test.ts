import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { Publisher } from '../plugin-publisher.ts'
import { startBoat, type Boat } from '@marinedata/testing/boats/start-boat'
import { Browsers, eventually, part, titleOf, triedViews, type Guest, suiteLimit } from './console-trial.ts'
import { seriousFindings, smallControls } from './looking.ts'

const limit = { timeout: 300_000 }

const stateOf = ({ page }: Guest): Promise<string | null> =>
  part(page, 'plugin-tides').getAttribute('data-state')

suite('the catalogue of plugins', suiteLimit(300_000), () => {
  let club: Publisher
  let boat: Boat
  let browsers: Browsers
  before(async () => {
    club = await Publisher.open()
    boat = await startBoat({ settings: { plugins: { catalogue: club.address } } })
    browsers = await Browsers.start()
  })
  after(async () => {
    await browsers?.[Symbol.asyncDispose]()
    await boat?.[Symbol.asyncDispose]()
    club?.[Symbol.dispose]()
  })

  for (const view of triedViews)
    test(
      `a plugin is found, installed, turned on, updated and removed, ${titleOf(view)}`,
      limit,
      async () => {
        await club.publish({ version: '1.0.0', paths: ['environment.tide.*'] })
        await using guest = await browsers.open({ url: boat.url, view, screen: 'devices' })
        const { page } = guest
        const offer = part(page, 'offer-tides')
        await part(page, 'add-plugin-open').click()
        await offer.getByText('write environment.tide.*').waitFor()
        await part(page, 'add-plugin-search').fill('sonar')
        await part(page, 'add-plugin').getByText('No plugin matches.').waitFor()
        await part(page, 'add-plugin-search').fill('HELLO tides')
        assert.deepEqual(await seriousFindings(page), [])
        assert.deepEqual(await smallControls(page), [])
        await offer.getByRole('button', { name: 'Install' }).click()
        await offer.getByText('Installed').waitFor()
        assert.equal(await stateOf(guest), 'disabled')
        await part(page, 'plugin-switch-tides').click()
        await eventually('it runs', async () => (await stateOf(guest)) === 'running', 20_000)

        await club.publish({
          version: '1.1.0',
          paths: ['environment.tide.*', 'environment.current'],
          changelog: '## 1.1.0\n\nKnows the stream.\n',
        })
        await part(page, 'add-plugin-open').click()
        await part(page, 'add-plugin-open').click()
        await offer.getByText('Knows the stream.').waitFor()
        await offer.getByText('write environment.current').waitFor()
        assert.equal(await offer.getByText('write environment.tide.*').count(), 0)
        await offer.getByRole('button', { name: 'Update' }).click()
        await part(page, 'plugin-approve-tides').click()
        await eventually('it runs again', async () => (await stateOf(guest)) === 'running', 20_000)

        await part(page, 'plugin-tides').getByRole('button', { name: 'Details' }).click()
        await part(page, 'plugin-remove-tides').click()
        await part(page, 'plugin-remove-tides').getByText('Really remove?').waitFor()
        await part(page, 'plugin-remove-tides').click()
        await part(page, 'plugin-tides').waitFor({ state: 'detached' })
        assert.deepEqual(guest.complaints, [])
      },
    )

  test('what cannot be loaded is said', limit, async () => {
    await using guest = await browsers.open({ url: boat.url, view: triedViews[0]!, screen: 'devices' })
    await club.publish({ version: '1.0.0', paths: ['environment.tide.*'] })
    const offer = part(guest.page, 'offer-tides')
    await part(guest.page, 'add-plugin-open').click()
    await offer.waitFor()
    club.pack({ version: '1.0.0', paths: ['*'] })
    await offer.getByRole('button', { name: 'Install' }).click()
    await part(guest.page, 'add-plugin')
      .getByText(/has the checksum/)
      .waitFor()
  })
})
