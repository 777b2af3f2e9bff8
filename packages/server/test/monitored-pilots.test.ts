import type { AutopilotDescription } from '@marinedata/model'
import { FurunoSimulator, GarminSimulator } from '@marinedata/pilot-simulators'
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startBusPilotBoat } from '@marinedata/testing/boats/bus-pilot-boat'
import { exchange, getJson } from '@marinedata/testing/exchange'
import { pilots } from '@marinedata/testing/boats/pilot-boat'
import { until } from '@marinedata/testing/until'

const limit = { timeout: 300_000 }
const pilot = `${pilots}/monitored`

/** Every command of the interface, with a valid body. */
const commands: readonly (readonly [method: string, path: string, body?: object])[] = [
  ['PUT', 'target', { value: 90, units: 'deg' }],
  ['PUT', 'target/adjust', { value: 1, units: 'deg' }],
  ['POST', 'tack/port'],
  ['POST', 'gybe/port'],
  ['POST', 'dodge'],
  ['POST', 'disengage'],
]

const answerTo = async (url: string, [method, path, body]: (typeof commands)[number]): Promise<string> => {
  const { status, text } = await exchange(url, `${pilot}/${path}`, {
    method,
    ...(body !== undefined && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  })
  return `${path} ${status} ${(JSON.parse(text) as { readonly code?: string }).code ?? text}`
}

const refusals = (given: typeof commands): string[] =>
  given.map(([, path]) => `${path} 501 unsupported-action`)
const answersTo = async (url: string, given: typeof commands): Promise<string[]> => {
  const answers: string[] = []
  for (const command of given) answers.push(await answerTo(url, command))
  return answers
}

suite('a pilot that is only shown, behind a gateway', () => {
  test('a Garmin: what its head does, and no command', limit, async () => {
    await using simulator = await GarminSimulator.start({ port: 0 })
    await using boat = await startBusPilotBoat({
      make: 'monitor',
      kind: 'yacht-devices',
      port: simulator.port,
    })
    const { pilot: ccu } = simulator
    const state = () => getJson<AutopilotDescription>(boat.url, pilot)
    await until(
      () => exchange(boat.url, pilot),
      ({ status }) => status === 200,
    )
    const isStandby = async (): Promise<AutopilotDescription> => {
      ccu.press('standby')
      return await state()
    }
    await until(isStandby, ({ state: name }) => name === 'standby')
    const { options } = await state()
    assert.deepEqual(
      options.actions?.filter(({ available }) => available),
      [],
    )
    const inStandby = [['POST', 'engage'], ...commands.slice(0, -1)] satisfies typeof commands
    assert.deepEqual(await answersTo(boat.url, inStandby), refusals(inStandby))
    // A pilot in standby may confirm disengage with its next report, before the plugin refuses it.
    const answer = await answerTo(boat.url, ['POST', 'disengage'])
    assert.match(answer, /^disengage (?:501 unsupported-action|200 .*COMPLETED)/)
    assert.equal(ccu.mode, 'standby')

    ccu.boat.place(90, 50)
    ccu.press('engage')
    ccu.press('+1')
    const engaged = await until(state, ({ engaged: isEngaged }) => isEngaged)
    assert.equal(engaged.mode, 'heading hold')
    const held = ({ target }: AutopilotDescription): boolean =>
      target !== null && Math.abs(target - (91 * Math.PI) / 180) < 1e-3
    await until(state, held)
    const whileEngaged = [['PUT', 'state', { value: 'standby' }], ...commands] satisfies typeof commands
    assert.deepEqual(await answersTo(boat.url, whileEngaged), refusals(whileEngaged))
    assert.equal(ccu.mode, 'heading hold')

    simulator.busFault('reboot', true)
    // After the start it is in standby, but has not said so.
    await until(
      () => simulator.address,
      (address) => address !== undefined,
    )
    await until(state, ({ state: name }) => name === 'off-line')
    assert.match(await answerTo(boat.url, ['POST', 'engage']), /autopilot-offline/)
    const toPilot = simulator.frames.filter(({ destination }) => destination === 2)
    // Questions about the device, of the plugin that owns the bus.
    assert.deepEqual(
      [...new Set(toPilot.map(({ pgn }) => pgn))].filter((pgn) => pgn !== 59_904),
      [],
    )
  })

  test('a Furuno: its mode and course, and no command', limit, async () => {
    await using simulator = await FurunoSimulator.start({ port: 0 })
    await using boat = await startBusPilotBoat({
      make: 'monitor',
      kind: 'yacht-devices',
      port: simulator.port,
    })
    const state = () => getJson<AutopilotDescription>(boat.url, pilot)
    await until(
      () => exchange(boat.url, pilot),
      ({ status }) => status === 200,
    )
    await until(state, ({ state: name }) => name === 'standby')
    simulator.pilot.boat.place(120, 50)
    simulator.pilot.choose('heading')
    const shown = await until(state, ({ target }) => target !== null)
    assert.equal(shown.mode, 'heading')
    assert.ok(Math.abs((shown.target ?? 0) - (120 * Math.PI) / 180) < 1.5e-4, `${shown.target}`)
    assert.deepEqual(await answersTo(boat.url, commands), refusals(commands))
    assert.equal(simulator.pilot.mode, 'heading')
  })
})
