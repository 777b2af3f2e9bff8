import { testSuite } from '../runner/test-suite.ts'

export const trial = testSuite({
  name: 'console-watch',
  sentence:
    'Keeps the helm open in a browser for an hour at ten updates a second: its share of a core, and its heap.',
  covers: ['packages/console', 'packages/client'],
  needs: ['console', 'programs'],
  cases: {
    hour: { files: ['packages/server/test/measured/console-watch.test.ts'], short: 600, full: 5_400 },
  },
  timeoutMs: 5_400_000,
  fullEnv: { MEASURED: 'full', WATCH_MINUTES: '60' },
})
