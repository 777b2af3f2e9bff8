import { answerKinds, type PluginManifest } from '@marinedata/plugin-api/host'

type Provided = Pick<PluginManifest, 'provides' | 'offers'>
type Watching = Provided & Pick<PluginManifest, 'notifications'>

const answers: ReadonlySet<string> = new Set(answerKinds)

const distressRoot = 'notifications.distress'

/** Whether a plugin raises the alerts about distress beacons and calls. */
const watchesDistress = (notifications: readonly string[] = []): boolean =>
  notifications.some((pattern) => pattern === distressRoot || pattern.startsWith(`${distressRoot}.`))

/**
 * Whether the boat is worse off without a plugin: it provides a device (an anchor watch, an autopilot, a channel for
 * alarms), or a bus that one may need, or it watches for distress. It is restarted without limit.
 */
export const isProvider = ({ provides = [], offers, notifications }: Watching): boolean =>
  provides.some((kind) => !answers.has(kind)) || offers !== undefined || watchesDistress(notifications)

/**
 * Whether the crew relies on a plugin, so that its failure is an alarm: it provides a device or a bus, or it raises
 * alarms itself. The failure of any other is a warning.
 * @param manifest undefined when it could not be read: then it may be one of these
 */
export const isReliedOn = (manifest: Watching | undefined): boolean =>
  manifest === undefined || isProvider(manifest) || (manifest.notifications?.length ?? 0) > 0

/** Start order of plugins: anchor watches, then autopilots and buses, then all others. */
export const startRank = ({ provides = [], offers }: Provided): number => {
  if (provides.includes('anchor')) return 0
  return provides.includes('autopilot') || offers !== undefined ? 1 : 2
}
