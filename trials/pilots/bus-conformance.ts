/** The conformance suite of a pilot on the bus of another plugin, through a gateway and that plugin. */
import { degrees, radians, toDegrees } from '@marinedata/model'
import { describeAutopilotProvider, type StartedPlugin } from '@marinedata/plugin-api/testing'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { JoinedBus } from './wires/joined-bus.ts'
import { pilots } from './pilots.ts'
import { testedPilot } from './test-files.ts'
import { waitUntil } from './trial-server.ts'

const { [testedPilot.name]: name = 'raymarine', [testedPilot.gateway]: gateway = 'ydwg' } = process.env
const pilot = pilots[name]
if (pilot === undefined) throw new Error(`There is no pilot "${name}"`)
const [owner] = pilot.needs
const stack = new AsyncDisposableStack()
after(async () => await stack.disposeAsync())
const folder = mkdtempSync(join(tmpdir(), 'trial-pilots-'))
stack.defer(() => rmSync(folder, { recursive: true, force: true }))
const wire = stack.use(await pilot.open(gateway, folder))
const { device } = wire
if (owner === undefined || device === undefined) throw new Error(`The pilot "${name}" is not on a bus`)
const bus = stack.use(await JoinedBus.open(owner, wire))

/** The wind instrument of the boat. */
const windPeriodMs = 100
let plugin: StartedPlugin | undefined
const instrument = setInterval(() => {
  const values = [{ path: 'environment.wind.angleApparent', value: degrees(device.boat.windAngle) }]
  plugin?.send([{ updates: [{ values }] }])
}, windPeriodMs)
stack.defer(() => clearInterval(instrument))

describeAutopilotProvider(new URL(`../../plugins/${pilot.plugin}/`, import.meta.url), {
  settings: wire.settings[pilot.plugin] ?? {},
  pace: device.pace,
  observeMs: 200,
  outlives: true,
  started: async (started) => {
    plugin = started
    await bus.offerTo(started, pilot.device)
  },
  readings: {
    heading: () => degrees(device.boat.heading),
    course: () => degrees(device.boat.heading),
    wind: () => degrees(device.boat.windAngle),
  },
  prepare: async (started, { heading, windAngle }) => {
    wire.place(toDegrees(radians(heading)), toDegrees(radians(windAngle)))
    const reports = (): number => started.devices.get(pilot.device)?.reports.length ?? 0
    const enough = reports() + (pilot.placedReports ?? 0)
    await waitUntil('the pilot reports its heading', () => reports() >= enough)
  },
  faults: {
    offline: () => wire.kill(),
    ...(pilot.faults.includes('refuses') && { refuses: () => wire.fault('refuses', true) }),
    mend: async () => {
      if (pilot.faults.includes('refuses')) wire.fault('refuses', false)
      await wire.restore()
    },
  },
  ...pilot.suite,
})
