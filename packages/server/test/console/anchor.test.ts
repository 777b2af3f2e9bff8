import type { Position } from '@marinedata/model'
import assert from 'node:assert/strict'
import { after, afterEach, before, suite, test } from 'node:test'
import { boatsWatch, home } from '../anchor-boat.ts'
import { Crew } from '@marinedata/testing/boats/crew'
import { startBoat } from '@marinedata/testing/boats/start-boat'
import { isAway, isReadyToAnswer, soundBecomes, touch } from './alert-trial.ts'
import { AnchorTrial, fits, hasText, isStanding, ordersOf, textOf } from './anchor-trial.ts'
import { boxOf, isStill, pagePixel, placeAt, pressAt } from './chart-trial.ts'
import {
  Browsers,
  eventually,
  hold,
  holdBriefly,
  part,
  phone,
  plotter,
  titleOf,
  triedViews,
  suiteLimit,
} from './console-trial.ts'
import { CuttableLine } from './cuttable-line.ts'
import { seriousFindings, smallControls } from './looking.ts'
import { timeLimit } from '@marinedata/testing/time-limit'

const limit = { timeout: 300_000 }
const metresPerDegree = 111_195

/** Treats the earth as flat over a few metres. */
const metresBetween = (from: Position, to: Position): { readonly east: number; readonly north: number } => ({
  east: (to.longitude - from.longitude) * metresPerDegree * Math.cos((home.latitude * Math.PI) / 180),
  north: (to.latitude - from.latitude) * metresPerDegree,
})

const listenersPath = 'notifications.navigation.anchor.listeners'
const watchPath = 'notifications.navigation.anchor'
const commands = [
  'anchor-radius-less',
  'anchor-radius',
  'anchor-radius-more',
  'anchor-move',
  'anchor-extend',
  'anchor-raise',
]

