import type { PluginManifest } from '@marinedata/plugin-api/host'

/** Whether a plugin serves the anchor watch or an autopilot. */
export const isProvider = ({ provides = [] }: Pick<PluginManifest, 'provides'>): boolean =>
  provides.length > 0

/** In which order plugins are started: the anchor watch, autopilots, all others. */
export const startRank = ({ provides = [] }: Pick<PluginManifest, 'provides'>): number => {
  if (provides.includes('anchor')) return 0
  return provides.includes('autopilot') ? 1 : 2
}
