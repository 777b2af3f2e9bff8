import { bearingBetween, distanceBetween, severityOf, type Position } from '@marinedata/model'
import { distressLevel, levelOf, type Answer, type Evidence } from '../evidence/evidence.ts'
import type { DistressSettings } from '../settings.ts'
import { conditionOf, pathOf, type Casualty } from './casualty.ts'
import { nextEpisode, type AlertChange, type PublishedAlert } from './change.ts'
import { HiddenCasualties } from './hidden-casualties.ts'
import { messageOf, stateOf, type RaisedState, type Situation } from './rules.ts'

const minutes = 60_000
export const times = {
  /** Silence after which a beacon that is received again calls the crew again. */
  newEpisodeMs: 30 * minutes,
  /** Silence after which a resolved number can raise a new alert. */
  quietMs: 5 * minutes,
  /** Tests end after this. Test messages do not count for this long after an active one. */
  testMs: 10 * minutes,
  /** Silence after which an acknowledged alert ends. */
  forgottenMs: 24 * 60 * minutes,
  /** A place changes in the alert at most this often. */
  placeMs: 10_000,
} as const
export const maxCasualties = 32
const maxResolved = 64
const leastMove = 50

/** What the crew has set, and where the boat is. */
export interface Surroundings extends Pick<DistressSettings, 'ownBeacons' | 'emergencyWithin' | 'dscWithin'> {
  readonly own: Position | undefined
}

/** All casualties and their alerts. Does no I/O: callers raise the returned changes and save the records. */
export class Casualties {
  readonly #byMmsi = new Map<string, Casualty>()
  readonly #hidden = new HiddenCasualties()
  /** Numbers whose record changed in a way that must be on disk soon. */
  readonly #changed = new Set<string>()

  get size(): number {
    return this.#byMmsi.size + this.#hidden.size
  }

