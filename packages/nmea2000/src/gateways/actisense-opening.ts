import { byteAt } from '#codec/bit-reader.ts'
import type { Timer } from '#timer.ts'
import { actisenseBinaryStart, actisenseCommand, actisenseCommands } from './actisense-binary.ts'
import { CommandSequence, type Command } from './command-sequence.ts'
import type { Opening, OpeningOptions } from './opening.ts'

/** A gateway that was switched off and on has forgotten that it must send everything. */
const silenceMs = 20_000

/** An answer: the command, the number of the part, model, serial number and error; then data. */
const headBytes = 12
const errorAt = 8
const lastPart = 4

const pgnAt = (bytes: Uint8Array, at: number): number =>
  byteAt(bytes, at) + byteAt(bytes, at + 1) * 256 + byteAt(bytes, at + 2) * 65_536

const isError = (answer: Uint8Array): boolean =>
  answer.subarray(errorAt, headBytes).some((byte) => byte !== 0)

/** The PGNs in one part of the list of what the gateway transmits. */
const pgnsIn = (answer: Uint8Array): number[] =>
  Array.from({ length: byteAt(answer, headBytes) }, (_, index) => headBytes + 1 + index * 4)
    .filter((at) => at + 4 <= answer.length)
    .map((at) => pgnAt(answer, at))

const { enable, list, activate } = actisenseCommands
const [isEnabled, usual] = [1, [0xfe, 0xff, 0xff, 0xff]] as const

const enabling = (pgn: number): Command<Uint8Array> => ({
  bytes: actisenseCommand(
    enable,
    pgn & 0xff,
    (pgn >>> 8) & 0xff,
    pgn >>> 16,
    0,
    isEnabled,
    ...usual,
    ...usual,
  ),
  // A refused PGN stays out of the list, which is read again.
  takes: (answer) => answer[0] === enable,
})

const activating: Command<Uint8Array> = {
  bytes: actisenseCommand(activate),
  takes: (answer) => (isError(answer) ? 'it refused the list of messages to send' : answer[0] === activate),
}

/**
 * Makes an NGT-1 send everything that it receives, at the start and after 20 s of silence; and makes it transmit what we
 * will send: it drops, without a word, every message whose PGN is not in its list. The list is changed until the gateway
 * is switched off, not in its permanent memory.
 */
export class ActisenseOpening implements Opening {
  readonly #timer: Timer
  readonly #options: OpeningOptions
  readonly #sequence: CommandSequence<Uint8Array>
  readonly #listed = new Set<number>()
  /** Yacht Devices gateways speak the same format and have no list. */
  #hasList = true
  #silence: Disposable | undefined
  #lastMessageAt = 0

  constructor(options: OpeningOptions) {
    this.#timer = options.timer
    this.#options = options
    this.#sequence = new CommandSequence({
      timer: options.timer,
      write: options.write,
      onDone: options.onReady,
      onFailed: () => {
        this.#hasList = this.#listed.size > 0
        options.onReady()
      },
    })
  }

  start(): void {
    this.#begin()
    this.#watchSilence(silenceMs)
  }

  takeMessage(): void {
    this.#lastMessageAt = this.#timer.now
  }

  takeAnswer(answer: Uint8Array): void {
    if (answer.length >= headBytes) this.#sequence.take(answer)
  }

  transmits(pgn: number): boolean {
    return !this.#hasList || this.#listed.has(pgn)
  }

  [Symbol.dispose](): void {
    this.#silence?.[Symbol.dispose]()
    this.#sequence[Symbol.dispose]()
  }

  #begin(): void {
    this.#lastMessageAt = this.#timer.now
    this.#listed.clear()
    this.#options.write(actisenseBinaryStart)
    const { transmits } = this.#options
    this.#sequence.run(transmits.length === 0 ? [] : [this.#reading(() => this.#enableMissing())])
  }

  #enableMissing(): void {
    const missing = this.#options.transmits.filter((pgn) => !this.#listed.has(pgn))
    if (missing.length === 0) return this.#sequence.run([])
    this.#listed.clear()
    this.#sequence.run([
      ...missing.map((pgn) => enabling(pgn)),
      activating,
      this.#reading(() => this.#sequence.run([])),
    ])
  }

  /** Reads the list of what the gateway transmits. */
  #reading(then: () => void): Command<Uint8Array> {
    return {
      bytes: actisenseCommand(list),
      takes: (answer) => {
        if (answer[0] !== list) return false
        for (const pgn of pgnsIn(answer)) this.#listed.add(pgn)
        if (answer[1] === lastPart) then()
        return false
      },
    }
  }

  #watchSilence(delayMs: number): void {
    this.#silence = this.#timer.after(delayMs, () => {
      const silentMs = this.#timer.now - this.#lastMessageAt
      if (silentMs >= silenceMs) this.#begin()
      this.#watchSilence(silentMs >= silenceMs ? silenceMs : silenceMs - silentMs)
    })
  }
}
