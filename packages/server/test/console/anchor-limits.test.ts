import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { AnchorTrial, hasText, isStanding, ordersOf, textOf } from './anchor-trial.ts'
import { eventually, part, phone } from './console-trial.ts'

const limit = { timeout: 120_000 }
const patienceMs = 30_000
const view = { screen: phone, palette: 'day' } as const

suite('the limits of the anchor screen', { timeout: 400_000 }, () => {
  let trial: AnchorTrial

  before(async () => {
    trial = await AnchorTrial.start()
  })
  after(() => trial[Symbol.asyncDispose]())

  test('at speed the anchor is dropped only after a question', limit, async () => {
    await trial.calm()
    trial.makeWay(3.86)
    await using guest = await trial.open({ view })
    await hasText(guest, 'anchor-drop', /The boat makes 7\.5 kn/)
    await part(guest.page, 'anchor-drop').click()
    await hasText(guest, 'anchor-drop', /Drop anyway\?/)
    assert.deepEqual(ordersOf(guest), [])
    await eventually(
      'the question is forgotten',
      async () => /Drop now/.test(await textOf(guest, 'anchor-drop')),
      patienceMs,
    )
    assert.deepEqual(ordersOf(guest), [])
    await part(guest.page, 'anchor-drop').click()
    await hasText(guest, 'anchor-drop', /Drop anyway\?/)
    await part(guest.page, 'anchor-drop').click()
    await eventually('it is dropped', () => ordersOf(guest).includes('drop'), patienceMs)
  })

  test('a slow boat drops with one tap', limit, async () => {
    await trial.calm()
    trial.makeWay(0.4)
    await using guest = await trial.open({ view })
    await hasText(guest, 'anchor-drop', /at the bow’s position/)
    await part(guest.page, 'anchor-drop').click()
    await eventually('it is dropped', () => ordersOf(guest).includes('drop'), patienceMs)
  })

  test('taps lead to no radius below 30 m while the rode is longer', limit, async () => {
    await trial.calm()
    await trial.watch(40)
    await trial.boat.must('POST veer', { rodeLength: 40, anchorDepth: 6 })
    await trial.boat.must('POST radius', { value: 40 })
    await using guest = await trial.open({ view })
    await isStanding(guest, 'well')
    const less = part(guest.page, 'anchor-radius-less')
    await less.click()
    await less.click()
    await hasText(guest, 'anchor-radius', /^30 mradius$/)
    await eventually('minus ends at 30 m', () => less.isDisabled(), patienceMs)
    assert.equal((await trial.state()).maxRadius, 30)
    await part(guest.page, 'anchor-radius').click()
    await part(guest.page, 'anchor-radius-in').fill('35')
    for (let taps = 0; taps < 4; taps++) await part(guest.page, 'anchor-radius-in-less').click()
    await eventually(
      'the field ends at 30 m',
      async () => (await part(guest.page, 'anchor-radius-in').inputValue()) === '30',
      patienceMs,
    )
  })
})
