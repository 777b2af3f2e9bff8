import type { ConsoleClient } from '@marinedata/model'

/** Consoles by whether they would sound an alarm. */
export interface AlarmDevices {
  /** Consoles that will sound an alarm. */
  readonly armed: readonly ConsoleClient[]
  /** Open consoles that are muted or not tested. */
  readonly silent: readonly ConsoleClient[]
  /** `unknown`: no list received yet. `weak`: only one will sound, and its battery is nearly empty. */
  readonly fault: 'unknown' | 'nobody' | 'weak' | undefined
}

const weakBattery = 0.2

const faultOf = (armed: readonly ConsoleClient[]): AlarmDevices['fault'] => {
  const [first, ...others] = armed
  if (first === undefined) return 'nobody'
  return others.length === 0 && first.battery !== null && first.battery < weakBattery ? 'weak' : undefined
}

export const alarmDevicesOf = (list: readonly ConsoleClient[] | undefined): AlarmDevices => {
  if (list === undefined) return { armed: [], silent: [], fault: 'unknown' }
  const armed = list.filter(({ wakes }) => wakes)
  return { armed, silent: list.filter(({ wakes }) => !wakes), fault: faultOf(armed) }
}
