import {
  Access,
  anonymous,
  authorise as authoriseCaller,
  familyTokenPrefix,
  localOwner,
  ShoreSession,
  tokenPrefix,
  type Caller,
} from '@marinedata/core'
import { MarineDataError, scopes, scopesOfRole, type Condition, type Scope } from '@marinedata/model'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { BrowserRules } from '../access/browser-rules.ts'
import { sessionCookie } from '../access/cookies.ts'
import { FamilyCredentials } from '../access/family-credentials.ts'
import { ClosedGate, OpenGate } from '../access/gates.ts'
import { addressesAboard } from '../access/own-addresses.ts'
import { ClaimCodeFile } from '../access/claim-code-file.ts'
import type { Base, Feature } from '../compose/feature.ts'
import { composeNames } from '../compose/names.ts'
import { certificateOptions } from '../compose/tls.ts'
import { finishRestore } from '../data-folder.ts'
import type { Gate } from '../gate.ts'
import { accessRoutes } from '../http/routes/access/access-routes.ts'
import { crewRoutes } from '../http/routes/access/crew-routes.ts'
import { familySwitchRoutes } from '../http/routes/access/family-switch-routes.ts'
import { shoreSessionRoutes } from '../http/routes/access/shore-session-routes.ts'
import type { Route } from '../http/route.ts'
import { NodeSecrets } from '../access/node-secrets.ts'
import { settingDefaults, type Settings } from '../settings/settings.ts'
import type { AuditLog } from '../storage/audit-log.ts'
import { BoatStore } from '../storage/boat-store.ts'
import { databaseName } from '../storage/open-database.ts'
import { SystemClock } from '../system-clock.ts'
import { forgetFormerAuthority, renewAuthority } from '../tls/boat-certificates.ts'

export interface AccessFeature extends Feature {
  readonly access: Access
  readonly gate: Gate
  readonly rules: BrowserRules
  readonly shore: ShoreSession
  /** The code with which the first owner registers; undefined when there is an owner, or in open mode. */
  readonly claimCode: string | undefined
}

const periods = { refreshMs: 250, saveUseMs: 60_000, shoreMs: 1_000 }

const rulesOf = ({ settings, isOpen, names: localNames }: Base): BrowserRules => {
  const { names, origins, requireTls } = settings.access ?? {}
  return new BrowserRules({
    isLocal: isOpen,
    localNames,
    ...(names && { names }),
    ...(origins && { origins }),
    ...(requireTls !== undefined && { requiresTls: requireTls }),
  })
}

const routesOf = (
  { store, isOpen, api, family }: Base,
  access: Access,
  onClaimEnded: () => void,
): Route[] => {
  const base = `${api}/access`
  return [
    ...accessRoutes({
      base,
      access,
      isOpen,
      scopesOf: (roles) => scopes.filter((scope) => roles.some((role) => scopesOfRole[role].includes(scope))),
      cookie: sessionCookie,
      onClaimEnded,
    }),
    ...crewRoutes({
      base,
      access,
      audit: async (page) => {
        await store.audit.recorded()
        return store.audit.page(page)
      },
    }),
    ...familySwitchRoutes(base, family),
  ]
}

const shorePath = 'notifications.server.shoreSession'

/** The whole crew sees while remote users may command. */
const shoreSessionOf = ({ core, store, log }: Base): ShoreSession =>
  new ShoreSession({
    clock: core.clock,
    store: store.access,
    changed: ({ open }) => {
      const value: Condition = open
        ? { state: 'warn', method: ['visual'], message: 'People ashore can command this boat' }
        : { state: 'normal', method: [], message: '' }
      core.voice.publish('server', [{ path: shorePath, value }])
    },
    failed: (error) =>
      log.error({ event: 'access.store_failed', err: error }, 'end of the shore session not recorded'),
  })

