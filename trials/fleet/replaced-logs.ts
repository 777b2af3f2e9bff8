import { batchSubject, tokenOf } from '@marinedata/fleet'
import { layers } from '@marinedata/uplink-protocol'
import { copyFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join as joinPath } from 'node:path'
import { TrialClock } from '../../packages/history/testing/trial-log.ts'
import { copyOf } from '../../scripts/fleet/copy-ashore.ts'
import { OneNodeShore, type StoredBody } from '../../scripts/fleet/one-node-shore.ts'
import { SimulatedTime } from './offline/simulated-time.ts'
import { TlsGateway } from '../../scripts/fleet/tls-gateway.ts'
import { join, TrialBoat } from './trial-boat.ts'
import { recordedLog, TrialVoyage } from '../../scripts/fleet/trial-voyage.ts'

const vessel = 'urn:mrn:imo:mmsi:230000001'
const hourMs = 3_600_000
const database = 'history.db'
const start = Date.UTC(2026, 5, 1)

export interface CaseFound {
  readonly hasNewLog: boolean
  /** Whether everything that was ashore before is there as it was. */
  readonly isKept: boolean
  /** Entries of the new log that are not ashore. */
  readonly lost: number
  readonly doubled: number
  /** Entries of the new log that are ashore. */
  readonly copied: number
}

type Stored = ReadonlyMap<string, readonly StoredBody[]>

class Replacing {
  readonly shore: OneNodeShore
  readonly #gateway: TlsGateway

  constructor(shore: OneNodeShore, gateway: TlsGateway) {
    this.shore = shore
    this.#gateway = gateway
  }

  /** Sends everything, in simulated time, and records a little while connected. */
  async send(voyage: TrialVoyage): Promise<Stored> {
    const time = new SimulatedTime(voyage.clock.wall())
    using boat = new TrialBoat({
      vessel,
      tariff: 'wifi',
      log: recordedLog(voyage.log),
      clock: time,
      port: this.#gateway.port,
      authority: this.shore.certificate.cert,
    })
    boat.uplink.start()
    for (let second = 0; second < 300; second++) {
      if (second === 100) voyage.alarm(true)
      if (second > 100) voyage.sail(1_000)
      time.advanceTo(time.now() + 1_000)
      await boat.settled()
    }
    return await this.shore.stored()
  }
}

const isKept = (before: Stored, after: Stored): boolean =>
  layers.every((layer) => {
    const subject = batchSubject(tokenOf(vessel) ?? '', layer)
    const [old = [], now = []] = [before.get(subject), after.get(subject)]
    return (
      old.length > 0 &&
      old.every(({ from, to, log, body }, index) => {
        const same = now[index]
        return (
          same?.from === from && same.to === to && same.log === log && Buffer.compare(body, same.body) === 0
        )
      })
    )
  })

const foundIn = (
  voyage: TrialVoyage,
  oldLog: string,
  stored: { before: Stored; after: Stored },
): CaseFound => {
  const copies = layers.map((layer) => copyOf(voyage.log, layer, { vessel, stored: stored.after }))
  const sum = (member: 'lost' | 'doubled' | 'equal'): number =>
    copies.reduce((all, copy) => all + copy[member], 0)
  return {
    hasNewLog: voyage.log.logId !== oldLog,
    isKept: isKept(stored.before, stored.after),
    lost: sum('lost'),
    doubled: sum('doubled'),
    copied: sum('equal'),
  }
}

type Case = (folder: string, old: string) => TrialVoyage

/** The states of a boat after something happened to its log. `old` has a copy of the log that is two hours old. */
const cases: Readonly<Record<string, Case>> = {
  cardReplaced: (folder) => {
    rmSync(folder, { recursive: true })
    return new TrialVoyage(mkdtempSync(joinPath(tmpdir(), 'marinedata-card-')), {
      clock: new TrialClock(start),
    })
  },
  copyRestored: (folder, old) => {
    rmSync(folder, { recursive: true })
    cpSync(old, folder, { recursive: true })
    return new TrialVoyage(folder, { clock: new TrialClock(start + 5 * hourMs) })
  },
  // Written block by block over the disk: the file looks the same as before.
  imageRestored: (folder, old) => {
    for (const name of [`${database}-wal`, `${database}-shm`]) rmSync(joinPath(folder, name), { force: true })
    writeFileSync(joinPath(folder, database), readFileSync(joinPath(old, database)))
    return new TrialVoyage(folder, { clock: new TrialClock(start + 5 * hourMs) })
  },
}

/** The clock starts in 1970 and is set later: the same log goes on. */
const clockLost = async (replacing: Replacing, folder: string, before: Stored): Promise<CaseFound> => {
  using voyage = new TrialVoyage(folder, { clock: new TrialClock(0) })
  const old = voyage.log.logId
  voyage.sail(600_000)
  await replacing.send(voyage)
  voyage.clock.jump(start + 9 * hourMs)
  voyage.log.trustTime('gnss', voyage.clock.wall())
  voyage.sail(600_000)
  return foundIn(voyage, old, { before, after: await replacing.send(voyage) })
}

/** Replaces the log of a boat in several ways. Nothing ashore may be overwritten. */
export const trialOfReplacedLogs = async (): Promise<{
  readonly pass: boolean
  readonly cases: Readonly<Record<string, CaseFound>>
}> => {
  await using shore = await OneNodeShore.start()
  const { connection, certificate, boats } = shore
  join(boats, [vessel])
  await using gateway = await TlsGateway.start({
    connection,
    streams: 1,
    certificate,
    boats,
    liveMs: 10_000,
    port: 0,
  })
  const replacing = new Replacing(shore, gateway)
  const found: Record<string, CaseFound> = {}
  for (const [name, replace] of Object.entries<Case | undefined>({ ...cases, clockLost: undefined })) {
    await shore.deleteStreams()
    const [folder, copy] = ['log', 'copy'].map((part) =>
      mkdtempSync(joinPath(tmpdir(), `marinedata-${part}-`)),
    )
    if (folder === undefined || copy === undefined) continue
    const { before, oldLog } = await firstVoyage(replacing, folder, copy)
    if (replace === undefined) found[name] = await clockLost(replacing, folder, before)
    else {
      using voyage = replace(folder, copy)
      found[name] = foundIn(voyage, oldLog, { before, after: await replacing.send(voyage) })
    }
    for (const used of [folder, copy]) rmSync(used, { recursive: true, force: true })
  }
  const pass = Object.entries(found).every(
    ([name, one]) =>
      one.isKept &&
      one.lost + one.doubled === 0 &&
      one.copied > 0 &&
      one.hasNewLog === (name !== 'clockLost'),
  )
  return { pass, cases: found }
}

/** Records and sends four hours. The copy is made after two. */
const firstVoyage = async (
  replacing: Replacing,
  folder: string,
  copy: string,
): Promise<{ readonly before: Stored; readonly oldLog: string }> => {
  const clock = new TrialClock(start)
  {
    using voyage = new TrialVoyage(folder, { clock })
    voyage.alarm(true)
    voyage.sail(2 * hourMs)
  }
  copyFileSync(joinPath(folder, database), joinPath(copy, database))
  using voyage = new TrialVoyage(folder, { clock })
  voyage.sail(2 * hourMs)
  return { before: await replacing.send(voyage), oldLog: voyage.log.logId }
}
