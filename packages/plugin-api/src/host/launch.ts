import { checkOf, type ProductWord } from '@marinedata/model'
import { FramedReader, type ReaderEvents, type ReadLimiter } from '#rpc/framed-reader.ts'
import { FramedWriter } from '#rpc/framed-writer.ts'
import { RpcConnection, type Handlers, type RpcConnectionOptions } from '#rpc/rpc-connection.ts'
import { rpcLimits } from '#protocol/limits.ts'
import { serverVerbs, type PluginVerbs, type ServerVerbs } from '#protocol/verbs.ts'
import type { StartOptions } from './command-line.ts'
import { PluginProcess, type ProcessEnd } from './plugin-process.ts'
import { StderrReader } from './stderr-reader.ts'

export interface LaunchOptions extends StartOptions {
  readonly name: string
  readonly handlers: Handlers<ServerVerbs>
  readonly events: ReaderEvents & {
    /** A line that the plugin wrote to stderr. */
    stderrLine(line: string): void
  }
  readonly onRefused?: NonNullable<RpcConnectionOptions<ServerVerbs>['onRefused']>
  readonly limiter?: ReadLimiter
  /** Niceness of the process; 10 by default. */
  readonly niceness?: number
  readonly productWord?: ProductWord
}

/** How a plugin's process ended. */
export interface PluginEnd extends ProcessEnd {
  /** The last bytes written to stderr, or the reason why the process could not be started. */
  readonly stderrTail: string
}

/** Lower priority than the server, which steers. */
const defaultNiceness = 10

/** A plugin's process and the RPC connection to it. */
export class LaunchedPlugin {
  readonly rpc: RpcConnection<ServerVerbs, PluginVerbs>
  readonly ended: Promise<PluginEnd>
  readonly #process: PluginProcess
  readonly #writer: FramedWriter
  readonly #stderr: StderrReader

  constructor(options: LaunchOptions) {
    this.#process = new PluginProcess({ ...options, niceness: options.niceness ?? defaultNiceness })
    const { stdin, stdout, stderr } = this.#process.streams
    this.#stderr = new StderrReader(stderr, (line) => options.events.stderrLine(line))
    this.#writer = new FramedWriter(stdin)
    const reader = new FramedReader(stdout, { ...options, messageBytes: rpcLimits.messageBytes })
    void this.#process.exited.then(() => reader.readRest())
    this.rpc = new RpcConnection<ServerVerbs, PluginVerbs>({
      reader,
      writer: this.#writer,
      verbs: serverVerbs,
      handlers: options.handlers,
      check: checkOf,
      ...(options.onRefused && { onRefused: options.onRefused }),
      ...(options.productWord && { productWord: options.productWord }),
    })
    this.ended = this.#end()
  }

  /** Pid of the plugin's own process; undefined until it is known and when the process could not be started. */
  get pid(): number | undefined {
    return this.#process.pid
  }

  /** Pid of the process that all others of the plugin descend from. */
  get rootPid(): number | undefined {
    return this.#process.rootPid
  }

  /** Bytes that the plugin has not read yet. */
  get backlog(): number {
    return this.#writer.backlog
  }

  /** Milliseconds for which the plugin has exceeded the rate limit of stderr. */
  get stderrOverLimitMs(): number {
    return this.#stderr.overLimitMs
  }

  /** Sends deltas that are already serialized. */
  sendDeltas(deltas: readonly string[]): void {
    this.#writer.writeJson(`{"jsonrpc":"2.0","method":"deltas","params":{"deltas":[${deltas.join(',')}]}}`)
  }

  /** Closes stdin. To the plugin, the server is gone. */
  closeStdin(): void {
    this.#writer.end()
  }

  /** Kills the process and everything it started. */
  kill(): void {
    this.#process.kill()
  }

  async #end(): Promise<PluginEnd> {
    try {
      const end = await this.#process.ended
      await this.rpc.drained()
      this.#stderr.end()
      return { ...end, stderrTail: this.#stderr.tail }
    } catch (error) {
      return { code: null, signal: null, stderrTail: (error as Error).message }
    } finally {
      this.rpc[Symbol.dispose]()
    }
  }
}
