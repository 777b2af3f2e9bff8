import { destinationPoint } from './practice-place.ts'
import { drillAlertRoot, MarineDataError } from '@marinedata/model'
import type { Boat, SentDelta } from '@marinedata/plugin-api'
import { Casualties } from '../casualties/casualties.ts'
import { distressRoot } from '../casualties/casualty.ts'
import { publishedAlert, type AlertChange } from '../casualties/change.ts'
import { BeaconTest, type BeaconTestReport } from '../drill/beacon-test.ts'
import { Drill } from '../drill/drill.ts'
import type { Announcement, Evidence, Findings } from '../evidence/evidence.ts'
import { mmsiOf } from '../evidence/identity.ts'
import { readStation, type StationValues } from '../evidence/read-station.ts'
import { Notices } from '../notices/notices.ts'
import type { DistressSettings } from '../settings.ts'
import { AlertSender } from './alert-sender.ts'
import { Arrivals } from './arrivals.ts'
import { OwnFix } from './own-fix.ts'
import { SavedState } from './saved-state.ts'
import { subscriptions } from './subscriptions.ts'

export const pluginName = 'distress'
const tickMs = 2_000
const groups: readonly Announcement['group'][] = ['safetyText', 'dscCall']

/** Runs the plugin: reads stations, raises alerts, and saves what is known. */
export class DistressWatch implements AsyncDisposable {
  readonly #boat: Boat
  readonly #settings: DistressSettings
  readonly #own: string | undefined
  readonly #casualties = new Casualties()
  readonly #notices = new Map(groups.map((group) => [group as string, new Notices(group)]))
  readonly #drill = new Drill()
  readonly #sender: AlertSender
  readonly #state: SavedState
  readonly #fix: OwnFix
  readonly #arrivals: Arrivals
  readonly #stack = new AsyncDisposableStack()
  #beaconTest: BeaconTest | undefined
  #timer: NodeJS.Timeout | undefined
  #status = ''

  constructor(boat: Boat, settings: DistressSettings) {
    this.#boat = boat
    this.#settings = settings
    this.#own = mmsiOf(boat.self)
    this.#sender = new AlertSender(boat)
    this.#state = new SavedState(boat, { casualties: this.#casualties, noticesByKey: this.#notices })
    this.#fix = new OwnFix(boat)
    this.#arrivals = new Arrivals({ own: this.#own, onStations: (stations) => void this.#receive(stations) })
  }

  async start(): Promise<void> {
    this.#stack.defer(() => clearInterval(this.#timer))
    this.#stack.use(this.#fix)
    this.#stack.use(this.#arrivals)
    await this.#restore()
    const published = { subscribe: [{ path: `${distressRoot}.*`, sources: 'all' as const }] }
    this.#stack.use(await this.#boat.subscribe(published, (delta) => this.#notePublished(delta)))
    for (const subscription of subscriptions)
      this.#stack.use(await this.#boat.subscribe(subscription, (delta) => this.#arrivals.handle(delta)))
    this.#updateStatus()
  }

