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

/** The last of these requests. The oldest is forgotten beyond the limit. */
class Remembered {
  readonly #lookById = new Map<string, Look>()

  add(id: string, look: Look): void {
    const [oldest] = this.#lookById.keys()
    if (this.#lookById.size >= longest && oldest !== undefined) this.#lookById.delete(oldest)
    this.#lookById.set(id, look)
  }

  find(id: string): Look | undefined {
    return this.#lookById.get(id)
  }
}

/**
 * Requests of apps, which they ask after. The id of a request is known to its caller only. Each kind has its own space:
 * a slider that puts a value with every move must not push out a sensor that waits for its owner.
 */
export class FamilyRequests {
  readonly #access = new Remembered()
  readonly #commands = new Remembered()

  newId(): string {
    return randomUUID()
  }

  addAccess(id: string, look: Look): void {
    this.#access.add(id, look)
  }

  addCommand(id: string, answer: FamilyReply): void {
    this.#commands.add(id, () => answer)
  }

  /** @throws MarineDataError `not-found` */
  find(id: string, from: string): FamilyReply {
    const look = this.#access.find(id) ?? this.#commands.find(id)
    if (look !== undefined) return look(from)
    throw new MarineDataError('not-found', `Unknown request "${id}". It may have been forgotten`)
  }
}
