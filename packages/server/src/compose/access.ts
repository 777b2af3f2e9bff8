import {
  Access,
  authorise,
  DeviceAuthor,
  localOwner,
  nobody,
  PersonAuthor,
  tokenPrefix,
} from '@marinedata/core'
import type { Author, Principal } from '@marinedata/core'
import { MarineDataError, scopes, scopesOfRole } from '@marinedata/model'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { BrowserRules } from '../access/browser-rules.ts'
import { sessionCookie } from '../access/cookies.ts'
import { ClosedGate, OpenGate } from '../access/gates.ts'
import { addressesAboard } from '../access/own-addresses.ts'
import type { Core } from './core.ts'
import type { Gate } from '../gate.ts'
import { accessRoutes } from '../http/routes/access-routes.ts'
import { crewRoutes } from '../http/routes/crew-routes.ts'
import type { Route } from '../http/route.ts'
import { NodeSecrets } from '../access/node-secrets.ts'
import { settingDefaults, type Settings } from '../settings/settings.ts'
import type { AuditLog } from '../storage/audit-log.ts'
import { BoatStore } from '../storage/boat-store.ts'
import { databaseName } from '../storage/open-database.ts'
import { SystemClock } from '../system-clock.ts'

export interface AccessParts {
  readonly access: Access
  readonly gate: Gate
  readonly rules: BrowserRules
}

/** The gate of every transport, and who is known to it. */
export const composeAccess = (
  { clock }: Pick<Core, 'clock'>,
  store: BoatStore,
  { settings, isOpen }: { readonly settings: Settings; readonly isOpen: boolean },
): AccessParts => {
  const access = new Access({ clock, store: store.access, secrets: new NodeSecrets() })
  const { names, origins, requireTls } = settings.access ?? {}
  const rules = new BrowserRules({
    isLocal: isOpen,
    ...(names && { names }),
    ...(origins && { origins }),
    ...(requireTls !== undefined && { requiresTls: requireTls }),
  })
  const gate = isOpen
    ? new OpenGate({ rules, authorise, stranger: localOwner })
    : new ClosedGate({ rules, authorise, stranger: nobody, access, tokenPrefix })
  return { access, gate, rules }
}

interface AccessRouteParts extends Pick<AccessParts, 'access'> {
  readonly productWord: string
  readonly store: BoatStore
  readonly isOpen: boolean
  readonly onClaimEnded: () => void
}

export const accessRoutesOf = ({
  access,
  productWord,
  store,
  isOpen,
  onClaimEnded,
}: AccessRouteParts): Route[] => {
  const base = `/${productWord}/v2/api/access`
  return [
    ...accessRoutes({
      base,
      access,
      isOpen,
      scopesOf: (roles) => scopes.filter((scope) => roles.some((role) => scopesOfRole[role].includes(scope))),
      cookie: sessionCookie,
      onClaimEnded,
    }),
    ...crewRoutes({ base, access, audit: (page) => store.audit.page(page) }),
  ]
}

/**
 * In whose name each principal writes; made once for each.
 * @param isTaken whether a source belongs to a plugin or to a device
 */
export const composeAuthors = (isTaken: (source: string) => boolean): ((principal: Principal) => Author) => {
  const authorByPrincipal = new WeakMap<Principal, Author>()
  return (principal) => {
    const known = authorByPrincipal.get(principal)
    if (known !== undefined) return known
    const { source, paths } = principal
    const author = paths === undefined ? new PersonAuthor(source, isTaken) : new DeviceAuthor(source, paths)
    authorByPrincipal.set(principal, author)
    return author
  }
}

/** How a running server is found. */
export interface ServerDoor {
  readonly port: number
  /** The address that it listens on; every one when absent. */
  readonly host?: string | undefined
  /** By this an app knows it, whoever certified it; absent without https. */
  readonly pin?: string | undefined
}

const doorFact = 'door'

/** Remembers how the server is found, for commands that print links to it. */
export const keepDoor = async (store: BoatStore, door: ServerDoor): Promise<void> => {
  const kept = JSON.stringify(door)
  if (store.recall(doorFact) !== kept) await store.keep(doorFact, kept)
}

const recallDoor = (store: BoatStore): ServerDoor => {
  const kept = store.recall(doorFact)
  // Written by `keepDoor` and by nothing else.
  return kept === undefined ? { port: settingDefaults.port } : (JSON.parse(kept) as ServerDoor)
}

/** Who is known to a boat, for a command on its own computer. */
export interface ShellAccess extends Disposable {
  readonly access: Pick<Access, 'claim' | 'credentials' | 'people' | 'makeToken'>
  readonly audit: Pick<AuditLog, 'page' | 'findBreak'>
  /** Where the server was when it was started last. */
  readonly port: number
  readonly pin: string | undefined
  /** Where other devices aboard find it, best first. */
  readonly addresses: readonly string[]
}

/**
 * The access of a data folder, beside a server that may be running: it takes up what is changed here within a moment.
 * @throws MarineDataError `not-found` when there is no such folder
 */
export const openAccess = (folder: string): ShellAccess => {
  if (!existsSync(join(folder, databaseName)))
    throw new MarineDataError(
      'not-found',
      `${folder} is not a data folder: start the server once, or name another with --data`,
    )
  const store = new BoatStore(folder, { mayRepair: false })
  const { port, host, pin } = recallDoor(store)
  return {
    access: new Access({ clock: new SystemClock(), store: store.access, secrets: new NodeSecrets() }),
    audit: store.audit,
    port,
    pin,
    addresses: addressesAboard({ port, host, isEncrypted: pin !== undefined }),
    [Symbol.dispose]: () => store[Symbol.dispose](),
  }
}
