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
/** A container of values: an object or a list. */
type Holder = Members | unknown[]

interface PatchStep {
  readonly op: string
  readonly path: string
  readonly value?: unknown
}

/** A dashboard of KIP has 4 kB, and its demonstration with four of them 15 kB. Freeboard-SK saves 3 kB. */
const limits = { documents: 32, length: 262_144, depth: 16, memberLength: 128, steps: 256, nesting: 64 }
/** Maximum request to save: an app may send its whole document. */
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

const isHolder = (value: unknown): value is Holder => typeof value === 'object' && value !== null

const isDeeperThan = (value: unknown, levels: number): boolean =>
  isHolder(value) &&
  (levels === 0 || Object.values(value).some((member: unknown) => isDeeperThan(member, levels - 1)))

const indexPattern = /^(?:0|[1-9][0-9]{0,5})$/

const memberOf = (holder: unknown, name: string): unknown => {
  if (Array.isArray(holder)) return indexPattern.test(name) ? (holder as unknown[])[Number(name)] : undefined
  return isMembers(holder) && Object.hasOwn(holder, name) ? holder[name] : undefined
}

const valueAt = (document: unknown, members: readonly string[]): unknown =>
  members.reduce<unknown>(memberOf, document)

/** @param end the number of places; `-` is the one after the last */
const indexIn = (list: readonly unknown[], name: string, end: number): number => {
  const index = name === '-' ? list.length : Number(name)
  if ((name === '-' || indexPattern.test(name)) && index < end) return index
  throw new MarineDataError('invalid-value', `A list with ${list.length} entries has no place "${name}"`)
}

const put = (holder: Holder, name: string, value: unknown): void => {
  if (Array.isArray(holder)) holder[indexIn(holder, name, holder.length + 1)] = value
  else holder[name] = value
}

/** Finds the container of the last name. Creates missing containers on the way. */
const holderAt = (document: Holder, names: readonly string[]): Holder => {
  let holder = document
  for (const name of names) {
    const known = memberOf(holder, name)
    const next = isHolder(known) ? known : {}
    if (next !== known) put(holder, name, next)
    holder = next
  }
  return holder
}

const isPatch = (body: unknown): body is PatchStep[] =>
  Array.isArray(body) &&
  body.length > 0 &&
  body.every((step) => isMembers(step) && typeof step['op'] === 'string' && typeof step['path'] === 'string')

const membersOf = (pointer: string): string[] => {
  if (pointer !== '' && !pointer.startsWith('/'))
    throw new MarineDataError('invalid-value', `The path "${pointer}" must begin with /`)
  return pointer
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
}

const insert = (holder: Holder, name: string, value: unknown): void => {
  if (Array.isArray(holder)) holder.splice(indexIn(holder, name, holder.length + 1), 0, value)
  else holder[name] = value
}

const removeFrom = (holder: unknown, name: string): void => {
  if (Array.isArray(holder)) holder.splice(indexIn(holder, name, holder.length), 1)
  else if (isMembers(holder)) delete holder[name]
}

/** @param root the names of the document that the paths of the step are in */
const applyStep = (documents: Members, root: readonly string[], { op, path, ...rest }: PatchStep): void => {
  const members = membersOf(path)
  checkMembers(members)
  const names = [...root, ...members]
  const last = names.pop() ?? ''
  if (op === 'remove') return removeFrom(valueAt(documents, names), last)
  if ((op !== 'add' && op !== 'replace') || !('value' in rest))
    throw new MarineDataError(
      'invalid-body',
      `The step "${op}" is not supported. Use add or replace with a value, or remove`,
    )
  const holder = holderAt(documents, names)
  if (op === 'add') insert(holder, last, rest.value)
  else put(holder, last, rest.value)
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
    if (isDeeperThan(body, limits.nesting))
      throw new MarineDataError('invalid-body', `Values may be nested ${limits.nesting} levels deep`)
    const steps = members.length === 0 && isPatch(body) ? body : undefined
    if (steps !== undefined && steps.length > limits.steps)
      throw new MarineDataError('too-large', `A patch may have ${limits.steps} steps, not ${steps.length}`)
    // One at a time: a write reads what the one before has saved.
    const done = this.#last.then(async () => {
      const documents = this.#documents(owner)
      const names = [app, version, ...members]
      if (steps === undefined) put(holderAt(documents, names.slice(0, -1)), names.at(-1) ?? '', body)
      else for (const step of steps) applyStep(documents, names, step)
      await this.#save(owner, documents)
    })
    this.#last = done.catch(() => undefined)
    return done
  }

  async #save(owner: DataOwner, documents: Members): Promise<void> {
    const text = JSON.stringify(documents)
    const count = Object.values(documents).flatMap((versions) => Object.keys(versions as Members)).length
    if (text.length > limits.length || count > limits.documents)
      throw new MarineDataError(
        'too-large',
        `Apps may store ${limits.documents} documents with ${limits.length} characters together`,
      )
    await this.#store.save(nameOf(owner), text)
  }

  /** A copy, which a write changes in place: copying it with every step of a patch would take minutes. */
  #documents(owner: DataOwner): Members {
    const text = this.#store.read(nameOf(owner))
    // Only `#save` writes this text.
    return text === undefined ? {} : (JSON.parse(text) as Members)
  }
}

const nameOf = (owner: DataOwner): string => `family-data/${owner === 'global' ? owner : actorKey(owner)}`
