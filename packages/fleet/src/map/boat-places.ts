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
  /** The owner of a boat; undefined when it has left. */
  readonly tenantOf: (token: VesselToken) => Promise<string | undefined>
  readonly failed: (error: unknown) => void
}

interface Placed {
  tenant: string | undefined
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

  /** A boat has sent live values. */
  heard(token: VesselToken, live: Delta): void {
    const boat = this.#boats.get(token) ?? this.#add(token)
    boat.place = placeAfter(live, boat.place, Date.now())
    this.#pass(token, boat)
  }

  /** The boat is not connected here any more. Readers forget it after a while. */
  left(token: VesselToken): void {
    const boat = this.#boats.get(token)
    this.#boats.delete(token)
    if (boat !== undefined) this.#remove(token, boat)
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer)
    this.#questions.unsubscribe()
  }

  #add(token: VesselToken): Placed {
    const boat: Placed = { tenant: undefined, place: undefined, quadkey: undefined }
    this.#boats.set(token, boat)
    this.#options.tenantOf(token).then((tenant) => {
      if (this.#boats.get(token) !== boat) return
      boat.tenant = tenant
      this.#pass(token, boat)
    }, this.#options.failed)
    return boat
  }

  #pass(token: VesselToken, boat: Placed): void {
    const { tenant, place, quadkey: before } = boat
    if (tenant === undefined || place === undefined) return
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

  #remove(token: VesselToken, { tenant, quadkey }: Placed): void {
    if (tenant === undefined || quadkey === undefined) return
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
