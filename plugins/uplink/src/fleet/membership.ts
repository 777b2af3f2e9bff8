import { checkOf, MarineDataError, Type, type Static } from '@marinedata/model'
import { createPrivateKey, generateKeyPairSync, hash, type KeyObject } from 'node:crypto'
import { closeSync, constants, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const Membership = Type.Object(
  {
    address: Type.String(),
    host: Type.String(),
    vessel: Type.String(),
    key: Type.String({ description: 'Ed25519 private key, PEM' }),
    /** `joining` until the fleet has answered, `leaving` until it has forgotten the key. */
    phase: Type.Enum(['joining', 'joined', 'leaving']),
    name: Type.String({ description: 'of the fleet, for people' }),
    code: Type.String({ description: 'digest of the code, so that it is not used again' }),
  },
  { additionalProperties: false },
)
export type Membership = Static<typeof Membership>

const State = Type.Object(
  { membership: Type.Optional(Membership), usedCode: Type.Optional(Type.String()) },
  { additionalProperties: false },
)
type State = Static<typeof State>
const state = checkOf<State>(State)

const digestOf = (code: string): string => hash('sha256', code, 'hex')

/** A boat that is about to join, with a key that it has made. */
export const newMembership = (
  { address, host, vessel }: Pick<Membership, 'address' | 'host' | 'vessel'>,
  code: string,
): Membership => {
  const { privateKey } = generateKeyPairSync('ed25519')
  const key = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
  return { address, host, vessel, key, phase: 'joining', name: '', code: digestOf(code) }
}

export const privateKeyOf = ({ key }: Membership): KeyObject => createPrivateKey(key)

/** Which fleet the boat belongs to, in a file that only the plugin can read: it has the key. */
export class MembershipFile {
  readonly #file: string | undefined
  #state: State

  /** @throws when there is a file that cannot be read: the key in it must not be lost silently */
  constructor(folder: string | undefined) {
    this.#file = folder === undefined ? undefined : join(folder, 'fleet.json')
    this.#state = this.#file === undefined ? {} : this.#read(this.#file)
  }

  /** @throws MarineDataError `storage-full` when there is no folder to read or write the key in */
  requireFolder(): string {
    if (this.#file !== undefined) return this.#file
    throw new MarineDataError(
      'storage-full',
      'Not connected to a fleet: there is no folder for the key of the boat. Restart the server when the disk is writable',
    )
  }

  get current(): Membership | undefined {
    return this.#state.membership
  }

  /** Whether the boat has joined with this code, or was refused. */
  isUsed(code: string): boolean {
    return this.#state.usedCode === digestOf(code)
  }

  save(membership: Membership): void {
    this.#write({ ...this.#state, membership })
  }

  /** Deletes the key. */
  forget(): void {
    const code = this.#state.membership?.code
    this.#write(code === undefined ? {} : { usedCode: code })
  }

  #read(file: string): State {
    let text: string
    try {
      text = readFileSync(file, 'utf8')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
      throw error
    }
    const read: unknown = JSON.parse(text)
    if (state.accepts(read)) return read
    throw new MarineDataError(
      'invalid-settings',
      `"${file}" is damaged. Remove it, and join the fleet again with a new code`,
    )
  }

  /** Whole or not at all, also when the power fails. */
  #write(next: State): void {
    const file = this.requireFolder()
    const temporary = `${file}.new`
    rmSync(temporary, { force: true })
    // Node's permission model has no fsync.
    const flag = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_SYNC
    const descriptor = openSync(temporary, flag, 0o600)
    try {
      writeFileSync(descriptor, JSON.stringify(next))
    } finally {
      closeSync(descriptor)
    }
    renameSync(temporary, file)
    this.#state = next
  }
}
