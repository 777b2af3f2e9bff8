import assert from 'node:assert/strict'
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { startRegistry } from './package-registry.ts'

/** Runs every step of `docs/plugins.md` with the packages as they would be published. Requires `npm run build`. */

const root = join(import.meta.dirname, '..')
const page = join(root, 'docs', 'plugins.md')
const printedPort = '127.0.0.1:3000'
const patienceMs = 120_000
const run = promisify(execFile)

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

/** A terminal in its own folder, with the runtime of this workspace and none of its packages. */
class Reader implements AsyncDisposable {
  readonly #home = mkdtempSync(join(tmpdir(), 'marinedata-guide-'))
  readonly #environment: NodeJS.ProcessEnv
  #folder = this.#home
  #server: ChildProcess | undefined
  #address = printedPort

  constructor(registry: string) {
    mkdirSync(join(this.#home, 'bin'))
    symlinkSync(join(root, 'node_modules', 'node', 'bin', 'node'), join(this.#home, 'bin', 'node'))
    this.#environment = {
      // The environment that is needed to reach the public registry, without the variables of the npm that runs this.
      ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_'))),
      PATH: `${join(this.#home, 'bin')}:${process.env['PATH'] ?? ''}`,
      HOME: this.#home,
      npm_config_registry: registry,
      npm_config_update_notifier: 'false',
      npm_config_audit: 'false',
      npm_config_fund: 'false',
    }
  }

  save(text: string): void {
    const name = /^\/\/ (index\S*\.js)$/m.exec(text)?.[1]
    assert.ok(name !== undefined, 'A file on the page must have its name in a comment')
    writeFileSync(join(this.#folder, name), text)
  }

  /** Runs the commands of a block. One that starts a server continues in the background. */
  async type(commands: string): Promise<string> {
    if (/^(npm start|npx marinedata)$/.test(commands.trim())) return this.#serve(commands.trim())
    const here = commands.replaceAll(printedPort, this.#address)
    // Asynchronous: this process serves the registry that npm uses.
    const { stdout, stderr } = await run('bash', ['-ec', `${here}\npwd >&2`], {
      cwd: this.#folder,
      env: this.#environment,
      timeout: patienceMs,
    }).catch((error: unknown) => {
      const { stdout: said, stderr: complained } = error as { stdout: string; stderr: string }
      return assert.fail(`${here}\n${said}\n${complained}`)
    })
    this.#folder = stderr.trim().split('\n').at(-1) ?? this.#folder
    return stdout
  }

  async #serve(command: string): Promise<string> {
    await this.#stopServer()
    const port = command === 'npm start' ? ' -- --port 0' : ' --port 0'
    const child = spawn('bash', ['-c', `exec ${command}${port}`], {
      cwd: this.#folder,
      env: this.#environment,
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    this.#server = child
    this.#address = await addressOf(child)
    return ''
  }

  async #stopServer(): Promise<void> {
    const child = this.#server
    this.#server = undefined
    if (child?.pid === undefined || child.exitCode !== null) return
    const ended = once(child, 'exit')
    // As Ctrl-C does: to npm and to what it runs.
    process.kill(-child.pid, 'SIGINT')
    await Promise.race([ended, sleep(10_000)])
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#stopServer()
    rmSync(this.#home, { recursive: true, force: true })
  }
}

/** The URL that a server prints when it listens; other output is discarded. */
const addressOf = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let printed = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      printed += chunk.toString()
      const address = /listening on http:\/\/(\S+)/.exec(printed)?.[1]
      if (address !== undefined) resolve(address)
    })
    child.once('exit', () => reject(new Error(`The server ended: ${printed}`)))
  })

const until = async (reader: Reader, command: string, printed: string): Promise<void> => {
  let text = ''
  for (let tries = 0; tries < 50; tries++) {
    text = await reader.type(command)
    if (isAsPrinted(text, printed)) return
    await sleep(200)
  }
  assert.fail(`${command}\ngave\n${text}\nnot, as printed,\n${printed}`)
}

const startedAt = performance.now()
await using registry = await startRegistry(root)
await using reader = new Reader(registry.url)
let steps = 0
const blocks = blocksOf(readFileSync(page, 'utf8'))
for (const [index, { language, text }] of blocks.entries()) {
  if (language === 'text') continue
  const next = blocks[index + 1]
  const title = text.trim().split('\n').slice(0, 4).join('; ').slice(0, 90)
  process.stdout.write(`guide: ${((performance.now() - startedAt) / 1000).toFixed(1)} s  ${title}\n`)
  if (language === 'js') {
    reader.save(text)
    // The running server notices the change.
    await sleep(1_500)
  } else if (next?.language === 'text') await until(reader, text, next.text)
  else await reader.type(text)
  steps++
}
process.stdout.write(`guide: all ${steps} steps of docs/plugins.md work\n`)
