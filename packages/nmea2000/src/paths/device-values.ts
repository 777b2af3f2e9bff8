import type { Message } from '#codec/decode.ts'
import { isNormal, OverboardAlerts, type Condition } from '@marinedata/model'
import type { Alert } from './alert-condition.ts'
import { alertPathOf, alertRules, alertTextOf } from './alert-rules.ts'
import { courseKindOf } from './course-rules.ts'
import { mapMessage, usualNames } from './map-message.ts'
import { hasNoFix } from './navigation-rules.ts'
import { overboardId, overboardReport } from './overboard-report.ts'
import type { CourseKind, InstanceNames, PathValue } from './rules.ts'

/** The messages that give way to others of the same device for the same path. Others have rank 0, the best. */
const ranks: Readonly<Record<string, number>> = {
  gnssPositionData: 1,
  vesselHeading: 1,
  temperature: 1,
  timeDate: 2,
  directionData: 2,
  environmentalParameters: 2,
  environmentalParametersObsolete: 3,
}

const usualIntervalMs = 1_000
/** A message is live for twice its interval, at least for this long. */
const leastLiveMs = 1_000
/** A receiver that reported no fix, and then sends only positions, is not believed for this long. */
const noFixMs = 5_000
/** Values that are long and change slowly are published this far apart. */
const pauses: ReadonlyMap<string, number> = new Map([['navigation.gnss.satellitesInView', 5_000]])

/** No device has nearly as many; a broken one must not fill the memory. */
const limits = { paths: 2_048, alerts: 1_024, texts: 64 }

/** The last published value of a path. */
interface LastValue {
  rank: number
  messageId: string
  at: number
  liveMs: number
  isNull: boolean
}

const position = 'navigation.position'
const noAlerts: readonly Alert[] = []

/** News in a message of a device. */
export interface DeviceNews {
  readonly values: readonly PathValue[]
  readonly alerts: readonly Alert[]
  /** Numbers outside their range, which are not published. */
  readonly refused: number
}

/**
 * The values of one device. It knows what the device said before: which of several messages for one path is the better
 * one, whether a receiver has a fix, and what was published last.
 */
export class DeviceValues {
  readonly #names: InstanceNames
  readonly #last = new Map<string, LastValue>()
  /** The condition that was last published, as text, by path. */
  readonly #alerts = new Map<string, string>()
  readonly #overboard = new OverboardAlerts('notifications.nmea2000.manOverboard')
  /** Texts of alerts, and the alerts, by path: either may come first. */
  readonly #texts = new Map<string, string>()
  readonly #busAlerts = new Map<string, Message>()
  #courseKind: CourseKind = 'Rhumbline'
  #noFixUntil = -Infinity

  constructor(names: InstanceNames = usualNames) {
    this.#names = names
  }

  /** The values and alerts of a message that are to be published. */
  map(message: Message, now: number): DeviceNews {
    this.#learn(message, now)
    const mapped = mapMessage(message, { names: this.#names, courseKind: this.#courseKind })
    return {
      values: mapped.values.filter((value) => this.#isNews(value, message, now)),
      alerts: this.#alertsOf(message, now),
      refused: mapped.refused,
    }
  }

  /** The alerts that were published last and are not over. */
  get activeAlerts(): Alert[] {
    const others = [...this.#alerts].map(([path, text]) => ({
      path, // Written below.
      condition: JSON.parse(text) as Condition,
    }))
    return [...others, ...this.#overboard.alerts].filter(({ condition }) => !isNormal(condition.state))
  }

  #learn({ definition: { id }, fields }: Message, now: number): void {
    if (id === 'navigationData') this.#courseKind = courseKindOf(fields) ?? this.#courseKind
    else if (id === 'gnssPositionData') this.#noFixUntil = hasNoFix(fields) ? now + noFixMs : -Infinity
  }

  #isNews({ path, value }: PathValue, message: Message, now: number): boolean {
    const last = this.#last.get(path)
    const isWithheld = path === position && now < this.#noFixUntil
    if (value === null || isWithheld) return isFirstNull(last, message, isWithheld)
    const { id: messageId, intervalMs } = message.definition
    const next = { rank: rankOf(messageId), messageId, at: now, liveMs: liveMsOf(intervalMs), isNull: false }
    if (last === undefined) return this.#begin(path, next)
    if (!last.isNull && isTooSoon(path, last, next)) return false
    Object.assign(last, next)
    return true
  }

  #begin(path: string, first: LastValue): boolean {
    if (this.#last.size >= limits.paths) return false
    this.#last.set(path, first)
    return true
  }

  #alertsOf(message: Message, now: number): readonly Alert[] {
    const { id } = message.definition
    if (id === overboardId) return this.#overboardAlerts(message, now)
    return Object.hasOwn(alertRules, id) || id === 'alertText' ? this.#conditionsOf(message) : noAlerts
  }

  #overboardAlerts(message: Message, now: number): readonly Alert[] {
    const report = overboardReport(message)
    const alert = report && this.#overboard.take(report, now)
    return alert === undefined ? noAlerts : [alert]
  }

  #conditionsOf(message: Message): readonly Alert[] {
    const about = this.#aboutBusAlert(message)
    if (about === undefined) return noAlerts
    const path = alertPathOf(about.fields)
    const text = path === undefined ? undefined : this.#texts.get(path)
    const alerts = alertRules[about.definition.id]?.(about, this.#names, text) ?? noAlerts
    return alerts.filter(({ path: at, condition }) => this.#isNewAlert(at, JSON.stringify(condition)))
  }

  /** The alert that a message is about. A text is about the alert that came before it, if any. */
  #aboutBusAlert(message: Message): Message | undefined {
    const { id } = message.definition
    if (id !== 'alert' && id !== 'alertText') return message
    const path = alertPathOf(message.fields)
    if (path === undefined) return undefined
    if (id === 'alert') remember(this.#busAlerts, path, message)
    else remember(this.#texts, path, alertTextOf(message.fields))
    return this.#busAlerts.get(path)
  }

  #isNewAlert(path: string, text: string): boolean {
    const last = this.#alerts.get(path)
    if (last === undefined && this.#alerts.size >= limits.alerts) return false
    this.#alerts.set(path, text)
    return last !== text
  }
}

const rankOf = (messageId: string): number => ranks[messageId] ?? 0

/** A better message is live, or the value was just published. */
const isTooSoon = (path: string, last: LastValue, next: LastValue): boolean => {
  const age = next.at - last.at
  return (last.rank < next.rank && age <= last.liveMs) || age < (pauses.get(path) ?? 0)
}

/** Null is published once, after a value of the same message. */
const isFirstNull = (last: LastValue | undefined, { definition }: Message, isWithheld: boolean): boolean => {
  if (last === undefined || last.isNull || (!isWithheld && last.messageId !== definition.id)) return false
  last.isNull = true
  return true
}

const liveMsOf = (intervalMs = usualIntervalMs): number => Math.max(leastLiveMs, 2 * intervalMs)

/** Keeps the newest. */
const remember = <Value>(map: Map<string, Value>, key: string, value: Value): void => {
  map.delete(key)
  map.set(key, value)
  const [oldest] = map.keys()
  if (map.size > limits.texts && oldest !== undefined) map.delete(oldest)
}
