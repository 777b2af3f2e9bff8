import type { Timers } from '../clock.ts'
import type { UplinkOptions } from '../uplink-options.ts'

const everyMs = 1_000

/** Calls when a network appears, such as the Wi-Fi of a marina. Ends with the timers. */
export const watchNetworks = (
  timers: Timers,
  tariffs: UplinkOptions['tariffs'],
  appeared: () => void,
): void => {
  const watch = (before: string): void =>
    timers.set('networks', everyMs, () => {
      const { networks } = tariffs
      if (networks !== before && networks !== '') appeared()
      else watch(networks)
    })
  watch(tariffs.networks)
}
