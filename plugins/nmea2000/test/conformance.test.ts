import { SwitchBankSimulator } from '@marinedata/pilot-simulators'
import { describeControlProvider } from '@marinedata/plugin-api/testing'
import { after } from 'node:test'
import { here } from './aboard.ts'
import { settingsFor } from './switch-settings.ts'

const simulator = await SwitchBankSimulator.start({ port: 0 })
after(async () => await simulator[Symbol.asyncDispose]())

describeControlProvider(here, { settings: settingsFor(simulator), observeMs: 50 })
