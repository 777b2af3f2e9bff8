import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { chmod, readFile, symlink, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { blocksOf, isAsPrinted, type Block } from './printed-page.ts'
import { pythonWithWebSockets } from '@marinedata/testing/python'
import { temporaryFolder } from '@marinedata/testing/boats/start-cli'

const root = join(import.meta.dirname, '..', '..', '..')
const main = join(root, 'packages/server/dist/cli/main.js')
const mark = '=== the next block ==='
const deadlineMs = 120_000

/** Blocks that start a server. The test starts it. */
const starts = new Set(['marinedata --open\n', 'npm start -- demo\n'])

export interface PageCommandsOptions {
  /** The server that the commands use; absent for commands without one. */
  readonly url?: string
  /** The data folder of the command `marinedata`. */
  readonly data: string
  /** Where the commands run. */
  readonly cwd: string
  /** Texts of the page with their replacements. */
  readonly inPlaceOf?: Readonly<Record<string, string>>
}

/** The blocks of a page in `docs`, or of one section of it. */
export const pageBlocks = async (name: string, section?: string): Promise<Block[]> => {
  const page = await readFile(join(root, 'docs', name), 'utf8')
  if (section === undefined) return blocksOf(page)
  const found = page.split(/^## /m).find((each) => each.startsWith(`${section}\n`))
  return blocksOf(found ?? assert.fail(section))
}

const commandsOf = (blocks: readonly Block[]): { readonly text: string; readonly answer: string }[] =>
  blocks.flatMap(({ language, text }, index) => {
    if (language !== 'sh' || starts.has(text)) return []
    const answer = blocks[index + 1]
    return [{ text, answer: answer?.language === 'text' ? answer.text : '' }]
  })

/** Runs the commands of the blocks in one shell, in order. A command without an output block must print nothing. */
export const assertCommands = async (
  blocks: readonly Block[],
  { url = 'http://127.0.0.1:1', data, cwd, inPlaceOf = {} }: PageCommandsOptions,
): Promise<void> => {
  const commands = commandsOf(blocks)
  assert.ok(commands.length > 0)
  const here = (text: string): string =>
    Object.entries({
      ...inPlaceOf,
      '127.0.0.1:3000': new URL(url).host,
      ':3000': `:${new URL(url).port}`,
    }).reduce((changed, [there, place]) => changed.replaceAll(there, place), text)
  await using programs = await temporaryFolder()
  const program = join(programs.path, 'marinedata')
  await writeFile(program, `#!/bin/sh\nexec '${process.execPath}' '${main}' "$@"\n`)
  await chmod(program, 0o755)
  await symlink(pythonWithWebSockets(), join(programs.path, 'python3'))
  const env = {
    ...process.env,
    PATH: [programs.path, process.env['PATH']].join(delimiter),
    MARINEDATA_DATA: data,
  }
  const script = commands.map(({ text }) => here(text)).join(`\necho '${mark}'\n`)
  const { stdout } = await promisify(execFile)('sh', ['-c', `${script}\ntrue`], {
    env,
    cwd,
    timeout: deadlineMs,
  })
  const printed = stdout.split(`${mark}\n`)
  assert.equal(printed.length, commands.length)
  for (const [index, { text, answer }] of commands.entries())
    assert.ok(
      isAsPrinted(printed[index] ?? '', here(answer)),
      `${text}printed\n${printed[index]}\ninstead of\n${answer}`,
    )
}
