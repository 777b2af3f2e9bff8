import { testSuite } from '../runner/test-suite.ts'

export const trial = testSuite({
  name: 'console',
  sentence: 'Runs every flow of the console in a browser on ten sizes of screens.',
  covers: ['packages/console', 'packages/client', 'packages/server/src/http'],
  needs: ['console', 'site', 'programs'],
  cases: {
    flows: { files: ['packages/server/test/console/*.test.ts'], full: 14_400, atOnce: 3 },
  },
  timeoutMs: 2_700_000,
  fullEnv: { CONSOLE_SIZES: 'all' },
})
