import { until } from '@marinedata/testing/until'
import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { runCases, type Report } from '../runner/run-cases.ts'
import type { Trial, TrialContext } from '../runner/trial.ts'
import { startRegistry } from '../packed/registry.ts'
import { Terminal } from '../packed/terminal.ts'

const root = join(import.meta.dirname, '../..')
const page = join(root, 'docs', 'plugins.md')
const printedPort = '127.0.0.1:3000'

interface Block {
  readonly language: string
  readonly text: string
}

const blocksOf = (markdown: string): Block[] =>
  [...markdown.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, language = '', text = '']) => ({
    language,
    text,
  }))

/** Whether a text matches the printed one, where `…` matches anything. */
const isAsPrinted = (text: string, printed: string): boolean => {
  const [head = '', ...rest] = printed.trim().split('…')
  const tail = rest.pop()
  if (tail === undefined) return text.trim() === head
  let at = head.length
  for (const part of rest) {
    const found = text.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return text.startsWith(head) && text.trim().slice(at).endsWith(tail)
}

/** Follows the page: saves its files and types its commands. */
class Reader implements AsyncDisposable {
  readonly #terminal: Terminal
  #address = printedPort

  constructor(registry: string) {
    this.#terminal = new Terminal(registry)
  }

  save(text: string): void {
    const name = /^(?:\/\/|<!--) (\S+\.(?:[jt]s|html))(?: -->)?$/m.exec(text)?.[1]
    assert.ok(name !== undefined, 'A file on the page must have its name in a comment')
    const file = join(this.#terminal.folder, name)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }

  /** Runs the commands of a block. One that starts a server continues in the background. */
  async type(commands: string): Promise<string> {
    const command = commands.trim()
    if (!/^(npm start|npx marinedata)$/.test(command))
      return await this.#terminal.run(commands.replaceAll(printedPort, this.#address))
    const served = await this.#terminal.serve(`${command}${command === 'npm start' ? ' --' : ''} --port 0`)
    this.#address = served.address
    return ''
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#terminal[Symbol.asyncDispose]()
  }
}

const follow = async ({ note }: TrialContext, report: Report): Promise<void> => {
  await using registry = await startRegistry(root)
  await using reader = new Reader(registry.url)
  let steps = 0
  const blocks = blocksOf(readFileSync(page, 'utf8'))
  for (const [index, { language, text }] of blocks.entries()) {
    if (language === 'text') continue
    const next = blocks[index + 1]
    note(text.trim().split('\n').slice(0, 4).join('; ').slice(0, 90))
    if (language === 'js' || language === 'ts' || language === 'html') {
      reader.save(text)
      // The running server notices the change.
      await sleep(1_500)
    } else if (next?.language === 'text')
      await until(
        () => reader.type(text),
        (answer) => isAsPrinted(answer, next.text),
        { what: `"${text}" to print\n${next.text}`, timeoutMs: 30_000 },
      )
    else await reader.type(text)
    steps++
  }
  report(steps > 0, { steps })
}

export const trial: Trial = {
  name: 'plugin-guide',
  sentence: 'Runs every step of docs/plugins.md with the packages as they would be published.',
  covers: [
    'docs/plugins.md',
    'packages/plugin-api',
    'packages/server/src/plugin-host',
    'packages/server/src/cli',
  ],
  needs: ['dist'],
  cases: { steps: { short: 500, full: 500 } },
  run: (context) =>
    runCases(context, {
      steps: (report) => follow(context, report),
    }),
}