/** People and credentials, and the gate that every transport asks. */
export const accessFeature = (base: Base): AccessFeature => {
  const { core, store, folder, isOpen } = base
  const access = new Access({ clock: core.clock, store: store.access, secrets: new NodeSecrets() })
  const rules = rulesOf(base)
  const shore = shoreSessionOf(base)
  const authorise = (caller: Caller, scope: Scope): void => authoriseCaller(caller, scope, shore)
  const gate = isOpen
    ? new OpenGate({ rules, authorise, stranger: localOwner })
    : new ClosedGate({
        rules,
        authorise,
        stranger: anonymous,
        access,
        tokenPrefixes: [tokenPrefix, familyTokenPrefix],
        family: new FamilyCredentials({ access, prefix: familyTokenPrefix }),
      })
  const claimCode = isOpen ? undefined : access.claim.code
  let claimCodeFile: ClaimCodeFile | undefined
  return {
    access,
    gate,
    rules,
    shore,
    claimCode,
    routes: [
      ...routesOf(base, access, () => claimCodeFile?.remove()),
      ...shoreSessionRoutes(`${base.api}/access`, shore),
    ],
    tasks: [
      // Applies access changes of the command line.
      { name: 'access.refresh', period: periods.refreshMs, run: () => access.credentials.refresh() },
      { name: 'access.save_use', period: periods.saveUseMs, run: () => access.credentials.saveUse() },
      { name: 'access.expire_shore', period: periods.shoreMs, run: () => shore.expire() },
    ],
    start: () => (claimCodeFile = new ClaimCodeFile(folder, claimCode)),
  }
}

/** Where a running server listens. */
export interface ListenAddress {
  readonly port: number
  /** The listen address; all addresses when absent. */
  readonly host?: string | undefined
  /** Pin of the server's public key; absent without https. */
  readonly pin?: string | undefined
  /** The names that are announced in the local network, best first. */
  readonly names?: readonly string[]
}

const listenAddressFact = 'door'

/**
 * Saves the listen address and the announced names, for CLI commands that print links to the server. Saves the names
 * again when they change, until disposed of.
 */
export const keepListenAddress = async (
  { store, names }: Pick<Base, 'store' | 'names'>,
  address: ListenAddress,
): Promise<Disposable> => {
  const save = async (): Promise<void> => {
    const saved = JSON.stringify({ ...address, names: names.announced })
    if (store.readFact(listenAddressFact) !== saved) await store.saveFact(listenAddressFact, saved)
  }
  // Without space on the disk the command line prints the address and the names of the last start.
  const trySave = (): Promise<void> => save().catch(() => undefined)
  await trySave()
  return names.onChange(() => void trySave())
}

/** Where the server listens, or where it listened at its last start. */
export const readListenAddress = (store: Pick<BoatStore, 'readFact'>): ListenAddress => {
  const saved = store.readFact(listenAddressFact)
  // Only `keepListenAddress` writes this fact.
  return saved === undefined ? { port: settingDefaults.port } : (JSON.parse(saved) as ListenAddress)
}

/** Access of a data folder, for CLI commands. */
export interface ShellAccess extends Disposable {
  readonly access: Pick<Access, 'claim' | 'credentials' | 'people' | 'createToken'>
  readonly audit: Pick<AuditLog, 'page' | 'findBreak'>
  /** Port of the last start of the server. */
  readonly port: number
  readonly pin: string | undefined
  /** URLs for other devices on the boat, best first. */
  readonly addresses: readonly string[]
  /**
   * Issues the certificate of the boat's authority again, for the present names; returns its SHA-256 fingerprint.
   * @throws MarineDataError `not-found` without an authority, `storage-full`
   */
  renewAuthority(settings: Settings): string
  /** Removes the former certificate of the authority. @throws MarineDataError `storage-full` */
  forgetFormerAuthority(): void
}

/**
 * Opens the access of a data folder. A server may be running on it: the server applies changes within 250 ms.
 * @throws MarineDataError `not-found` when the folder contains no database
 */
export const openAccess = (folder: string): ShellAccess => {
  finishRestore(folder)
  if (!existsSync(join(folder, databaseName)))
    throw new MarineDataError(
      'not-found',
      `${folder} is not a data folder. Start the server once, or use another data folder with --data`,
    )
  const store = new BoatStore(folder, { mayRepair: false })
  const { port, host, pin, names = [] } = readListenAddress(store)
  return {
    access: new Access({ clock: new SystemClock(), store: store.access, secrets: new NodeSecrets() }),
    audit: store.audit,
    port,
    pin,
    addresses: addressesAboard({ port, host, names, isEncrypted: pin !== undefined }),
    renewAuthority: (settings) => {
      const parts = { settings, names: composeNames(settings, store), store }
      return renewAuthority(certificateOptions(folder, parts), Date.now())
    },
    forgetFormerAuthority: () => forgetFormerAuthority(folder),
    [Symbol.dispose]: () => store[Symbol.dispose](),
  }
}
