import {
  createReport,
  type AisReport,
  type Milliseconds,
  type MonotonicClock,
  type Tally,
} from '@marinedata/ais'
import { dscCallPath, type DscCall, type Position } from '@marinedata/model'
import { callIn, coarsePositionIn, mmsiOf, type CoarsePosition } from './dsc-fields.ts'
import { textOf, type Fields } from './fields.ts'

/** How long an expansion may follow its call. */
const expansionMs: Milliseconds = 5_000
/** A radio receives one call after the other. The oldest gives way. */
const maxPending = 8
/** Expansions of one sentence. */
const maxExpansions = 8

interface Pending {
  readonly at: Milliseconds
  readonly call: DscCall
  readonly position: CoarsePosition | undefined
}

interface Fraction {
  readonly latitude: number
  readonly longitude: number
}

const nothing: readonly AisReport[] = []
const anyone = ['vessels', 'aircraft', 'sar', 'aton'] as const

const codes = { position: '00', name: '04' } as const
const fractionShape = /^([0-9]{4})([0-9]{4})$/
/** Ten-thousandths of a minute. */
const fractionsPerMinute = 10_000

const positionAt = (
  { latitudeMinutes, longitudeMinutes, isSouth, isWest }: CoarsePosition,
  fraction: Fraction,
): Position | undefined => {
  const latitude = (latitudeMinutes + fraction.latitude / fractionsPerMinute) / 60
  const longitude = (longitudeMinutes + fraction.longitude / fractionsPerMinute) / 60
  if (latitude > 90 || longitude > 180) return undefined
  return { latitude: (isSouth ? -latitude : latitude) + 0, longitude: (isWest ? -longitude : longitude) + 0 }
}

const placed = ({ call, position }: Pending, fraction: Fraction): DscCall => {
  const place = position && positionAt(position, fraction)
  return place === undefined ? call : { ...call, position: place }
}

const letters = '0123456789 ABCDEFGHIJKLMNOPQRSTUVWXYZ.,-/'
const nameShape = /^(?:[0-9]{2}){1,16}$/

/** Two digits for each letter; undefined for a name with others. */
const nameOf = (data: string): string | undefined => {
  if (!nameShape.test(data)) return undefined
  const name = (data.match(/../g) ?? []).map((pair) => letters[Number(pair)])
  return name.includes(undefined) ? undefined : name.join('').trim() || undefined
}

const fractionOf = (data: string): Fraction | undefined => {
  const [, latitude, longitude] = fractionShape.exec(data) ?? []
  return latitude === undefined || longitude === undefined
    ? undefined
    : { latitude: Number(latitude), longitude: Number(longitude) }
}

/** The data of an expansion by code. */
const expansionsIn = (fields: Fields): ReadonlyMap<string, string> => {
  const found = new Map<string, string>()
  for (let field = 5; field < 5 + 2 * maxExpansions; field += 2) {
    const [code, data] = [textOf(fields, field), textOf(fields, field + 1)]
    if (code !== '' && data !== '') found.set(code, data)
  }
  return found
}

const exact: Fraction = { latitude: 0, longitude: 0 }

export interface DscDecoderOptions {
  readonly clock: MonotonicClock
  readonly ownMmsi: string | undefined
  readonly tally: Tally
}

/**
 * Decodes DSC calls and their expansions. A call is published at once with its position in whole minutes, and again
 * when its expansion gives the position exactly.
 */
export class DscDecoder {
  readonly #options: DscDecoderOptions
  /** By the number of the caller; the newest last. */
  readonly #pending = new Map<string, Pending>()

  constructor(options: DscDecoderOptions) {
    this.#options = options
  }

  /** Decodes a DSC sentence. */
  call(fields: Fields): readonly AisReport[] {
    const call = callIn(fields)
    if (call === undefined) {
      this.#options.tally.refused++
      return nothing
    }
    if (call.from === this.#options.ownMmsi) return nothing
    const pending: Pending = { at: this.#options.clock.now(), call, position: coarsePositionIn(fields) }
    this.#remember(pending)
    return this.#report(placed(pending, exact))
  }

  /** Decodes a DSE sentence: the expansion of the last call of the same number. An answer to a query has no call. */
  expansion(fields: Fields): readonly AisReport[] {
    const pending = textOf(fields, 3) === 'Q' ? undefined : this.#recentCall(mmsiOf(fields, 4))
    if (pending === undefined) return nothing
    const expansions = expansionsIn(fields)
    const fraction = fractionOf(expansions.get(codes.position) ?? '')
    const name = nameOf(expansions.get(codes.name) ?? '')
    if (fraction === undefined && name === undefined) return nothing
    const call = placed(pending, fraction ?? exact)
    return this.#report(name === undefined ? call : { ...call, name })
  }

  #recentCall(from: string | undefined): Pending | undefined {
    const pending = from === undefined ? undefined : this.#pending.get(from)
    return pending !== undefined && this.#options.clock.now() - pending.at <= expansionMs
      ? pending
      : undefined
  }

  #remember(pending: Pending): void {
    const { from } = pending.call
    this.#pending.delete(from)
    this.#pending.set(from, pending)
    const [oldest] = this.#pending.keys()
    if (this.#pending.size > maxPending && oldest !== undefined) this.#pending.delete(oldest)
  }

  #report(call: DscCall): readonly AisReport[] {
    return [createReport(call.from, { of: anyone }, { [dscCallPath]: call })]
  }
}
