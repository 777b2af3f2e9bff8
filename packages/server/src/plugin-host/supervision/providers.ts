import type { PluginManifest } from '@marinedata/plugin-api/host'

/** Whether a plugin provides an anchor watch or an autopilot. */
export const isProvider = ({ provides = [] }: Pick<PluginManifest, 'provides'>): boolean =>
  provides.length > 0

/** Start order of plugins: anchor watches, then autopilots, then all others. */
export const startRank = ({ provides = [] }: Pick<PluginManifest, 'provides'>): number => {
  if (provides.includes('anchor')) return 0
  return provides.includes('autopilot') ? 1 : 2
}
