import { decode, mapAisMessage } from '@marinedata/nmea2000'
import { startPlugin } from '@marinedata/plugin-api/testing'
import { until } from '@marinedata/testing/until'
import { readFileSync } from 'node:fs'
import { busVectors, payloadOf } from '../../packages/nmea2000/testing/distress-vectors.ts'
import { alertAt, here, mobPath, station } from '../../plugins/distress/test/aboard.ts'
import { ownMmsi, ScenarioBoat } from './scenario-boat.ts'
import type { TrialCase, TrialResult } from './trial-case.ts'

const acknowledgedAt = 60_000
const testEndsAfterMs = 600_000
const toleranceMs = 5_000
const limitMs = 2_000
const mob = '972009901'

interface TimedLine {
  readonly at: number
  readonly line: string
}

const linesOf = (name: string): TimedLine[] =>
  readFileSync(new URL(`vectors/${name}.tsv`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .map((row) => {
      const [seconds, line = ''] = row.split('\t')
      return { at: Number(seconds) * 1_000, line }
    })

const passTo = (boat: ScenarioBoat, at: number): void => boat.pass(at - boat.now)

/** How a message arrives: at one port or several, and on the bus. */
type Receive = (boat: ScenarioBoat, line: string) => void

const onePort: Receive = (boat, line) => boat.receiveLine('one', line)
const twoPorts: Receive = (boat, line) => {
  boat.receiveLine('one', line)
  boat.receiveLine('two', line)
}
const busMessages = ['129038-mob-active', '129802-mob-active'].map((id) => {
  const vector = busVectors.find((one) => one.id === id)
  const message = vector && decode(vector.pgn, payloadOf(vector))
  const report = message && mapAisMessage(message, ownMmsi)?.report
  if (report === undefined) throw new Error(`The vector ${id} cannot be read`)
  return report
})
const portAndBus: Receive = (boat, line) => {
  onePort(boat, line)
  for (const report of busMessages) boat.receive(report)
}

/** Plays all lines at one port. Returns the time of the last. */
const playAll = (boat: ScenarioBoat, lines: readonly TimedLine[]): number => {
  for (const { at, line } of lines) {
    passTo(boat, at)
    onePort(boat, line)
  }
  return lines.at(-1)?.at ?? 0
}

/** Sixteen minutes of an active beacon: acknowledged after one, and quiet from then on. */
const playActive = async (name: string, receive: Receive): Promise<TrialResult> => {
  const boat = new ScenarioBoat()
  let before: number | undefined
  for (const { at, line } of linesOf('mob-active-16-minutes')) {
    if (at > acknowledgedAt && before === undefined) {
      passTo(boat, acknowledgedAt)
      before = boat.sounds
      await boat.acknowledgeAll()
    }
    passTo(boat, at)
    receive(boat, line)
  }
  const after = boat.sounds - (before ?? 0)
  const alerts = boat.ids.size
  const pass = alerts === 1 && before === 1 && after === 0
  return {
    case: 'scenarios',
    pass,
    scenario: name,
    alerts,
    sounds: before,
    soundsAfterAcknowledgement: after,
  }
}

const playWaves = (): TrialResult => {
  const boat = new ScenarioBoat()
  playAll(boat, linesOf('mob-active-in-waves'))
  boat.pass(60 * 60_000)
  const { status } = boat.at(mobPath) ?? {}
  const pass = boat.ids.size === 1 && status === 'active'
  return { case: 'scenarios', pass, scenario: 'mob-active-in-waves', alerts: boat.ids.size, status }
}

const playTest = (): TrialResult => {
  const boat = new ScenarioBoat()
  const last = playAll(boat, linesOf('mob-test-burst'))
  const raised = boat.at(mobPath)?.state
  while (boat.at(mobPath)?.state !== 'normal' && boat.now < last + 2 * testEndsAfterMs) boat.pass(250)
  const afterMs = boat.now - last
  const isInTime = Math.abs(afterMs - testEndsAfterMs) <= toleranceMs
  const [alarms, alerts] = [boat.sounds, boat.ids.size]
  const pass = alarms === 0 && alerts === 1 && raised === 'alert' && isInTime
  return { case: 'scenarios', pass, scenario: 'mob-test-burst', alarms, alerts, goneAfter: afterMs / 1_000 }
}

/** The test is in the first minute. */
const isOfTest = ({ at }: TimedLine): boolean => at < 60_000

const playTestThenActive = async (isAcknowledged: boolean): Promise<TrialResult> => {
  const boat = new ScenarioBoat()
  const lines = linesOf('mob-test-then-active')
  playAll(boat, lines.filter(isOfTest))
  const silent = boat.sounds
  if (isAcknowledged) await boat.acknowledgeAll()
  const active = lines.filter((line) => !isOfTest(line))
  playAll(boat, active.slice(0, 1))
  const atOnce = boat.sounds
  playAll(boat, active.slice(1))
  const pass = silent === 0 && atOnce === 1 && boat.sounds === 1
  return {
    case: 'scenarios',
    pass,
    scenario: 'mob-test-then-active',
    isAcknowledged,
    sounds: { test: silent, firstActive: atOnce, all: boat.sounds },
  }
}

/** The time from a message to the alert of the plugin, in its own process. */
const measureProcess = async (rounds: number): Promise<{ most: number; rounds: number }> => {
  let most = 0
  for (let round = 0; round < rounds; round++) {
    await using plugin = await startPlugin(here)
    plugin.send([station(mob, { 'navigation.state': 'default' })])
    await alertAt(plugin, mobPath)
    const startedAt = performance.now()
    plugin.send([station(mob, { 'navigation.state': 'ais-sart' })])
    await until(
      () => plugin.notifications.get(mobPath),
      (alert) => alert?.state === 'emergency',
    )
    most = Math.max(most, performance.now() - startedAt)
  }
  return { most: Math.round(most), rounds }
}

/** Recorded situations, from the sentence to the alert. */
export const scenarios: TrialCase = async function* ({ isQuick, note }) {
  yield await playActive('mob-active-16-minutes', onePort)
  yield await playActive('mob-active-16-minutes, two ports', twoPorts)
  yield await playActive('mob-active-16-minutes, port and bus', portAndBus)
  yield playWaves()
  yield playTest()
  yield await playTestThenActive(false)
  yield await playTestThenActive(true)
  note('the plugin in its own process')
  const { most, rounds } = await measureProcess(isQuick ? 2 : 20)
  yield { case: 'scenarios', pass: isQuick || most <= limitMs, scenario: 'sounds after ms', most, rounds }
}
