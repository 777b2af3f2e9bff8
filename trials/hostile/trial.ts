import { testSuite } from '../runner/test-suite.ts'

export const trial = testSuite({
  name: 'hostile',
  sentence:
    'Attacks the boat with plugins, clients, radio traffic, files and disks, in and out of the sandbox.',
  covers: ['packages/server', 'packages/core/src/intake', 'packages/plugin-api', 'plugins/outgoing-alerts'],
  needs: ['programs'],
  cases: {
    server: { files: ['packages/server/test/hostile/*.test.ts'], short: 900, full: 3_600 },
    plugins: { files: ['plugins/*/test/hostile/*.test.ts'], short: 120, full: 600 },
    files: { files: ['trials/hostile-files/*.test.ts'], short: 300, full: 600 },
  },
  timeoutMs: 900_000,
})
