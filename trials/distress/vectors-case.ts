import type { Condition } from '@marinedata/model'
import {
  BusReader,
  decode,
  DeviceDirectory,
  ManualTimer,
  type FieldValue,
  type Packet,
} from '@marinedata/nmea2000'
import { overboardIn, parseSentence, SentenceDecoder } from '@marinedata/nmea0183'
import { setTimeout as sleep } from 'node:timers/promises'
import { aisVectors } from '../../packages/ais/testing/distress-vectors.ts'
import { alertVectors, dscVectors } from '../../packages/nmea0183/testing/distress-vectors.ts'
import { busVectors, payloadOf, type BusVector } from '../../packages/nmea2000/testing/distress-vectors.ts'
import { ownMmsi, TrialBoat } from './trial-boat.ts'
import type { TrialCase, TrialResult } from './trial-case.ts'

/** An alert that a vector leads to. Null: none. */
interface Expectation {
  readonly path: string
  readonly state: string
  readonly context?: string
  readonly method?: readonly string[]
  readonly message?: string
  /** The vector that is sent before. */
  readonly after?: string
}

interface Given {
  readonly id: string
  readonly expect?: unknown
}

const raisedWithinMs = 2_000
/** Values of a station are gathered for 50 ms. */
const quietMs = 150

const isExpectation = (expect: unknown): expect is Expectation =>
  typeof expect === 'object' && expect !== null

const differencesFrom = (expected: Expectation, alert: Condition | undefined): string[] => {
  const { state, method = [], message = '', context } = alert ?? { state: 'normal' as const }
  const pairs: (readonly [string, unknown, unknown])[] = [
    ['state', expected.state, state],
    ['message', true, message.startsWith(expected.message ?? '')],
    ...(expected.method === undefined ? [] : [['method', expected.method.join(), method.join()] as const]),
    ...(expected.context === undefined || context === undefined
      ? []
      : [['context', expected.context, context] as const]),
  ]
  return pairs
    .filter(([, one, other]) => one !== other)
    .map(([name, one, other]) => `${name} ${String(one)} ≠ ${String(other)}: ${message}`)
}

/** Waits until the alerts are as expected, and says how they differ when they are not in time. */
const differencesOf = async (boat: TrialBoat, expect: unknown): Promise<string[]> => {
  if (!isExpectation(expect)) {
    await sleep(quietMs)
    return [...boat.alerts].map(([path, { message }]) => `${path}: ${message}`)
  }
  const end = performance.now() + raisedWithinMs
  for (;;) {
    const found = differencesFrom(expect, boat.alerts.get(expect.path))
    if (found.length === 0 || performance.now() > end) return found
    await sleep(10)
  }
}

/** Sends the vector that comes before, then the vector, to a boat of its own. */
const runVector = async <Vector extends Given>(
  vector: Vector,
  all: readonly Vector[],
  send: (boat: TrialBoat, vector: Vector) => void,
): Promise<string[]> => {
  await using boat = await TrialBoat.start()
  const after = isExpectation(vector.expect) ? vector.expect.after : undefined
  const before = all.find(({ id }) => id === after)
  if (before !== undefined) {
    send(boat, before)
    const differences = await differencesOf(boat, before.expect)
    if (differences.length > 0) return differences
  }
  send(boat, vector)
  return (await differencesOf(boat, vector.expect)).map((difference) => `${vector.id}: ${difference}`)
}

const sendSentences = (boat: TrialBoat, { sentences }: { readonly sentences: readonly string[] }): void => {
  const decoder = new SentenceDecoder(performance, { ownMmsi })
  for (const line of sentences) {
    const sentence = parseSentence(line)
    if ('fault' in sentence) throw new Error(`${line}: ${sentence.fault}`)
    for (const { context = 'vessels.self', values } of decoder.decode(sentence)) boat.publish(context, values)
  }
}

