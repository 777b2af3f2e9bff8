import { runCases } from '../runner/run-cases.ts'
import { runCommand } from '../runner/run-command.ts'
import type { Trial } from '../runner/trial.ts'

export const trial: Trial = {
  name: 'documents',
  sentence: 'Checks the interface documents with Redocly and the parser of AsyncAPI, which npx fetches.',
  covers: ['docs/openapi.json', 'docs/asyncapi.json'],
  needs: [],
  cases: { openapi: { short: 300, full: 300 }, asyncapi: { short: 300, full: 300 } },
  run: (context) =>
    runCases(context, {
      openapi: (report) => runCommand('npm run lint:openapi', report),
      asyncapi: (report) => runCommand('npm run lint:asyncapi', report),
    }),
}
