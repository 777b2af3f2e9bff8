import type { Station } from '@marinedata/model'

/** Who would be woken. */
export interface Listeners {
  /** Where an alarm will be heard. */
  readonly armed: readonly Station[]
  /** Open, and silent, or not tested. */
  readonly silent: readonly Station[]
  /** `unknown`: nobody has told yet. `weak`: only one will sound, and its battery is nearly empty. */
  readonly fault: 'unknown' | 'nobody' | 'weak' | undefined
}

const weakBattery = 0.2

const faultOf = (armed: readonly Station[]): Listeners['fault'] => {
  const [first, ...others] = armed
  if (first === undefined) return 'nobody'
  return others.length === 0 && first.battery !== null && first.battery < weakBattery ? 'weak' : undefined
}

export const listenersOf = (list: readonly Station[] | undefined): Listeners => {
  if (list === undefined) return { armed: [], silent: [], fault: 'unknown' }
  const armed = list.filter(({ wakes }) => wakes)
  return { armed, silent: list.filter(({ wakes }) => !wakes), fault: faultOf(armed) }
}
