import type { Alert } from '@marinedata/model'
import { KilledBoat } from './killed-boat.ts'
import type { TrialCase, TrialOptions, TrialResult } from './trial-case.ts'

const counts = { full: 100, quick: 1 } as const
const soundsWithinMs = 5_000
const sender = '232009905'
const numbers = { test: '972000001', active: '972000002', acknowledged: '972000003', resolved: '972000004' }
const active = {
  'navigation.state': 'ais-sart',
  'navigation.position': { latitude: 50.338333, longitude: -4.158333 },
}
const tested = { ...active, 'navigation.state': 'default' }
const pathOf = (mmsi: string): string => `notifications.distress.${mmsi}`

/** The parts of an alert that a kill must not change. */
const lastingPart = ({ id, status, state, raisedAt }: Alert): string =>
  JSON.stringify([id, status, state, raisedAt])

/** Brings one casualty into each state. */
const prepare = async (boat: KilledBoat): Promise<void> => {
  boat.send(numbers.test, tested)
  for (const mmsi of [numbers.active, numbers.acknowledged, numbers.resolved]) boat.send(mmsi, active)
  const alerts = await Promise.all(Object.values(numbers).map((mmsi) => boat.alert(pathOf(mmsi))))
  const of = (mmsi: string): Alert => alerts.find(({ path }) => path === pathOf(mmsi)) ?? fail(mmsi)
  await boat.acknowledge(of(numbers.acknowledged))
  await boat.resolve(of(numbers.resolved))
}

const fail = (mmsi: string): never => {
  throw new Error(`No alert of ${mmsi}`)
}

/** Sends the messages that beacons repeat, and waits until the plugin has read them. */
const repeat = async (boat: KilledBoat, mark: string): Promise<void> => {
  boat.send(numbers.test, tested)
  for (const mmsi of [numbers.active, numbers.acknowledged, numbers.resolved]) boat.send(mmsi, active)
  boat.send(sender, { 'communication.safetyText': { text: mark } })
  await boat.alert(`notifications.safetyText.${sender}`, ({ message }) => message.endsWith(mark))
}

const snapshot = async (boat: KilledBoat): Promise<readonly string[]> =>
  (await boat.alerts())
    .filter(({ path }) => path.startsWith('notifications.distress.'))
    .map(lastingPart)
    .toSorted()

/** Kills again and again, and compares the alerts after each start. */
const killAgain = async (
  what: 'plugin' | 'server',
  { isQuick, note }: TrialOptions,
): Promise<TrialResult> => {
  await using boat = await KilledBoat.start()
  await prepare(boat)
  await repeat(boat, 'MARK 0')
  const before = await snapshot(boat)
  const kills = isQuick ? counts.quick : counts.full
  let [changed, worstMs] = [0, 0]
  for (let kill = 1; kill <= kills; kill++) {
    await (what === 'plugin' ? boat.killPlugin() : boat.killServer())
    await boat.alert(pathOf(numbers.active), ({ method }) => method.includes('sound'))
    if (what === 'server') worstMs = Math.max(worstMs, boat.sinceStart)
    await repeat(boat, `MARK ${kill}`)
    if (JSON.stringify(await snapshot(boat)) !== JSON.stringify(before)) changed++
    if (kill % 10 === 0) note(`${kill} of ${kills} kills of the ${what}`)
  }
  const isInTime = isQuick || worstMs <= soundsWithinMs
  const pass = changed === 0 && before.length === 3 && isInTime
  return {
    case: 'kills',
    pass,
    what,
    kills,
    alerts: before.length,
    changed,
    soundsAfterMs: Math.round(worstMs),
  }
}

/** Kill −9 of the plugin and of the server: same ids, states, acknowledgements and quiet numbers afterwards. */
export const kills: TrialCase = async function* (options) {
  yield await killAgain('plugin', options)
  yield await killAgain('server', options)
}
