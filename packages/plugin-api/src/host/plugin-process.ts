import { spawn, type ChildProcessWithoutNullStreams, type StdioOptions } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { commandLine, environmentOf, infoDescriptor, type StartOptions } from './command-line.ts'

export interface ProcessOptions extends StartOptions {
  readonly name: string
  /** From -20, before all others, to 19, behind them. */
  readonly niceness: number
}

export interface ProcessEnd {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

/** What a process wrote before its end may still be under way. */
const afterglowMs = 50
/** A shell and bubblewrap tell the signal that ended a program as a code above this. */
const signalCodes = 128
const infoBytes = 4_096

const parentOf = (pid: string): string | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]
  } catch {
    // It has ended since the folder was listed.
    return undefined
  }
}

/** The first child of a process; undefined while it has none. */
const firstChildOf = (pid: number): number | undefined => {
  try {
    const [child] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').split(' ')
    return child === undefined || child === '' ? undefined : Number(child)
  } catch {
    // Some kernels keep no such list.
    const child = readdirSync('/proc').find(
      (entry) => /^[0-9]+$/.test(entry) && parentOf(entry) === String(pid),
    )
    return child === undefined ? undefined : Number(child)
  }
}

const signalNamed = (number: number): NodeJS.Signals | null => {
  const entry = Object.entries(constants.signals).find(([, value]) => value === number)
  // The table of the operating system has no other names.
  return (entry?.[0] as NodeJS.Signals | undefined) ?? null
}

/** The process of a plugin: in a sandbox where there is one, and everything that it started ends with it. */
export class PluginProcess {
  readonly ended: Promise<ProcessEnd>
  readonly #child: ChildProcessWithoutNullStreams
  readonly #isSandboxed: boolean
  readonly #niceness: number
  /** The first process inside the sandbox, which all others in there end with. */
  #initPid: number | undefined
  #pid: number | undefined

  constructor(options: ProcessOptions) {
    const { name, program, place } = options
    const [command, ...words] = commandLine(options)
    this.#isSandboxed = 'bwrap' in place.sandbox
    this.#niceness = options.niceness
    const pipes: StdioOptions = ['pipe', 'pipe', 'pipe']
    // With pipes for all three streams there are three streams.
    this.#child = spawn(command, words, {
      cwd: this.#isSandboxed ? '/' : program.folder,
      env: environmentOf(name, place),
      shell: false,
      stdio: this.#isSandboxed ? [...pipes, 'pipe'] : pipes,
      // A group of its own: whatever it starts ends with it, and Ctrl-C in a terminal is not for it.
      detached: true,
      windowsHide: true,
    }) as ChildProcessWithoutNullStreams
    this.#yieldToOthers(this.#child.pid)
    if (this.#isSandboxed) this.#readInfo(this.#child.stdio[infoDescriptor] as Readable)
    this.ended = this.#end()
  }

  get streams(): Pick<ChildProcessWithoutNullStreams, 'stdin' | 'stdout' | 'stderr'> {
    return this.#child
  }

  /** The plugin's own process, not the sandbox around it; undefined until it is known, or when there is none. */
  get pid(): number | undefined {
    if (!this.#isSandboxed) return this.#child.pid
    if (this.#pid === undefined && this.#initPid !== undefined && this.#isAlive) {
      this.#pid = firstChildOf(this.#initPid)
      this.#yieldToOthers(this.#pid)
    }
    return this.#pid
  }

  /** Ends the process and all it started, at once. */
  kill(): void {
    const { pid } = this.#child
    if (pid === undefined) return
    // The sandbox itself ends when everything in it has.
    if (this.#initPid !== undefined) return this.#killInit(this.#initPid)
    try {
      process.kill(-pid, 'SIGKILL')
    } catch {
      // The group is gone already; so is the process.
      this.#child.kill('SIGKILL')
    }
  }

  get #isAlive(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null
  }

  #killInit(pid: number): void {
    // While the sandbox lives, the number of its first process is given to no other.
    if (!this.#isAlive) return
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
      this.#yieldToOthers(this.#initPid)
    })
  }

  #yieldToOthers(pid: number | undefined): void {
    if (pid === undefined) return
    try {
      setPriority(pid, this.#niceness)
    } catch {
      // It has ended already, or the machine does not know priorities.
    }
  }

  async #end(): Promise<ProcessEnd> {
    const closed = once(this.#child, 'close')
    closed.catch(() => undefined)
    const [code, signal] = (await once(this.#child, 'exit')) as [number | null, NodeJS.Signals | null]
    await Promise.race([closed, sleep(afterglowMs)])
    this.kill()
    if (!this.#isSandboxed || code === null || code <= signalCodes) return { code, signal }
    const ending = signalNamed(code - signalCodes)
    return ending === null ? { code, signal } : { code: null, signal: ending }
  }
}
