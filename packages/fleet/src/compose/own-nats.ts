import { MarineDataError } from '@marinedata/model'
import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export interface OwnNatsOptions {
  /** Everything of the server is stored here. */
  readonly folder: string
  readonly program: string
  readonly port: number
  /** Called when the server ends without having been stopped. */
  readonly ended: (reason: string) => void
}

const stopMs = 3_000
const user = 'fleet'

const filesIn = (folder: string) => ({
  password: join(folder, 'password'),
  configuration: join(folder, 'nats.conf'),
  pid: join(folder, 'nats.pid'),
  log: join(folder, 'nats.log'),
  store: join(folder, 'jetstream'),
})

/** How the processes of the fleet sign in at the server: other users of the machine cannot read the password. */
export const ownNatsAccount = (folder: string) => ({ user, passwordFile: filesIn(folder).password })

/** The configuration language accepts JSON texts. */
const configurationOf = (folder: string, port: number): string => {
  const { password, pid, log, store } = filesIn(folder)
  const secret = readFileSync(password, 'utf8').trim()
  return [
    'server_name: fleet',
    `listen: "127.0.0.1:${port}"`,
    'max_payload: 1MB',
    `pid_file: ${JSON.stringify(pid)}`,
    `log_file: ${JSON.stringify(log)}`,
    'logfile_size_limit: 10MB',
    'logfile_max_num: 3',
    `authorization { user: ${user}, password: ${JSON.stringify(secret)} }`,
    // A batch is acknowledged when it is on the disk.
    `jetstream { store_dir: ${JSON.stringify(store)}, sync_interval: always }`,
    '',
  ].join('\n')
}

/** The process of a server that an earlier process of the fleet started and, because it was killed, could not stop. */
const orphanOf = (folder: string): number | undefined => {
  const { pid, configuration } = filesIn(folder)
  const number = existsSync(pid) ? Number(readFileSync(pid, 'utf8')) : Number.NaN
  const arguments_ = `/proc/${number}/cmdline`
  if (!Number.isSafeInteger(number) || !existsSync(arguments_)) return undefined
  return readFileSync(arguments_, 'utf8').split('\0').includes(configuration) ? number : undefined
}

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const endOrphan = async (folder: string): Promise<void> => {
  const pid = orphanOf(folder)
  if (pid === undefined) return
  process.kill(pid, 'SIGTERM')
  const deadline = performance.now() + 10_000
  while (isRunning(pid)) {
    if (performance.now() > deadline)
      throw new MarineDataError(
        'internal',
        `The NATS server of an earlier start (process ${pid}) does not end`,
      )
    await sleep(50)
  }
}

/** A NATS server on this machine, for a small fleet. */
export class OwnNats implements AsyncDisposable {
  readonly #child: ChildProcess
  #isStopping = false

  private constructor(child: ChildProcess, { folder, ended }: OwnNatsOptions) {
    this.#child = child
    child.once('exit', (code, signal) => {
      const how = signal ?? `code ${code}`
      if (!this.#isStopping) ended(`the NATS server has ended with ${how}. Its log is ${filesIn(folder).log}`)
    })
  }

  /** @throws MarineDataError `invalid-settings` when the program cannot be started */
  static async start(options: OwnNatsOptions): Promise<OwnNats> {
    const { folder, program, port } = options
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const { password, configuration } = filesIn(folder)
    if (!existsSync(password)) writeFileSync(password, randomBytes(32).toString('base64url'), { mode: 0o600 })
    await endOrphan(folder)
    writeFileSync(configuration, configurationOf(folder, port), { mode: 0o600 })
    // A separate process group: Ctrl-C at the terminal must not end NATS before the processes that use it.
    const child = spawn(program, ['-c', configuration], { stdio: 'ignore', detached: true })
    try {
      await once(child, 'spawn')
    } catch (cause) {
      throw new MarineDataError(
        'invalid-settings',
        `The NATS server "${program}" cannot be started: ${(cause as Error).message}. Install nats-server 2.15 or newer, or set nats.program`,
        { cause },
      )
    }
    return new OwnNats(child, options)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isStopping = true
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    const ended = once(this.#child, 'exit')
    const deadline = setTimeout(() => this.#child.kill('SIGKILL'), stopMs)
    this.#child.kill('SIGTERM')
    await ended
    clearTimeout(deadline)
  }
}
