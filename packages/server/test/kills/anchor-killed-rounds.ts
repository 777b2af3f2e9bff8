import type { AlertCompleted } from '@marinedata/model'
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { askAlerts } from '../alert-asking.ts'
import { askAnchor } from '../anchor-boat.ts'
import {
  callOf,
  killOnTheWay,
  Life,
  raised,
  reportedDowntime,
  type Anchor,
  type Call,
  type Folders,
} from './anchor-killed-boat.ts'
import {
  alarmingRadius,
  answeredAnchor,
  between,
  calmRadius,
  drop,
  gravityOf,
  raise,
  randomFrom,
  reposition,
  type Order,
  type Random,
} from './anchor-killed-orders.ts'

/** A command and its response take a few milliseconds; its consequences may take a second. */
const soonMs = 30
/** On a slow machine a command takes about as long as this many questions, so kills come before and after its end. */
const questionsPerCommand = 4
const laterMs = 1_300
/** Seconds until an alarm is on disk. */
const writtenWithin = 1
/** Avoids the escalation of an unacknowledged alarm to an emergency after a minute. */
const longestCallMs = 25_000
const onTheWay = { share: 0.15, longestMs: 700 }

/** The actions of the crew before the kill. */
type CrewAction =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'await-call' }
  | { readonly kind: 'acknowledge'; readonly id: string }
  | { readonly kind: 'order'; readonly order: Order }

const isAlarm = (call: Call | undefined): boolean => call?.state === 'alarm' || call?.state === 'emergency'

/** Whether the alarm matches the anchor, so that only people change it. */
const isSettled = (call: Call | undefined, anchor: Anchor): boolean => {
  if (anchor.state === 'raised') return call === undefined || call.status === 'rectified'
  return call !== undefined && call.status !== 'rectified' && call.state === gravityOf(anchor)
}

/** The results of a boat that was killed repeatedly. */
export interface Figures {
  rounds: number
  onTheWay: number
  /** How many kills interrupted a command: with it executed, and with it not executed. */
  cutDone: number
  cutUndone: number
  /** How many alarms existed at the end of a run and must be equal in the next; and their states. */
  sameCalls: number
  alarms: number
  acknowledged: number
  worstRearmMs: number
  worstDowntimeError: number
}

const noFigures = (): Figures => ({
  rounds: 0,
  onTheWay: 0,
  cutDone: 0,
  cutUndone: 0,
  sameCalls: 0,
  alarms: 0,
  acknowledged: 0,
  worstRearmMs: 0,
  worstDowntimeError: 0,
})

/** A boat at anchor whose server is killed at random moments, with the checks after each. */
export class KilledBoat {
  readonly figures = noFigures()
  readonly #folders: Folders
  readonly #random: Random
  #anchor: Anchor = raised
  /** The command that was sent and not answered. */
  #order: Order | undefined
  #call: Call | undefined
  #isCallSure = true
  #isAcknowledging = false
  #calledAt: number | undefined
  /** Wall clock times in seconds: of the first kill since the watch last ran, and of the last kill. */
  #killedAt: { readonly first: number; readonly last: number } | undefined
  #longestDowntime = 0

  constructor(folders: Folders, seed: number) {
    this.#folders = folders
    this.#random = randomFrom(seed)
  }

