import type { DoctorReport, ServerInfo } from '@marinedata/model'
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { encode } from 'uqr'
import { accessApi, claimCodeOf, owner } from '@marinedata/testing/boats/crew'
import { runCli, startCli, temporaryFolder, type RunningCli } from '@marinedata/testing/boats/start-cli'
import { Browsers, eventually, part, phone, tablet, type Guest, type View } from './console-trial.ts'
import { cutTexts, seriousFindings, smallControls } from './looking.ts'

const limit = { timeout: 300_000 }
const api = '/marinedata/v2/api'
/** Two of the members are unknown. Nothing is sent to the networks of this machine. */
const settings = {
  name: 'Aava',
  announce: { mdns: false, plotters: false },
  colour: 'blue',
  access: { moon: { phase: 1 } },
}
const views: readonly View[] = [
  { screen: phone, palette: 'night' },
  { screen: tablet, palette: 'day' },
]

const shownIn = (page: Page, testId: string): Promise<string[]> =>
  part(page, testId).locator('li').allTextContents()

const isSaneOn = async (page: Page): Promise<void> => {
  assert.deepEqual(await smallControls(page), [])
  assert.deepEqual(await cutTexts(page, '.settings-page'), [])
  assert.deepEqual(await seriousFindings(page), [])
}

suite('the upkeep of a boat', { timeout: 600_000 }, () => {
  const parts = new AsyncDisposableStack()
  let folder: string
  let boat: RunningCli
  let browsers: Browsers
  before(async () => {
    folder = parts.use(await temporaryFolder()).path
    await writeFile(join(folder, 'settings.json'), JSON.stringify(settings))
    boat = parts.use(await startCli({ folder, isOpen: false }))
    browsers = parts.use(await Browsers.start())
    await using guest = await browsers.open({ url: boat.url })
    const data = { ...owner, code: await claimCodeOf(folder), keep: 'token' }
    const claimed = await guest.context.request.post(`${boat.url}${accessApi}/claim`, { data })
    assert.equal(claimed.status(), 200, await claimed.text())
  })
  after(() => parts.disposeAsync())

  /** The settings screen of the owner. */
  const settingsAt = async (url: string, view: View, locale = 'en-GB'): Promise<Guest> => {
    const guest = await browsers.open({ url, view, screen: 'settings', locale })
    const data = { ...owner, keep: 'cookie' }
    const signedIn = await guest.context.request.post(`${url}${accessApi}/sign-in`, { data })
    assert.equal(signedIn.status(), 200, await signedIn.text())
    await guest.page.reload()
    await part(guest.page, 'run-doctor').waitFor()
    return guest
  }

  for (const view of views) {
    const size = view.screen.name

    test(
      `settings show the addresses of the boat, and settings without effect (${size})`,
      limit,
      async () => {
        await using guest = await settingsAt(boat.url, view)
        const { page, context } = guest
        const answer = await context.request.get(`${boat.url}${api}/server`)
        const { addresses } = (await answer.json()) as ServerInfo
        const { stdout } = await runCli('where', '--data', folder)
        const printed = [...stdout.matchAll(/(\S+) {3}on a phone or tablet aboard/g)].map(([, link]) => link)
        assert.deepEqual(addresses, printed, 'the addresses that the command prints')
        await part(page, 'ignored-settings').waitFor()
        assert.deepEqual(await shownIn(page, 'ignored-settings'), ['/colour', '/access/moon'])
        // A machine without a network has none, and no code.
        const [best] = addresses
        assert.deepEqual(await shownIn(page, 'boat-addresses'), addresses)
        assert.equal(await page.locator('.qr-code path').count(), best === undefined ? 0 : 1)
        if (best !== undefined) {
          const { size: modules } = encode(best, { ecc: 'M', border: 4 })
          const box = `0 0 ${modules} ${modules}`
          assert.equal(await page.locator('.qr-code').getAttribute('viewBox'), box)
        }
        await isSaneOn(page)
        assert.deepEqual(guest.complaints, [])
      },
    )

    test(`the doctor's findings are shown in the language of the user (${size})`, limit, async () => {
      await using guest = await settingsAt(boat.url, view, 'de-DE')
      const { page, context } = guest
      const answer = await context.request.get(`${boat.url}${api}/doctor`)
      const { findings } = (await answer.json()) as DoctorReport
      await part(page, 'run-doctor').click()
      await part(page, 'doctor-findings').waitFor()
      const shown = await shownIn(page, 'doctor-findings')
      assert.equal(shown.length, findings.length)
      const at = (check: string): string => shown[findings.findIndex((one) => one.check === check)] ?? ''
      assert.ok(at('folder').includes(`Der Datenordner ist ${folder}`), at('folder'))
      assert.match(at('disk'), /\d+ MB sind auf dem Laufwerk des Datenordners frei/)
      assert.match(at('clock'), /Die Uhr zeigt \d{4}-/)
      for (const text of shown) assert.doesNotMatch(text, /[{}]|settings\.doctor/)
      for (const [index, { action }] of findings.entries())
        assert.equal(shown[index]?.includes('→'), action !== undefined, shown[index])
      await isSaneOn(page)
      assert.deepEqual(guest.complaints, [])
    })
  }

  test('a backup from the browser is restored with everything, by the command', limit, async () => {
    await using guest = await settingsAt(boat.url, { screen: phone, palette: 'day' })
    const { page, context } = guest
    const position = { latitude: 50.4, longitude: -3.5 }
    const waypoint = { name: 'Fishcombe Cove', position }
    const made = await context.request.post(`${boat.url}${api}/resources/waypoints`, { data: waypoint })
    assert.ok(made.ok(), await made.text())
    const downloading = page.waitForEvent('download')
    await part(page, 'download-backup').click()
    const download = await downloading
    assert.match(download.suggestedFilename(), /^marinedata-aava-\d+T\d+Z\.tar\.gz$/)
    await using other = await temporaryFolder()
    const file = join(other.path, 'boat.tar.gz')
    await download.saveAs(file)
    const restored = join(other.path, 'data')
    const { code, stdout, stderr } = await runCli('restore', file, '--data', restored)
    assert.equal(code, 0, stderr)
    assert.match(stdout, /Restored the backup of .+: \d+ files/)
    await using second = await startCli({ folder: restored, isOpen: false })
    await using again = await settingsAt(second.url, { screen: tablet, palette: 'day' })
    await eventually('the boat has its name', async () =>
      ((await again.page.locator('.top-bar').textContent()) ?? '').includes('Aava'),
    )
    const kept = await again.context.request.get(`${second.url}${api}/resources/waypoints`)
    assert.match(await kept.text(), /Fishcombe Cove/)
    assert.deepEqual(await shownIn(again.page, 'ignored-settings'), ['/colour', '/access/moon'])
  })
})
