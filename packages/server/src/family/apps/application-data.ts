import { actorKey, MarineDataError, type Identity } from '@marinedata/model'

/** Stores texts by name. */
interface TextStore {
  read(name: string): string | undefined
  save(name: string, text: string): Promise<void>
}

/** Whose data it is: of the signed-in person or program, or of everyone aboard. */
export type DataOwner = Identity | 'global'

/** Which document, and where in it. */
export interface DataAddress {
  readonly app: string
  readonly version: string
  /** Names of members from the root of the document. */
  readonly members: readonly string[]
}

type Members = Record<string, unknown>

interface PatchStep {
  readonly op: 'add' | 'replace' | 'remove'
  readonly path: string
  readonly value?: unknown
}

/** A dashboard of KIP has 4 kB, and its demonstration with four of them 15 kB. Freeboard-SK saves 3 kB. */
const limits = { documents: 32, length: 262_144, depth: 16, memberLength: 128 }
/** The largest request to save: an app may send all that it stores at once. */
export const dataRequestBytes = limits.length
const forbidden: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** An empty name is allowed: KIP patches the member without a name before it has a configuration. */
const checkMembers = (members: readonly string[]): void => {
  if (
    members.length > limits.depth ||
    members.some((name) => name.length > limits.memberLength || forbidden.has(name))
  )
    throw new MarineDataError('invalid-value', 'The path in the document is not valid')
}

const valueAt = (document: unknown, members: readonly string[]): unknown =>
  members.reduce<unknown>(
    (value, name) => (isMembers(value) && Object.hasOwn(value, name) ? value[name] : undefined),
    document,
  )

/** The document with another value at this place. */
const withValue = (document: unknown, [name, ...rest]: readonly string[], value: unknown): unknown => {
  if (name === undefined) return value
  const members = isMembers(document) ? document : {}
  return { ...members, [name]: withValue(members[name], rest, value) }
}

const without = (document: unknown, [name, ...rest]: readonly string[]): unknown => {
  if (name === undefined || !isMembers(document)) return document
  if (rest.length > 0) return { ...document, [name]: without(document[name], rest) }
  return Object.fromEntries(Object.entries(document).filter(([member]) => member !== name))
}

const isPatch = (body: unknown): body is PatchStep[] =>
  Array.isArray(body) &&
  body.length > 0 &&
  body.every((step) => isMembers(step) && typeof step['op'] === 'string' && typeof step['path'] === 'string')

const membersOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))

const patched = (document: unknown, { op, path, value }: PatchStep): unknown => {
  const members = membersOf(path)
  checkMembers(members)
  if (op === 'remove') return without(document, members)
  if (op === 'add' || op === 'replace') return withValue(document, members, value)
  throw new MarineDataError(
    'invalid-body',
    `The operation "${String(op)}" is not supported. Use add, replace or remove`,
  )
}

/** Documents that apps store on the boat: per person or program, and for everyone. All are bounded. */
export class ApplicationData {
  readonly #store: TextStore
  #last: Promise<unknown> = Promise.resolve()

  constructor(store: TextStore) {
    this.#store = store
  }

  /** @throws MarineDataError `not-found`, `invalid-value` */
  read(owner: DataOwner, { app, version, members }: DataAddress): unknown {
    checkMembers([app, version, ...members])
    const value = valueAt(this.#documents(owner), [app, version, ...members])
    // Apps list the members of a document before they save the first one.
    if (value === undefined && members.length === 0) return {}
    if (value === undefined) throw new MarineDataError('not-found', 'Nothing is saved there')
    return value
  }

  versions(owner: DataOwner, app: string): string[] {
    checkMembers([app])
    return Object.keys((valueAt(this.#documents(owner), [app]) as Members | undefined) ?? {})
  }

  /**
   * Saves a value at a place of a document, or applies a JSON patch to it.
   * @throws MarineDataError `invalid-body`, `invalid-value`, `too-large`, `storage-full`
   */
  write(owner: DataOwner, { app, version, members }: DataAddress, body: unknown): Promise<void> {
    checkMembers([app, version, ...members])
    // One at a time: a write reads what the one before has saved.
    const done = this.#last.then(async () => {
      const documents = this.#documents(owner)
      const before = valueAt(documents, [app, version])
      const after =
        members.length === 0 && isPatch(body)
          ? body.reduce(patched, before)
          : withValue(before, members, body)
      await this.#save(owner, withValue(documents, [app, version], after))
    })
    this.#last = done.catch(() => undefined)
    return done
  }

  async #save(owner: DataOwner, documents: unknown): Promise<void> {
    const text = JSON.stringify(documents)
    const count = Object.values(documents as Members).flatMap((versions) =>
      Object.keys(versions as Members),
    ).length
    if (text.length > limits.length || count > limits.documents)
      throw new MarineDataError(
        'too-large',
        `Apps may store ${limits.documents} documents with ${limits.length} characters together`,
      )
    await this.#store.save(nameOf(owner), text)
  }

  #documents(owner: DataOwner): unknown {
    const text = this.#store.read(nameOf(owner))
    return text === undefined ? {} : JSON.parse(text)
  }
}

const nameOf = (owner: DataOwner): string => `family-data/${owner === 'global' ? owner : actorKey(owner)}`
