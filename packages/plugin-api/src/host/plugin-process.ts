import { spawn, type ChildProcessWithoutNullStreams, type StdioOptions } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { commandLine, environmentOf, infoDescriptor, type StartOptions } from './command-line.ts'

export interface ProcessOptions extends StartOptions {
  readonly name: string
  /** From -20 (highest priority) to 19 (lowest). */
  readonly niceness: number
}

export interface ProcessEnd {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

/**
 * Waits this long for the pipes to close after the exit. They close at once, unless a process outside the sandbox has left
 * the process group and holds them.
 */
const drainMs = 1_000
/** Bubblewrap reports a signal as exit code 128 plus the signal number, as a shell does. */
const signalCodes = 128
const infoBytes = 4_096
/** bwrap ends when its last process has ended, unless it is stopped. */
const outerMs = 1_000

const parentOf = (pid: string): string | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]
  } catch {
    // The process ended after the folder was listed.
    return undefined
  }
}

/** The first child of a process; undefined while it has none. */
const firstChildOf = (pid: number): number | undefined => {
  try {
    const [child] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').split(' ')
    return child === undefined || child === '' ? undefined : Number(child)
  } catch {
    // Some kernels are built without this file.
    const child = readdirSync('/proc').find(
      (entry) => /^[0-9]+$/.test(entry) && parentOf(entry) === String(pid),
    )
    return child === undefined ? undefined : Number(child)
  }
}

const signalNamed = (number: number): NodeJS.Signals | null => {
  const entry = Object.entries(constants.signals).find(([, value]) => value === number)
  // os.constants.signals contains signal names only.
  return (entry?.[0] as NodeJS.Signals | undefined) ?? null
}

/** The process of a plugin, in a sandbox where one is available. Everything it started is killed with it. */
export class PluginProcess {
  /** Resolves at the exit. Output that is still in the pipes follows. */
  readonly exited: Promise<void>
  /** Resolves when the output has been read as well. */
  readonly ended: Promise<ProcessEnd>
  readonly #child: ChildProcessWithoutNullStreams
  readonly #isSandboxed: boolean
  readonly #niceness: number
  /** Pid of the first process inside the sandbox. When it ends, the kernel kills all others in the sandbox. */
  #initPid: number | undefined
  #pid: number | undefined
  #outerKill: NodeJS.Timeout | undefined

  constructor(options: ProcessOptions) {
    const { name, program, place } = options
    const [command, ...words] = commandLine(options)
    this.#isSandboxed = 'bwrap' in place.sandbox
    this.#niceness = options.niceness
    const pipes: StdioOptions = ['pipe', 'pipe', 'pipe']
    // All three streams are pipes, so none is null.
    this.#child = spawn(command, words, {
      cwd: this.#isSandboxed ? '/' : program.folder,
      env: environmentOf(name, place),
      shell: false,
      stdio: this.#isSandboxed ? [...pipes, 'pipe'] : pipes,
      // Its own process group: kill() reaches its children, and Ctrl-C in a terminal does not reach it.
      detached: true,
      windowsHide: true,
    }) as ChildProcessWithoutNullStreams
    this.#lowerPriority(this.#child.pid)
    if (this.#isSandboxed) this.#readInfo(this.#child.stdio[infoDescriptor] as Readable)
    const exit = once(this.#child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>
    this.exited = exit.then(
      () => undefined,
      () => undefined,
    )
    this.ended = this.#end(exit)
  }

  get streams(): Pick<ChildProcessWithoutNullStreams, 'stdin' | 'stdout' | 'stderr'> {
    return this.#child
  }

  /** Pid of the plugin's own process, not of the sandbox; undefined until it is known and when there is none. */
  get pid(): number | undefined {
    if (!this.#isSandboxed) return this.#child.pid
    if (this.#pid === undefined && this.#initPid !== undefined && this.#isAlive) {
      this.#pid = firstChildOf(this.#initPid)
      this.#lowerPriority(this.#pid)
    }
    return this.#pid
  }

  /** Pid of the process that all others of the plugin descend from; undefined until it is known. */
  get rootPid(): number | undefined {
    if (!this.#isAlive) return undefined
    return this.#isSandboxed ? this.#initPid : this.#child.pid
  }

  /** Kills the process and everything it started. */
  kill(): void {
    const { pid } = this.#child
    if (pid === undefined) return
    // bwrap exits when its last process has ended.
    if (this.#initPid !== undefined) return this.#killInit(this.#initPid)
    try {
      process.kill(-pid, 'SIGKILL')
    } catch {
      // The process group is already gone.
      this.#child.kill('SIGKILL')
    }
  }

  get #isAlive(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null
  }

  #killInit(pid: number): void {
    // The pid cannot be reused while bwrap runs.
    if (!this.#isAlive) return
    this.#outerKill ??= setTimeout(() => this.#child.kill('SIGKILL'), outerMs)
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      this.#child.kill('SIGKILL')
    }
  }

  #readInfo(stream: Readable): void {
    let text = ''
    stream.on('error', () => undefined)
    stream.on('data', (chunk: Buffer) => {
      text = (text + chunk.toString('latin1')).slice(0, infoBytes)
      const pid = /"child-pid": *([0-9]+)/.exec(text)?.[1]
      if (pid === undefined || this.#initPid !== undefined) return
      this.#initPid = Number(pid)
      this.#lowerPriority(this.#initPid)
    })
  }

  #lowerPriority(pid: number | undefined): void {
    if (pid === undefined) return
    try {
      setPriority(pid, this.#niceness)
    } catch {
      // The process has ended already, or the machine has no priorities.
    }
  }

  async #end(exit: Promise<[number | null, NodeJS.Signals | null]>): Promise<ProcessEnd> {
    const closed = once(this.#child, 'close')
    closed.catch(() => undefined)
    const [code, signal] = await exit
    clearTimeout(this.#outerKill)
    // Processes that it started hold the pipes open.
    this.kill()
    await settledWithin(drainMs, closed)
    if (!this.#isSandboxed || code === null || code <= signalCodes) return { code, signal }
    const signalName = signalNamed(code - signalCodes)
    return signalName === null ? { code, signal } : { code: null, signal: signalName }
  }
}

const settledWithin = async (ms: number, work: Promise<unknown>): Promise<void> => {
  const timeout = new AbortController()
  const expired = sleep(ms, undefined, { signal: timeout.signal }).catch(() => undefined)
  try {
    await Promise.race([work, expired])
  } finally {
    timeout.abort()
  }
}
