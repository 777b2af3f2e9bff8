import { GarminSimulator } from '@marinedata/pilot-simulators'
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startBusPilotBoat } from '@marinedata/testing/boats/bus-pilot-boat'
import { Browsers, eventually, part, suiteLimit } from './console-trial.ts'
import { isDisabled, says, textOf } from './helm-trial.ts'

suite('a pilot that takes no commands', suiteLimit(300_000), () => {
  test('the helm shows what it does, and its keys say that it cannot do this', async () => {
    await using simulator = await GarminSimulator.start({ port: 0 })
    const gateway = { make: 'monitor', kind: 'yacht-devices', port: simulator.port } as const
    await using boat = await startBusPilotBoat(gateway)
    await using browsers = await Browsers.start()
    await using guest = await browsers.open({ url: boat.url })
    const { page } = guest
    const { pilot } = simulator
    pilot.boat.place(90, 50)
    await eventually(
      'it is in standby',
      async () => {
        pilot.press('standby')
        return (await part(page, 'engage').count()) > 0
      },
      60_000,
    )
    await isDisabled(page, 'engage')
    assert.match(await textOf(page, 'engage'), /cannot do this/)
    for (const key of ['adj-1', 'adj+10', 'mode-heading hold', 'tack', 'dodge']) await isDisabled(page, key)
    assert.match((await part(page, 'mode-heading hold').getAttribute('title')) ?? '', /cannot do this/)
    pilot.press('engage')
    pilot.press('+1')
    await says(page, 'target', /^091/)
    assert.deepEqual(guest.complaints, [])
  })
})
