import type { Fields } from '#codec/decode.ts'
import { readFileSync } from 'node:fs'

/** A message about someone in distress, with what a decoder must read and what follows. */
export interface BusVector {
  readonly id: string
  readonly what: string
  readonly pgn: number
  readonly priority: number
  readonly source: number
  readonly fields: Fields
  /** Hexadecimal, without the headers of fast packets. */
  readonly bytes: string
  /** Null: no alert. `out`: sent by this server. `in: …`: a command to it. */
  readonly expect: BusExpectation | string | null
}

/** The alert that follows. */
export interface BusExpectation {
  readonly path: string
  readonly context?: string
  readonly state: string
  readonly method?: readonly string[]
  /** How its message begins. */
  readonly message?: string
  /** The vector that was sent before. */
  readonly after?: string
}

/** 27 messages, made from canboat's database and read by a second decoder. No real identity. */
export const busVectors: readonly BusVector[] = (
  JSON.parse(readFileSync(new URL('vectors/distress-bus.json', import.meta.url), 'utf8')) as {
    // The file is our own.
    readonly vectors: readonly BusVector[]
  }
).vectors

export const payloadOf = ({ bytes }: BusVector): Uint8Array => Uint8Array.from(Buffer.from(bytes, 'hex'))
