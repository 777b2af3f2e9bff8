import type { PluginManifest } from '@marinedata/plugin-api/host'

type Provided = Pick<PluginManifest, 'provides' | 'offers'>

/** Whether a plugin provides a device (an anchor watch, an autopilot, a channel for alarms), or a bus that one may need. */
export const isProvider = ({ provides = [], offers }: Provided): boolean =>
  provides.some((kind) => kind !== 'history') || offers !== undefined

/** Start order of plugins: anchor watches, then autopilots and buses, then all others. */
export const startRank = ({ provides = [], offers }: Provided): number => {
  if (provides.includes('anchor')) return 0
  return provides.includes('autopilot') || offers !== undefined ? 1 : 2
}
