import { spawn, type ChildProcessByStdio } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import type { CallState, SoundEvents, SoundOutput } from './alarm-sound.ts'
import { toneOf, toneSeconds } from './tone.ts'

export interface LoudspeakerOptions {
  /** The program that plays a sound file from its standard input, with its arguments. */
  readonly player: readonly [string, ...string[]]
  /** 0 to 1 */
  readonly volume: number
}

type Player = ChildProcessByStdio<Writable, null, Readable>

/** A player that runs this long has opened its device. */
const confirmMs = 300
const retryMs = 2_000
const killMs = 500
const longestError = 2_000

/** Plays the tone again and again with a program such as `aplay`. */
export class Loudspeaker implements SoundOutput {
  readonly #options: LoudspeakerOptions
  readonly #events: SoundEvents
  readonly #tones: Readonly<Record<CallState, Buffer>>
  #state: CallState | undefined
  #player: Player | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(options: LoudspeakerOptions, events: SoundEvents) {
    this.#options = options
    this.#events = events
    this.#tones = { alarm: toneOf('alarm', options.volume), emergency: toneOf('emergency', options.volume) }
  }

  sound(state: CallState): void {
    if (state === this.#state) {
      // A further call: it sounds already.
      if (this.#player !== undefined) this.#confirmLater(this.#player)
      return
    }
    this.quiet()
    this.#state = state
    this.#play(state)
  }

  quiet(): void {
    this.#state = undefined
    clearTimeout(this.#timer)
    const player = this.#player
    this.#player = undefined
    if (player === undefined) return
    player.kill()
    const killing = setTimeout(() => player.kill('SIGKILL'), killMs).unref()
    player.once('close', () => clearTimeout(killing))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const player = this.#player
    this.quiet()
    if (player === undefined || player.exitCode !== null || player.signalCode !== null) return
    await new Promise((resolve) => player.once('close', resolve))
  }

  #play(state: CallState): void {
    const [program, ...args] = this.#options.player
    const player = spawn(program, args, { stdio: ['pipe', 'ignore', 'pipe'] })
    this.#player = player
    const startedAt = performance.now()
    let errors = ''
    // A player that ends early reports why with its exit code.
    player.stdin.on('error', () => undefined)
    player.stdin.end(this.#tones[state])
    player.stderr.on('data', (chunk: Buffer) => {
      if (errors.length < longestError) errors += chunk.toString()
    })
    player.on('error', (error) => this.#ended(player, startError(program, error), retryMs))
    player.on('close', (code, signal) => {
      const leftMs = toneSeconds * 1_000 - (performance.now() - startedAt)
      const failure = code === 0 ? undefined : errors.trim() || `${program} ended with ${code ?? signal}`
      this.#ended(player, failure, failure === undefined ? Math.max(0, leftMs) : retryMs)
    })
    this.#confirmLater(player)
  }

  #confirmLater(player: Player): void {
    setTimeout(() => {
      if (this.#player === player) this.#events.sounding()
    }, confirmMs).unref()
  }

  /** Plays again: at the end of the tone, or some time after a failure. */
  #ended(player: Player, failure: string | undefined, delayMs: number): void {
    const state = this.#state
    if (player !== this.#player || state === undefined) return
    this.#player = undefined
    if (failure !== undefined) this.#events.failed(failure)
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      if (this.#state === state) this.#play(state)
    }, delayMs)
  }
}

const startError = (program: string, { code, message }: NodeJS.ErrnoException): string =>
  code === 'ENOENT' ? `The program "${program}" is not installed. Install the package "alsa-utils"` : message
