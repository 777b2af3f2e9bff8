import { until } from '@marinedata/testing/until'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { SoakedServer } from '../../soak/soaked-server.ts'
import { BoatMemory, type Leaf } from './boat-memory.ts'
import { fleetHost } from '../../../scripts/fleet/certificate.ts'
import { lookAtFleet } from './fleet-console.ts'
import { compareStreams } from './stream-conformance.ts'
import { WholeShore } from '../../../scripts/fleet/whole-shore.ts'

const mmsi = '230099999'
const vessel = `urn:mrn:imo:mmsi:${mmsi}`
const context = `vessels.${vessel}`
const api = '/marinedata/v2/api'
/** The time about which is asked. */
const askedMs = 20_000
/** For what was recorded to be ashore, also on a slow machine: a segment is sent when its minute is over. */
const shoreMs = 180_000

export interface OneBoatFound {
  readonly pass: boolean
  /** Values ashore, and those that the boat never had at their time. */
  readonly values: number
  readonly wrongValues: readonly string[]
  /** Questions that were asked at both, and those with another answer. */
  readonly questions: number
  readonly differing: readonly string[]
  /** Messages and addresses that were tried at the streams of both. Their differences are with the others. */
  readonly exchanges: number
  /** What another tenant could see. */
  readonly leaks: readonly string[]
  readonly isNotified: boolean
  /** Whether the alarm has ended ashore, too, with the same source and time. */
  readonly hasEnded: boolean
  /** Whether the alarm is on the console of the fleet, in a browser, and its map has opened a window. */
  readonly isOnConsole: boolean
  readonly failures: readonly string[]
}

interface Answer {
  readonly status: number
  readonly body: unknown
}

const ask = async (address: string, path: string, token?: string): Promise<Answer> => {
  const response = await fetch(address + path, {
    signal: AbortSignal.timeout(30_000),
    ...(token !== undefined && { headers: { authorization: `Bearer ${token}` } }),
  })
  return { status: response.status, body: await response.json() }
}

const isLeaf = (value: unknown): value is Leaf =>
  typeof value === 'object' && value !== null && 'value' in value && 'timestamp' in value

/** The leaves of a document of a vessel. */
const leavesOf = (document: unknown, path: readonly string[] = []): [string, Leaf][] => {
  if (isLeaf(document)) return [[path.join('.'), document]]
  if (typeof document !== 'object' || document === null) return []
  return Object.entries(document).flatMap(([name, member]) => leavesOf(member, [...path, name]))
}

const joinFleet = (boat: SoakedServer, shore: WholeShore, code: string): Promise<string> =>
  boat.ask('PUT', `${api}/plugins/uplink/settings`, {
    fleet: shore.gateway,
    code,
    host: fleetHost,
    certificate: shore.certificate,
    tariff: 'wifi',
  })

/** Questions about reading, with the same text at both. */
const questionsIn = (from: number, to: number): string[] => {
  const range = `from=${new Date(from).toISOString()}&to=${new Date(to).toISOString()}`
  const paths = ['navigation.speedOverGround', 'navigation.courseOverGroundTrue', 'navigation.position']
  const values = (rest: string): string => `${api}/history/values?context=${context}&${range}&${rest}`
  return [
    ...paths.flatMap((path) => ['1s', '10s', '1m'].map((step) => values(`paths=${path}&resolution=${step}`))),
    ...['min', 'max', 'first', 'last', 'mid', 'sma', 'ema'].map((method) =>
      values(`paths=navigation.speedOverGround:${method}&resolution=10s`),
    ),
    values('paths=environment.depth.belowTransducer,environment.wind.speedApparent&sourcePolicy=all'),
    values('paths=navigation.position:max'),
    values('paths=not.there'),
    values('paths=navigation.speedOverGround&resolution=wrong'),
    `${api}/history/values?context=${context}&paths=navigation.speedOverGround&from=yesterday`,
    `${api}/history/paths?context=${context}&${range}`,
    `${api}/history/track?context=${context}&${range}&tolerance=0`,
    `/marinedata/v1/api/${context.replace('.', '/')}/not/there`,
    `/marinedata/v1/api/${context.replace('.', '/')}/mmsi`,
  ]
}

