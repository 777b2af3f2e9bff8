import type { Alert, ConsoleClientList } from '@marinedata/model'
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { alertsApi } from '../alert-asking.ts'
import { Crew } from '@marinedata/testing/boats/crew'
import { getJson } from '@marinedata/testing/exchange'
import { PilotBoat } from '@marinedata/testing/boats/pilot-boat'
import { startBoat } from '@marinedata/testing/boats/start-boat'
import { StreamListener } from '@marinedata/testing/stream-listener'
import { AlertTrial, isAway, isReadyToAnswer, isShown, soundBecomes, textOf, touch } from './alert-trial.ts'
import { eventually, part, phone, plotter, titleOf, triedViews, suiteLimit } from './console-trial.ts'
import { CuttableLine } from './cuttable-line.ts'
import { timeLimit } from '@marinedata/testing/time-limit'
import { brightestPixel, seriousFindings, smallControls } from './looking.ts'

const limit = { timeout: 300_000 }
const brightestAtNight = 0.5

suite('alarms', suiteLimit(300_000), () => {
  test(
    'the most severe of several alarms fills the screen, and each is acknowledged separately',
    limit,
    async () => {
      await using boat = await startBoat()
      await using trial = await AlertTrial.start(boat.url)
      await using guest = await trial.open({ screen: 'helm' })
      await trial.raise('smoke', 'alarm', 'Smoke')
      await trial.raise('bilge', 'alarm', 'Water')
      await trial.raise('fire', 'emergency', 'Fire')
      for (const message of ['Fire', 'Smoke', 'Water']) {
        await part(guest.page, 'takeover').getByText(message, { exact: true }).waitFor()
        await isReadyToAnswer(guest)
        await guest.page.keyboard.press('K')
      }
      await isAway(guest, 'takeover')
    },
  )

  test('the key S silences all alarms on every screen', limit, async () => {
    await using boat = await startBoat()
    await using trial = await AlertTrial.start(boat.url)
    await using guest = await trial.open({ screen: 'settings' })
    await touch(guest)
    await trial.raise('smoke', 'alarm')
    await trial.raise('fire', 'emergency')
    await soundBecomes(guest, 'running')
    await guest.page.keyboard.press('s')
    await isAway(guest, 'takeover')
    await soundBecomes(guest, 'off')
    assert.equal(await part(guest.page, 'alerts-button').getAttribute('data-flash'), 'true')
  })

  test('opening a screen minimizes the alarm to a bar, and it keeps sounding', limit, async () => {
    await using boat = await startBoat()
    await using trial = await AlertTrial.start(boat.url)
    await using guest = await trial.open({ screen: 'more' })
    await using sensor = await StreamListener.open(boat.url, '?subscribe=none')
    await touch(guest)
    sensor.put('navigation.anchor.currentRadius', 62)
    sensor.put('navigation.anchor.maxRadius', 45)
    await trial.raise('navigation.anchor', 'alarm', 'Dragging')
    await part(guest.page, 'takeover').waitFor()
    assert.match(await textOf(guest, 'takeover'), /ANCHOR ALARM.*for 00:0\d.*Dragging/)
    await eventually('how far the boat is from its anchor', async () =>
      /62/.test(await textOf(guest, 'takeover-distance')),
    )
    assert.match(await textOf(guest, 'takeover-limit'), /45/)
    await part(guest.page, 'takeover-show-anchor').click()
    await isAway(guest, 'takeover')
    await guest.page.waitForURL(/#\/anchor$/)
    assert.match(await textOf(guest, 'alarm-bar'), /Dragging/)
    await soundBecomes(guest, 'running')
    await trial.raise('navigation.anchor', 'emergency', 'Dragging')
    await part(guest.page, 'takeover').waitFor()
  })

  test(
    'I15: M raises man overboard at every station within 1 s, and can be undone for 5 s',
    limit,
    async () => {
      await using boat = await startBoat()
      await using trial = await AlertTrial.start(boat.url)
      await using guest = await trial.open({ screen: 'helm' })
      await using other = await trial.open({ screen: 'data', view: { screen: plotter, palette: 'night' } })
      await guest.page.keyboard.press('M')
      const pressed = performance.now()
      await other.page.locator('[data-testid="alarm-band"][data-priority="emergency"]').waitFor()
      assert.ok(performance.now() - pressed <= timeLimit(1_000))
      assert.match(await textOf(other, 'alarm-band'), /MAN OVERBOARD/)
      assert.ok(!(await isShown(other, 'mob-undo')), 'only who called takes it back')
      await part(guest.page, 'mob-undo').click()
      for (const station of [guest, other]) await isAway(station, 'alarm-band')
      assert.deepEqual(await getJson(boat.url, alertsApi), [])
      await guest.page.keyboard.press('m')
      await part(guest.page, 'mob-undo').waitFor()
      await isAway(guest, 'mob-undo')
      assert.ok(await isShown(guest, 'alarm-band'), 'after five seconds it stays')
      for (const { complaints } of [guest, other]) assert.deepEqual(complaints, [])
    },
  )

  test('the key M does nothing without the right to raise alarms', limit, async () => {
    await using crew = await Crew.start()
    await using trial = await AlertTrial.start(crew.url)
    const cookie = { name: 'marinedata-session', value: crew.tokens.viewer!, url: crew.url }
    await using guest = await trial.open({ cookies: [cookie], screen: 'helm' })
    await guest.page.keyboard.press('M')
    assert.ok(!(await isShown(guest, 'mob-undo')))
    assert.deepEqual(await crew.must(`GET ${alertsApi}`), [])
    assert.deepEqual(guest.complaints, [])
  })

  test('Call crew sounds at the other stations and ends when acknowledged', limit, async () => {
    await using boat = await startBoat()
    await using trial = await AlertTrial.start(boat.url)
    await using cockpit = await trial.open({ screen: 'helm', query: 'station=Cockpit' })
    await using bunk = await trial.open({ screen: 'more', query: 'station=Bunk' })
    for (const guest of [cockpit, bunk]) await touch(guest)
    await trial.raise('navigation.anchor', 'alarm', 'Dragging')
    for (const guest of [cockpit, bunk]) await isReadyToAnswer(guest)
    await part(cockpit.page, 'call-crew').click()
    await cockpit.page.locator('[data-testid="call-crew"][data-called="true"]').waitFor()
    assert.match(await textOf(cockpit, 'call-crew'), /^Call again · 00:0\d$/)
    await part(cockpit.page, 'takeover-ack').click()
    await part(bunk.page, 'takeover').getByText('All hands are called (Cockpit)', { exact: true }).waitFor()
    assert.match(await textOf(bunk, 'takeover'), /ALL HANDS/)
    await soundBecomes(bunk, 'running')
    await isAway(cockpit, 'takeover')
    await soundBecomes(cockpit, 'off')
    assert.equal(await part(cockpit.page, 'alerts-button').getAttribute('data-flash'), 'true')
    await isReadyToAnswer(bunk)
    await part(bunk.page, 'takeover-ack').click()
    await isAway(bunk, 'takeover')
    await soundBecomes(bunk, 'off')
    await eventually('it is over', async () => {
      const alerts = await getJson<Alert[]>(boat.url, alertsApi)
      return !alerts.some(({ path }) => path === 'notifications.crew.call')
    })
  })

  test('without the anchor scope the reason is shown, and the crew can still be called', limit, async () => {
    await using crew = await Crew.start()
    await using trial = await AlertTrial.start(crew.url)
    const cookie = { name: 'marinedata-session', value: crew.tokens.crew!, url: crew.url }
    await using guest = await trial.open({ cookies: [cookie], query: 'station=Cockpit' })
    const body = { path: 'notifications.navigation.anchor', state: 'alarm', message: 'Dragging' }
    await crew.must(`POST ${alertsApi}`, body)
    await isReadyToAnswer(guest)
    assert.ok(await part(guest.page, 'takeover-extend').isDisabled())
    assert.match(await textOf(guest, 'takeover-extend-note'), /View only.*Helm role/)
    await part(guest.page, 'call-crew').click()
    await eventually('the crew is called', async () => {
      const alerts = await crew.must<Alert[]>(`GET ${alertsApi}`)
      return alerts.some(({ message }) => message === 'the-crew calls all hands (Cockpit)')
    })
    assert.deepEqual(guest.complaints, [])
  })

  test('STANDBY works while an alarm fills the screen', limit, async () => {
    await using boat = await PilotBoat.start()
    await boat.must('POST main/engage')
    await using trial = await AlertTrial.start(boat.url)
    for (const [screen, view, testId] of [
      ['helm', phone, 'takeover-standby'],
      ['more', plotter, 'standby'],
    ] as const) {
      await using guest = await trial.open({ screen, view: { screen: view, palette: 'day' } })
      await trial.raise('smoke', 'alarm')
      await part(guest.page, 'takeover').waitFor()
      await part(guest.page, testId).click()
      await eventually('the pilot is off', async () => !(await boat.describe('main')).engaged)
      await trial.calm()
      await boat.must('POST main/engage')
    }
  })

  for (const view of triedViews)
    test(`${titleOf(view)}: the alarm and the list are accessible`, limit, async () => {
      await using boat = await startBoat()
      await using trial = await AlertTrial.start(boat.url)
      await using guest = await trial.open({ view })
      for (const state of ['alert', 'warn', 'alarm'] as const) await trial.raise(state, state)
      await isReadyToAnswer(guest)
      const { page } = guest
      const browser = page.context().browser()!
      for (const place of ['takeover', 'alert', 'alarm-bar']) {
        if (place === 'alarm-bar') await part(page, 'nav-more').click()
        await part(page, place).first().waitFor()
        assert.deepEqual(await seriousFindings(page), [], place)
        assert.deepEqual(await smallControls(page), [], place)
        if (view.palette === 'night')
          assert.ok((await brightestPixel(browser, await page.screenshot())) <= brightestAtNight, place)
        if (place === 'takeover') await part(page, 'takeover-show-alerts').click()
      }
    })

  test('a viewer sees and hears an alarm, and reads why it cannot be answered', limit, async () => {
    await using crew = await Crew.start()
    await using trial = await AlertTrial.start(crew.url)
    const cookie = { name: 'marinedata-session', value: crew.tokens.viewer!, url: crew.url }
    await using guest = await trial.open({ cookies: [cookie] })
    await crew.must(`POST ${alertsApi}`, { path: 'notifications.smoke', state: 'alarm', message: 'Smoke' })
    await part(guest.page, 'takeover').waitFor()
    await part(guest.page, 'takeover').getByText('needs the Crew role').waitFor()
    for (const testId of ['takeover-silence', 'takeover-ack'])
      assert.ok(await part(guest.page, testId).isDisabled())
    await guest.page.keyboard.press('k')
    await part(guest.page, 'takeover-show-alerts').click()
    assert.ok(await part(guest.page, 'alert-ack').isDisabled())
    const [alert] = await crew.must<{ status: string }[]>(`GET ${alertsApi}`)
    assert.equal(alert?.status, 'active')
  })

  test('on a lost connection the alarm stays, cannot be answered, and the loss sounds', limit, async () => {
    await using boat = await startBoat()
    await using line = await CuttableLine.to(boat.url)
    await using trial = await AlertTrial.start(line.url)
    await using guest = await trial.open({ screen: 'helm' })
    await touch(guest)
    await soundBecomes(guest, 'off')
    line.cut()
    await part(guest.page, 'lost-bar').waitFor()
    await soundBecomes(guest, 'running')
    line.mend()
    await isAway(guest, 'lost-bar')
    await soundBecomes(guest, 'off')
    const alert = await trial.raise('smoke', 'alarm')
    await isReadyToAnswer(guest)
    line.cut()
    await part(guest.page, 'lost-bar').waitFor()
    for (const testId of ['takeover-silence', 'takeover-ack'])
      assert.ok(await part(guest.page, testId).isDisabled())
    await part(guest.page, 'takeover-quiet').click()
    await soundBecomes(guest, 'suspended')
    line.mend()
    await trial.end(alert)
    await isAway(guest, 'takeover')
  })

  test('an alert that ended while disconnected is removed', limit, async () => {
    await using boat = await startBoat()
    await using trial = await AlertTrial.start(boat.url)
    await using guest = await trial.open({ screen: 'alerts' })
    await trial.raise('bilge', 'warn')
    await part(guest.page, 'alert').waitFor()
    await boat.restart()
    await guest.page.locator('[data-testid="link"][data-state="live"]').waitFor()
    assert.ok(await isShown(guest, 'alert'), 'it stands, and it is still there')
    await using line = await CuttableLine.to(boat.url)
    await using far = await AlertTrial.start(line.url)
    await using away = await far.open()
    await part(away.page, 'alert').waitFor()
    line.cut()
    await part(away.page, 'lost-bar').waitFor()
    await trial.calm()
    await boat.restart()
    line.mend()
    await part(away.page, 'alerts-empty').waitFor()
  })

  test('a page reports itself with its sound after a few seconds', limit, async () => {
    await using boat = await startBoat()
    await using trial = await AlertTrial.start(boat.url)
    await using guest = await trial.open({ query: 'station=Bunk' })
    const stations = (): Promise<ConsoleClientList> => getJson(boat.url, '/marinedata/v2/api/stations')
    await eventually('the page is told of', async () => (await stations()).length === 1)
    const [quiet] = await stations()
    assert.deepEqual([quiet?.name, quiet?.screen, quiet?.sound], ['Bunk', 'alerts', false])
    await touch(guest)
    await eventually('it is armed', async () => (await stations())[0]?.sound === true, 2_000)
  })
})
