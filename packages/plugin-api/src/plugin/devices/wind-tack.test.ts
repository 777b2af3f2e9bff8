import { degrees, MarineDataError, type Radians, type TurnDirection } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { WindTack } from './wind-tack.ts'

/** A pilot that steers by the wind, and a boat. Degrees, positive to starboard. */
class Pilot {
  held: number | undefined = 40
  wind: number | undefined = 42
  isByWind = true
  sent = 0
  readonly tack = new WindTack({
    isByWind: () => this.isByWind,
    held: () => inRadians(this.held),
    wind: () => inRadians(this.wind),
  })

  /** What the pilot answers: the side on which it holds the wind afterwards. */
  async turn(direction: TurnDirection, held = -(this.held ?? 0)): Promise<void> {
    await this.tack.run(direction, async (isShown) => {
      this.sent++
      assert.equal(isShown(), false, 'shown before the pilot has answered')
      this.held = held
      if (!isShown()) throw new MarineDataError('unconfirmed', 'No effect')
      await Promise.resolve()
    })
  }
}

const inRadians = (angle: number | undefined): Radians | undefined =>
  angle === undefined ? undefined : degrees(angle)

const code = (wanted: string) => (error: unknown) => error instanceof MarineDataError && error.code === wanted

test('a tack is sent once, and reported until the wind is at the angle on the other side', async (t) => {
  const pilot = new Pilot()
  assert.deepEqual(pilot.tack.report, { manoeuvre: null })
  await pilot.turn('starboard')
  const tacking = { manoeuvre: { kind: 'tack', direction: 'starboard' } }
  assert.deepEqual(pilot.tack.report, tacking)
  await assert.rejects(pilot.turn('starboard'), code('busy'))
  assert.throws(() => pilot.tack.assertOver(), code('busy'))
  const now = performance.now()
  t.mock.method(performance, 'now', () => now + 2_000)
  for (const wind of [42, 5, -5, -29, undefined]) {
    pilot.wind = wind
    pilot.tack.check()
    assert.deepEqual(pilot.tack.report, tacking, `the wind at ${wind}`)
  }
  pilot.wind = -31
  pilot.tack.check()
  assert.deepEqual(pilot.tack.report, { manoeuvre: null })
  assert.equal(pilot.sent, 1)
  await pilot.turn('port')
})

test('a tack is in at least one report, and ends after a minute without the wind', async (t) => {
  const pilot = new Pilot()
  await pilot.turn('starboard')
  pilot.wind = -40
  pilot.tack.check()
  assert.equal(pilot.tack.report.manoeuvre?.kind, 'tack')
  pilot.wind = undefined
  let now = performance.now() + 59_000
  t.mock.method(performance, 'now', () => now)
  pilot.tack.check()
  assert.equal(pilot.tack.report.manoeuvre?.kind, 'tack')
  now += 2_000
  pilot.tack.check()
  assert.equal(pilot.tack.report.manoeuvre, null)
})

test('a tack ends with the wind mode, when the pilot holds its first side again, and when nothing is known', async () => {
  const ends: readonly ((pilot: Pilot) => void)[] = [
    (pilot) => void (pilot.isByWind = false),
    (pilot) => void (pilot.held = 40),
    (pilot) => pilot.tack.forget(),
  ]
  for (const end of ends) {
    const pilot = new Pilot()
    await pilot.turn('starboard')
    end(pilot)
    pilot.tack.check()
    assert.equal(pilot.tack.report.manoeuvre, null)
  }
})

test('a moment without an angle does not end a tack', async () => {
  for (const held of [undefined, 0]) {
    const pilot = new Pilot()
    await pilot.turn('starboard')
    pilot.held = held
    pilot.tack.check()
    assert.equal(pilot.tack.report.manoeuvre?.kind, 'tack')
  }
})

test('without an effect there is no tack', async () => {
  const pilot = new Pilot()
  await assert.rejects(pilot.turn('starboard', 35), code('unconfirmed'))
  assert.deepEqual(pilot.tack.report, { manoeuvre: null })
})

test('nothing is sent when the side is wrong or cannot be decided', async () => {
  type Case = readonly [wanted: string, is: Partial<Pick<Pilot, 'held' | 'wind' | 'isByWind'>>]
  const cases: readonly Case[] = [
    ['not-allowed-in-mode', { isByWind: false }],
    ['busy', { held: undefined }],
    ['input-stale', { wind: undefined }],
    // The shorter way to the other side is a gybe.
    ['not-allowed-in-mode', { held: 100 }],
    ['not-allowed-in-mode', { wind: 100 }],
    ['busy', { held: 0 }],
    ['busy', { wind: 0 }],
    ['busy', { wind: -40 }],
  ]
  for (const [wanted, is] of cases) {
    const pilot = Object.assign(new Pilot(), is)
    await assert.rejects(pilot.turn('starboard'), code(wanted), JSON.stringify(is))
    assert.equal(typeof pilot.tack.report.unavailable?.tack, 'string')
    assert.equal(pilot.sent, 0)
  }
  const pilot = new Pilot()
  await assert.rejects(pilot.turn('port'), code('wrong-direction'))
  assert.deepEqual([pilot.sent, pilot.tack.report], [0, { manoeuvre: null }])
})
