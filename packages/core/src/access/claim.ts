import { MarineDataError } from '@marinedata/model'
import type { AccessStore, Secrets } from './records.ts'

/** Wrong attempts after which the code is invalid until the server restarts. */
const maxTries = 5

/**
 * The code with which the first owner registers. It is valid while there is no owner, and changes with every start.
 */
export class Claim {
  readonly #secrets: Secrets
  readonly #store: Pick<AccessStore, 'people'>
  readonly #code: string
  #wrongTries = 0

  constructor(store: Pick<AccessStore, 'people'>, secrets: Secrets) {
    this.#store = store
    this.#secrets = secrets
    this.#code = secrets.code()
  }

  get isClaimed(): boolean {
    return this.#store.people().some(({ role }) => role === 'owner')
  }

  /** The code to print; undefined once there is an owner, or after too many wrong attempts. */
  get code(): string | undefined {
    return this.isClaimed || this.#wrongTries >= maxTries ? undefined : this.#code
  }

  /** @throws MarineDataError `already-claimed`, `too-many-requests` or `wrong-secret` */
  check(code: string): void {
    if (this.isClaimed)
      throw new MarineDataError(
        'already-claimed',
        'There is already an owner. Ask the owner for an invitation',
      )
    if (this.#wrongTries >= maxTries)
      throw new MarineDataError(
        'too-many-requests',
        `The code was wrong ${maxTries} times and is no longer valid. Restart the server for a new code`,
      )
    if (this.#secrets.isSame(normalizeCode(code), this.#code)) return
    this.#wrongTries++
    throw new MarineDataError('wrong-secret', 'Wrong code. Enter the code that the server printed')
  }
}

/**
 * Normalizes a code as typed: upper case, no dashes and spaces, and letters that look like digits replaced by these.
 */
export const normalizeCode = (typed: string): string =>
  typed.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1')
