/** Apps and clients of the Signal K family, unmodified and in pinned versions, against a closed boat. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { runCases, type Report } from '../runner/run-cases.ts'
import type { Trial } from '../runner/trial.ts'

const root = join(import.meta.dirname, '../..')
const program = 'packages/server/test/console/family-apps.ts'

/** Runs one line of the program, and reports the figures that it prints. */
const runLine = async (words: readonly string[], report: Report): Promise<void> => {
  const child = spawn(process.execPath, ['--conditions=@marinedata/source', program, ...words], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const printed = await text(child.stdout)
  const [code] = (await ended) as [number | null]
  const lines = printed
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as { readonly pass?: boolean })
  for (const { pass, ...figures } of lines) report(pass !== false && code === 0, figures)
  if (lines.length === 0) report(code === 0, { printed: printed.slice(-2_000) })
}

export const trial: Trial = {
  name: 'family',
  sentence:
    'Runs KIP, Freeboard-SK, InstrumentPanel and the Signal K client library against a closed boat, and what no app does.',
  covers: ['packages/server/src/family', 'packages/server/src/signalk-import', 'plugins/mqtt'],
  needs: ['programs'],
  cases: {
    kip: { short: 240, full: 600 },
    client: { short: 240, full: 600 },
    freeboard: { full: 600 },
    instrumentpanel: { full: 600 },
    devices: { full: 900 },
    mqtt: { full: 1_800 },
    hostile: { full: 900 },
    cost: { full: 1_800 },
    'side-by-side': { full: 900 },
  },
  run: (context) => {
    const form = context.isQuick ? ['--quick'] : []
    const wordsOf = (name: string): string[] =>
      name === 'side-by-side' ? ['--side-by-side'] : [...form, '--only', name]
    return runCases(
      context,
      Object.fromEntries(
        context.cases.map((name) => [name, (report: Report) => runLine(wordsOf(name), report)]),
      ),
    )
  },
}
