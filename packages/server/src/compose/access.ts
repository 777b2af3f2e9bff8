import {
  Access,
  authorise,
  DeviceAuthor,
  localOwner,
  anonymous,
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

/** The gate of every transport, with people and credentials. */
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
    : new ClosedGate({ rules, authorise, stranger: anonymous, access, tokenPrefix })
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
 * Maps a principal to the author of its deltas, and caches it.
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

/** Where a running server listens. */
export interface ListenAddress {
  readonly port: number
  /** The listen address; all addresses when absent. */
  readonly host?: string | undefined
  /** Pin of the server's public key; absent without https. */
  readonly pin?: string | undefined
}

const listenAddressFact = 'door'

/** Saves the listen address, for CLI commands that print links to the server. */
export const saveListenAddress = async (store: BoatStore, address: ListenAddress): Promise<void> => {
  const saved = JSON.stringify(address)
  if (store.readFact(listenAddressFact) !== saved) await store.saveFact(listenAddressFact, saved)
}

const readListenAddress = (store: BoatStore): ListenAddress => {
  const saved = store.readFact(listenAddressFact)
  // Only `saveListenAddress` writes this fact.
  return saved === undefined ? { port: settingDefaults.port } : (JSON.parse(saved) as ListenAddress)
}

/** Access of a data folder, for CLI commands. */
export interface ShellAccess extends Disposable {
  readonly access: Pick<Access, 'claim' | 'credentials' | 'people' | 'createToken'>
  readonly audit: Pick<AuditLog, 'page' | 'findBreak'>
  /** Port of the last start of the server. */
  readonly port: number
  readonly pin: string | undefined
  /** URLs for other devices aboard, best first. */
  readonly addresses: readonly string[]
}

/**
 * Opens the access of a data folder. A server may be running on it: the server applies changes within 250 ms.
 * @throws MarineDataError `not-found` when the folder contains no database
 */
export const openAccess = (folder: string): ShellAccess => {
  if (!existsSync(join(folder, databaseName)))
    throw new MarineDataError(
      'not-found',
      `${folder} is not a data folder. Start the server once, or use another data folder with --data`,
    )
  const store = new BoatStore(folder, { mayRepair: false })
  const { port, host, pin } = readListenAddress(store)
  return {
    access: new Access({ clock: new SystemClock(), store: store.access, secrets: new NodeSecrets() }),
    audit: store.audit,
    port,
    pin,
    addresses: addressesAboard({ port, host, isEncrypted: pin !== undefined }),
    [Symbol.dispose]: () => store[Symbol.dispose](),
  }
}