  /** Alerts stay: a casualty is not safe because the plugin stops. Only the drill ends. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#stack[Symbol.asyncDispose]()
    await Promise.allSettled(this.#drill.stop().map(({ path }) => this.#boat.clear(path)))
  }

  /** Starts a drill, or changes its end. Optionally places a beacon astern, for a crew without one. */
  async startDrill(minutes: number, isPlaced: boolean): Promise<{ readonly endsAt: string }> {
    const now = Date.now()
    const changes = isPlaced ? await this.#placePractice(now) : []
    this.#drill.start(now, minutes)
    this.#apply(changes)
    return { endsAt: new Date(this.#drill.endsAt).toISOString() }
  }

  endDrill(): void {
    this.#apply(this.#drill.stop())
  }

  /** Starts to listen for a test of a listed beacon, or says what was received since the start. */
  testBeacon(): BeaconTestReport {
    const { ownBeacons } = this.#settings
    if (ownBeacons.length === 0)
      throw new MarineDataError('invalid-value', 'No beacon is listed. Add its number to "ownBeacons" first')
    const now = Date.now()
    this.#beaconTest ??= new BeaconTest(ownBeacons, now)
    const report = this.#beaconTest.report(now)
    if (report.state !== 'listening') this.#beaconTest = undefined
    return report
  }

  async #restore(): Promise<void> {
    const now = Date.now()
    const { casualties, notices } = await this.#state.load()
    const changes = casualties.flatMap((record) => this.#casualties.restore(record, now))
    for (const [key, group] of this.#notices) changes.push(...group.restore(notices.get(key), now))
    this.#apply(changes)
  }

  async #receive(stations: readonly StationValues[]): Promise<void> {
    const findings = stations.map((station) => readStation(station, this.#own))
    if (findings.some(({ evidence }) => evidence.length > 0)) await this.#fix.ready()
    this.#apply(findings.flatMap((found) => this.#receiveFindings(found)))
  }

  #receiveFindings({ evidence, answers, announcements }: Findings): AlertChange[] {
    const now = Date.now()
    return [
      ...evidence.flatMap((one) => this.#receiveEvidence(one, now)),
      ...answers.flatMap((answer) => this.#casualties.answer(answer)),
      ...announcements.flatMap((one) => this.#notices.get(one.group)?.receive(one, now) ?? []),
    ]
  }

  #receiveEvidence(evidence: Evidence, now: number): AlertChange[] {
    const own = this.#fix.position
    this.#beaconTest?.receive(evidence, now)
    if (this.#drill.takes(evidence, now) && this.#casualties.at(evidence.mmsi)?.kind !== 'active')
      return this.#drill.receive(evidence, own, now)
    return this.#casualties.receive(evidence, { ...this.#settings, own }, now)
  }

  async #placePractice(now: number): Promise<AlertChange[]> {
    await this.#fix.ready()
    const { position, heading = 0 } = this.#fix
    if (position === undefined)
      throw new MarineDataError('input-stale', 'The position of the boat is unknown: no beacon was placed')
    return this.#drill.place(destinationPoint(position, heading + Math.PI), position, now)
  }

  /** Sends and saves changes, and keeps the timer running while there is something to watch. */
  #apply(changes: readonly AlertChange[]): void {
    if (changes.length > 0 || this.#sender.hasPending) this.#sender.send(changes)
    if (changes.length > 0) this.#state.save()
    this.#updateStatus()
    if (this.#isBusy) this.#timer ??= setInterval(() => this.#tick(), tickMs)
    else void this.#rest()
  }

  get #isBusy(): boolean {
    const notices = [...this.#notices.values()].some(({ size }) => size > 0)
    const isTesting = this.#beaconTest?.isOver(Date.now()) === false
    return (
      this.#casualties.size > 0 ||
      notices ||
      isTesting ||
      this.#drill.isRunning(Date.now()) ||
      this.#sender.hasPending
    )
  }

  #tick(): void {
    const now = Date.now()
    const notices = [...this.#notices.values()].flatMap((group) => group.tick(now))
    this.#apply([...this.#casualties.tick(now), ...notices, ...this.#drill.tick(now)])
    this.#state.saveTimes(now)
  }

  /** Without anything to watch the plugin does not wake up. */
  async #rest(): Promise<void> {
    clearInterval(this.#timer)
    this.#timer = undefined
    await this.#fix[Symbol.asyncDispose]()
  }

  #notePublished({ updates }: SentDelta): void {
    for (const { $source, values = [] } of updates)
      for (const { path, value } of values) {
        if ($source !== pluginName) continue
        const alert = publishedAlert(value)
        this.#casualties.notePublished(path.slice(distressRoot.length + 1), alert)
        const isLeft = path.startsWith(`${drillAlertRoot}.`) && alert.status !== undefined
        // A drill of an earlier process has ended with it.
        if (isLeft && alert.status !== 'rectified' && !this.#drill.isRunning(Date.now()))
          this.#sender.send([{ path, condition: undefined }])
      }
    this.#apply([])
    this.#state.save()
  }

  #updateStatus(): void {
    const { length } = this.#casualties.listed
    const now = Date.now()
    const drill = this.#drill.isRunning(now) ? 'Drill. ' : ''
    const count = length === 1 ? '1 distress signal' : `${length} distress signals`
    const status = `${drill}${length === 0 ? 'No distress signals' : count}`
    if (status === this.#status) return
    this.#status = status
    this.#boat.status('ok', status)
  }
}
