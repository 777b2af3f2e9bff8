import { MarineDataError, type SentDelta } from '@marinedata/model'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LaunchedPlugin, type PluginEnd } from '#host/launch.ts'
import { LinePace } from '#host/line-pace.ts'
import type { Program } from '#host/program.ts'
import type { Sandbox } from '#host/sandbox/find-sandbox.ts'
import type { PluginManifest } from '#protocol/manifest.ts'
import type { Params, PluginVerbs, Result } from '#protocol/verbs.ts'
import { TestBoat } from './test-boat.ts'

export interface TestedProcessOptions {
  readonly program: Program
  readonly manifest: PluginManifest
  readonly sandbox: Sandbox
  /** Its settings as a person would have set them. */
  readonly chosen?: Readonly<Record<string, unknown>>
  readonly storage?: Readonly<Record<string, unknown>>
  readonly onPublished?: (delta: SentDelta) => void
}

const noiseKept = 65_536

/** A plugin's process, run as aboard, with a boat in memory at the other end of its line. */
export class TestedProcess implements AsyncDisposable {
  readonly boat: TestBoat
  readonly complaints: string[] = []
  readonly launched: LaunchedPlugin
  /** Messages that were too long or none at all. */
  badMessages = 0
  /** Its own folder, which goes with it. */
  readonly #folder = mkdtempSync(join(tmpdir(), 'marinedata-plugin-'))
  #noise: Buffer = Buffer.alloc(0)

  constructor({
    program,
    manifest,
    sandbox,
    chosen = {},
    storage = {},
    onPublished = () => undefined,
  }: TestedProcessOptions) {
    this.boat = new TestBoat(manifest, onPublished, storage)
    const { refused } = this.boat
    this.launched = new LaunchedPlugin({
      name: manifest.name,
      program,
      manifest,
      chosen,
      place: { sandbox, ownFolder: this.#folder },
      handlers: this.boat.handlers(),
      pace: new LinePace(() => performance.now()),
      onRefused: (verb, { code, message }) => refused.push({ verb, reason: code, message }),
      events: {
        noise: (bytes) => (this.#noise = Buffer.concat([this.#noise, bytes]).subarray(-noiseKept)),
        tooLarge: () => this.badMessages++,
        malformed: () => this.badMessages++,
        complaint: (line) => this.complaints.push(line),
      },
    })
    void this.launched.ended.then(() => rmSync(this.#folder, { recursive: true, force: true }))
  }

  /** What came on stdout and is no message. */
  get noise(): Buffer {
    return this.#noise
  }

  /** Asks; a process that ends instead of answering is told with its last words. */
  async ask<Name extends keyof PluginVerbs>(
    name: Name,
    params: Params<PluginVerbs[Name]>,
    deadlineMs: number,
  ): Promise<Result<PluginVerbs[Name]>> {
    try {
      return await this.launched.line.ask(name, params, { deadlineMs })
    } catch (error) {
      if (!(error instanceof MarineDataError) || error.code !== 'plugin-not-running') throw error
      throw new MarineDataError('plugin-not-running', endInWords(await this.launched.ended, name), {
        cause: error,
      })
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.launched.kill()
    await this.launched.ended
  }
}

const endInWords = ({ code, signal, lastWords }: PluginEnd, name: string): string =>
  `The plugin ended with ${signal ?? code ?? 'nothing'} before it answered "${name}"${lastWords === '' ? '' : `:\n${lastWords}`}`
