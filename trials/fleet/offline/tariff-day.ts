import { tariffs, type Tariff } from '@marinedata/uplink-protocol'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join as joinPath } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { tariffRules } from '../../../plugins/uplink/src/tariffs.ts'
import { copyOf } from '../../../scripts/fleet/copy-ashore.ts'
import { CountingProxy } from '../counting-proxy.ts'
import { OneNodeShore } from '../../../scripts/fleet/one-node-shore.ts'
import { SimulatedTime } from './simulated-time.ts'
import { TlsGateway } from '../../../scripts/fleet/tls-gateway.ts'
import { join, TrialBoat } from '../trial-boat.ts'
import { recordedLog, TrialVoyage } from '../../../scripts/fleet/trial-voyage.ts'

const secondsPerDay = 86_400
const limits: Readonly<Record<Tariff, number>> = { satellite: 0.4, cellular: 2, wifi: 8 }
const alarmEverySeconds = 28_800
const alarmSeconds = 600

interface TariffFound {
  /** Megabytes a day, counted between boat and gateway. */
  readonly megabytes: number
  readonly limit: number
  /** At most, with the headers of TCP and IP. */
  readonly withPacketHeads: number
  readonly connections: number
  readonly lost: number
  readonly doubled: number
}

interface Measured {
  readonly tariff: Tariff
  readonly boat: TrialBoat
  readonly proxy: CountingProxy
}

/** The values of one second reach the uplinks, as from a subscription with that period. */
const sailSecond = (voyage: TrialVoyage, boats: readonly Measured[]): void => {
  const changeByPath = new Map<
    string,
    { readonly path: string; readonly source: string; readonly value: unknown }
  >()
  voyage.onChange = (change) => void changeByPath.set(change.path, change)
  voyage.sail(1_000)
  const timestamp = new Date(voyage.clock.wall()).toISOString()
  const updates = [...Map.groupBy(changeByPath.values(), ({ source }) => source)].map(
    ([$source, changes]) => ({
      $source,
      timestamp,
      values: changes.map(({ path, value }) => ({ path, value })),
    }),
  )
  for (const { boat } of boats) boat.values.record({ context: 'vessels.self', updates })
}

const alarmAt = (voyage: TrialVoyage, second: number): void => {
  if (second % alarmEverySeconds === alarmEverySeconds / 2) voyage.alarm(true)
  if (second % alarmEverySeconds === alarmEverySeconds / 2 + alarmSeconds) voyage.alarm(false)
}

interface Shores {
  readonly shore: OneNodeShore
  readonly gateway: TlsGateway
}

const startBoat = async (
  tariff: Tariff,
  { shore, gateway }: Shores,
  { voyage, time }: { readonly voyage: TrialVoyage; readonly time: SimulatedTime },
): Promise<Measured> => {
  const vessel = `urn:mrn:imo:mmsi:${230_000_001 + tariffs.indexOf(tariff)}`
  join(shore.boats, [vessel])
  const proxy = await CountingProxy.start(gateway.port)
  const log = recordedLog(voyage.log)
  const authority = shore.certificate.cert
  const boat = new TrialBoat({ vessel, tariff, log, clock: time, port: proxy.port, authority })
  boat.uplink.start()
  return { tariff, boat, proxy }
}

const sailDay = async (
  seconds: number,
  measured: readonly Measured[],
  { voyage, time }: { readonly voyage: TrialVoyage; readonly time: SimulatedTime },
): Promise<void> => {
  for (let second = 0; second < seconds; second++) {
    alarmAt(voyage, second)
    sailSecond(voyage, measured)
    time.advanceTo(voyage.clock.wall())
    for (const { boat } of measured) await boat.settled()
    await nextTurn()
  }
  // The last hour goes ashore, too.
  for (let second = 0; second < 3_700; second += 5) {
    time.advanceTo(time.now() + 5_000)
    for (const { boat } of measured) await boat.settled()
  }
  for (const { boat } of measured) boat[Symbol.dispose]()
}

const foundOf = async (
  { tariff, boat, proxy }: Measured,
  {
    shore,
    voyage,
    seconds,
  }: { readonly shore: OneNodeShore; readonly voyage: TrialVoyage; readonly seconds: number },
): Promise<TariffFound> => {
  const stored = await shore.stored(boat.vessel)
  const { layers } = tariffRules[tariff]
  const copies = layers.map((layer) => copyOf(voyage.log, layer, { vessel: boat.vessel, stored }))
  const perDay = (bytes: number): number => Math.round((bytes * secondsPerDay) / seconds / 1e3) / 1e3
  await proxy[Symbol.asyncDispose]()
  return {
    megabytes: perDay(proxy.bytes),
    limit: limits[tariff],
    withPacketHeads: perDay(proxy.bytes + proxy.headerBytes),
    connections: proxy.connections,
    lost: copies.reduce((sum, { lost, unnamed }) => sum + lost + unnamed, 0),
    doubled: copies.reduce((sum, { doubled }) => sum + doubled, 0),
  }
}

/** A boat sails for a day of simulated time, and three uplinks send it over TLS, each by another tariff. */
export const trialOfTariffs = async ({
  seconds,
}: {
  readonly seconds: number
}): Promise<{ readonly pass: boolean; readonly tariffs: Readonly<Record<string, TariffFound>> }> => {
  await using shore = await OneNodeShore.start()
  const { connection, certificate, boats } = shore
  await using gateway = await TlsGateway.start({
    connection,
    streams: 1,
    certificate,
    boats,
    liveMs: 10_000,
    port: 0,
  })
  const folder = mkdtempSync(joinPath(tmpdir(), 'marinedata-day-'))
  using voyage = new TrialVoyage(folder)
  voyage.log.trustTime('gnss', voyage.clock.wall())
  const day = { voyage, time: new SimulatedTime(voyage.clock.wall()) }
  const measured: Measured[] = []
  for (const tariff of tariffs) measured.push(await startBoat(tariff, { shore, gateway }, day))
  await sailDay(seconds, measured, day)
  const found: Record<string, TariffFound> = {}
  for (const one of measured) found[one.tariff] = await foundOf(one, { shore, voyage, seconds })
  rmSync(folder, { recursive: true, force: true })
  const pass = Object.values(found).every(
    ({ megabytes, limit, lost, doubled }) => megabytes <= limit && lost + doubled === 0,
  )
  return { pass, tariffs: found }
}
