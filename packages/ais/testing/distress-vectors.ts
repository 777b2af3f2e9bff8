import { readFileSync } from 'node:fs'

/** An AIS message of a beacon, or one that could be taken for it, with what a decoder must read and what alert follows. */
export interface AisVector {
  readonly id: string
  readonly what: string
  readonly sentences: readonly string[]
  /** The alert that follows; null when there is none. */
  readonly expect: object | null
  readonly fields: {
    readonly type: number
    readonly mmsi: number
    readonly status?: number
    readonly text?: string
    readonly to?: number
    readonly position?: { readonly latitude: number; readonly longitude: number } | null
  }
}

/** 30 messages, made from ITU-R M.1371 and read by a second decoder. No real identity. */
export const aisVectors: readonly AisVector[] = (
  JSON.parse(readFileSync(new URL('vectors/distress-ais.json', import.meta.url), 'utf8')) as {
    // The file is our own.
    readonly vectors: readonly AisVector[]
  }
).vectors