  get records(): readonly Casualty[] {
    return [...this.#byMmsi.values()]
  }

  /** Casualties with an alert. */
  get listed(): readonly Casualty[] {
    return this.records.filter(({ isResolved }) => !isResolved)
  }

  at(mmsi: string): Casualty | undefined {
    return this.#byMmsi.get(mmsi)
  }

  /** Returns the numbers to save now, and forgets them. */
  takeChanged(): string[] {
    const changed = [...this.#changed]
    this.#changed.clear()
    return changed
  }

  /** Takes over a record of an earlier process. A time in the future was set by another clock: treated as now. */
  restore(record: Casualty, now: number): AlertChange[] {
    const heardAt = Math.min(record.heardAt, now)
    const activeAt = record.activeAt === undefined ? {} : { activeAt: Math.min(record.activeAt, now) }
    const restored = { ...record, heardAt, ...activeAt, shownAt: Math.min(record.shownAt, now) }
    this.#byMmsi.set(record.mmsi, restored)
    return restored.isResolved ? [] : [changeOf(restored)]
  }

  receive(evidence: Evidence, around: Surroundings, now: number): AlertChange[] {
    const known = this.#byMmsi.get(evidence.mmsi)
    const given = { evidence, around, now }
    if (known === undefined) return this.#open(given)
    // The same message, sent again by the server.
    if (known.stamp === evidence.stamp && levelOf(evidence.kind) <= levelOf(known.kind)) return []
    return known.isResolved ? this.#receiveResolved(known, given) : this.#receiveListed(known, given)
  }

  answer({ casualty: mmsi, from }: Answer): AlertChange[] {
    const known = this.#byMmsi.get(mmsi)
    if (known === undefined || known.isResolved || levelOf(known.kind) < distressLevel) return []
    if (from === mmsi) return this.#end(known)
    if (known.answeredBy === from) return []
    return this.#change({ ...known, answeredBy: from })
  }

  /** Notes what the server has published for an alert: its id, its acknowledgement, and its end by a person. */
  notePublished(mmsi: string, alert: PublishedAlert): void {
    const known = this.#byMmsi.get(mmsi)
    if (known === undefined || known.isResolved || alert.id === undefined) return
    if (alert.status !== undefined) this.#noteActive(known, alert)
    else if (alert.id === known.alertId) this.#put({ ...known, isResolved: true })
  }

  /** Ends what is over and shows places that have changed. Call it every few seconds while `size` is not zero. */
  tick(now: number): AlertChange[] {
    const changes = this.records.flatMap((casualty) => {
      const silence = now - casualty.heardAt
      if (casualty.isResolved) return silence >= times.testMs ? this.#forget(casualty) : []
      if (casualty.kind === 'test' && silence >= times.testMs) return this.#end(casualty)
      if (casualty.isAcknowledged && silence >= times.forgottenMs) return this.#end(casualty)
      return this.#movePlace(casualty, now)
    })
    this.#hidden.forgetSilent(now)
    return [...changes, ...this.#hidden.change()]
  }

  #noteActive(known: Casualty, { id, status, episode = 0 }: PublishedAlert): void {
    const isAcknowledged = status === 'acknowledged'
    if (status === 'rectified' || id === undefined) return
    if (known.alertId === id && known.isAcknowledged === isAcknowledged) return
    this.#put({ ...known, alertId: id, isAcknowledged, episode: Math.max(known.episode, episode) })
  }

  #receiveResolved(known: Casualty, given: Received): AlertChange[] {
    const { evidence, now } = given
    const silence = now - known.heardAt
    const isWorse = levelOf(evidence.kind) > levelOf(known.kind)
    const isRecent = now - (known.activeAt ?? -Infinity) < times.testMs
    const isQuiet =
      (silence < times.quietMs && !isWorse) || (levelOf(evidence.kind) < distressLevel && isRecent)
    const heard = { ...known, ...heardOf(known, given) }
    if (!isQuiet) return this.#open(given, known.episode)
    this.#byMmsi.set(known.mmsi, heard)
    return []
  }

  #receiveListed(known: Casualty, given: Received): AlertChange[] {
    const { evidence, around, now } = given
    const level = levelOf(evidence.kind)
    const heard: Casualty = { ...known, ...heardOf(known, given) }
    if (level < levelOf(known.kind)) return this.#hear(heard, now)
    const situation = situationOf(evidence, around, known)
    const isWorse = isWorseThan(known, situation)
    const isBack = level === distressLevel && now - known.heardAt >= times.newEpisodeMs
    if (isWorse || isBack) return this.#call(heard, situation, now)
    const { nature } = evidence
    if (nature !== undefined && nature !== known.nature)
      return this.#change({ ...heard, nature, message: messageOf(situation) })
    // The message says "position unknown".
    const isFound = known.shownPosition === null && evidence.position !== undefined
    return isFound
      ? this.#change(shown({ ...heard, message: messageOf(withKind(situation, known)) }, now))
      : this.#hear(heard, now)
  }