  /** One round: checks the saved state, acts, and is killed during the action. */
  async round(): Promise<void> {
    await using life = await Life.begin(this.#folders)
    await this.#meet(life)
    const action = this.#choose()
    await this.#doAndDie(life, action)
    this.figures.rounds++
    if (this.#random() >= onTheWay.share) return
    await killOnTheWay(this.#folders, between(this.#random, 0, onTheWay.longestMs))
    this.#noteKilled(Date.now() / 1_000)
    this.figures.onTheWay++
  }

  /** The last start, without a kill. */
  async end(): Promise<void> {
    await using life = await Life.begin(this.#folders)
    await this.#meet(life)
  }

  /** Checks that everything is restored from the first frame on. */
  async #meet(life: Life): Promise<void> {
    const asked = await life.anchor()
    this.#checkAnchor(asked)
    let unwritten: Call | undefined
    if (asked.state !== 'raised') {
      const { anchor, call } = await life.firstFrame()
      this.#checkAnchor(anchor)
      if (this.#isEarlier(call)) unwritten = this.#call
      else this.#checkCall(call)
      this.#call = call
    }
    this.#isAcknowledging = false
    life.feed()
    const comeback = await life.rearmed()
    this.figures.worstRearmMs = Math.max(this.figures.worstRearmMs, comeback.ms)
    this.#checkAnchor(comeback.anchor)
    this.#settleOrder(asked, comeback.anchor)
    if (comeback.anchor.state !== 'raised') this.#checkDowntime(comeback)
    this.#killedAt = undefined
    if (unwritten !== undefined) await life.called((call) => call?.state === unwritten.state)
    this.#checkSteady(life)
  }

  /** The last confirmed state, or that of an interrupted command. */
  #checkAnchor(anchor: Anchor): void {
    if (this.#order?.isDone(anchor, this.#anchor) === true) return
    assert.deepEqual(anchor, this.#anchor)
  }

  /** An executed command stays executed. */
  #settleOrder(first: Anchor, rearmed: Anchor): void {
    if (this.#order !== undefined) {
      const isDone = this.#order.isDone(rearmed, this.#anchor)
      if (isDone) this.figures.cutDone++
      else this.figures.cutUndone++
      if (this.#order.isDone(first, this.#anchor)) assert.deepEqual(rearmed, first)
    }
    this.#order = undefined
    this.#anchor = rearmed
  }

  #checkCall(call: Call | undefined): void {
    if (!this.#isCallSure) return
    // An acknowledgement without a response may be on disk or not.
    if (this.#isAcknowledging && call?.status === 'acknowledged') {
      assert.deepEqual([call.id, call.state], [this.#call?.id, this.#call?.state])
      return
    }
    if (this.#isRaisedAgain(call)) return
    assert.deepEqual(call, this.#call)
    if (call !== undefined) this.figures.sameCalls++
  }

  /**
   * Whether the kill came before the alarm was on disk, and the watch has raised it again. Alarms are published first
   * and written right after.
   */
  #isRaisedAgain(call: Call | undefined): boolean {
    if (call?.raisedAt === undefined || this.#call?.raisedAt === undefined || this.#killedAt === undefined)
      return false
    const killedAfter = this.#killedAt.first - Date.parse(this.#call.raisedAt) / 1_000
    const isSame = isDeepStrictEqual({ ...call, raisedAt: this.#call.raisedAt }, this.#call)
    return isSame && killedAfter < writtenWithin && call.raisedAt > this.#call.raisedAt
  }

  /**
   * Whether the kill came before the alarm was on disk: the first frame has the alert as it was before. The watch must
   * raise the alarm again.
   */
  #isEarlier(call: Call | undefined): boolean {
    if (!this.#isCallSure || !isAlarm(this.#call) || this.#killedAt === undefined) return false
    const { raisedAt = '' } = this.#call ?? {}
    const killedAfter = this.#killedAt.first - Date.parse(raisedAt) / 1_000
    return killedAfter < writtenWithin && (call?.raisedAt ?? '') < raisedAt
  }

  /** An alarm that matches the anchor does not change when the watch returns. */
  #checkSteady(life: Life): void {
    const isSteady = this.#isCallSure && isSettled(this.#call, this.#anchor)
    if (isSteady && this.#call !== undefined)
      for (const call of life.calls) assert.deepEqual(call, this.#call)
    this.#hearCalls(life)
    if (isAlarm(this.#call)) this.figures.alarms++
    if (this.#call?.status === 'acknowledged') this.figures.acknowledged++
  }

  #checkDowntime({ message, at }: { readonly message: string; readonly at: number }): void {
    // There is no downtime before the first start.
    if (this.#killedAt === undefined) return
    const reported = reportedDowntime(message)
    const [least, most] = [at - this.#killedAt.last, at - this.#killedAt.first]
    this.#longestDowntime = Math.max(this.#longestDowntime, most)
    const error = Math.max(0, least - reported, reported - this.#longestDowntime)
    this.figures.worstDowntimeError = Math.max(this.figures.worstDowntimeError, error)
  }

  #choose(): CrewAction {
    const random = this.#random
    if (this.#anchor.state === 'raised')
      return { kind: 'order', order: random() < 0.5 ? drop : reposition(Math.round(between(random, 30, 60))) }
    const answer = this.#chooseAnswer()
    if (answer !== undefined) return answer
    if (!isSettled(this.#call, this.#anchor) && random() < 0.6) return { kind: 'await-call' }
    return this.#chooseOrder()
  }

  /** The crew acknowledges alarms now and then, and always before they become an emergency. */
  #chooseAnswer(): CrewAction | undefined {
    const { id, status } = this.#call ?? {}
    if (!isAlarm(this.#call) || status !== 'active' || id === undefined) {
      this.#calledAt = undefined
      return undefined
    }
    this.#calledAt ??= performance.now()
    const isLate = performance.now() - this.#calledAt > longestCallMs
    return isLate || this.#random() < 0.5 ? { kind: 'acknowledge', id } : undefined
  }

  #chooseOrder(): CrewAction {
    const random = this.#random
    const orders: readonly (readonly [share: number, make: () => Order])[] = [
      [0.25, () => alarmingRadius(this.#anchor, random)],
      [0.15, () => calmRadius(this.#anchor, random)],
      [0.1, () => reposition(Math.round(between(random, 30, 60)))],
      [0.06, () => drop],
      [0.06, () => raise],
    ]
    let left = random()
    for (const [share, make] of orders) {
      left -= share
      if (left < 0) return { kind: 'order', order: make() }
    }
    return { kind: 'nothing' }
  }

  async #doAndDie(life: Life, action: CrewAction): Promise<void> {
    const commandMs = Math.max(soonMs, life.questionMs * questionsPerCommand)
    const momentMs = between(this.#random, 0, this.#random() < 0.7 ? commandMs : laterMs)
    const isPowerCut = this.#random() < 0.5
    this.#isAcknowledging = action.kind === 'acknowledge'
    this.#isCallSure = action.kind !== 'order'
    if (action.kind === 'await-call') await this.#awaitCall(life)
    const done =
      action.kind === 'order'
        ? this.#give(life, action.order)
        : action.kind === 'acknowledge'
          ? this.#acknowledge(life, action.id)
          : undefined
    await sleep(momentMs)
    this.#noteKilled(await life.kill(isPowerCut))
    const answered = await done
    this.#isCallSure &&= isSettled(life.calls.at(-1), this.#anchor) || life.calls.length === 0
    this.#hearCalls(life)
    if (answered !== undefined) this.#call = answered
  }

  async #awaitCall(life: Life): Promise<void> {
    const gravity = gravityOf(this.#anchor)
    if (gravity === 'alarm' || gravity === 'emergency') await life.called((call) => call?.state === gravity)
  }

  /** Without a response the outcome is unknown. */
  async #give({ url }: Life, order: Order): Promise<undefined> {
    this.#order = order
    const { ask, body } = order
    const answer = await askAnchor(url, ask, { body }).catch(() => undefined)
    if (answer === undefined) return
    assert.equal(answer.status, 200, answer.text)
    this.#anchor = answeredAnchor(answer.text)
    this.#order = undefined
    // A new stay.
    if (order === drop || order === raise) this.#longestDowntime = 0
  }

  async #acknowledge({ url }: Life, id: string): Promise<Call | undefined> {
    const answer = await askAlerts(url, `POST ${id}/acknowledge`).catch(() => undefined)
    if (answer === undefined) return undefined
    assert.equal(answer.status, 200, answer.text)
    this.#isAcknowledging = false
    return callOf((JSON.parse(answer.text) as AlertCompleted).alert)
  }

  /** Takes the last alarm on the stream, which shows an acknowledgement before it is on disk. */
  #hearCalls({ calls }: Life): void {
    const received = this.#isAcknowledging ? calls.filter((call) => call?.status !== 'acknowledged') : calls
    if (received.length > 0) this.#call = received.at(-1)
  }

  #noteKilled(at: number): void {
    this.#killedAt = { first: this.#killedAt?.first ?? at, last: at }
  }
}
