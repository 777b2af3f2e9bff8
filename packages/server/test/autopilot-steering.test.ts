import assert from 'node:assert/strict'
import { after, before, beforeEach, suite, test } from 'node:test'
import { getJson } from '@marinedata/testing/exchange'
import { PilotBoat } from '@marinedata/testing/boats/pilot-boat'
import { until } from '@marinedata/testing/until'

const limit = { timeout: 300_000 }
const degree = Math.PI / 180
const turn = 2 * Math.PI

/** The shorter way between two directions, in degrees to starboard. */
const between = (from: number, to: number): number => {
  const way = (((to - from) % turn) + turn) % turn
  return (way > Math.PI ? way - turn : way) / degree
}

suite('a boat under an autopilot', () => {
  let present: PilotBoat | undefined
  const boat = (): PilotBoat => present!
  before(async () => {
    present = await PilotBoat.start()
  })
  after(() => present?.[Symbol.asyncDispose]())
  beforeEach(async () => {
    await boat().pace(1)
    boat().changed()
    await boat().bring({})
  })

  const value = async (path: string): Promise<number> =>
    (await getJson<{ value: number }>(boat().url, `/marinedata/v1/api/vessels/self/${path}`)).value
  const heading = (): Promise<number> => value('navigation/headingMagnetic')
  const wind = (): Promise<number> => value('environment/wind/angleApparent')
  const target = async (): Promise<number> => (await boat().describe('main')).target!
  const near = (actual: number, expected: number, degrees = 1): void =>
    assert.ok(
      Math.abs(between(expected, actual)) <= degrees,
      `${(actual / degree).toFixed(1)}° is not ${(expected / degree).toFixed(1)}°`,
    )

  test('engaging holds the present heading, not an earlier target', limit, async () => {
    await boat().must('PUT main/target', { value: 90, units: 'deg' })
    near(await target(), 90 * degree, 0.01)
    await boat().must('POST main/engage')
    near(await target(), await heading())
  })

  test('changing the mode keeps the present course in the terms of the new mode', limit, async () => {
    await boat().must('POST main/engage')
    await boat().must('PUT main/mode', { value: 'wind' })
    near(await target(), -(await wind()))
    await boat().must('PUT main/mode', { value: 'gps' })
    near(await target(), await value('navigation/courseOverGroundTrue'))
    await boat().must('PUT main/mode', { value: 'compass' })
    near(await target(), await heading())
  })

  for (const mode of ['compass', 'gps', 'wind'])
    for (const [side, change] of [
      ['starboard', 10],
      ['port', -10],
    ] as const)
      test(`in ${mode} mode, ${change}° turns the bow to ${side}`, limit, async () => {
        await boat().bring({ hasCourse: true, steps: [['POST engage'], ['PUT mode', { value: mode }]] })
        const [prior, from] = [await heading(), await target()]
        await boat().must('PUT main/target/adjust', { value: change, units: 'deg' })
        near(await target(), from + change * degree, 0.01)
        await boat().pace(20)
        const later = await until(heading, (seen) => Math.abs(between(prior, seen)) > 7)
        assert.equal(Math.sign(between(prior, later)), Math.sign(change))
      })

  test('a change past north wraps around', limit, async () => {
    await boat().must('PUT main/target', { value: 355, units: 'deg' })
    await boat().must('PUT main/target/adjust', { value: 10, units: 'deg' })
    near(await target(), 5 * degree, 0.01)
    await boat().must('PUT main/target/adjust', { value: -10, units: 'deg' })
    near(await target(), 355 * degree, 0.01)
  })

  test('a tack in wind mode ends at the same angle on the other side', limit, async () => {
    await boat().bring({ steps: [['POST engage'], ['PUT mode', { value: 'wind' }]] })
    const prior = await target()
    assert.ok(prior > 0 && (await wind()) < 0, 'the wind is on the port side')
    await boat().must('POST main/tack/port')
    near(await target(), -prior, 0.01)
    await boat().pace(20)
    await until(wind, (angle) => angle > 20 * degree)
    const tacked = await until(
      () => boat().describe('main'),
      ({ options }) => options.actions?.find(({ id }) => id === 'tack')?.available === true,
    )
    assert.deepEqual([tacked.mode, tacked.engaged], ['wind', true])
    near(tacked.target!, -prior, 0.01)
  })

  test('a tack in compass mode ends on the heading mirrored about the wind', limit, async () => {
    await boat().bring({ steps: [['POST engage']] })
    const prior = await target()
    const trueWind = await value('environment/wind/directionTrue')
    const variation = between(
      await value('navigation/headingMagnetic'),
      await value('navigation/headingTrue'),
    )
    await boat().must('POST main/tack/port')
    near(await target(), 2 * (trueWind - variation * degree) - prior, 3)
  })

  for (const [mode, change] of [
    ['compass', 20],
    ['wind', -20],
    ['gps', 20],
    ['route', -20],
  ] as const)
    test(
      `a dodge in ${mode} mode holds a heading, adds up, and returns to the previous target`,
      limit,
      async () => {
        await boat().bring({ hasCourse: true, steps: [['POST engage'], ['PUT mode', { value: mode }]] })
        const prior = await target()
        const from = await heading()
        await boat().must('PUT main/dodge', { value: change, units: 'deg' })
        near(await target(), from + change * degree, 2)
        const once = await target()
        await boat().must('PUT main/dodge', { value: change, units: 'deg' })
        near(await target(), once + change * degree, 0.01)
        const dodging = await boat().describe('main')
        assert.deepEqual([dodging.mode, dodging.targetKind, dodging.targetRange], ['dodge', 'heading', null])
        assert.ok(!dodging.options.mode.includes('dodge'))
        await boat().must('DELETE main/dodge')
        const back = await boat().describe('main')
        assert.equal(back.mode, mode)
        near(back.target!, prior, 0.01)
      },
    )
})
