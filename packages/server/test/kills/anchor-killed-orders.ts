import assert from 'node:assert/strict'
import type { AnchorState } from '@marinedata/model'
import { anchorOf, berth, fromBow, type Anchor } from './anchor-killed-boat.ts'

/** A random number from 0 to 1, repeatable by the seed. */
export type Random = () => number

/** mulberry32 */
export const randomFrom = (seed: number): Random => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let bits = Math.imul(state ^ (state >>> 15), state | 1)
    bits = (bits + Math.imul(bits ^ (bits >>> 7), bits | 61)) ^ bits
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32
  }
}

export const between = (random: Random, least: number, most: number): number =>
  least + random() * (most - least)

const degree = 111_195
const bowHeight = 1.2
const depth = 6

/** Metres from the boat to the anchor, which is north of it. */
export const distanceTo = ({ position }: Anchor): number => {
  assert.ok(position !== null)
  return (position.latitude - berth.latitude) * degree
}

const isAhead = (anchor: Anchor, metres: number): boolean =>
  anchor.position !== null && Math.abs(distanceTo(anchor) - metres) < 1

/** A command to the watch, and how to see its effect. */
export interface Order {
  readonly ask: string
  readonly body?: object
  readonly isDone: (anchor: Anchor, before: Anchor) => boolean
}

export const drop: Order = {
  ask: 'POST drop',
  isDone: (anchor) => anchor.state === 'setting' && anchor.rodeLength === null && isAhead(anchor, fromBow),
}

export const raise: Order = { ask: 'POST raise', isDone: ({ state }) => state === 'raised' }

const radius = (value: number): Order => ({
  ask: 'POST radius',
  body: { value },
  isDone: (anchor, before) =>
    anchor.state === 'watching' &&
    anchor.maxRadius === value &&
    JSON.stringify([anchor.position, anchor.rodeLength]) ===
      JSON.stringify([before.position, before.rodeLength]),
})

export const reposition = (rodeLength: number): Order => ({
  ask: 'POST reposition',
  body: { rodeLength, anchorDepth: depth },
  isDone: (anchor) =>
    anchor.state === 'watching' &&
    anchor.rodeLength === rodeLength &&
    isAhead(anchor, fromBow + Math.sqrt(rodeLength ** 2 - (depth + bowHeight) ** 2)),
})

/** The anchor in the response to a command. */
export const answeredAnchor = (text: string): Anchor =>
  anchorOf((JSON.parse(text) as { anchor: AnchorState }).anchor)

const whole = (metres: number): number => Math.max(5, Math.round(metres * 10) / 10)

/** A radius that contains the boat, or does not, but close enough to avoid an immediate emergency. */
export const calmRadius = (anchor: Anchor, random: Random): Order =>
  radius(whole(distanceTo(anchor) * between(random, 1.4, 4)))
export const alarmingRadius = (anchor: Anchor, random: Random): Order =>
  radius(whole(distanceTo(anchor) / between(random, 1.1, 1.4)))

const limits = [
  ['emergency', 1.5],
  ['alarm', 1],
  ['warn', 0.85],
  ['alert', 0],
] as const

/** The severity by the distance, once evaluated; undefined when too close to a limit. */
export const gravityOf = (anchor: Anchor): (typeof limits)[number][0] | undefined => {
  assert.ok(anchor.maxRadius !== null)
  const share = distanceTo(anchor) / anchor.maxRadius
  if (limits.some(([, limit]) => Math.abs(share - limit) < 0.03)) return undefined
  return limits.find(([, limit]) => share > limit)?.[0]
}
