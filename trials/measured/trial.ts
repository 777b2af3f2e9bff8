import { testSuite } from '../runner/test-suite.ts'

export const trial = testSuite({
  name: 'measured',
  sentence:
    'Measures floods, faults, slow disks and busy machines against a control; the full form judges absolute times.',
  covers: ['packages/server', 'packages/core', 'packages/plugin-api'],
  needs: ['console', 'programs'],
  cases: {
    'brute-force': { files: ['packages/server/test/measured/brute-force.test.ts'], short: 340, full: 900 },
    buses: { files: ['packages/server/test/measured/buses.test.ts'], short: 340, full: 900 },
    'busy-machine': { files: ['packages/server/test/measured/busy-machine.test.ts'], short: 340, full: 900 },
    'console-watch': {
      files: ['packages/server/test/measured/console-watch.test.ts'],
      short: 340,
      full: 900,
    },
    'family-cost': { files: ['packages/server/test/measured/family-cost.test.ts'], short: 340, full: 900 },
    floods: { files: ['packages/server/test/measured/floods.test.ts'], short: 340, full: 900 },
    'hostile-network': {
      files: ['packages/server/test/measured/hostile-network.test.ts'],
      short: 340,
      full: 900,
    },
    'plugin-crashes': {
      files: ['packages/server/test/measured/plugin-crashes.test.ts'],
      short: 340,
      full: 900,
    },
    'plugin-faults': {
      files: ['packages/server/test/measured/plugin-faults.test.ts'],
      short: 340,
      full: 900,
    },
    'plugin-spinning': {
      files: ['packages/server/test/measured/plugin-spinning.test.ts'],
      short: 340,
      full: 900,
    },
    'slow-disk': { files: ['packages/server/test/measured/slow-disk.test.ts'], short: 340, full: 900 },
    'stalled-readers': {
      files: ['packages/server/test/measured/stalled-readers.test.ts'],
      short: 340,
      full: 900,
    },
  },
  timeoutMs: 900_000,
})
