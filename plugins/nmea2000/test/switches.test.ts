import { networkPgns, switchBankPgns, switchBankRequest } from '@marinedata/nmea2000'
import { SwitchBankSimulator } from '@marinedata/pilot-simulators'
import { startPlugin } from '@marinedata/plugin-api/testing'
import { until } from '@marinedata/testing/until'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Harbour, here } from './aboard.ts'
import { settingsFor } from './switch-settings.ts'

const limit = { timeout: 300_000 }
const [anchorLight, pump] = ['nmea2000.switches.0.1', 'nmea2000.switches.0.2']

/** A plugin that reads the bank, with the values that it has reported of each switch. */
const board = async (bank: SwitchBankSimulator, sendsAs: '127502' | '126208') => {
  const plugin = await startPlugin(here, { settings: settingsFor(bank, sendsAs) })
  const values = (id: string): unknown[] =>
    (plugin.devices.get(id)?.reports ?? []).map((report) => report['value'])
  await until(() => values(anchorLight).at(-1) === false, Boolean)
  const set = (value: boolean): Promise<unknown> =>
    plugin.command(anchorLight, { name: 'set', input: { value } }, { deadlineMs: 3_000 })
  return { plugin, values, set }
}

test('the states of a bank that was switched off and on are shown', limit, async () => {
  await using bank = await SwitchBankSimulator.start({ port: 0 })
  const { plugin, values, set } = await board(bank, '127502')
  await using _ = plugin
  await set(true)
  await until(() => values(anchorLight).at(-1) === true, Boolean)
  bank.busFault('reboot', true)
  // Its relays have fallen off.
  await until(() => values(anchorLight).at(-1) === false, Boolean)
  assert.deepEqual(values(pump).includes(true), false)
})

test(
  'with every twentieth frame lost, each command ends with the state that the switch has',
  limit,
  async () => {
    let asked = 0
    await using bank = await SwitchBankSimulator.start({ port: 0, random: () => (++asked % 20) / 20 })
    const { plugin, values, set } = await board(bank, '127502')
    await using _ = plugin
    bank.busFault('frame-loss', true)
    let shown = 0
    for (let count = 0; count < 20; count++) {
      const value = count % 2 === 0
      const before = values(anchorLight).length
      await set(value)
      // The command or the status may be lost: then the bank is asked, and answers with what is so.
      await until(
        () => values(anchorLight).length > before && values(anchorLight).at(-1) === bank.pilot.isOn(1),
        Boolean,
      )
      if (values(anchorLight).at(-1) === value) shown++
    }
    assert.ok(shown >= 14, `${shown} of 20`)
  },
)

test('a bank is commanded at the address that it has at that moment', limit, async () => {
  await using bank = await SwitchBankSimulator.start({ port: 0, variant: 'command' })
  const { plugin, values, set } = await board(bank, '126208')
  await using _ = plugin
  const { address } = bank
  bank.busFault('address-stolen', true)
  await until(() => bank.address !== undefined && bank.address !== address, Boolean)
  bank.pilot.turn(2, true)
  await until(() => values(pump).at(-1) === true, Boolean)
  // Until the address has settled, nothing is sent.
  const isSet = (): Promise<boolean> =>
    set(true).then(
      () => true,
      () => false,
    )
  while (!(await isSet())) await sleep(20)
  await until(() => values(anchorLight).at(-1) === true, Boolean)
})

test('a bank that is commanded by its NAME is shown as ready when the NAME is known', limit, async () => {
  await using harbour = await Harbour.make()
  const { port } = await harbour.tcp('yacht-devices')
  const plugin = await harbour.plugin(settingsFor({ port }, '126208'))
  const reports = (): unknown[] =>
    (plugin.devices.get(anchorLight)?.reports ?? []).map((report) => report['value'])
  /** A bank that has switch 1 off, and no NAME at first. */
  const address = 40
  const send = (pgn: number, data: Uint8Array): void =>
    harbour.bus.send({ pgn, priority: 6, source: address, destination: 255, data })
  const states = Uint8Array.of(0, 0xfc, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff)
  const sendStates = (): void => send(switchBankPgns.status, states)
  let requests = 0
  using _bank = harbour.bus.attach({
    handle: ({ pgn, payload, destination }) => {
      if (pgn !== networkPgns.request || destination !== address) return
      if (!Buffer.from(payload).equals(switchBankRequest())) return
      requests++
      sendStates()
    },
  })
  await until(() => plugin.inputs.some(({ state }) => state === 'used'), Boolean)
  sendStates()
  await until(() => requests > 1, Boolean)
  assert.deepEqual(
    reports().filter((value) => value !== null),
    [],
  )
  send(networkPgns.claim, Uint8Array.of(1, 0, 0, 0, 0, 130, 60, 192))
  await until(() => reports().at(-1) === false, Boolean)
  const settled = requests
  await sleep(1_500)
  assert.equal(requests, settled, 'a bank that is ready is not asked again and again')
})
