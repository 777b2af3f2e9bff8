import { MarineDataError, type BoundingBox, type FleetMapLine } from '@marinedata/model'
import type { NatsConnection, Subscription } from '@nats-io/transport-node'
import { arrivalSubject, countSubject, lastToken, type VesselToken } from '#subjects.ts'
import { MapCell } from './map-cell.ts'
import { MapWindow, type MapBoat, type Shown } from './map-window.ts'
import { cellDepth, checkCounts, type Place } from './place.ts'
import { squaresOf, type Quadkey } from './quadkey.ts'

export interface TenantMapOptions {
  readonly connection: NatsConnection
  readonly tenant: string
  /** A boat of the tenant; undefined for any other. */
  readonly boatOf: (token: VesselToken) => MapBoat | undefined
}

/** A user who looks at the map. */
export interface Viewer {
  /** Whether more can be sent now. Until then changes are collected. */
  isReady(): boolean
  send(line: FleetMapLine): void
}

/** A window that is open until it is disposed. */
export interface OpenWindow extends Disposable {
  /** Sends what is in the window now, if that is known already. Otherwise, and for changes, the next flush does. */
  show(): void
}

interface Open {
  readonly window: MapWindow
  readonly viewer: Viewer
  readonly cells: readonly Quadkey[]
}

const flushEveryMs = 1_000
/** A window that touches more cells than this is shown as numbers. */
const mostCellsOfWindow = 64
const mostWindows = 5_000
/** A cell without viewers stays for a moment: people move the map to and fro. */
const unusedMs = 30_000
/** Three counts of a gateway. */
const countsMs = 6_000

interface Used {
  readonly cell: MapCell
  readonly windows: Set<MapWindow>
  unusedSince: number | undefined
}

interface GatewayCounts {
  readonly counts: Readonly<Record<Quadkey, number>>
  readonly at: number
}

/** The map of a tenant: receives the boats in those cells at which someone looks, and no others. */
export class TenantMap implements Disposable {
  readonly #options: TenantMapOptions
  readonly #cells = new Map<Quadkey, Used>()
  readonly #open = new Set<Open>()
  readonly #countsByGateway = new Map<string, GatewayCounts>()
  #wide: Subscription | undefined
  #wideSince = 0
  #arrivals: Subscription | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(options: TenantMapOptions) {
    this.#options = options
  }

  /** Boats that are received now. */
  get received(): number {
    return [...this.#cells.values()].reduce((sum, { cell }) => sum + cell.size, 0)
  }

  /** @throws MarineDataError `too-many-requests` */
  look(box: BoundingBox, viewer: Viewer): OpenWindow {
    if (this.#open.size >= mostWindows)
      throw new MarineDataError('too-many-requests', `${mostWindows} map windows are open already`)
    const keys = squaresOf(box, cellDepth, mostCellsOfWindow)
    if (keys === undefined) this.#receiveCounts()
    this.#receiveArrivals()
    const used = (keys ?? []).map((key) => this.#use(key))
    const window = new MapWindow(
      box,
      this.#shown(keys === undefined ? undefined : used.map(({ cell }) => cell)),
    )
    for (const { windows } of used) windows.add(window)
    const open = { window, viewer, cells: keys ?? [] }
    this.#open.add(open)
    this.#timer ??= setInterval(() => this.#flush(), flushEveryMs).unref()
    const isKnown = (): boolean =>
      keys === undefined ? this.#areCountsKnown() : used.every(({ cell }) => cell.isAnswered)
    return {
      show: () => {
        if (isKnown()) send(open)
      },
      [Symbol.dispose]: () => this.#close(open),
    }
  }

  [Symbol.dispose](): void {
    this.#rest()
    for (const { cell } of this.#cells.values()) cell[Symbol.dispose]()
    this.#cells.clear()
    this.#open.clear()
  }

  #use(key: Quadkey): Used {
    const known = this.#cells.get(key)
    if (known !== undefined) {
      known.unusedSince = undefined
      return known
    }
    const windows = new Set<MapWindow>()
    const { connection, tenant } = this.#options
    const changed = (token: VesselToken, place: Place | undefined): void => {
      for (const window of windows) window.changed(token, place)
    }
    const used = {
      cell: new MapCell({ connection, tenant, cell: key, changed }),
      windows,
      unusedSince: undefined,
    }
    this.#cells.set(key, used)
    return used
  }

  #shown(cells: readonly MapCell[] | undefined): Shown {
    const placeOf = (token: VesselToken): Place | undefined =>
      cells?.find(({ places }) => places.has(token))?.places.get(token)
    return {
      placeOf,
      cells: () => cells?.map(({ places }) => places),
      countsAt: (depth) =>
        cells === undefined
          ? this.#countsAt(depth)
          : new Map(cells.flatMap((cell) => [...cell.countsAt(Math.max(depth, cellDepth))])),
      boatOf: this.#options.boatOf,
    }
  }

  /** Without this, a boat that comes back in another cell would stay in its previous cell. */
  #receiveArrivals(): void {
    const { connection, tenant } = this.#options
    this.#arrivals ??= connection.subscribe(arrivalSubject(tenant, '*'), {
      callback: (_error, { subject, data }) => {
        const at = Buffer.from(data).toString('latin1')
        for (const [key, { cell }] of this.#cells) if (key !== at) cell.forget(lastToken(subject))
      },
    })
  }

  /** Whether every gateway has had the time to say how many boats it has. */
  #areCountsKnown(): boolean {
    return this.#wide !== undefined && performance.now() - this.#wideSince > countsMs
  }

  #receiveCounts(): void {
    const { connection, tenant } = this.#options
    if (this.#wide === undefined) this.#wideSince = performance.now()
    this.#wide ??= connection.subscribe(countSubject(tenant, '*'), {
      callback: (_error, message) => {
        const counts: unknown = message.json()
        if (checkCounts.accepts(counts))
          this.#countsByGateway.set(lastToken(message.subject), { counts, at: performance.now() })
      },
    })
  }

  /** Sums the counts of all present gateways. */
  #countsAt(depth: number): ReadonlyMap<Quadkey, number> {
    const sums = new Map<Quadkey, number>()
    for (const [gateway, { counts, at }] of this.#countsByGateway) {
      if (performance.now() - at > countsMs) this.#countsByGateway.delete(gateway)
      else
        for (const [cell, count] of Object.entries(counts)) {
          const key = cell.slice(0, depth)
          sums.set(key, (sums.get(key) ?? 0) + count)
        }
    }
    return sums
  }

  #flush(): void {
    const now = performance.now()
    for (const [key, used] of this.#cells) {
      used.cell.forgetSilent(Date.now())
      if (used.unusedSince === undefined || now - used.unusedSince < unusedMs) continue
      used.cell[Symbol.dispose]()
      this.#cells.delete(key)
    }
    for (const open of this.#open) send(open)
    if (this.#open.size === 0 && this.#cells.size === 0) this.#rest()
  }

  /** Receives nothing without viewers. */
  #rest(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
    this.#wide?.unsubscribe()
    this.#wide = undefined
    this.#arrivals?.unsubscribe()
    this.#arrivals = undefined
    this.#countsByGateway.clear()
  }

  #close(open: Open): void {
    this.#open.delete(open)
    for (const key of open.cells) {
      const used = this.#cells.get(key)
      used?.windows.delete(open.window)
      if (used?.windows.size === 0) used.unusedSince = performance.now()
    }
  }
}

const send = ({ window, viewer }: Open): void => {
  const line = viewer.isReady() ? window.next() : undefined
  if (line !== undefined) viewer.send(line)
}
