import type { Clock } from '#clock.ts'
import {
  MarineDataError,
  PathPattern,
  type Pairing,
  type PairingApproval,
  type PairingMade,
  type PairingRequest,
  type TokenRequest,
} from '@marinedata/model'
import type { Attempts } from './attempts.ts'
import { isSourceName, type Credentials, type MadeCredential, type NewCredential } from './credentials.ts'
import { checkHolderName } from './names.ts'
import type { By } from './people.ts'
import type { Secrets } from './records.ts'

export interface PairingsOptions {
  readonly clock: Clock
  readonly secrets: Secrets
  readonly credentials: Credentials
  readonly attempts: Attempts
}

interface Waiting extends Pairing {
  readonly digits: string
  readonly challenge: string
  readonly endsAt: number
  /** What the owner granted; undefined while nobody has. */
  granted: { readonly wanted: NewCredential; readonly by: By } | undefined
}

const limits = { waiting: 16, perAddress: 3, seconds: 300 }

/**
 * Devices that ask to be let in, show six digits, and wait until the owner has typed these. Only whoever asked can
 * collect the token: it proves so with what the challenge was made of.
 */
export class Pairings {
  readonly #options: PairingsOptions
  readonly #waitingById = new Map<string, Waiting>()

  constructor(options: PairingsOptions) {
    this.#options = options
  }

  /** @throws MarineDataError `invalid-value` or `too-many-requests` */
  ask({ name, challenge }: PairingRequest, address: string): PairingMade {
    const { clock, secrets } = this.#options
    checkHolderName(name)
    const waiting = this.#waiting()
    const mine = waiting.filter((pairing) => pairing.address === address)
    if (waiting.length >= limits.waiting || mine.length >= limits.perAddress)
      throw new MarineDataError('too-many-requests', 'Too many devices are waiting to be let in')
    const id = secrets.random().slice(0, 16)
    const digits = secrets.digits()
    this.#waitingById.set(id, {
      id,
      name,
      address,
      askedAt: clock.timestamp(),
      digits,
      challenge,
      endsAt: clock.now() + limits.seconds * 1_000,
      granted: undefined,
    })
    return { id, digits, seconds: limits.seconds }
  }

  list(): Pairing[] {
    return this.#waiting()
      .filter(({ granted }) => granted === undefined)
      .map(({ id, name, address, askedAt }) => ({ id, name, address, askedAt }))
  }

  /** @throws MarineDataError `not-found`, `wrong-secret`, `too-many-requests`, `invalid-value` or `name-taken` */
  approve(id: string, { digits, role, paths, days }: PairingApproval, by: By): void {
    const waiting = this.#find(id)
    const attempt = this.#options.attempts.take({ pairing: id })
    if (!this.#options.secrets.isSame(digits, waiting.digits))
      throw new MarineDataError('wrong-secret', `Those are not the digits that "${waiting.name}" shows`)
    attempt.giveBack()
    const request = { name: waiting.name, role, ...(paths && { paths }), ...(days !== undefined && { days }) }
    const wanted = newToken(request)
    // Looked at again when it is collected: the owner is told now.
    this.#options.credentials.checkTokenName(waiting.name)
    waiting.granted = { wanted, by }
  }

  /** @throws MarineDataError `not-found` */
  refuse(id: string): void {
    this.#waitingById.delete(this.#find(id).id)
  }

  /**
   * The token, once; undefined while nobody has decided.
   * @throws MarineDataError `not-found`, `wrong-secret` or `too-many-requests`
   */
  collect(id: string, verifier: string, from: string): MadeCredential | undefined {
    const { attempts, secrets, credentials } = this.#options
    const attempt = attempts.take({ address: from })
    const waiting = this.#find(id)
    if (!secrets.isSame(secrets.digest(verifier), waiting.challenge))
      throw new MarineDataError('wrong-secret', 'Only the device that asked can collect the token')
    attempt.giveBack()
    if (waiting.granted === undefined) return undefined
    const { wanted, by } = waiting.granted
    this.#waitingById.delete(id)
    const { name, role } = wanted
    const deed = { ...by, deed: 'paired', subject: name, details: { role, address: from } }
    return credentials.change(deed, (records) => credentials.add(records, wanted))
  }

  #find(id: string): Waiting {
    const waiting = this.#waiting().find((pairing) => pairing.id === id)
    if (waiting !== undefined) return waiting
    throw new MarineDataError(
      'not-found',
      'No device is waiting here: it was too late, refused, or let in already',
    )
  }

  #waiting(): Waiting[] {
    const now = this.#options.clock.now()
    for (const { id, endsAt } of this.#waitingById.values()) if (endsAt <= now) this.#waitingById.delete(id)
    return [...this.#waitingById.values()]
  }
}

/**
 * What a token is to be good for.
 * @throws MarineDataError `invalid-value` for a device that may write nothing, or could not be told from another source
 */
export const newToken = ({ name, role, paths, days }: TokenRequest): NewCredential => {
  const isDevice = role === 'device'
  if (isDevice !== (paths !== undefined))
    throw new MarineDataError(
      'invalid-value',
      'A device is told which paths it may write, and others are not',
    )
  if (isDevice && !isSourceName(name))
    throw new MarineDataError(
      'invalid-value',
      `"${name}" is not a name of a source: letters, digits and . _ : @ -`,
    )
  const wrong = paths?.find((path) => PathPattern.parse(path) === undefined)
  if (wrong !== undefined) throw new MarineDataError('invalid-value', `"${wrong}" is not a pattern of paths`)
  return { kind: 'token', name, role, ...(paths && { paths }), ...(days !== undefined && { days }) }
}
