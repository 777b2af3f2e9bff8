import { MarineDataError, type Delta, type SentDelta } from '@marinedata/model'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LaunchedPlugin, type PluginEnd } from '#host/launch.ts'
import { RateLimiter } from '#host/rate-limiter.ts'
import type { Program } from '#host/program.ts'
import type { Sandbox } from '#host/sandbox/find-sandbox.ts'
import type { RecordedLog } from '#plugin/boat.ts'
import type { PluginManifest } from '#protocol/manifest.ts'
import type { Params, PluginVerbs, Result } from '#protocol/verbs.ts'
import { TestBoat } from './test-boat.ts'

export interface TestedProcessOptions {
  readonly program: Program
  readonly manifest: PluginManifest
  readonly sandbox: Sandbox
  /** The settings that a person would have set. */
  readonly chosen?: Readonly<Record<string, unknown>>
  readonly storage?: Readonly<Record<string, unknown>>
  /** The plugin's own folder, which stays; default a new one, removed with the process. */
  readonly folder?: string
  /** The boat's log; default none. */
  readonly log?: RecordedLog
  readonly onPublished?: (delta: SentDelta) => void
}

const noiseLimit = 65_536

/** A plugin's process, started as on a boat, connected to a simulated server. */
export class TestedProcess implements AsyncDisposable {
  readonly boat: TestBoat
  readonly stderrLines: string[] = []
  readonly launched: LaunchedPlugin
  /** Messages that were too long or malformed. */
  badMessages = 0
  /** The plugin's own folder. */
  readonly folder: string
  #noise: Buffer = Buffer.alloc(0)

  constructor({
    program,
    manifest,
    sandbox,
    chosen = {},
    storage = {},
    folder,
    log,
    onPublished = () => undefined,
  }: TestedProcessOptions) {
    this.folder = folder ?? mkdtempSync(join(tmpdir(), 'marinedata-plugin-'))
    this.boat = new TestBoat(manifest, onPublished, { stored: storage, ...(log && { log }) })
    const { refused } = this.boat
    this.launched = new LaunchedPlugin({
      name: manifest.name,
      program,
      manifest,
      chosen,
      place: { sandbox, ownFolder: this.folder },
      handlers: this.boat.handlers(),
      limiter: new RateLimiter(() => performance.now()),
      onRefused: (verb, { code, message }) => refused.push({ verb, reason: code, message }),
      events: {
        noise: (bytes) => (this.#noise = Buffer.concat([this.#noise, bytes]).subarray(-noiseLimit)),
        tooLarge: () => this.badMessages++,
        malformed: () => this.badMessages++,
        stderrLine: (line) => this.stderrLines.push(line),
      },
    })
    this.boat.buses.connect(this.launched.rpc)
    if (folder === undefined)
      void this.launched.ended.then(() => rmSync(this.folder, { recursive: true, force: true }))
  }

  /** Bytes on stdout that are not messages. */
  get noise(): Buffer {
    return this.#noise
  }

  /** Sends deltas to the plugin. Returns how many of them match its subscriptions. */
  send(deltas: readonly Delta[]): number {
    const matching = this.boat.matchingDeltas(deltas)
    if (matching.length > 0) this.launched.sendDeltas(matching.map((delta) => JSON.stringify(delta)))
    return matching.length
  }

  /** Sends a request. When the process ends instead of answering, the error contains the end of its stderr. */
  async request<Name extends keyof PluginVerbs>(
    name: Name,
    params: Params<PluginVerbs[Name]>,
    deadlineMs: number,
  ): Promise<Result<PluginVerbs[Name]>> {
    try {
      return await this.launched.rpc.request(name, params, { deadlineMs })
    } catch (error) {
      if (!(error instanceof MarineDataError) || error.code !== 'plugin-not-running') throw error
      throw new MarineDataError('plugin-not-running', describeEnd(await this.launched.ended, name), {
        cause: error,
      })
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.launched.kill()
    await this.launched.ended
  }
}

const describeEnd = ({ code, signal, stderrTail }: PluginEnd, name: string): string =>
  `The plugin exited with ${signal ?? code ?? 'no code'} before it answered "${name}"${stderrTail === '' ? '' : `:\n${stderrTail}`}`
