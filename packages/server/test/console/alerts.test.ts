import type { PastAlert } from '@marinedata/model'
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { alertsApi } from '../alert-asking.ts'
import { getJson } from '@marinedata/testing/exchange'
import { startBoat, type Boat } from '@marinedata/testing/boats/start-boat'
import { StreamListener } from '@marinedata/testing/stream-listener'
import {
  AlertTrial,
  flashes,
  isAway,
  isReadyToAnswer,
  isShown,
  row,
  rowText,
  soundBecomes,
  textOf,
  touch,
} from './alert-trial.ts'
import { eventually, part, plotter, titleOf, triedViews, type Guest, suiteLimit } from './console-trial.ts'
import { CuttableLine } from './cuttable-line.ts'
import { timeLimit } from '@marinedata/testing/time-limit'

const limit = { timeout: 300_000 }
const button = '[data-testid="alerts-button"]'

/** Priority, shape and flashing of every row. */
const rowsSeen = ({ page }: Guest): Promise<(string | undefined)[][]> =>
  page.locator('[data-testid="alert"]').evaluateAll((rows) =>
    rows.map((each) => {
      const icon = each.querySelector<HTMLElement>('.alert-icon')
      return [each.dataset['priority'], icon?.dataset['shape'], icon?.dataset['flash']]
    }),
  )

/** Records every change of the sound from now on. */
const soundsFromNow = async ({ page }: Guest): Promise<string[]> => {
  const received: string[] = []
  await page.exposeFunction('heardSound', (state: string) => received.push(state))
  await page.evaluate(() => {
    const place = document.querySelector('[data-testid="audio-state"]')
    // Defined by the line above.
    const { heardSound } = window as unknown as { heardSound: (state: string | null) => void }
    if (place === null) return
    const watching = new MutationObserver(() => heardSound(place.textContent))
    watching.observe(place, { subtree: true, characterData: true, childList: true })
  })
  return received
}

/** Paths of the newest past alerts. */
const pastPaths = ({ page }: Guest): Promise<(string | undefined)[]> =>
  part(page, 'past-alert').evaluateAll((rows) =>
    // Each is a row of the list.
    rows.map((each) => (each as HTMLElement).dataset['path']),
  )

