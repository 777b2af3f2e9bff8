import { testSuite } from '../runner/test-suite.ts'

export const trial = testSuite({
  name: 'journeys',
  sentence: 'Runs every test over real sockets in its full form.',
  covers: ['packages', 'plugins', 'examples'],
  needs: ['console', 'programs'],
  cases: {
    packages: { files: ['packages/*/test/*.test.ts'], full: 5_400, atOnce: 2 },
    plugins: { files: ['plugins/*/test/*.test.ts'], full: 3_600, atOnce: 2 },
    examples: { files: ['examples/test/*.test.ts'], full: 900, atOnce: 2 },
  },
  timeoutMs: 900_000,
})