suite('anchor screen', suiteLimit(600_000), () => {
  let trial: AnchorTrial
  before(async () => {
    trial = await AnchorTrial.start()
  })
  after(async () => {
    await trial?.[Symbol.asyncDispose]()
  })
  afterEach(() => trial.calm())

  // Runs first: stations of other tests stay in the list for a while.
  test(
    'A8: without an alarm device the page and the server say so, and a test alarm fixes it',
    limit,
    async () => {
      await trial.watch(50)
      await using guest = await trial.open({ query: 'station=Bunk' })
      await hasText(guest, 'anchor-listeners-fault', /No device will sound/)
      await eventually('the boat says so as well', async () =>
        (await trial.alerts()).some(({ path, state }) => path === listenersPath && state === 'alert'),
      )
      await hasText(guest, 'anchor-wakes', /Bunk \(this device\).*muted/)
      await part(guest.page, 'anchor-test-alarm').click()
      await soundBecomes(guest, 'running')
      await guest.page.locator('[data-testid="anchor-listener"][data-armed="true"]').waitFor()
      await isAway(guest, 'anchor-listeners-fault')
      await eventually(
        'the caution is over',
        async () =>
          !(await trial.alerts()).some(({ path, status }) => path === listenersPath && status === 'active'),
      )
    },
  )

  for (const view of triedViews) {
    test(
      `A1 ${titleOf(view)}: one tap drops the anchor, it is watched within a second, and the drop can be undone`,
      limit,
      async () => {
        await using guest = await trial.open({ view })
        await isStanding(guest, 'raised')
        assert.match(await textOf(guest, 'anchor-drop'), /Drop now.*bow/)
        await part(guest.page, 'anchor-drop').click()
        const shown = performance.now()
        await part(guest.page, 'anchor-ring').waitFor({ timeout: timeLimit(1_000) })
        await hasText(guest, 'anchor-dist', /^\d+ m of \d+ m$/)
        assert.ok(performance.now() - shown <= timeLimit(1_000))
        assert.deepEqual(ordersOf(guest), ['drop'])
        await isStanding(guest, 'setting')
        assert.match(await textOf(guest, 'anchor-undo'), /Undo drop.*\((?:10|9) s\)/)
        assert.deepEqual(await fits(guest), [])
        await part(guest.page, 'anchor-undo').click()
        await part(guest.page, 'anchor-drop').waitFor()
        assert.deepEqual(ordersOf(guest), ['drop', 'raise'])
        assert.equal((await trial.state()).state, 'raised')
        assert.deepEqual(guest.complaints, [])
      },
    )

    test(
      `A2 ${titleOf(view)}: 30 m of rode in 6 m of water set the anchor; the suggested radius can be changed`,
      limit,
      async () => {
        await using guest = await trial.open({ view })
        await part(guest.page, 'anchor-already').click()
        await part(guest.page, 'anchor-way-rode').click()
        await part(guest.page, 'anchor-rode-in').fill('30')
        await part(guest.page, 'anchor-depth-in').fill('6')
        assert.deepEqual(await fits(guest), [])
        await part(guest.page, 'anchor-set-rode').click()
        await part(guest.page, 'anchor-suggested').waitFor()
        const { suggestedRadius, rodeLength } = await trial.state()
        assert.equal(rodeLength, 30)
        assert.equal(await textOf(guest, 'anchor-suggested'), `Suggested: ${suggestedRadius} m`)
        assert.equal(await part(guest.page, 'anchor-radius-in').inputValue(), String(suggestedRadius))
        await part(guest.page, 'anchor-radius-in').fill('55')
        await part(guest.page, 'anchor-arm').click()
        await hasText(guest, 'anchor-dist', /of 55 m$/)
        assert.deepEqual(ordersOf(guest), ['reposition', 'radius'])
        assert.equal((await trial.state()).maxRadius, 55)
        await hasText(guest, 'anchor-scope', /4\.2/)
        assert.equal(await textOf(guest, 'anchor-rode'), 'RODEm30')
        assert.deepEqual(guest.complaints, [])
      },
    )

    test(
      `A2b ${titleOf(view)}: bearing and distance set the anchor 30 m east of the boat with a hold, not a tap`,
      limit,
      async () => {
        await using guest = await trial.open({ view })
        await part(guest.page, 'anchor-already').click()
        await part(guest.page, 'anchor-way-at').click()
        await part(guest.page, 'anchor-bearing-in').fill('090')
        await part(guest.page, 'anchor-distance-in').fill('301')
        await part(guest.page, 'anchor-too-far').waitFor()
        assert.ok(await part(guest.page, 'anchor-set-at').isDisabled())
        await part(guest.page, 'anchor-distance-in').fill('30')
        await isAway(guest, 'anchor-too-far')
        assert.deepEqual(await fits(guest), [])
        assert.deepEqual(await smallControls(guest.page), [])
        assert.deepEqual(await seriousFindings(guest.page), [])
        await holdBriefly(guest.page, 'anchor-set-at')
        assert.deepEqual(ordersOf(guest), [], 'let go early, nothing is asked')
        const boat = trial.place()
        await hold(guest.page, 'anchor-set-at', 1_000)
        await part(guest.page, 'anchor-circle').waitFor()
        assert.deepEqual(ordersOf(guest), ['set-at'])
        const { state, position } = await trial.state()
        assert.equal(state, 'watching')
        const { east, north } = metresBetween(boat, position ?? assert.fail())
        assert.ok(Math.hypot(east - 30, north) < 1, `${east} m east, ${north} m north`)
        await part(guest.page, 'anchor-arm').click()
        await hasText(guest, 'anchor-dist', /^30 m of \d+ m$/)
        assert.deepEqual(guest.complaints, [])
      },
    )

    test(
      `A2b ${titleOf(view)}: a watched anchor can be dragged in the drawing and set there`,
      limit,
      async () => {
        await trial.watch(50)
        await using guest = await trial.open({ view })
        await part(guest.page, 'anchor-move').click()
        await part(guest.page, 'anchor-way-at').click()
        assert.deepEqual(await fits(guest), [])
        await part(guest.page, 'anchor-grip').scrollIntoViewIfNeeded()
        const grip = await part(guest.page, 'anchor-grip').boundingBox()
        assert.ok(grip && grip.width >= 44 && grip.height >= 44)
        const drawn = (await part(guest.page, 'anchor-drawing').boundingBox()) ?? assert.fail()
        // 50 m from the middle to 30 pixels inside the edge.
        const pixels = Math.min(drawn.width, drawn.height) / 2 - 30
        const upwards = Math.min(60, Math.floor(pixels))
        const [x, y] = [grip.x + grip.width / 2, grip.y + grip.height / 2]
        await guest.page.mouse.move(x + 8, y)
        await guest.page.mouse.down()
        await guest.page.mouse.move(x + 8, y - upwards / 2, { steps: 3 })
        await guest.page.mouse.move(x + 8, y - upwards, { steps: 3 })
        await guest.page.mouse.up()
        assert.match(await part(guest.page, 'anchor-bearing-in').inputValue(), /^000$/)
        const metres = Number(await part(guest.page, 'anchor-distance-in').inputValue())
        const dragged = (upwards * 50) / pixels
        assert.ok(Math.abs(metres - dragged) < 1, `${metres} m, not ${dragged} m`)
        assert.deepEqual(ordersOf(guest), [], 'nothing is set by dragging')
        const boat = trial.place()
        await hold(guest.page, 'anchor-set-at', 1_000)
        await part(guest.page, 'anchor-circle').waitFor()
        const { state, maxRadius, position } = await trial.state()
        assert.deepEqual([state, maxRadius], ['watching', 50], 'the circle is as wide as it was')
        const { east, north } = metresBetween(boat, position ?? assert.fail())
        assert.ok(Math.hypot(east, north - metres) < 1.2, `${east} m east, ${north} m north`)
        assert.deepEqual(guest.complaints, [])
      },
    )

    test(
      `A2 ${titleOf(view)}: after the drop the typed rode suggests the radius and is sent to the watch`,
      limit,
      async () => {
        await using guest = await trial.open({ view })
        await part(guest.page, 'anchor-drop').click()
        await part(guest.page, 'anchor-rode-out').click()
        await part(guest.page, 'anchor-rode-in').fill('28')
        await part(guest.page, 'anchor-depth-in').fill('5.6')
        await hasText(guest, 'anchor-circle', /Scope 4\.1 : 1/)
        const { position } = await trial.state()
        const suggested = await part(guest.page, 'anchor-radius-in').inputValue()
        assert.equal(await textOf(guest, 'anchor-suggested'), `Suggested: ${suggested} m`)
        assert.deepEqual(await fits(guest), [])
        await part(guest.page, 'anchor-arm').click()
        await part(guest.page, 'anchor-dist').getByText(`of ${suggested} m`).waitFor()
        await hasText(guest, 'anchor-rode', /^RODEm28$/)
        await hasText(guest, 'anchor-scope', /3\.9/)
        const state = await trial.state()
        assert.deepEqual([state.rodeLength, state.maxRadius], [28, Number(suggested)])
        assert.deepEqual(state.position, position, 'the anchor stays where it fell')
        assert.deepEqual(ordersOf(guest), ['drop', 'radius', 'veer'])
        assert.deepEqual(guest.complaints, [])
      },
    )

    test(
      `A5 ${titleOf(view)}: a wider circle is shown before it is requested, and the watch continues`,
      limit,
      async () => {
        await trial.watch(40)
        await using guest = await trial.open({ view })
        await isStanding(guest, 'well')
        assert.match(await textOf(guest, 'anchor-extend'), /Extend to 50\sm/)
        assert.equal(await part(guest.page, 'anchor-wanted-ring').count(), 0)
        await part(guest.page, 'anchor-extend').scrollIntoViewIfNeeded()
        const box = await part(guest.page, 'anchor-extend').boundingBox()
        assert.ok(box)
        await guest.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
        await guest.page.mouse.down()
        await part(guest.page, 'anchor-wanted-ring').waitFor()
        await guest.page.mouse.up()
        await isAway(guest, 'anchor-wanted-ring')
        assert.deepEqual(ordersOf(guest), [], 'let go early, nothing is asked')
        await hold(guest.page, 'anchor-extend', 1_000)
        await hasText(guest, 'anchor-radius', /^50 mradius$/)
        assert.deepEqual(ordersOf(guest), ['radius'])
        const { state, maxRadius } = await trial.state()
        assert.deepEqual([state, maxRadius], ['watching', 50])
        await part(guest.page, 'anchor-radius-less').click()
        await part(guest.page, 'anchor-radius-less').click()
        await hasText(guest, 'anchor-radius', /^40 mradius$/)
      },
    )

    test(`A6 ${titleOf(view)}: raising the anchor needs a hold, not a tap`, limit, async () => {
      await trial.watch(40)
      await using guest = await trial.open({ view })
      await isStanding(guest, 'well')
      await holdBriefly(guest.page, 'anchor-raise')
      assert.deepEqual(ordersOf(guest), [])
      assert.equal((await trial.state()).state, 'watching')
      await hold(guest.page, 'anchor-raise', 1_000)
      await part(guest.page, 'anchor-drop').waitFor()
      assert.deepEqual(ordersOf(guest), ['raise'])
      await part(guest.page, 'anchor-stay').first().waitFor()
    })

    test(`A9 ${titleOf(view)}: a reloaded page shows the same watch`, limit, async () => {
      await trial.watch(45)
      await using guest = await trial.open({ view })
      await hasText(guest, 'anchor-dist', /of 45 m$/)
      await hasText(guest, 'anchor-since', /^00:\d\d$/)
      await guest.page.reload()
      await hasText(guest, 'anchor-since', /^0[01]:\d\d$/)
      await hasText(guest, 'anchor-dist', /^\d+ m of 45 m$/)
      await isStanding(guest, 'well')
      await part(guest.page, 'anchor-boat').waitFor()
      assert.deepEqual(await fits(guest), [])
      assert.deepEqual(await smallControls(guest.page), [])
      assert.deepEqual(await seriousFindings(guest.page), [])
    })
  }

  test('A2b: a place from the chart is filled in, and nothing is set before a hold', limit, async () => {
    await using guest = await trial.open({ screen: 'chart' })
    const { page } = guest
    await page.locator('[data-testid="chart-map"][data-boat="solid"]').waitFor()
    await page.keyboard.press('+')
    await isStill(page)
    const boat = trial.place()
    const [x, y] = await pagePixel(page, boat, boat)
    const box = await boxOf(page)
    const pressed = [Math.min(x + 40, box.x + box.width - 5), y] as const
    const spot = await placeAt(page, boat, pressed)
    const { east } = metresBetween(boat, spot)
    assert.ok(east > 5 && east < 300, `${east} m`)
    await pressAt(page, ...pressed)
    await part(page, 'anchor-here').click()
    await part(page, 'anchor-choose').waitFor()
    assert.equal(await part(page, 'anchor-way-at').getAttribute('aria-checked'), 'true')
    const bearing = Number(await part(page, 'anchor-bearing-in').inputValue())
    const metres = Number(await part(page, 'anchor-distance-in').inputValue())
    assert.ok(Math.abs(bearing - 90) <= 2, `${bearing}°T`)
    assert.ok(Math.abs(metres - east) <= 2, `${metres} m, not ${east} m`)
    assert.deepEqual(ordersOf(guest), [])
    await page.reload()
    await part(page, 'anchor-choose').waitFor()
    await part(page, 'anchor-back').click()
    await part(page, 'anchor-drop').waitFor()
    assert.equal(new URL(page.url()).hash, '#/anchor', 'and it does not come back by itself')
    assert.deepEqual(guest.complaints, [])
  })

  test('A1: a drop can be undone for ten seconds', limit, async () => {
    await using guest = await trial.open()
    const since = performance.now()
    await part(guest.page, 'anchor-drop').click()
    await part(guest.page, 'anchor-undo').waitFor()
    await part(guest.page, 'anchor-undo').waitFor({ state: 'detached', timeout: timeLimit(14_000) })
    const passed = performance.now() - since
    assert.ok(passed > 8_500 && passed < timeLimit(11_500), `${passed} ms`)
    await isStanding(guest, 'setting')
  })

  test(
    'A10: the figures of the bow view are at least 64 px high on a phone, and all fit',
    limit,
    async () => {
      await trial.boat.must('POST reposition', { rodeLength: 30, anchorDepth: 6 })
      await using guest = await trial.open()
      await part(guest.page, 'anchor-bow').click()
      await hasText(guest, 'bow-distance', /\d+m$/)
      await hasText(guest, 'bow-bearing', /(?:\d+° [PS]|0°|180°)/)
      for (const name of ['bearing', 'distance', 'depth', 'rode', 'scope']) {
        const value = part(guest.page, `bow-${name}`).locator('output')
        const size = await value.evaluate((element) => parseFloat(getComputedStyle(element).fontSize))
        assert.ok(size >= 64, `${name}: ${size}`)
        const isCut = await value.evaluate((element) => element.scrollWidth > element.clientWidth + 1)
        assert.ok(!isCut, `${name} is cut off`)
      }
      assert.deepEqual(await fits(guest), [])
      await part(guest.page, 'bow-close').click()
      await part(guest.page, 'anchor-ring').waitFor()
    },
  )

  test('the anchor can be set to an earlier point of the track', limit, async () => {
    await eventually(
      'there is a track',
      async () => /"20\d\d/.test((await trial.boat.ask('GET track')).text),
      60_000,
    )
    await using guest = await trial.open()
    await part(guest.page, 'anchor-already').click()
    await part(guest.page, 'anchor-way-track').click()
    await part(guest.page, 'anchor-moment').waitFor()
    await part(guest.page, 'anchor-slider').fill('0')
    assert.deepEqual(await fits(guest), [])
    await part(guest.page, 'anchor-set-track').click()
    await part(guest.page, 'anchor-arm').click()
    await part(guest.page, 'anchor-ring').waitFor()
    assert.equal(ordersOf(guest)[0], 'set-from-track')
    assert.equal((await trial.state()).state, 'watching')
  })

  test(
    'on a lost connection the boat is hollow, values are struck through, and commands are disabled',
    limit,
    async () => {
      await trial.watch(45)
      await using line = await CuttableLine.to(trial.boat.url)
      await using guest = await trial.open({ url: line.url })
      await isStanding(guest, 'well')
      line.cut()
      await isStanding(guest, 'lost')
      assert.equal(await part(guest.page, 'anchor-boat').getAttribute('data-old'), 'true')
      assert.equal(await part(guest.page, 'anchor-dist').getAttribute('data-age'), 'stale')
      for (const name of ['bearing', 'depth', 'wind'])
        assert.notEqual(await part(guest.page, `anchor-${name}`).getAttribute('data-age'), 'fresh', name)
      for (const command of commands) assert.ok(await part(guest.page, command).isDisabled(), command)
      assert.match(await textOf(guest, 'anchor-problem'), /No connection/)
      assert.deepEqual(await fits(guest), [])
      line.mend()
      await part(guest.page, 'link-retry').click()
      await isStanding(guest, 'well')
      assert.deepEqual(ordersOf(guest), [])
    },
  )

  test('A7: a lost position raises an alert, and nothing says that all is well', limit, async () => {
    await trial.watch(45)
    await using guest = await trial.open()
    await isStanding(guest, 'well')
    trial.silence(true)
    try {
      await guest.page
        .locator('[data-testid="anchor-boat"][data-old="true"]')
        .waitFor({ timeout: timeLimit(20_000) })
      await hasText(guest, 'anchor-last-fix', /last fix \d\d:\d\d:\d\d/)
      await isStanding(guest, 'blind', 20_000)
      await hasText(guest, 'anchor-dist', /^--- of 45 m$/)
      await eventually(
        'a warning of its own',
        async () =>
          (await trial.alerts()).some(
            ({ path, state, message }) => path === watchPath && state === 'warn' && /position/i.test(message),
          ),
        20_000,
      )
    } finally {
      trial.silence(false)
    }
    await isStanding(guest, 'well', 20_000)
  })

  test(
    'A3, A4: a dragging boat fills every page within 2 s and sounds; acknowledged, it stops flashing',
    limit,
    async () => {
      await trial.watch(10)
      await using bunk = await trial.open()
      await using cockpit = await trial.open({ screen: 'helm', view: { screen: plotter, palette: 'night' } })
      const pages = [bunk, cockpit]
      for (const guest of pages) await touch(guest)
      trial.driftAt(2)
      await eventually(
        'the watch alarms',
        async () => /alarm|emergency/.test((await trial.state()).alert?.level ?? ''),
        40_000,
      )
      await Promise.all(
        pages.map(({ page }) => part(page, 'takeover').waitFor({ timeout: timeLimit(2_000) })),
      )
      trial.driftAt(0)
      await Promise.all(pages.map((guest) => soundBecomes(guest, 'running')))
      // Farther off it becomes an emergency, which is a new alarm.
      await bunk.page.locator('[data-testid="takeover"][data-priority="emergency"]').waitFor()
      await isReadyToAnswer(bunk)
      await part(bunk.page, 'takeover-silence').click()
      for (const guest of pages) await soundBecomes(guest, 'off')
      await trial.acknowledge()
      await bunk.page.locator('[data-testid="alerts-button"][data-flash="false"]').waitFor()
      await isStanding(bunk, 'alarm')
      assert.equal(await part(bunk.page, 'anchor-ring').getAttribute('data-tone'), 'alarm')
      assert.match(await textOf(bunk, 'anchor-extend'), /Extend to \d+\sm/)
      await hold(bunk.page, 'anchor-extend', 1_000)
      await eventually('the circle has room for the boat', async () => {
        const { currentRadius, maxRadius, state } = await trial.state()
        return state === 'watching' && (currentRadius ?? 0) < (maxRadius ?? 0)
      })
    },
  )
})

