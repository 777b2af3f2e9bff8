import { MarineDataError } from '@marinedata/model'
import { fork, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { extname } from 'node:path'
import { execArgv } from 'node:process'
import { every } from '../system-clock.ts'
import { unreadable, type ChartFacts } from './chart-file.ts'
import type { TilePlace } from './tile-id.ts'

/** Asks for a tile, or without a place for the description of the file. */
export interface MbtilesQuestion {
  readonly file: string
  readonly place?: TilePlace
}

export type MbtilesAnswer =
  | { readonly facts: ChartFacts }
  | { readonly tile: Uint8Array | undefined }
  | { readonly problem: string }

interface PendingQuestion {
  readonly question: MbtilesQuestion
  readonly resolve: (answer: MbtilesAnswer) => void
  readonly reject: (error: Error) => void
}

const limits = {
  answerMs: 2_000,
  startMs: 30_000,
  idleMs: 30_000,
  memoryBytes: 256e6,
  lookMs: 50,
  pending: 256,
}

// The built program is packed into another folder of the same depth, hence the detour through `../charts`.
const program = new URL(`../charts/mbtiles-process${extname(import.meta.url)}`, import.meta.url)

/** Little memory, and no right but to read files. */
const flags = [
  '--max-old-space-size=32',
  '--disallow-code-generation-from-strings',
  '--permission',
  '--allow-worker',
  '--allow-fs-read=*',
  '--disable-warning=SecurityWarning',
]

/** Bytes of memory that a process uses; 0 where the system does not say. */
const memoryOf = (pid: number): number => {
  try {
    return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0) * 1_024
  } catch {
    return 0
  }
}

/**
 * Reads MBTiles in a child process, one question after another. It starts with the first question and ends when it is idle. It is
 * killed when an answer takes longer than two seconds or more than 256 MB of memory.
 */
export class MbtilesReader implements Disposable {
  #child: ChildProcess | undefined
  #isReady = false
  #current: PendingQuestion | undefined
  #waiting: PendingQuestion[] = []
  #deadline: NodeJS.Timeout | undefined
  #memoryWatch: Disposable | undefined

  /** The process id of the child, while it runs. */
  get pid(): number | undefined {
    return this.#child?.pid
  }

  /** @throws MarineDataError when the file cannot be read within the limits, or too many questions wait */
  async ask(question: MbtilesQuestion): Promise<MbtilesAnswer> {
    if (this.#waiting.length >= limits.pending)
      throw new MarineDataError('too-many-requests', 'Too many tiles are being read. Ask again later')
    return await new Promise((resolve, reject) => {
      this.#waiting.push({ question, resolve, reject })
      this.#next()
    })
  }

  [Symbol.dispose](): void {
    for (const { reject } of this.#waiting.splice(0)) reject(unreadable('The server is shutting down'))
    this.#end('The server is shutting down')
  }

  #next(): void {
    if (this.#current !== undefined) return
    if (this.#waiting.length === 0) return this.#endLater()
    if (this.#child === undefined) return this.#start()
    if (!this.#isReady) return
    const [current] = this.#waiting.splice(0, 1)
    if (current === undefined) return this.#endLater()
    this.#current = current
    this.#child.ref()
    this.#child.channel?.ref()
    this.#within(limits.answerMs, 'Reading the file took too long')
    this.#memoryWatch = every(limits.lookMs, () => this.#checkMemory())
    this.#child.send(current.question)
  }

  #start(): void {
    const child = fork(program, {
      execArgv: [...execArgv.filter((word) => word.startsWith('--conditions=')), ...flags],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      env: {},
    })
    this.#child = child
    this.#isReady = false
    this.#within(limits.startMs, 'The process that reads charts does not start')
    child.on('message', (message: MbtilesAnswer | 'ready') => this.#handle(child, message))
    child.on('exit', () => this.#handleExit(child))
    child.on('error', () => this.#handleExit(child))
  }

  #handle(child: ChildProcess, message: MbtilesAnswer | 'ready'): void {
    if (child !== this.#child) return
    this.#release()
    if (message === 'ready') this.#isReady = true
    else {
      this.#current?.resolve(message)
      this.#current = undefined
    }
    this.#next()
  }

  #handleExit(child: ChildProcess): void {
    if (child !== this.#child) return
    // A child that cannot start must not be started for every question that waits.
    if (!this.#isReady)
      for (const { reject } of this.#waiting.splice(0))
        reject(unreadable('The process that reads charts does not start'))
    this.#end('Reading the file failed')
    this.#next()
  }

  #checkMemory(): void {
    if (memoryOf(this.#child?.pid ?? 0) <= limits.memoryBytes) return
    this.#end('Reading the file takes too much memory')
    this.#next()
  }

  #within(ms: number, problem: string): void {
    clearTimeout(this.#deadline)
    this.#deadline = setTimeout(() => {
      this.#end(problem)
      this.#next()
    }, ms)
  }

  /** The idle child holds neither the server nor memory for long. */
  #endLater(): void {
    if (this.#child === undefined) return
    this.#within(limits.idleMs, '')
    this.#deadline?.unref()
    this.#child.unref()
    this.#child.channel?.unref()
  }

  #release(): void {
    clearTimeout(this.#deadline)
    this.#memoryWatch?.[Symbol.dispose]()
  }

  /** Kills the child; its question fails. */
  #end(problem: string): void {
    const [child, current] = [this.#child, this.#current]
    this.#release()
    this.#child = undefined
    this.#current = undefined
    child?.kill('SIGKILL')
    current?.reject(unreadable(problem))
  }
}
