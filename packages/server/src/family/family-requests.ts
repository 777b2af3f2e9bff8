import { MarineDataError } from '@marinedata/model'
import { randomUUID } from 'node:crypto'
import { familyWord } from './family-names.ts'

/** The answer to a request, as apps read it. */
export interface FamilyReply {
  readonly requestId: string
  readonly state: 'PENDING' | 'COMPLETED'
  readonly statusCode: number
  readonly message?: string
  readonly href?: string
  readonly [member: string]: unknown
}

/** Looks at a request again. */
type Look = (from: string) => FamilyReply

const longest = 256

/** The address at which a request is asked after. */
export const requestAddress = (id: string): string => `/${familyWord}/v1/requests/${id}`

/** The last requests of apps. The oldest is forgotten beyond the limit. Its id is known to the caller only. */
export class FamilyRequests {
  readonly #lookById = new Map<string, Look>()

  newId(): string {
    return randomUUID()
  }

  add(id: string, look: Look): void {
    const [oldest] = this.#lookById.keys()
    if (this.#lookById.size >= longest && oldest !== undefined) this.#lookById.delete(oldest)
    this.#lookById.set(id, look)
  }

  /** @throws MarineDataError `not-found` */
  find(id: string, from: string): FamilyReply {
    const look = this.#lookById.get(id)
    if (look !== undefined) return look(from)
    throw new MarineDataError('not-found', `Unknown request "${id}". It may have been forgotten`)
  }
}