/** What differs by its nature: boats call themselves `vessels.self`. */
const comparable = ({ status, body }: Answer): unknown => {
  const text = JSON.stringify(body).replaceAll('"vessels.self"', JSON.stringify(context))
  return { status, body: JSON.parse(text) as unknown }
}

const differencesOf = async (
  { boat, reader, token }: { boat: string; reader: string; token: string },
  questions: readonly string[],
): Promise<string[]> => {
  const differing: string[] = []
  for (const question of questions) {
    const [aboard, ashore] = [await ask(boat, question), await ask(reader, question, token)]
    if (isDeepStrictEqual(comparable(aboard), comparable(ashore))) continue
    const texts = [aboard, ashore].map((answer) => JSON.stringify(answer).slice(0, 300))
    differing.push([question, ...texts].join('\n'))
  }
  return differing
}

const vesselPath = `/marinedata/v1/api/vessels/${vessel}`
const alertPath = 'notifications.trial.bilge'

interface Voyage {
  readonly shore: WholeShore
  readonly boat: SoakedServer
  /** Of someone of the boat's tenant, and of another one. */
  readonly token: string
  readonly stranger: string
}

const startVoyage = async (
  stack: AsyncDisposableStack,
  failed: (error: unknown) => void,
): Promise<Voyage> => {
  const folder = mkdtempSync(join(tmpdir(), 'marinedata-one-boat-'))
  stack.defer(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  const shore = stack.use(await WholeShore.start(folder, failed))
  const tokenOf = async (tenant: string): Promise<string> => {
    await shore.registry.addTenant({ id: tenant, name: tenant }, 'trial')
    return await shore.registry.createMember({ tenant, name: 'Anna' }, 'trial')
  }
  const [token, stranger] = [await tokenOf('club'), await tokenOf('other')]
  const home = join(folder, 'boat')
  mkdirSync(home)
  const boat = stack.use(await SoakedServer.start({ folder: home, settings: { mmsi, name: 'Aava' } }))
  await boat.ask('POST', `${api}/plugins/simulator/enable`)
  await joinFleet(boat, shore, await shore.registry.createCode('club', 'trial'))
  await boat.ask('POST', `${api}/plugins/uplink/enable`)
  return { shore, boat, token, stranger }
}

/** Asks until what was recorded is ashore. */
const finalDifferences = async (
  { shore, boat, token }: Voyage,
  questions: readonly string[],
): Promise<string[]> => {
  for (const deadline = performance.now() + shoreMs; ;) {
    const differing = await differencesOf({ boat: boat.url, reader: shore.reader, token }, questions)
    if (differing.length === 0 || performance.now() > deadline) return differing
    await sleep(3_000)
  }
}

/** The paths of values that the boat never had. The record of its stream may be behind what is ashore. */
const valuesUnknownTo = async (
  memory: BoatMemory,
  live: readonly (readonly [string, Leaf])[],
): Promise<readonly string[]> => {
  for (const deadline = performance.now() + 60_000; ; await sleep(500)) {
    const unknown = await memory.unknownOf(live)
    if (unknown.length === 0 || performance.now() > deadline) return unknown
  }
}

/** The whole way: a real boat with simulator, recorder and uplink, and everything ashore. */
export const trialOfOneBoat = async (): Promise<OneBoatFound> => {
  await using stack = new AsyncDisposableStack()
  const failures: string[] = []
  const voyage = await startVoyage(stack, (error) => failures.push(String(error)))
  const { shore, boat, token, stranger } = voyage
  await using memory = await BoatMemory.start(boat.url)
  await boat.pluginsRun()
  const alarm = { path: alertPath, state: 'alarm', message: 'Water in the bilge' }
  await boat.ask('POST', `${api}/notifications`, alarm)
  // The next whole seconds.
  const from = Math.ceil(Date.now() / 1_000) * 1_000
  const questions = questionsIn(from, from + askedMs)
  const isSeen = async (): Promise<boolean> => (await ask(shore.reader, vesselPath, token)).status === 200
  await until(isSeen, Boolean, { what: 'The boat is seen ashore', timeoutMs: 60_000 })
  const isNotified = await notified(shore, token)
  const places = { boat: { address: boat.url }, shore: { address: shore.reader, token } }
  const streams = await compareStreams({ ...places, context, alertPath })
  await sleep(Math.max(0, from + askedMs - Date.now()))
  const differing = [...(await finalDifferences(voyage, questions)), ...streams.differing]
  const leaves = leavesOf((await ask(shore.reader, vesselPath, token)).body)
  const live = leaves.filter(([, { $source }]) => $source !== 'minutes')
  const wrongValues = await valuesUnknownTo(memory, live)
  const leaks = await leaksTo(shore, stranger, questions)
  const { text, errors, hasMap } = await lookAtFleet(shore.reader, token, process.env['FLEET_PICTURE'])
  const isOnConsole = text.includes('Water in the bilge') && errors.length === 0 && hasMap
  const hasEnded = await endAlert(voyage)
  const faults = [...wrongValues, ...differing, ...leaks, ...failures]
  const [values, asked] = [live.length, { questions: questions.length, exchanges: streams.exchanges }]
  const seen = { isNotified, hasEnded, isOnConsole }
  const pass = values > 5 && Object.values(seen).every(Boolean) && faults.length === 0
  return {
    pass,
    values,
    wrongValues,
    ...asked,
    differing,
    leaks,
    ...seen,
    failures: [...failures, ...errors],
  }
}

const notified = async (shore: WholeShore, token: string): Promise<boolean> => {
  for (let tries = 0; tries < 20; tries++) {
    const { body } = await ask(shore.reader, `${vesselPath}/${alertPath.replaceAll('.', '/')}`, token)
    const { body: fleet } = await ask(shore.reader, `${api}/fleet`, token)
    if (
      JSON.stringify(body).includes('Water in the bilge') &&
      JSON.stringify(fleet).includes('Water in the bilge')
    )
      return true
    await sleep(500)
  }
  return false
}

/** Ends the alarm aboard. Returns whether it ends ashore. */
const endAlert = async ({ shore, boat, token }: Voyage): Promise<boolean> => {
  const alerts = JSON.parse(await boat.ask('GET', `${api}/notifications`)) as readonly {
    readonly path: string
    readonly id: string
  }[]
  const { id = '' } = alerts.find(({ path }) => path === alertPath) ?? {}
  await boat.ask('DELETE', `${api}/notifications/${id}`)
  const place = `${vesselPath}/${alertPath.replaceAll('.', '/')}`
  const isEqual = async (): Promise<boolean> => {
    const [aboard, ashore] = [await ask(boat.url, place), await ask(shore.reader, place, token)]
    return JSON.stringify(aboard.body).includes('"normal"') && isDeepStrictEqual(aboard, ashore)
  }
  return await until(isEqual, Boolean, { what: 'The alarm ends ashore', timeoutMs: 60_000 }).then(
    () => true,
    () => false,
  )
}

/** What someone of another tenant, or nobody, can read. */
const leaksTo = async (
  shore: WholeShore,
  stranger: string,
  questions: readonly string[],
): Promise<string[]> => {
  const leaks: string[] = []
  for (const question of [vesselPath, '/marinedata/v1/api/vessels', `${api}/fleet`, ...questions]) {
    const { status, body } = await ask(shore.reader, question, stranger)
    const text = JSON.stringify(body).replaceAll(question, '')
    if (status === 200 && text.includes(mmsi)) leaks.push(question)
    if ((await ask(shore.reader, question)).status !== 401) leaks.push(`without a token: ${question}`)
  }
  return leaks
}
