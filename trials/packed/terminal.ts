import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

const root = join(import.meta.dirname, '../..')
const patienceMs = 300_000
const endPatienceMs = 30_000
const execute = promisify(execFile)

/** A server that was started in a terminal. */
export interface ServedBoat {
  /** Host and port, such as `127.0.0.1:3000`. */
  readonly address: string
  /** What it has printed so far. */
  readonly printed: () => string
}

/**
 * A terminal of somebody without this repository: a home folder of its own, the runtime of this workspace and none of
 * its packages. npm gets our packages from a registry that serves them as packed.
 */
export class Terminal implements AsyncDisposable {
  readonly home = mkdtempSync(join(tmpdir(), 'marinedata-terminal-'))
  readonly #environment: NodeJS.ProcessEnv
  #folder = this.home
  #server: ChildProcess | undefined

  constructor(registry: string) {
    mkdirSync(join(this.home, 'bin'))
    symlinkSync(join(root, 'node_modules', 'node', 'bin', 'node'), join(this.home, 'bin', 'node'))
    const path = (process.env['PATH'] ?? '').split(':').filter((each) => !each.startsWith(root))
    this.#environment = {
      // The environment that is needed to reach the public registry, without the variables of the npm that runs this.
      ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_'))),
      PATH: [join(this.home, 'bin'), ...path].join(':'),
      HOME: this.home,
      NODE_COMPILE_CACHE: undefined,
      MARINEDATA_DATA: undefined,
      npm_config_registry: registry,
      npm_config_update_notifier: 'false',
      npm_config_audit: 'false',
      npm_config_fund: 'false',
    }
  }

  /** The present folder: a command may change it with `cd`. */
  get folder(): string {
    return this.#folder
  }

  /**
   * Runs commands, and returns what they print.
   * @throws Error with all output when one fails
   */
  async run(commands: string): Promise<string> {
    // Asynchronous: this process serves the registry that npm uses.
    const { stdout, stderr } = await execute('bash', ['-ec', `${commands}\npwd >&2`], {
      cwd: this.#folder,
      env: this.#environment,
      timeout: patienceMs,
      maxBuffer: 16 * 1024 * 1024,
    }).catch((error: unknown) => {
      // `execFile` adds the output to its errors.
      const { stdout: said, stderr: complained } = error as { stdout: string; stderr: string }
      throw new Error(`${commands}\n${said}\n${complained}`, { cause: error })
    })
    this.#folder = stderr.trim().split('\n').at(-1) ?? this.#folder
    return stdout
  }

  /** Starts a server in the background, and resolves when it listens. The one before is stopped. */
  async serve(command: string): Promise<ServedBoat> {
    await this.stopServer()
    const child = spawn('bash', ['-c', `exec ${command}`], {
      cwd: this.#folder,
      env: this.#environment,
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    this.#server = child
    let printed = ''
    const listening = Promise.withResolvers<string>()
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString()
      const address = /listening on http:\/\/(\S+)/.exec(printed)?.[1]
      if (address !== undefined) listening.resolve(address)
    })
    child.once('exit', () => listening.reject(new Error(`The server ended: ${printed}`)))
    return { address: await listening.promise, printed: () => printed }
  }

  /** Stops the server as Ctrl-C does, or kills it. */
  async stopServer(signal: 'SIGINT' | 'SIGKILL' = 'SIGINT'): Promise<void> {
    const child = this.#server
    this.#server = undefined
    if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    // To npm and to what it runs.
    process.kill(-child.pid, signal)
    const end = await Promise.race([ended, sleep(endPatienceMs, undefined, { ref: false })])
    if (end === undefined) process.kill(-child.pid, 'SIGKILL')
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stopServer()
    rmSync(this.home, { recursive: true, force: true })
  }
}
