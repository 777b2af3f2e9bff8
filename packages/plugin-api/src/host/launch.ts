import { checkOf, type ProductWord } from '@marinedata/model'
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { FramedReader, type ReaderEvents, type ReadingPace } from '#line/framed-reader.ts'
import { FramedWriter } from '#line/framed-writer.ts'
import { Line, type Handlers, type LineOptions } from '#line/line.ts'
import { lineLimits } from '#protocol/limits.ts'
import { serverVerbs, type PluginVerbs, type ServerVerbs } from '#protocol/verbs.ts'
import { commandLine, environmentOf, type StartedManifest } from './command-line.ts'
import { LineSplitter } from './line-splitter.ts'
import type { Program } from './program.ts'

export interface LaunchOptions {
  readonly name: string
  readonly program: Program
  readonly manifest: StartedManifest
  readonly settings: Readonly<Record<string, unknown>>
  readonly handlers: Handlers<ServerVerbs>
  readonly events: ReaderEvents & {
    /** A line that the plugin wrote to stderr. */
    complaint(line: string): void
  }
  readonly onRefused?: NonNullable<LineOptions<ServerVerbs>['onRefused']>
  readonly pace?: ReadingPace
  readonly productWord?: ProductWord
}

/** How a plugin's process came to its end. */
export interface PluginEnd {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  /** The end of what it wrote to stderr, or why it could not be started at all. */
  readonly lastWords: string
}

/** Below everyone who is steering, above nobody. */
const niceness = 10
const lastWordsBytes = 2_048
/** What a process wrote before its end may still be under way. */
const afterglowMs = 50

/** A plugin's process, and the line to it. */
export class LaunchedPlugin {
  readonly line: Line<ServerVerbs, PluginVerbs>
  readonly ended: Promise<PluginEnd>
  readonly #child: ChildProcessWithoutNullStreams
  readonly #writer: FramedWriter
  readonly #complaints: LineSplitter
  #lastWords = ''

  constructor(options: LaunchOptions) {
    const { program, manifest, settings, events } = options
    const [command, ...words] = commandLine(program, manifest, settings)
    this.#child = spawn(command, words, {
      cwd: program.folder,
      env: environmentOf(options.name),
      shell: false,
      // A group of its own: whatever it starts ends with it, and Ctrl-C in a terminal is not for it.
      detached: true,
      windowsHide: true,
    })
    this.#yieldToOthers()
    this.#complaints = new LineSplitter((line) => {
      this.#lastWords = `${this.#lastWords}${line}\n`.slice(-lastWordsBytes)
      events.complaint(line)
    })
    this.#child.stderr.on('data', (chunk: Buffer) => this.#complaints.write(chunk))
    this.#writer = new FramedWriter(this.#child.stdin)
    this.line = new Line<ServerVerbs, PluginVerbs>({
      reader: new FramedReader(this.#child.stdout, { ...options, messageBytes: lineLimits.messageBytes }),
      writer: this.#writer,
      verbs: serverVerbs,
      handlers: options.handlers,
      check: checkOf,
      ...(options.onRefused && { onRefused: options.onRefused }),
      ...(options.productWord && { productWord: options.productWord }),
    })
    this.ended = this.#end()
  }

  /** Undefined when the process could not be started. */
  get pid(): number | undefined {
    return this.#child.pid
  }

  /** Bytes that the plugin has not yet read. */
  get backlog(): number {
    return this.#writer.backlog
  }

  /** Sends deltas that are JSON already. */
  sendDeltas(deltas: readonly string[]): void {
    this.#writer.writeJson(`{"jsonrpc":"2.0","method":"deltas","params":{"deltas":[${deltas.join(',')}]}}`)
  }

  /** Says no more: to the plugin, the server is gone. */
  hangUp(): void {
    this.#writer.end()
  }

  /** Ends the process and all it started, at once. */
  kill(): void {
    const { pid } = this.#child
    if (pid === undefined) return
    try {
      process.kill(-pid, 'SIGKILL')
    } catch {
      // The group is gone already; so is the process.
      this.#child.kill('SIGKILL')
    }
  }

  #yieldToOthers(): void {
    const { pid } = this.#child
    if (pid === undefined) return
    try {
      setPriority(pid, niceness)
    } catch {
      // It has ended already, or the machine does not know priorities.
    }
  }

  async #end(): Promise<PluginEnd> {
    const closed = once(this.#child, 'close')
    closed.catch(() => undefined)
    try {
      const [code, signal] = (await once(this.#child, 'exit')) as [number | null, NodeJS.Signals | null]
      await Promise.race([closed, sleep(afterglowMs)])
      this.kill()
      this.#complaints.end()
      return { code, signal, lastWords: this.#lastWords.trim() }
    } catch (error) {
      return { code: null, signal: null, lastWords: (error as Error).message }
    } finally {
      this.line[Symbol.dispose]()
    }
  }
}
