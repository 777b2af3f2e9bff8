import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Need } from './trial.ts'

const root = join(import.meta.dirname, '../..')

const commands: Readonly<Record<Need, readonly string[]>> = {
  console: ['node', 'scripts/build-console.ts', '--if-changed'],
  site: ['node', 'scripts/site.ts', '--if-changed'],
  programs: ['node', 'scripts/build-programs.ts'],
  dist: ['npm', 'run', '--silent', 'build'],
}

/** `dist` contains the others. */
const commandsOf = (needs: ReadonlySet<Need>): (readonly string[])[] =>
  needs.has('dist')
    ? [commands.dist]
    : (['console', 'site', 'programs'] as const)
        .filter((need) => needs.has(need))
        .map((need) => commands[need])

/** Runs the builds that some trials need. Their output goes to standard error. */
export async function build(needs: readonly Need[]): Promise<void> {
  for (const [program = '', ...words] of commandsOf(new Set(needs))) {
    const child = spawn(program, words, { cwd: root, stdio: ['ignore', 2, 2] })
    const [code] = (await once(child, 'exit')) as [number | null]
    if (code !== 0) throw new Error(`"${[program, ...words].join(' ')}" exited with code ${code}`)
  }
}
