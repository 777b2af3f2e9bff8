import type { ResourceEvent } from '@marinedata/core'
import type { Actor, BoatDetails, Route, Waypoint } from '@marinedata/model'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { claimLayout, discardUnfinishedRestore, finishRestore } from '../data-folder.ts'
import { lockFolder } from '../folder-lock.ts'
import { serverVersion } from '../settings/server-version.ts'
import { loadSettings } from '../settings/settings-file.ts'
import { listByHand } from '../signalk-import/by-hand.ts'
import { connectionsIn, withAdded } from '../signalk-import/connections.ts'
import { Findings, type Finding } from '../signalk-import/findings.ts'
import { routesOf, waypointsOf } from '../signalk-import/routes.ts'
import { readSignalkFolder, type SignalkFolder } from '../signalk-import/signalk-folder.ts'
import { mergedDetails, vesselOf } from '../signalk-import/vessel.ts'
import { BoatStore } from '../storage/boat-store.ts'
import { databaseName } from '../storage/open-database.ts'
import { resourceLimits } from '../features/resources.ts'

export interface SignalkImportOptions {
  /** The settings folder of signalk-server. */
  readonly from: string
  /** The data folder of this boat. */
  readonly folder: string
  /** Whether nothing is written. */
  readonly isDryRun: boolean
  readonly actor: Actor
}

/** The writes, in order. */
type Write = () => Promise<void>

/** Plans an import: what is new here is written, and what is here already stays. */
class ImportPlan {
  readonly findings = new Findings()
  readonly writes: Write[] = []
  readonly #store: BoatStore
  readonly #found: SignalkFolder
  readonly #actor: Actor
  readonly #at = new Date().toISOString()

  constructor(store: BoatStore, found: SignalkFolder, actor: Actor) {
    this.#store = store
    this.#found = found
    this.#actor = actor
  }

  /** @param defaults details from the settings file */
  addVessel(defaults: BoatDetails): void {
    const saved = this.#store.boat.load()
    const present = saved?.details ?? defaults
    const details = mergedDetails(present, vesselOf(this.#found, this.findings), this.findings)
    if (Object.keys(details).length === Object.keys(present).length) return
    const boat = { revision: (saved?.revision ?? 0) + 1, details, limits: saved?.limits ?? {} }
    const event = { actor: this.#actor, operation: 'boat-details', at: this.#at } as const
    this.writes.push(() => this.#store.boat.save(boat, event))
  }

  addResources(): void {
    this.#add('route', 'Routes', routesOf(this.#found, this.findings))
    this.#add('waypoint', 'Waypoints', waypointsOf(this.#found, this.findings))
  }

  addConnections(): void {
    const { nmea0183, nmea2000 } = connectionsIn(this.#found, this.findings)
    this.#configure('nmea0183', { list: 'connections', most: 16 }, nmea0183)
    this.#configure('nmea2000', { list: 'gateways', most: 8 }, nmea2000)
  }

  listByHand(): void {
    listByHand(this.#found, this.findings)
  }

  #add(kind: 'route' | 'waypoint', part: string, items: readonly (Route | Waypoint)[]): void {
    const store = this.#store.resources<Route | Waypoint>(kind)
    const known = new Set(store.all().map(({ id }) => id))
    for (const item of items)
      if (known.has(item.id)) this.findings.kept(part, `${item.name}: it is here already`)
      else if (known.size >= resourceLimits[kind])
        this.findings.notTaken(part, `${item.name}: there are ${resourceLimits[kind]} already`)
      else {
        known.add(item.id)
        this.findings.taken(part, item.name)
        this.writes.push(() => store.put(item, this.#event(kind, item.id)))
      }
  }

  #event(kind: string, subject: string): ResourceEvent {
    return { actor: this.#actor, operation: `${kind}-made`, at: this.#at, subject }
  }

  #configure(
    plugin: string,
    place: { readonly list: string; readonly most: number },
    added: readonly { name: string; address: string }[],
  ): void {
    const present = this.#store.plugins.choice(plugin)?.settings ?? {}
    const settings = withAdded(present, place, { added, findings: this.findings })
    if (settings !== undefined) this.writes.push(() => this.#store.plugins.decide(plugin, { settings }))
  }
}

/** Locks the data folder for the writes. Nothing is locked or created when nothing will be written. */
const openStore = (folder: string, isDryRun: boolean): DisposableStack & { store: BoatStore } => {
  const stack = new DisposableStack()
  if (isDryRun) {
    const hasDatabase = existsSync(join(folder, databaseName))
    const store = stack.use(new BoatStore(hasDatabase ? folder : undefined, { mayRepair: !hasDatabase }))
    return Object.assign(stack, { store })
  }
  finishRestore(folder)
  stack.use(lockFolder(folder))
  discardUnfinishedRestore(folder)
  claimLayout(folder, serverVersion)
  return Object.assign(stack, { store: stack.use(new BoatStore(folder)) })
}

/**
 * Imports the settings folder of signalk-server as far as possible. The server must not run, except for a dry run.
 * @returns the imported settings, those that stay unchanged here, and the remaining manual steps
 * @throws MarineDataError when the folder does not belong to signalk-server, or another process uses the data folder
 */
export const importSignalk = async (options: SignalkImportOptions): Promise<readonly Finding[]> => {
  const { from, folder, isDryRun, actor } = options
  const found = readSignalkFolder(from)
  using opened = openStore(folder, isDryRun)
  const { name, mmsi } = existsSync(folder) ? loadSettings(folder).settings : {}
  const plan = new ImportPlan(opened.store, found, actor)
  plan.addVessel({ ...(name !== undefined && { name }), ...(mmsi !== undefined && { mmsi }) })
  plan.addResources()
  plan.addConnections()
  plan.listByHand()
  if (!isDryRun) for (const write of plan.writes) await write()
  return plan.findings.list
}
