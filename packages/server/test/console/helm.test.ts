import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startBoat } from '@marinedata/testing/boats/start-boat'
import { StreamListener } from '@marinedata/testing/stream-listener'
import {
  Browsers,
  eventually,
  hold,
  holdBriefly,
  part,
  phone,
  releaseWhileStalled,
  titleOf,
  triedViews,
  type View,
  suiteLimit,
} from './console-trial.ts'
import { CuttableLine } from './cuttable-line.ts'
import {
  assertSent,
  clickAndLook,
  HelmTrial,
  isDisabled,
  isEnabled,
  msUntilRequest,
  says,
  sentTo,
  textOf,
} from './helm-trial.ts'
import { timeLimit } from '@marinedata/testing/time-limit'

const limit = { timeout: 300_000 }
const commands = [
  'adj-10',
  'adj-1',
  'adj+1',
  'adj+10',
  'mode-compass',
  'mode-wind',
  'tack',
  'dodge',
  'gybe',
  'standby',
]

suite('the helm', suiteLimit(300_000), () => {
  let trial: HelmTrial

  before(async () => {
    trial = await HelmTrial.start()
  })
  after(() => trial[Symbol.asyncDispose]())

  const check = (title: string, run: (view: View) => Promise<void>): void => {
    for (const view of triedViews) test(`${title} (${titleOf(view)})`, limit, () => run(view))
  }

  check('H1: +10 is shown as requested at once, and as confirmed by the pilot’s report', async (view) => {
    await trial.steer(250, { name: 'slow-device', delay: 1 })
    await using helm = await trial.open({ view })
    await says(helm.page, 'target', /^250/)
    const ms = await clickAndLook(helm.page, { click: 'adj+10', look: 'target', words: '250 ▸ 260' })
    assert.ok(ms >= 0, 'it was not shown within 100 ms')
    await part(helm.page, 'req-bug').waitFor({ state: 'attached', timeout: timeLimit(500) })
    assert.match(await textOf(helm.page, 'target'), /REQUESTED/)
    await says(helm.page, 'target', /^260TARGET$/)
    assert.equal(await part(helm.page, 'req-bug').count(), 0)
    assert.equal(await trial.held(), 260)
  })

  check(
    'H2: five quick taps turn by five degrees, in at most three requests with unique keys',
    async (view) => {
      await trial.steer(250)
      await using helm = await trial.open({ view })
      await isEnabled(helm.page, 'adj+1')
      await helm.page.evaluate(() => {
        for (let tap = 0; tap < 5; tap++)
          document.querySelector<HTMLElement>('[data-testid="adj+1"]')?.click()
      })
      await says(helm.page, 'target', /^255TARGET$/)
      const adjusted = sentTo(helm, 'main/target/adjust')
      assert.ok(adjusted.length <= 3, `${adjusted.length} requests`)
      assert.equal(new Set(adjusted.map(({ key }) => key)).size, adjusted.length, 'a key was used twice')
      assert.ok(adjusted.every(({ key }) => key !== undefined))
      assert.equal(await trial.held(), 255)
    },
  )

  check('H3: without a report the target is NOT CONFIRMED, and the old target stays', async (view) => {
    await trial.steer(250, { name: 'slow-device', delay: 10 })
    await using helm = await trial.open({ view })
    await isEnabled(helm.page, 'adj+10')
    await part(helm.page, 'adj+10').click()
    const ms = await says(helm.page, 'target', { words: /^250 ▸ 260NOT CONFIRMED$/, withinMs: 4_500 })
    await trial.boat.fault({ name: 'slow-device' }, false)
    assert.ok(ms > 2_000, `after ${ms} ms already`)
    assert.match(await textOf(helm.page, 'not-confirmed'), /pilot holds 250°/)
    await isEnabled(helm.page, 'not-confirmed-answer')
    await part(helm.page, 'not-confirmed-answer').click()
    await says(helm.page, 'target', /^260TARGET$/)
  })

  check('H4: a refusal is shown in the pilot’s own words, and on the alerts screen', async (view) => {
    await trial.steer(250, { name: 'pilot-refuses' })
    await using helm = await trial.open({ view })
    await isEnabled(helm.page, 'adj+1')
    await part(helm.page, 'adj+1').click()
    await says(helm.page, 'refused', /The pilot "main" refuses to set-target/)
    assert.match(await textOf(helm.page, 'target'), /^250TARGET$/)
    await helm.page.goto(`${helm.page.url().split('#')[0]}#/alerts`)
    await helm.page.locator('main').getByText('The pilot "main" refuses to set-target').waitFor()
  })

  check('H5: a tap does not engage; a hold does, confirmed by the pilot’s report', async (view) => {
    await trial.standBy({ name: 'slow-device', delay: 1 })
    await using helm = await trial.open({ view })
    await isEnabled(helm.page, 'engage')
    assert.match(await textOf(helm.page, 'engage'), /will hold 30[89]°/)
    await holdBriefly(helm.page, 'engage')
    await sleep(300)
    assertSent(helm, [])
    await hold(helm.page, 'engage', 900)
    await eventually('it was sent', () => helm.sent.length > 0)
    assertSent(helm, ['POST main/engage'])
    assert.match(await textOf(helm.page, 'pilot-state'), /STANDBY/)
    await says(helm.page, 'pilot-state', /ENGAGED/)
  })

  check('H5b: a finger that left the button while the page stalled has not held it', async (view) => {
    await trial.standBy()
    await using helm = await trial.open({ view })
    await isEnabled(helm.page, 'engage')
    await releaseWhileStalled(helm.page, 'engage')
    await sleep(300)
    assertSent(helm, [])
    assert.equal((await trial.boat.describe('main')).engaged, false)
  })

  check('H6: STANDBY is sent at the first tap, also from a station without the helm', async (view) => {
    await trial.steer(250)
    await using helm = await trial.open({ view })
    await isEnabled(helm.page, 'adj+1')
    await part(helm.page, 'adj+1').click()
    await says(helm.page, 'helm-holder', /You/)
    await using other = await trial.open({ view, station: 'Saloon', screen: 'chart' })
    await says(other.page, 'helm-holder', /Cockpit has the helm/)
    const ms = await msUntilRequest(other.page, 'standby', 'main/disengage')
    assert.ok(ms <= timeLimit(50), `after ${ms} ms`)
    await says(other.page, 'pilot-state', /STANDBY/)
    await says(helm.page, 'pilot-state', /STANDBY/)
    await part(helm.page, 'engage').waitFor()
  })

  check('H7: a mode button sets the mode and never engages', async (view) => {
    await trial.standBy()
    await using helm = await trial.open({ view })
    await part(helm.page, 'mode-wind').click()
    await eventually(
      'wind is chosen',
      async () => (await part(helm.page, 'mode-wind').getAttribute('aria-pressed')) === 'true',
    )
    assertSent(helm, ['PUT main/mode'])
    assert.equal((await trial.boat.describe('main')).engaged, false)
  })

  check(
    'H8: a tack goes only through the wind, needs a hold, and can be cancelled from every station',
    async (view) => {
      await trial.steer(308)
      await using helm = await trial.open({ view })
      await using other = await trial.open({ view, station: 'Saloon', screen: 'chart' })
      await isEnabled(helm.page, 'tack')
      await part(helm.page, 'tack').click()
      await isDisabled(helm.page, 'tack-starboard')
      assert.match(await textOf(helm.page, 'tack-starboard'), /Wind on port/)
      assert.match(await textOf(helm.page, 'tack-port'), /≈ \d{3}°/)
      await hold(helm.page, 'tack-port', 700)
      await says(helm.page, 'pilot-strip', /TACKING TO PORT.*° to go/)
      assertSent(helm, ['POST main/tack/port'])
      await part(other.page, 'tack-cancel').waitFor()
      const turning = await textOf(helm.page, 'target')
      await part(helm.page, 'tack-cancel').click()
      await part(other.page, 'tack-cancel').waitFor({ state: 'detached' })
      await eventually(
        'the old course is held again',
        async () => (await textOf(helm.page, 'target')) !== turning,
      )
    },
  )

  check('H9: a dodge can be started, changed and ended, and is shown at every station', async (view) => {
    await trial.steer(308)
    await using helm = await trial.open({ view })
    await using other = await trial.open({ view, station: 'Saloon', screen: 'chart' })
    await isEnabled(helm.page, 'dodge')
    await part(helm.page, 'dodge').click()
    await says(helm.page, 'dodging', /DODGING \+0°/)
    await part(helm.page, 'adj+10').click()
    await says(helm.page, 'dodging', /DODGING \+10° 00:0\d/)
    await says(other.page, 'dodging', /DODGING \+10°/)
    await part(helm.page, 'resume').click()
    await part(other.page, 'dodging').waitFor({ state: 'detached' })
    assertSent(helm, ['POST main/dodge', 'PUT main/dodge', 'DELETE main/dodge'])
    assert.deepEqual(sentTo(helm, 'main/dodge')[1]?.body, { value: 10, units: 'deg' })
  })

  check('H10: one station commands; another sees which, and takes the helm with a hold', async (view) => {
    await trial.steer(250)
    await using anna = await trial.open({ view, station: 'Anna' })
    await isEnabled(anna.page, 'adj+1')
    await part(anna.page, 'adj+1').click()
    await says(anna.page, 'helm-holder', /You have the helm/)
    await using bert = await trial.open({ view, station: 'Bert' })
    await says(bert.page, 'helm-holder', /Anna has the helm/)
    await isDisabled(bert.page, 'adj+1')
    await holdBriefly(bert.page, 'helm-take')
    await sleep(200)
    assert.match(await textOf(bert.page, 'helm-holder'), /Anna/)
    await hold(bert.page, 'helm-take', 1_000)
    await says(bert.page, 'helm-holder', /You have the helm/)
    await says(anna.page, 'helm-taken', /Bert took the helm/)
    await isDisabled(anna.page, 'adj+1')
    await isEnabled(bert.page, 'adj+10')
    await part(bert.page, 'adj+10').click()
    await says(bert.page, 'target', /^261TARGET$/)
    assert.equal((await trial.boat.describe('main')).engaged, true)
  })

  check('H11: arrow keys turn by one and ten degrees, and Space disengages', async (view) => {
    await trial.steer(250)
    await using helm = await trial.open({ view })
    await isEnabled(helm.page, 'adj+1')
    await helm.page.keyboard.press('ArrowRight')
    await says(helm.page, 'target', /^251TARGET$/)
    await helm.page.keyboard.press('Shift+ArrowRight')
    await says(helm.page, 'target', /^261TARGET$/)
    await helm.page.keyboard.press('ArrowLeft')
    await says(helm.page, 'target', /^260TARGET$/)
    await helm.page.keyboard.press('o')
    await helm.page.keyboard.press('Tab')
    await helm.page.keyboard.press('Enter')
    await eventually(
      'gps is chosen',
      async () => (await part(helm.page, 'mode-gps').getAttribute('aria-pressed')) === 'true',
    )
    await helm.page.keyboard.press('Space')
    await says(helm.page, 'pilot-state', /STANDBY/)
    await isEnabled(helm.page, 'engage')
    await helm.page.keyboard.press('e', { delay: 950 })
    await says(helm.page, 'pilot-state', /ENGAGED/)
  })

  check(
    'H13: one of two pilots is selected, the default is marked, and requests go to the selected one',
    async (view) => {
      await trial.standBy()
      await using helm = await trial.open({ view })
      await part(helm.page, 'pilot-open').click()
      assert.match(await textOf(helm.page, 'pilot-main'), /main · default/)
      assert.doesNotMatch(await textOf(helm.page, 'pilot-spare'), /default/)
      await part(helm.page, 'pilot-spare').click()
      await helm.page.keyboard.press('Escape')
      await part(helm.page, 'mode-gps').waitFor({ state: 'detached' })
      await part(helm.page, 'mode-wind').click()
      await eventually(
        'wind is chosen',
        async () => (await part(helm.page, 'mode-wind').getAttribute('aria-pressed')) === 'true',
      )
      assertSent(helm, ['PUT spare/mode'])
    },
  )

  check(
    'H14: a target of 0° is shown as 000 and set by number; a large change needs a second tap',
    async (view) => {
      await trial.steer(10)
      await using helm = await trial.open({ view })
      await says(helm.page, 'target', /^010/)
      await isEnabled(helm.page, 'target')
      await part(helm.page, 'target').click()
      for (const digit of '000') await part(helm.page, `pad-${digit}`).click()
      await part(helm.page, 'pad-set').click()
      await says(helm.page, 'target', /^000TARGET$/)
      await part(helm.page, 'target').click()
      await helm.page.locator('[data-testid="target-pad"] :focus').waitFor()
      await helm.page.keyboard.type('100')
      await part(helm.page, 'pad-set').click()
      assert.match(await textOf(helm.page, 'pad-set'), /Tap again: 100° to starboard/)
      assert.equal(sentTo(helm, 'main/target').length, 1)
      await part(helm.page, 'pad-set').click()
      await says(helm.page, 'target', /^100TARGET$/)
    },
  )

  check('the bug is dragged to a new target, and far away waits for a second tap', async (view) => {
    await trial.steer(308)
    await using helm = await trial.open({ view })
    await isEnabled(helm.page, 'adj+1')
    const held = await trial.held()
    const box = await part(helm.page, 'helm-dial').boundingBox()
    assert.ok(box)
    const middle = { x: box.x + box.width / 2, y: box.y + box.height * (220 / 422) }
    const at = (degrees: number): readonly [number, number] => {
      const radius = (box.width * 196) / 422
      const angle = (degrees * Math.PI) / 180
      return [middle.x + radius * Math.sin(angle), middle.y - radius * Math.cos(angle)]
    }
    const drag = async (to: number): Promise<void> => {
      await helm.page.mouse.move(...at(0))
      await helm.page.mouse.down()
      await helm.page.mouse.move(...at(to / 2), { steps: 3 })
      await helm.page.mouse.move(...at(to), { steps: 3 })
      await helm.page.mouse.up()
    }
    await drag(60)
    await says(helm.page, 'target', /▸ \d{3}TAP AGAIN/)
    assertSent(helm, [])
    await part(helm.page, 'target').click()
    await eventually(
      'the target is about 60° further',
      async () => Math.abs((await trial.held()) - ((held + 60) % 360)) <= 3,
    )
    assertSent(helm, ['PUT main/target'])
  })

  check(
    'G6: without a connection commands are disabled, and nothing is sent when it is back',
    async (view) => {
      await trial.steer(250)
      await using line = await CuttableLine.to(trial.boat.url)
      await using helm = await trial.open({ view, url: line.url })
      await isEnabled(helm.page, 'adj+1')
      const audited = await trial.audit()
      line.cut()
      await says(helm.page, 'pilot-state', { words: /ENGAGED\? \d+ s ago/, withinMs: 6_000 })
      for (const testId of commands) await isDisabled(helm.page, testId)
      await helm.page.keyboard.press('ArrowRight')
      await helm.page.keyboard.press('Space')
      assert.equal(await part(helm.page, 'helm-dial').getAttribute('data-age'), 'stale')
      assert.equal(await part(helm.page, 'target').getAttribute('data-status'), 'lost')
      line.mend()
      // It may have reconnected meanwhile.
      await helm.page.evaluate(() =>
        document.querySelector<HTMLElement>('[data-testid="link-retry"]')?.click(),
      )
      await eventually(
        'the link is back',
        async () => (await part(helm.page, 'link').getAttribute('data-state')) === 'live',
        3_000,
      )
      await isEnabled(helm.page, 'standby')
      assertSent(helm, [])
      assert.equal((await trial.audit())[0]?.number, audited[0]?.number, 'a command came later')
    },
  )

  test(
    'G7: without a compass the heading is struck through, then dashes, and never a number',
    limit,
    async () => {
      await trial.standBy()
      await using helm = await trial.open()
      await says(helm.page, 'hdg', /^\d{3}$/)
      await trial.boat.fault({ name: 'compass-lost' })
      try {
        const dial = part(helm.page, 'helm-dial')
        await eventually('it is stale', async () => (await dial.getAttribute('data-age')) === 'stale')
        await says(helm.page, 'hdg', { words: /^---$/, withinMs: 20_000 })
        assert.equal(await part(helm.page, 'rd-sog').getAttribute('data-age'), 'fresh')
      } finally {
        await trial.boat.fault({ name: 'compass-lost' }, false)
      }
    },
  )

  test('closing a console frees the helm and does not disengage the pilot', limit, async () => {
    await trial.steer(250)
    await using other = await trial.open({ station: 'Saloon' })
    await using helm = await trial.open()
    await isEnabled(helm.page, 'adj+1')
    await part(helm.page, 'adj+1').click()
    await says(other.page, 'helm-holder', /Cockpit has the helm/)
    await helm.page.goto('about:blank')
    await part(other.page, 'helm-holder').waitFor({ state: 'detached' })
    await isEnabled(other.page, 'adj+1')
    assert.equal((await trial.boat.describe('main')).engaged, true)
  })
})

test('H12: without a pilot the page says so, and the dial stays live', limit, async () => {
  await using boat = await startBoat()
  await using compass = await StreamListener.open(boat.url, '?subscribe=none')
  await using browsers = await Browsers.start()
  compass.put('navigation.headingMagnetic', 1)
  await using guest = await browsers.open({ url: boat.url, view: { screen: phone, palette: 'day' } })
  const { page } = guest
  await part(page, 'no-pilot').waitFor()
  await says(page, 'hdg', /^057$/)
  compass.put('navigation.headingMagnetic', 2)
  await says(page, 'hdg', /^115$/)
  assert.equal(await part(page, 'pilot-strip').count(), 0)
  assert.equal(await part(page, 'standby').count(), 0)
})