const sendMessage = (boat: TrialBoat, vector: BusVector): void => {
  const timer = new ManualTimer()
  const directory = new DeviceDirectory({ timer })
  const reader = new BusReader({ directory, timer, ownMmsi })
  const { pgn, priority } = vector
  const packet: Packet = { pgn, priority, source: 3, destination: 255, payload: payloadOf(vector) }
  // A device whose name does not come is read after ten seconds.
  directory.handle(packet)
  timer.advance(10_000)
  directory.handle(packet)
  reader.handle(packet)
  const { updates, alerts } = reader.take()
  for (const { context = 'vessels.self', values } of updates)
    boat.publish(context, Object.fromEntries(values.map(({ path, value }) => [path, value])))
  for (const { path, condition } of alerts) boat.raise(path, condition)
}

/** Bytes as a number, lowest first. */
const plainOf = (value: FieldValue): FieldValue =>
  value instanceof Uint8Array ? value.reduceRight((sum, byte) => sum * 256 + byte, 0) : value

/** An empty text, and numbers that mean "not available". */
const unavailable: ReadonlySet<FieldValue> = new Set(['', 15, 255])

const isEqual = (written: FieldValue, read: FieldValue): boolean => {
  if (typeof written === 'number' && typeof read === 'number')
    return Math.abs(written - read) <= 1e-4 * Math.max(1, Math.abs(written))
  return written === read || (read === undefined && unavailable.has(written))
}

/** The fields of a message are read as they were written, also those of repeating sets. */
const differencesInFields = (vector: BusVector): string[] => {
  const { fields = {}, lists = [] } = decode(vector.pgn, payloadOf(vector)) ?? {}
  const read: Record<string, FieldValue> = { ...fields }
  for (const row of lists.flat()) Object.assign(read, row)
  return Object.entries(vector.fields)
    .filter(([name, value]) => !isEqual(value, plainOf(read[name])))
    .map(([name, value]) => `${vector.id}: ${name} ${String(value)} ≠ ${String(read[name])}`)
}

const result = (file: string, cases: number, differences: readonly string[]): TrialResult => ({
  case: `vectors-${file}`,
  pass: differences.length === 0,
  cases,
  differences: differences.length,
  examples: differences.slice(0, 5),
})

const runAll = async <Vector extends Given>(
  vectors: readonly Vector[],
  run: (vector: Vector) => Promise<string[]>,
): Promise<string[]> => {
  const differences: string[] = []
  for (const vector of vectors) differences.push(...(await run(vector)))
  return differences
}

const overboardStates: Readonly<Record<string, string>> = {
  'mob-button': 'active',
  'mob-active': 'active',
  'mob-test': 'test',
}

/** Sentences about alerts are well formed; only MOB is one that raises an alert. */
const differencesInAlerts = (): string[] =>
  alertVectors.flatMap(({ id, sentence: line }) => {
    const sentence = parseSentence(line)
    if ('fault' in sentence) return [`${id}: ${sentence.fault}`]
    const values = new SentenceDecoder(performance, { ownMmsi }).decode(sentence)
    const state = overboardIn(sentence)?.state
    return values.length === 0 && state === overboardStates[id] ? [] : [`${id}: ${String(state)}`]
  })

/** Decodes every vector and runs the rules of the plugin on its values. */
export const vectorsCase: TrialCase = async function* () {
  yield result(
    'ais',
    aisVectors.length,
    await runAll(aisVectors, (each) => runVector(each, aisVectors, sendSentences)),
  )
  yield result(
    'dsc',
    dscVectors.length,
    await runAll(dscVectors, (each) => runVector(each, dscVectors, sendSentences)),
  )
  // A text instead of an alert: what the server sends, and commands to it.
  const received = busVectors.filter(({ expect }) => typeof expect !== 'string')
  const differences = await runAll(received, (each) => runVector(each, busVectors, sendMessage))
  const inFields = busVectors.flatMap((vector) => differencesInFields(vector))
  yield result('n2k', busVectors.length, [...differences, ...inFields])
  yield result('alerts-0183', alertVectors.length, differencesInAlerts())
}
