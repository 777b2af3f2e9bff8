import { readFileSync } from 'node:fs'

/** DSC sentences with what a decoder must read and what alert follows. */
export interface DscVector {
  readonly id: string
  readonly what: string
  readonly sentences: readonly string[]
  /** The alert that follows; null when there is none. */
  readonly expect: object | null
  readonly fields: {
    readonly format: number
    readonly from: number | string
    readonly category?: number
    readonly nature?: number
    readonly telecommand?: number
    readonly casualty?: number
    readonly name?: string
    readonly position?: { readonly latitude: number; readonly longitude: number } | null
    readonly time?: string | null
  }
}

/** A sentence about an alert or a person overboard. */
export interface AlertVector {
  readonly id: string
  readonly what: string
  readonly sentence: string
}

const vectorsIn = (file: string): unknown =>
  JSON.parse(readFileSync(new URL(`vectors/${file}.json`, import.meta.url), 'utf8'))

/** 16 calls, made from ITU-R M.493 and M.825. No real identity. */
// The files are our own.
export const dscVectors = (vectorsIn('distress-dsc') as { readonly vectors: readonly DscVector[] }).vectors

/** 21 sentences from the manuals of radios and plotters. */
export const alertVectors = vectorsIn('distress-alerts') as readonly AlertVector[]
