import { degrees } from '@marinedata/model'
import type { NavicoVariant } from '@marinedata/pilot-simulators'
import { busGateways } from './wires/bus-gateways.ts'
import { BusWire } from './wires/bus-wire.ts'
import { iecDevice, seatalk1Device } from './wires/line-devices.ts'
import { lineGateways } from './wires/line-links.ts'
import { LineWire } from './wires/line-wire.ts'
import { navicoDevice } from './wires/navico-device.ts'
import type { TriedPilot } from './wires/pilot-wire.ts'
import { PypilotWire } from './wires/pypilot-wire.ts'
import { ev1Device, spxDevice } from './wires/raymarine-device.ts'

const root = new URL('../../', import.meta.url)
const testFile = (path: string): string => new URL(path, root).pathname
const busConformance = new URL('./bus-conformance.ts', import.meta.url).pathname

/** Cases of the suite that a pilot on the bus of another plugin cannot show alone. */
const byServer = 'the suite gives its course to the pilot plugin only, and the plugin of the bus sends it'
const routeCases = {
  'in a route mode it steers the course that it is given, and a new one when that changes': byServer,
  'in a route mode it holds its heading when the course ends, and reports no target': byServer,
}

const pypilot: TriedPilot = {
  plugin: 'pilot-pypilot',
  device: 'pypilot',
  needs: [],
  gateways: ['tcp'],
  open: () => PypilotWire.open(),
  faults: ['late', 'refuses', 'ignores'],
  // pypilot rounds to a tenth of a degree.
  tolerance: degrees(0.11),
  conformance: testFile('plugins/pilot-pypilot/test/conformance.test.ts'),
  recordings: [],
}

const raymarine: TriedPilot = {
  plugin: 'pilot-raymarine',
  device: 'raymarine',
  needs: ['nmea2000'],
  gateways: busGateways,
  hasAddress: true,
  open: (gateway, folder) => BusWire.open({ ...ev1Device, gateway, folder }),
  faults: ['no-ack', 'late', 'refuses', 'ignores', 'ack-only'],
  tolerance: 1.5e-4,
  conformance: busConformance,
  recordings: [testFile('plugins/pilot-raymarine/test/capture.test.ts')],
  suite: { skip: routeCases, manoeuvreModes: ['wind'] },
}

const keySteps = [10, -1, -10, 1]

const raymarineSpx: TriedPilot = {
  ...raymarine,
  open: (gateway, folder) => BusWire.open({ ...spxDevice, gateway, folder }),
  // A key has no acknowledgement.
  faults: ['late', 'ignores'],
  steps: keySteps,
  tolerance: 2.5e-4,
  recordings: [],
  suite: {},
}

const seatalk1: TriedPilot = {
  plugin: 'pilot-raymarine',
  device: 'raymarine',
  needs: ['nmea0183'],
  gateways: lineGateways,
  open: (gateway, folder) => LineWire.open({ ...seatalk1Device, gateway, folder }),
  faults: ['late', 'ignores'],
  steps: keySteps,
  // Its datagram has half degrees.
  tolerance: degrees(0.51),
  conformance: busConformance,
  recordings: [],
  placedReports: 2,
}

const noDrift = 'nobody has recorded what a change of course does without drift'

const navicoOf = (variant: NavicoVariant): TriedPilot => ({
  plugin: 'pilot-navico',
  device: 'navico',
  needs: ['nmea2000'],
  gateways: busGateways,
  hasAddress: true,
  open: (gateway, folder) => BusWire.open({ ...navicoDevice(variant), gateway, folder }),
  // An echo without an effect is how it refuses.
  faults: ['no-ack', 'late', 'refuses', 'ignores'],
  // A target is sent as a turn, which is rounded down.
  tolerance: 2.5e-4,
  conformance: busConformance,
  recordings: [testFile('plugins/pilot-navico/test/capture.test.ts')],
  suite: {
    manoeuvreModes: ['wind'],
    skip: {
      ...routeCases,
      'engaged, it holds the present heading or angle and ignores an old target: no drift': noDrift,
      'reports a target, over the whole range of its mode: no drift': noDrift,
      'ten degrees more turn the bow to starboard, ten degrees less to port: no drift': noDrift,
    },
  },
})

const nmea0183: TriedPilot = {
  plugin: 'pilot-nmea0183',
  device: 'heading-control',
  needs: ['nmea0183'],
  gateways: lineGateways,
  open: (gateway, folder) => LineWire.open({ ...iecDevice, gateway, folder }),
  faults: ['late', 'ignores'],
  // Sentences have tenths of a degree.
  tolerance: degrees(0.06),
  conformance: busConformance,
  recordings: [],
  suite: { skip: routeCases },
  placedReports: 2,
}

/** Every pilot that is tried, by name. */
export const pilots: Readonly<Record<string, TriedPilot>> = {
  pypilot,
  raymarine,
  navico: navicoOf('ac'),
  'navico-nac': { ...navicoOf('nac'), recordings: [], isVariant: true },
  nmea0183,
  'raymarine-spx': raymarineSpx,
  seatalk1,
}
