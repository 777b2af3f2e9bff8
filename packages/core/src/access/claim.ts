import { MarineDataError } from '@marinedata/model'
import type { AccessStore, Secrets } from './records.ts'

/** Wrong tries after which the code is dead until the server starts anew. */
const triesAtMost = 5

/** The code that makes the first owner. There is one only while there is no owner, and it lives as long as the process. */
export class Claim {
  readonly #secrets: Secrets
  readonly #store: Pick<AccessStore, 'people'>
  readonly #code: string
  #wrong = 0

  constructor(store: Pick<AccessStore, 'people'>, secrets: Secrets) {
    this.#store = store
    this.#secrets = secrets
    this.#code = secrets.code()
  }

  get isClaimed(): boolean {
    return this.#store.people().some(({ role }) => role === 'owner')
  }

  /** The code to be printed; undefined once the boat has an owner, or after too many wrong tries. */
  get code(): string | undefined {
    return this.isClaimed || this.#wrong >= triesAtMost ? undefined : this.#code
  }

  /** @throws MarineDataError `already-claimed`, `too-many-requests` or `wrong-secret` */
  check(code: string): void {
    if (this.isClaimed)
      throw new MarineDataError('already-claimed', 'The boat has an owner; ask the owner for an invitation')
    if (this.#wrong >= triesAtMost)
      throw new MarineDataError(
        'too-many-requests',
        `The code was wrong ${triesAtMost} times and is dead; restart the server for a new one`,
      )
    if (this.#secrets.isSame(plainCode(code), this.#code)) return
    this.#wrong++
    throw new MarineDataError('wrong-secret', 'The code is not the one that the server printed')
  }
}

/** A code as people type it: in any case, with dashes and spaces, and with letters that look like digits. */
export const plainCode = (typed: string): string =>
  typed.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1')
