import { checkOf, type ProductWord } from '@marinedata/model'
import { FramedReader, type ReaderEvents, type ReadingPace } from '#line/framed-reader.ts'
import { FramedWriter } from '#line/framed-writer.ts'
import { Line, type Handlers, type LineOptions } from '#line/line.ts'
import { lineLimits } from '#protocol/limits.ts'
import { serverVerbs, type PluginVerbs, type ServerVerbs } from '#protocol/verbs.ts'
import type { StartOptions } from './command-line.ts'
import { PluginProcess, type ProcessEnd } from './plugin-process.ts'
import { StderrReader } from './stderr-reader.ts'

export interface LaunchOptions extends StartOptions {
  readonly name: string
  readonly handlers: Handlers<ServerVerbs>
  readonly events: ReaderEvents & {
    /** A line that the plugin wrote to stderr. */
    complaint(line: string): void
  }
  readonly onRefused?: NonNullable<LineOptions<ServerVerbs>['onRefused']>
  readonly pace?: ReadingPace
  /** How far its process stands below others; 10 unless said otherwise. */
  readonly niceness?: number
  readonly productWord?: ProductWord
}

/** How a plugin's process came to its end. */
export interface PluginEnd extends ProcessEnd {
  /** The end of what it wrote to stderr, or why it could not be started at all. */
  readonly lastWords: string
}

/** Below everyone who is steering, above nobody. */
const defaultNiceness = 10

/** A plugin's process, and the line to it. */
export class LaunchedPlugin {
  readonly line: Line<ServerVerbs, PluginVerbs>
  readonly ended: Promise<PluginEnd>
  readonly #process: PluginProcess
  readonly #writer: FramedWriter
  readonly #complaints: StderrReader

  constructor(options: LaunchOptions) {
    this.#process = new PluginProcess({ ...options, niceness: options.niceness ?? defaultNiceness })
    const { stdin, stdout, stderr } = this.#process.streams
    this.#complaints = new StderrReader(stderr, (line) => options.events.complaint(line))
    this.#writer = new FramedWriter(stdin)
    this.line = new Line<ServerVerbs, PluginVerbs>({
      reader: new FramedReader(stdout, { ...options, messageBytes: lineLimits.messageBytes }),
      writer: this.#writer,
      verbs: serverVerbs,
      handlers: options.handlers,
      check: checkOf,
      ...(options.onRefused && { onRefused: options.onRefused }),
      ...(options.productWord && { productWord: options.productWord }),
    })
    this.ended = this.#end()
  }

  /** The plugin's own process; undefined when it could not be started, and until its number is known. */
  get pid(): number | undefined {
    return this.#process.pid
  }

  /** Bytes that the plugin has not yet read. */
  get backlog(): number {
    return this.#writer.backlog
  }

  /** For how long it has been writing more to stderr than is read. */
  get stderrPressedMs(): number {
    return this.#complaints.pressedMs
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
    this.#process.kill()
  }

  async #end(): Promise<PluginEnd> {
    try {
      const end = await this.#process.ended
      this.#complaints.end()
      return { ...end, lastWords: this.#complaints.lastWords }
    } catch (error) {
      return { code: null, signal: null, lastWords: (error as Error).message }
    } finally {
      this.line[Symbol.dispose]()
    }
  }
}
