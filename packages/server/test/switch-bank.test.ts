import type { Control, ControlCompleted } from '@marinedata/model'
import { SwitchBankSimulator, type SwitchBankSimulatorOptions } from '@marinedata/pilot-simulators'
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startBusBoat } from '@marinedata/testing/boats/bus-pilot-boat'
import { assertProblem, exchange, getJson, type Exchange } from '@marinedata/testing/exchange'
import { until } from '@marinedata/testing/until'

const limit = { timeout: 300_000 }
const controls = '/marinedata/v2/api/vessels/self/controls'
const [anchorLight, pump] = [1, 2].map((number) => `electrical.switches.bank.0.${number}.state`)
const gatewayAddress = 77

/** A boat with a switch bank behind a gateway: its first two switches can be set. */
const board = async (sendsAs: '127502' | '126208', options: SwitchBankSimulatorOptions = {}) => {
  const stack = new AsyncDisposableStack()
  const simulator = stack.use(await SwitchBankSimulator.start({ port: 0, ...options }))
  const switches = [{ number: 1, label: 'Anchor light' }, { number: 2 }]
  const switchBanks = [{ instance: 0, sendsAs, switches }]
  const boat = stack.use(await startBusBoat({ kind: 'yacht-devices', port: simulator.port }, { switchBanks }))
  const list = (): Promise<Control[]> => getJson<Control[]>(boat.url, controls)
  const put = (path: string | undefined, value: unknown): Promise<Exchange> =>
    exchange(boat.url, `${controls}/${path}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ value }),
    })
  const valueAt = async (path = ''): Promise<{ value: unknown; $source: string }> => {
    const place = `/marinedata/v1/api/vessels/self/${path.replaceAll('.', '/')}`
    const { text } = await until(
      () => exchange(boat.url, place),
      ({ status }) => status === 200,
    )
    return JSON.parse(text) as { value: unknown; $source: string }
  }
  /** What the server has sent on the bus with this PGN. */
  const sent = (pgn: number): string[] =>
    simulator.frames
      .filter((frame) => frame.pgn === pgn && frame.source === gatewayAddress)
      .map(({ data }) => Buffer.from(data).toString('hex'))
  await until(list, (known) => known.length === 2 && known.every(({ online }) => online))
  return { stack, simulator, list, put, valueAt, sent }
}

const completed = ({ status, text }: Exchange): Control => {
  assert.equal(status, 200, text)
  return (JSON.parse(text) as ControlCompleted).control
}

suite('a switch bank on NMEA 2000', () => {
  test('a switch is set by 127502, and is done when the bank shows it', limit, async () => {
    const { stack, simulator, list, put, valueAt, sent } = await board('127502', { variant: 'control' })
    await using _ = stack
    assert.deepEqual(
      (await list()).map(({ path, label, value }) => [path, label, value]),
      [
        [anchorLight, 'Anchor light', false],
        [pump, undefined, false],
      ],
    )
    assert.equal(completed(await put(anchorLight, true)).value, true)
    assert.deepEqual([simulator.pilot.isOn(1), simulator.pilot.isOn(2)], [true, false])
    assert.deepEqual(sent(127_502), ['00fdffffffffffff'])
    assert.deepEqual((await valueAt(anchorLight)).value, true)
    assert.equal((await valueAt(anchorLight)).$source, 'nmea2000.switches.0.1')
    // Switches that nobody may set are values of the device.
    assert.equal((await valueAt('electrical.switches.bank.0.3.state')).value, false)
    // A command that changes nothing is confirmed, too.
    assert.equal(completed(await put(anchorLight, true)).value, true)
    // Someone turns the switch by hand, and its fuse fails.
    simulator.pilot.turn(2, true)
    await until(list, ([, second]) => second?.value === true)
    simulator.pilot.turn(2, 'error')
    await until(list, ([, second]) => second?.online === false)
    assert.equal((await valueAt(pump)).value, null)
    assertProblem(await put(pump, false), 'no-provider')
    assert.deepEqual(sent(127_502).length, 2)
  })

  test('a bank that ignores a command leaves it unconfirmed, and it is sent once', limit, async () => {
    const { stack, simulator, list, put, sent } = await board('127502')
    await using _ = stack
    simulator.pilot.fault('ignores', true)
    assert.equal(assertProblem(await put(anchorLight, true), 'unconfirmed').outcome, 'unknown')
    assert.deepEqual(sent(127_502), ['00fdffffffffffff'])
    assert.equal((await list())[0]?.value, false)
    // The effect comes after the answer: the value follows the bank.
    simulator.pilot.fault('ignores', false)
    simulator.pilot.fault('late', true)
    assertProblem(await put(anchorLight, true), 'unconfirmed')
    await until(list, ([first]) => first?.value === true)
    assert.deepEqual(sent(127_502).length, 2)
  })

  test('a switch is set by a command to the bank alone, and its refusal is an answer', limit, async () => {
    const { stack, simulator, list, put, sent } = await board('126208', { variant: 'command' })
    await using _ = stack
    assert.equal(completed(await put(anchorLight, true)).value, true)
    // Ten bytes in two frames, each after its number; the first with the length.
    assert.deepEqual(
      sent(126_208).map((frame) => frame.slice(2)),
      ['0a010df201f802', '01000201ffffff'],
    )
    simulator.pilot.fault('refuses', true)
    assertProblem(await put(anchorLight, false), 'rejected-by-device')
    assert.equal((await list())[0]?.value, true)
    assert.equal(sent(127_502).length, 0)
  })
})
