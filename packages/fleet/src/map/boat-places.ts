import type { Delta } from '@marinedata/model'
import type { NatsConnection, Subscription } from '@nats-io/transport-node'
import { randomBytes } from 'node:crypto'
import {
  arrivalSubject,
  cellQuestionSubject,
  countSubject,
  lastToken,
  placeSubject,
  type VesselToken,
} from '#subjects.ts'
import { cellDepth, placeAfter, subjectDepth, type Place } from './place.ts'
import { quadkeyOf, type Quadkey } from './quadkey.ts'

export interface BoatPlacesOptions {
  readonly connection: NatsConnection
  /** Passes something on. */
  readonly send: (subject: string, body?: string) => void
}

/** Whose boat it is. */
export interface PlaceOwner {
  /** Identifier of the ownership. */
  readonly id: string
  readonly tenant: string
}

interface Placed {
  readonly owner: PlaceOwner
  place: Place | undefined
  quadkey: Quadkey | undefined
}

const countEveryMs = 2_000
/** Boats in one answer. */
const mostInAnswer = 500

/** Passes on where the boats of a gateway are, and answers who looks at a part of the map. */
export class BoatPlaces implements Disposable {
  readonly #options: BoatPlacesOptions
  readonly #gateway = randomBytes(8).toString('hex')
  readonly #boats = new Map<VesselToken, Placed>()
  readonly #tokensByCellByTenant = new Map<string, Map<Quadkey, Set<VesselToken>>>()
  readonly #questions: Subscription
  readonly #timer: NodeJS.Timeout

  constructor(options: BoatPlacesOptions) {
    this.#options = options
    this.#timer = setInterval(() => this.#sendCounts(), countEveryMs).unref()
    this.#questions = options.connection.subscribe(cellQuestionSubject('*'), {
      callback: (_error, message) => {
        const { data, subject } = message
        for (const answer of this.#answers(lastToken(subject), Buffer.from(data).toString('latin1')))
          message.respond(JSON.stringify(answer))
      },
    })
  }

  /** A boat has sent live values. The place of an earlier owner is forgotten. */
  heard(token: VesselToken, live: Delta, owner: PlaceOwner): void {
    if (this.#boats.get(token)?.owner.id !== owner.id) this.left(token)
    const boat = this.#boats.get(token) ?? { owner, place: undefined, quadkey: undefined }
    this.#boats.set(token, boat)
    boat.place = placeAfter(live, boat.place, Date.now())
    this.#pass(token, boat)
  }

  /** The boat has left this gateway. Readers forget it after a while. */
  left(token: VesselToken): void {
    const boat = this.#boats.get(token)
    this.#boats.delete(token)
    if (boat !== undefined) this.#remove(token, boat)
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer)
    this.#questions.unsubscribe()
  }

  #pass(token: VesselToken, boat: Placed): void {
    const { place, quadkey: before } = boat
    if (place === undefined) return
    const { tenant } = boat.owner
    const { send } = this.#options
    const quadkey = quadkeyOf(place, subjectDepth)
    if (quadkey !== before) {
      this.#remove(token, boat)
      if (before === undefined) send(arrivalSubject(tenant, token), quadkey.slice(0, cellDepth))
      else send(placeSubject(tenant, before, token))
      boat.quadkey = quadkey
      this.#tokensIn(tenant, quadkey.slice(0, cellDepth)).add(token)
    }
    send(placeSubject(tenant, quadkey, token), JSON.stringify(place))
  }

  #tokensIn(tenant: string, cell: Quadkey): Set<VesselToken> {
    const byCell = this.#tokensByCellByTenant.get(tenant) ?? new Map<Quadkey, Set<VesselToken>>()
    this.#tokensByCellByTenant.set(tenant, byCell)
    const tokens = byCell.get(cell) ?? new Set<VesselToken>()
    byCell.set(cell, tokens)
    return tokens
  }

  #remove(token: VesselToken, { owner: { tenant }, quadkey }: Placed): void {
    if (quadkey === undefined) return
    const byCell = this.#tokensByCellByTenant.get(tenant)
    const cell = quadkey.slice(0, cellDepth)
    const tokens = byCell?.get(cell)
    tokens?.delete(token)
    if (tokens?.size === 0) byCell?.delete(cell)
    if (byCell?.size === 0) this.#tokensByCellByTenant.delete(tenant)
  }

  *#answers(tenant: string, cell: Quadkey): Generator<{ token: VesselToken; place: Place }[]> {
    const tokens = [...(this.#tokensByCellByTenant.get(tenant)?.get(cell) ?? [])]
    for (let first = 0; first < tokens.length; first += mostInAnswer)
      yield tokens.slice(first, first + mostInAnswer).flatMap((token) => {
        const place = this.#boats.get(token)?.place
        return place === undefined ? [] : [{ token, place }]
      })
  }

  #sendCounts(): void {
    const { connection } = this.#options
    if (connection.isClosed()) return
    for (const [tenant, byCell] of this.#tokensByCellByTenant) {
      const counts = Object.fromEntries([...byCell].map(([cell, tokens]) => [cell, tokens.size]))
      connection.publish(countSubject(tenant, this.#gateway), JSON.stringify(counts))
    }
  }
}
