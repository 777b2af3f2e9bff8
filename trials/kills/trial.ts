import { testSuite } from '../runner/test-suite.ts'

export const trial = testSuite({
  name: 'kills',
  sentence: 'Kills servers, stores and anchor watches at random moments.',
  covers: [
    'packages/server/src/storage',
    'packages/server/src/access',
    'packages/server/src/process',
    'plugins/anchor-watch',
  ],
  needs: ['programs'],
  cases: {
    'anchor-killed': { files: ['packages/server/test/kills/anchor-killed.test.ts'], short: 340, full: 1_800 },
    'claim-race': { files: ['packages/server/test/kills/claim-race.test.ts'], short: 340, full: 1_800 },
    'kill-nine': { files: ['packages/server/test/kills/kill-nine.test.ts'], short: 340, full: 1_800 },
  },
  timeoutMs: 1_800_000,
})