  /** Calls the crew again: the casualty got worse, or is back. */
  #call(heard: Casualty, situation: Situation, now: number): AlertChange[] {
    const { kind, nature } = situation.evidence
    const worse = stateOf(situation)
    const state: RaisedState =
      levelOf(kind) === levelOf(heard.kind) && severityOf(heard.state) > severityOf(worse)
        ? heard.state
        : worse
    const episode = nextEpisode(now, heard.episode)
    const called: Casualty = {
      ...heard,
      kind,
      state,
      message: messageOf(situation),
      episode,
      isAcknowledged: false,
      ...(nature !== undefined && { nature }),
    }
    return this.#change(shown(called, now))
  }

  #hear(heard: Casualty, now: number): AlertChange[] {
    this.#byMmsi.set(heard.mmsi, heard)
    return this.#movePlace(heard, now)
  }

  #movePlace(casualty: Casualty, now: number): AlertChange[] {
    const { position, shownPosition, shownAt } = casualty
    if (position === null || now - shownAt < times.placeMs) return []
    if (shownPosition !== null && distanceBetween(shownPosition, position) <= leastMove) return []
    return this.#change(shown(casualty, now))
  }

  #open({ evidence, around, now }: Received, episode = 0): AlertChange[] {
    const situation = situationOf(evidence, around)
    const state = stateOf(situation)
    const { mmsi, context, kind, position = null, stamp, nature } = evidence
    const room = this.#makeRoom(mmsi, state, now)
    if (room === undefined) return this.#hidden.change()
    const casualty: Casualty = {
      mmsi,
      context,
      kind,
      state,
      message: messageOf(situation),
      ...(nature !== undefined && { nature }),
      episode: nextEpisode(now, episode),
      heardAt: now,
      ...(levelOf(kind) === distressLevel && { activeAt: now }),
      stamp,
      position,
      shownPosition: position,
      shownAt: now,
      isAcknowledged: false,
      isResolved: false,
    }
    this.#hidden.remove(mmsi)
    return [...room, ...this.#change(casualty), ...this.#hidden.change()]
  }

  /** The changes that make room for an alert; undefined when it must be hidden. */
  #makeRoom(mmsi: string, state: RaisedState, now: number): AlertChange[] | undefined {
    const listed = this.listed.filter((casualty) => casualty.mmsi !== mmsi)
    if (listed.length < maxCasualties) return []
    const least = listed.reduce((one, other) => (isLess(other, one) ? other : one))
    if (severityOf(least.state) >= severityOf(state)) {
      this.#hidden.add(mmsi, state, now)
      return undefined
    }
    this.#hidden.add(least.mmsi, least.state, now)
    return this.#end(least)
  }

  #change(casualty: Casualty): AlertChange[] {
    this.#put(casualty)
    return [changeOf(casualty)]
  }

  #end(casualty: Casualty): AlertChange[] {
    this.#forget(casualty)
    return [{ path: pathOf(casualty), condition: undefined }]
  }

  #forget({ mmsi }: Casualty): AlertChange[] {
    this.#byMmsi.delete(mmsi)
    this.#changed.add(mmsi)
    return []
  }

  #put(casualty: Casualty): void {
    this.#byMmsi.set(casualty.mmsi, casualty)
    this.#changed.add(casualty.mmsi)
    const resolved = this.records.filter(({ isResolved }) => isResolved)
    if (resolved.length <= maxResolved) return
    this.#forget(resolved.reduce((one, other) => (other.heardAt < one.heardAt ? other : one)))
  }
}

const isWorseThan = ({ kind, state }: Casualty, situation: Situation): boolean =>
  levelOf(situation.evidence.kind) > levelOf(kind) || severityOf(stateOf(situation)) > severityOf(state)

interface Received {
  readonly evidence: Evidence
  readonly around: Surroundings
  readonly now: number
}

const heardOf = (known: Casualty, { evidence, now }: Received): Partial<Casualty> => ({
  heardAt: now,
  stamp: evidence.stamp,
  position: evidence.position ?? known.position,
  ...(levelOf(evidence.kind) === distressLevel && { activeAt: now }),
})

const changeOf = (casualty: Casualty): AlertChange => ({
  path: pathOf(casualty),
  condition: conditionOf(casualty),
})

const shown = (casualty: Casualty, now: number): Casualty => ({
  ...casualty,
  shownPosition: casualty.position,
  shownAt: now,
})

/** A message without a place is about the last known one. */
const situationOf = (evidence: Evidence, around: Surroundings, known?: Casualty): Situation => {
  const position = evidence.position ?? known?.position ?? undefined
  const isKnown = around.own !== undefined && position !== undefined
  return {
    evidence: { ...evidence, position },
    distance: isKnown ? distanceBetween(around.own, position) : undefined,
    bearing: isKnown ? bearingBetween(around.own, position) : null,
    wearer: around.ownBeacons.find(({ mmsi }) => mmsi === evidence.mmsi)?.name,
    emergencyWithin: around.emergencyWithin,
    dscWithin: around.dscWithin,
  }
}

/** The words of a casualty stay those of its first message. */
const withKind = (situation: Situation, { kind, nature }: Casualty): Situation => ({
  ...situation,
  evidence: { ...situation.evidence, kind, ...(nature !== undefined && { nature }) },
})

const isLess = (one: Casualty, other: Casualty): boolean =>
  severityOf(one.state) - severityOf(other.state) < 0 ||
  (one.state === other.state && one.heardAt < other.heardAt)
