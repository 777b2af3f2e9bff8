import { testSuite } from '../runner/test-suite.ts'

export const trial = testSuite({
  name: 'node-red',
  sentence: 'Installs Node-RED from npm and runs the flow of examples/node-red against a server.',
  covers: ['examples/node-red', 'packages/client', 'packages/server/src/stream'],
  needs: ['programs'],
  cases: {
    flow: { files: ['packages/server/test/node-red/*.test.ts'], full: 900 },
  },
  timeoutMs: 900_000,
})
