import { readFileSync } from 'node:fs'
import { zstdDecompressSync } from 'node:zlib'
import type { AnalyzerFields } from './analyzer-fields.ts'

/** A real message, and what canboat's analyzer printed for it. */
export interface AnalyzedMessage {
  readonly pgn: number
  readonly payload: Uint8Array
  readonly id: string
  readonly fields: AnalyzerFields
}

/** A sample of canboat's database: one message or its frames, and the values that its authors expect. */
export interface GoldenSample {
  readonly pgn: number
  readonly parts: readonly Uint8Array[]
  readonly id: string
  readonly expects: AnalyzerFields
}

const lines = (name: string): unknown[] =>
  zstdDecompressSync(readFileSync(new URL(`../test/corpus/${name}.jsonl.zst`, import.meta.url)))
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown)

const bytesOf = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'))

export const readAnalyzedMessages = (): AnalyzedMessage[] =>
  (lines('messages') as [number, string, string, AnalyzerFields][]).map(([pgn, hex, id, fields]) => ({
    pgn,
    payload: bytesOf(hex),
    id,
    fields,
  }))

export const readGoldenSamples = (): GoldenSample[] =>
  (lines('golden') as [number, string[], string, AnalyzerFields][]).map(([pgn, parts, id, expects]) => ({
    pgn,
    parts: parts.map((hex) => bytesOf(hex)),
    id,
    expects,
  }))