suite('alerts screen', suiteLimit(600_000), () => {
  let boat: Boat
  let trial: AlertTrial
  before(async () => {
    boat = await startBoat()
    trial = await AlertTrial.start(boat.url)
  })
  after(async () => {
    await trial?.[Symbol.asyncDispose]()
    await boat?.[Symbol.asyncDispose]()
  })

  for (const view of triedViews) {
    test(
      `L1 ${titleOf(view)}: four priorities are in order, each with its shape, and only alarms flash`,
      limit,
      async () => {
        await using guest = await trial.open({ view })
        await part(guest.page, 'alerts-empty').waitFor()
        await trial.raise('one', 'alert')
        await trial.raise('two', 'warn')
        await trial.raise('three', 'alarm')
        await trial.raise('four', 'emergency')
        await part(guest.page, 'takeover-show-alerts').click()
        assert.deepEqual(await rowsSeen(guest), [
          ['emergency', 'triangle', 'true'],
          ['alarm', 'triangle', 'true'],
          ['warning', 'circle', 'false'],
          ['caution', 'square', 'false'],
        ])
        assert.ok(await flashes(guest, '[data-path="notifications.three"]'))
        assert.ok(!(await flashes(guest, '[data-path="notifications.two"]')))
        assert.equal((await textOf(guest, 'alerts-button')).trim(), '4')
        assert.ok(await flashes(guest, button))
        await part(guest.page, 'ack-all').click()
        await guest.page.locator(`${button}[data-flash="false"]`).waitFor()
        assert.ok(!(await flashes(guest, '[data-path="notifications.three"]')))
        assert.match(await rowText(guest, 'three'), /acknowledged by local/)
        await trial.calm()
        await part(guest.page, 'alerts-empty').waitFor()
        await eventually('all four are listed as past', async () => {
          const newest = new Set((await pastPaths(guest)).slice(0, 4))
          return ['one', 'two', 'three', 'four'].every((name) => newest.has(`notifications.${name}`))
        })
        assert.deepEqual(guest.complaints, [])
      },
    )

    test(
      `L5 ${titleOf(view)}: "Alarm sound is off" is shown on every screen until the first touch`,
      limit,
      async () => {
        await using guest = await trial.open({ view, screen: 'more' })
        for (const screen of ['settings', 'helm', 'alerts']) {
          await guest.page.evaluate((name) => void (location.hash = `#/${name}`), screen)
          await part(guest.page, `nav-${screen === 'settings' ? 'more' : screen}`)
            .and(guest.page.locator('[aria-current="page"]'))
            .waitFor()
          const label = await part(guest.page, 'sound-chip').getAttribute('aria-label')
          assert.match(label ?? '', /Alarm sound is off. Tap to turn on/)
          assert.equal(await isShown(guest, 'sound-band'), false)
        }
        await guest.page.evaluate(() => void (location.hash = '#/anchor'))
        await part(guest.page, 'sound-band').waitFor({ timeout: 30_000 })
        const box = await part(guest.page, 'sound-chip').boundingBox()
        assert.ok(box && box.height >= 44)
        await part(guest.page, 'sound-chip').click()
        await soundBecomes(guest, 'running')
        await isAway(guest, 'sound-chip')
        await soundBecomes(guest, 'off')
      },
    )
  }

  test('a touch anywhere turns the sound on, and it can be muted', limit, async () => {
    await using guest = await trial.open()
    await touch(guest)
    await part(guest.page, 'sound-off').click()
    await part(guest.page, 'sound-chip').waitFor()
    await guest.page.mouse.click(4, 8)
    await trial.raise('smoke', 'alarm')
    await soundBecomes(guest, 'suspended')
    await part(guest.page, 'sound-chip').click()
    await soundBecomes(guest, 'running')
    await trial.calm()
    await soundBecomes(guest, 'off')
  })

  test('flashing stops with prefers-reduced-motion', limit, async () => {
    await using guest = await trial.open()
    await guest.page.emulateMedia({ reducedMotion: 'reduce' })
    await trial.raise('smoke', 'alarm')
    await part(guest.page, 'takeover').waitFor()
    assert.ok(!(await flashes(guest, button)))
    await guest.page.emulateMedia({ reducedMotion: 'no-preference' })
    assert.ok(await flashes(guest, button))
    await trial.calm()
  })

  test('L2: an acknowledgement stops the flashing on another page within a second', limit, async () => {
    await using cockpit = await trial.open({ view: { screen: plotter, palette: 'night' } })
    await using bunk = await trial.open()
    await trial.raise('smoke', 'alarm')
    await Promise.all([cockpit, bunk].map(isReadyToAnswer))
    await part(cockpit.page, 'takeover-ack').click()
    const isCalm = async (): Promise<boolean> =>
      !(await isShown(bunk, 'takeover')) && !(await flashes(bunk, button))
    await eventually('the other page is calm', isCalm, 1_000)
    assert.match(await rowText(bunk, 'smoke'), /acknowledged by local/)
    await trial.calm()
  })

  test('L3: an ended alarm stays with a tick until acknowledged', limit, async () => {
    await using guest = await trial.open()
    await using sensor = await StreamListener.open(boat.url, '?subscribe=none')
    const message = 'Smoke from the engine'
    sensor.put('notifications.smoke', { state: 'alarm', method: ['visual', 'sound'], message })
    await part(guest.page, 'takeover').waitFor()
    sensor.put('notifications.smoke', { state: 'normal', method: [], message: '' })
    await isAway(guest, 'takeover')
    const icon = row(guest, 'smoke').locator('.alert-icon')
    assert.deepEqual(
      [await icon.getAttribute('data-over'), await icon.getAttribute('data-shape')],
      ['true', 'triangle'],
    )
    assert.match(await rowText(guest, 'smoke'), /Smoke from the engine.*ended, not acknowledged/)
    assert.ok(!(await flashes(guest, button)))
    await row(guest, 'smoke').locator('[data-testid="alert-ack"]').click()
    await part(guest.page, 'alerts-empty').waitFor()
    await part(guest.page, 'past-alert').first().getByText(message).waitFor()
  })

  test('L6: an alert that ended before the page opened is listed with its time', limit, async () => {
    await trial.end(await trial.raise('watch', 'warn', 'Fog in the night'))
    const { endedAt } = (await getJson<PastAlert[]>(boat.url, `${alertsApi}/past`))[0]!
    await using guest = await trial.open()
    const past = part(guest.page, 'past-alert').first()
    assert.match((await past.textContent()) ?? '', /Fog in the night.*Warning.*crew.*lasted \d+ s/)
    assert.equal(await past.locator('time').getAttribute('datetime'), endedAt)
    const time = await guest.page.evaluate(
      (at) => new Date(at).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' }),
      endedAt,
    )
    assert.ok((await past.locator('time').textContent())?.endsWith(time))
    assert.ok(!(await flashes(guest, '[data-testid="past-alert"]')))
  })

  test('on a lost connection past alerts stay with their age, and reload later', limit, async () => {
    await using line = await CuttableLine.to(boat.url)
    await trial.end(await trial.raise('fog', 'warn', 'Fog'))
    await using guest = await trial.open({ url: line.url })
    const newest = part(guest.page, 'past-alert').first()
    await newest.getByText('Fog', { exact: true }).waitFor()
    line.cut()
    await part(guest.page, 'past-note')
      .getByText(/^Updated \d+ s ago/)
      .waitFor()
    assert.match((await newest.textContent()) ?? '', /Fog/)
    await trial.end(await trial.raise('rain', 'warn', 'Rain'))
    line.mend()
    await newest.getByText('Rain', { exact: true }).waitFor()
    assert.match(await textOf(guest, 'past-note'), /^End time and duration/)
  })

  test('L4: a caution is silent and stays; a warning sounds once', limit, async () => {
    await using guest = await trial.open()
    await touch(guest)
    await soundBecomes(guest, 'off')
    const received = await soundsFromNow(guest)
    await trial.raise('fuel', 'alert')
    await row(guest, 'fuel').waitFor()
    await trial.raise('bilge', 'warn')
    await eventually('the warning was heard, and only that', () => received.join() === 'running,off')
    assert.equal(await row(guest, 'fuel').getAttribute('data-status'), 'active')
    assert.equal(await row(guest, 'fuel').locator('[data-testid="alert-silence"]').count(), 0)
    await trial.calm()
  })

  test(
    'A3, A4: an alarm fills every page within 2 s and sounds; silenced, it returns after 30 s; acknowledged, it stops flashing',
    limit,
    async () => {
      await using cockpit = await trial.open({ view: { screen: plotter, palette: 'night' }, screen: 'helm' })
      await using bunk = await trial.open({ screen: 'more' })
      const pages = [cockpit, bunk]
      const areQuiet = async (): Promise<void> => {
        for (const guest of pages) {
          await isAway(guest, 'takeover')
          await soundBecomes(guest, 'off')
        }
      }
      for (const guest of pages) await touch(guest)
      await trial.raise('smoke', 'alarm', 'Smoke from the engine')
      await Promise.all(
        pages.map(({ page }) => part(page, 'takeover').waitFor({ timeout: timeLimit(2_000) })),
      )
      await Promise.all(pages.map((guest) => soundBecomes(guest, 'running')))
      assert.match(await textOf(bunk, 'takeover'), /ALARM.*Smoke from the engine/)
      await part(bunk.page, 'takeover-silence').click()
      const silencedAt = performance.now()
      await areQuiet()
      await part(bunk.page, 'takeover').waitFor({ timeout: timeLimit(60_000) })
      const quietMs = performance.now() - silencedAt
      assert.ok(quietMs > 29_000 && quietMs < timeLimit(32_000), `${quietMs} ms`)
      await soundBecomes(bunk, 'running')
      await isReadyToAnswer(cockpit)
      await cockpit.page.keyboard.press('k')
      await areQuiet()
      for (const guest of pages) {
        assert.equal(await part(guest.page, 'alerts-button').getAttribute('data-flash'), 'false')
        assert.deepEqual(guest.complaints, [])
      }
      await trial.calm()
    },
  )
})
