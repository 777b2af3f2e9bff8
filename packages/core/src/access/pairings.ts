import type { Clock } from '#clock.ts'
import {
  MarineDataError,
  PathPattern,
  type Actor,
  type Pairing,
  type PairingApproval,
  type PairingMade,
  type PairingRequest,
  type TokenRequest,
} from '@marinedata/model'
import type { AttemptLimiter } from './attempt-limiter.ts'
import { isSourceName, type Credentials, type CreatedCredential, type NewCredential } from './credentials.ts'
import { checkHolderName } from './names.ts'
import type { Secrets } from './records.ts'

export interface PairingsOptions {
  readonly clock: Clock
  readonly secrets: Secrets
  readonly credentials: Credentials
  readonly attempts: AttemptLimiter
}

interface PendingPairing extends Omit<Pairing, 'family'> {
  readonly isForFamily: boolean
  readonly digits: string
  readonly challenge: string
  readonly endsAt: number
  /** The approval of the owner; undefined until then. */
  granted: { readonly requested: NewCredential; readonly actor: Actor } | undefined
}

const limits = { pending: 16, seconds: 300 }

/**
 * Pairing of devices. A device requests access and shows six digits; the owner approves it by typing these. Only the
 * device that sent the request can collect the token: it proves this with the verifier whose digest is the challenge.
 */
export class Pairings {
  readonly #options: PairingsOptions
  readonly #pendingById = new Map<string, PendingPairing>()

  constructor(options: PairingsOptions) {
    this.#options = options
  }

  /** @throws MarineDataError `invalid-value` or `too-many-requests` */
  request({ name, challenge }: PairingRequest, address: string, isForFamily = false): PairingMade {
    const { clock, secrets } = this.#options
    checkHolderName(name)
    this.#withdrawEarlier(address)
    if (this.#pending().length >= limits.pending)
      throw new MarineDataError(
        'too-many-requests',
        'Too many devices are waiting for approval. Approve or reject some, or try again in five minutes',
      )
    const id = secrets.random().slice(0, 16)
    const digits = secrets.digits()
    this.#pendingById.set(id, {
      id,
      name,
      address,
      askedAt: clock.timestamp(),
      digits,
      challenge,
      isForFamily,
      endsAt: clock.now() + limits.seconds * 1_000,
      granted: undefined,
    })
    return { id, digits, seconds: limits.seconds }
  }

  /**
   * Each network has one undecided request, the newest: a page that was reloaded requests again, and one machine cannot
   * take all places.
   */
  #withdrawEarlier(address: string): void {
    const network = networkOf(address)
    for (const pairing of this.#pending())
      if (pairing.granted === undefined && networkOf(pairing.address) === network)
        this.#pendingById.delete(pairing.id)
  }

  list(): Pairing[] {
    return this.#pending()
      .filter(({ granted }) => granted === undefined)
      .map(({ id, name, address, askedAt, isForFamily }) => ({
        id,
        name,
        address,
        askedAt,
        ...(isForFamily && { family: true }),
      }))
  }

  /** @throws MarineDataError `not-found`, `wrong-secret`, `too-many-requests`, `invalid-value` or `name-taken` */
  approve(id: string, { digits, role, paths, days }: PairingApproval, actor: Actor): void {
    const pending = this.#find(id)
    if (!pending.isForFamily) this.#checkDigits(pending, digits)
    const request = { name: pending.name, role, ...(paths && { paths }), ...(days !== undefined && { days }) }
    const requested = { ...newToken(request), isForFamily: pending.isForFamily }
    // Checked again when the token is collected. Checked here too, so that the owner sees the error.
    this.#options.credentials.checkTokenName(pending.name)
    pending.granted = { requested, actor }
  }

  /** Apps of the family show no digits: their owner compares the name and the address. */
  #checkDigits({ id, name, digits }: PendingPairing, typed = ''): void {
    const { attempts, secrets } = this.#options
    const attempt = attempts.consume({ pairing: id })
    if (!secrets.isSame(typed, digits))
      throw new MarineDataError('wrong-secret', `Wrong digits. Enter the six digits that "${name}" shows`)
    attempt.refund()
  }

  /** @throws MarineDataError `not-found` */
  reject(id: string): void {
    this.#pendingById.delete(this.#find(id).id)
  }

  /** Rejects all devices that wait for a decision. Returns their number. */
  rejectAll(): number {
    const undecided = this.list()
    for (const { id } of undecided) this.#pendingById.delete(id)
    return undecided.length
  }

  /**
   * Returns the token, once; undefined while the pairing is not decided.
   * @throws MarineDataError `not-found`, `wrong-secret` or `too-many-requests`
   */
  collect(id: string, verifier: string, from: string): CreatedCredential | undefined {
    const { attempts, secrets, credentials } = this.#options
    const attempt = attempts.consume({ address: from })
    const pending = this.#find(id)
    if (!secrets.isSame(secrets.digest(verifier), pending.challenge))
      throw new MarineDataError(
        'wrong-secret',
        'Wrong verifier. Only the device that requested the pairing can collect the token',
      )
    attempt.refund()
    if (pending.granted === undefined) return undefined
    const { requested, actor } = pending.granted
    this.#pendingById.delete(id)
    const { name, role } = requested
    const event = { actor, operation: 'paired', subject: name, details: { role, address: from } }
    return credentials.change(event, (records) => credentials.add(records, requested))
  }

  #find(id: string): PendingPairing {
    const pending = this.#pending().find((pairing) => pairing.id === id)
    if (pending !== undefined) return pending
    throw new MarineDataError('not-found', 'Unknown pairing. It expired, was rejected, or was completed')
  }

  #pending(): PendingPairing[] {
    const now = this.#options.clock.now()
    for (const { id, endsAt } of this.#pendingById.values()) if (endsAt <= now) this.#pendingById.delete(id)
    return [...this.#pendingById.values()]
  }
}

/** An address, or the network of 64 bits of an IPv6 address: a machine there has as many addresses as it likes. */
const networkOf = (address: string): string => {
  if (!address.includes(':')) return address
  const [head = '', tail] = address.split('%')[0]?.split('::') ?? []
  const groups = head === '' ? [] : head.split(':')
  const missing = tail === undefined ? 0 : 8 - groups.length - (tail === '' ? 0 : tail.split(':').length)
  const all = [...groups, ...Array.from({ length: missing }, () => '0'), ...(tail ?? '').split(':')]
  return all.slice(0, 4).join(':')
}

/**
 * Validates a token request.
 * @throws MarineDataError `invalid-value` for a device without paths, or with a name that cannot be a source
 */
export const newToken = ({ name, role, paths, days }: TokenRequest): NewCredential => {
  const isDevice = role === 'device'
  if (isDevice ? paths === undefined : paths !== undefined && role !== 'crew')
    throw new MarineDataError(
      'invalid-value',
      'State which paths a device may write. Of the other roles only crew takes paths, of the controls it may set',
    )
  if (isDevice && !isSourceName(name))
    throw new MarineDataError(
      'invalid-value',
      `"${name}" is not a valid source name. Use letters, digits and . _ : @ -`,
    )
  const wrong = paths?.find((path) => PathPattern.parse(path) === undefined)
  if (wrong !== undefined)
    throw new MarineDataError(
      'invalid-value',
      `"${wrong}" is not a valid path pattern. Use for example "environment.*"`,
    )
  return { kind: 'token', name, role, ...(paths && { paths }), ...(days !== undefined && { days }) }
}