test('A5: the alarm can extend the circle as shown, and the watch stays on', limit, async () => {
  await using trial = await AnchorTrial.start()
  await trial.watch(10)
  await using bunk = await trial.open({ screen: 'more' })
  await using cockpit = await trial.open({ screen: 'helm', view: { screen: plotter, palette: 'night' } })
  trial.driftAt(2)
  await Promise.all(
    [bunk, cockpit].map(({ page }) => part(page, 'takeover').waitFor({ timeout: timeLimit(40_000) })),
  )
  trial.driftAt(0)
  await isReadyToAnswer(bunk)
  const [, shown] = /^Extend to (\d+)\sm/.exec(await textOf(bunk, 'takeover-extend')) ?? []
  assert.ok(shown !== undefined)
  await holdBriefly(bunk.page, 'takeover-extend')
  assert.deepEqual(ordersOf(bunk), [], 'let go early, nothing is asked')
  await hold(bunk.page, 'takeover-extend', 1_000)
  for (const guest of [bunk, cockpit]) await isAway(guest, 'takeover')
  const { state, maxRadius, currentRadius } = await trial.state()
  assert.equal(state, 'watching')
  assert.ok(Number(maxRadius) >= Number(shown) && Number(currentRadius) < Number(maxRadius))
  assert.deepEqual(ordersOf(bunk), ['radius'])
  assert.deepEqual(bunk.complaints, [])
})

test('without an anchor watch the page says so, and where to turn it on', limit, async () => {
  await using boat = await startBoat()
  await using browsers = await Browsers.start()
  await using guest = await browsers.open({ url: boat.url, screen: 'anchor' })
  await hasText(guest, 'anchor-none', /No anchor watch.*anchor-watch.*Devices/)
})

test('a viewer reads why, and every command is disabled', limit, async () => {
  await using crew = await Crew.start({ plugins: { given: [boatsWatch.place] } })
  await using browsers = await Browsers.start()
  const cookies = [{ name: 'marinedata-session', value: crew.tokens.viewer!, url: crew.url }]
  await using guest = await browsers.open({
    url: crew.url,
    screen: 'anchor',
    cookies,
    view: { screen: phone, palette: 'day' },
  })
  await part(guest.page, 'anchor-drop').waitFor({ timeout: timeLimit(30_000) })
  assert.match(await textOf(guest, 'anchor-problem'), /View only.*Helm role/)
  for (const command of ['anchor-drop', 'anchor-already'])
    assert.ok(await part(guest.page, command).isDisabled())
})
