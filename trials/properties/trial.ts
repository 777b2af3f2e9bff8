import { testSuite } from '../runner/test-suite.ts'

export const trial = testSuite({
  name: 'properties',
  sentence:
    'Checks properties of the core and of the server with random values; the full form has five times the runs.',
  covers: ['packages/core', 'packages/server'],
  needs: [],
  cases: {
    core: { files: ['packages/core/test/*.property.test.ts'], short: 600, full: 1_800, atOnce: 2 },
    server: { files: ['packages/server/test/*.property.test.ts'], short: 600, full: 1_800, atOnce: 2 },
  },
  timeoutMs: 600_000,
})
