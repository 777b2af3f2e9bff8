import { MarineDataError, type PluginSettings } from '@marinedata/model'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { PluginHost } from '../plugin-host/plugin-host.ts'
import type { DemoCommand, DragName } from './command.ts'

const simulator = 'simulator'
const watch = 'anchor-watch'

/** Metres per second. */
const dragSpeeds: Readonly<Record<DragName, number>> = { slow: 0.05, fast: 0.3 }
/** Seconds: long enough to set the anchor watch. */
const dragsAfter = 60

/** Studland Bay: sheltered from the west, with room to leeward for a dragging boat. */
const bay = { latitude: 50.644, longitude: -1.938 }
const rode = { rodeLength: 40, anchorDepth: 6 }

type AtAnchor = DemoCommand['atAnchor']

const anchored = ({ drag }: NonNullable<AtAnchor>): PluginSettings => ({
  scenario: 'anchored',
  position: bay,
  anchorage: {
    depth: rode.anchorDepth,
    rode: rode.rodeLength,
    ...(drag && { drag: { after: dragsAfter, speed: dragSpeeds[drag] } }),
  },
})

/** The settings of the simulator for a scenario. The data folder may contain settings of an earlier scenario. */
export const simulatorSettings = (atAnchor: AtAnchor, saved: PluginSettings): PluginSettings => {
  if (atAnchor !== undefined) return { ...saved, ...anchored(atAnchor) }
  if (saved['scenario'] !== 'anchored') return saved
  const anchorSettings = anchored({})
  return Object.fromEntries(Object.entries(saved).filter(([name]) => !Object.hasOwn(anchorSettings, name)))
}

const retryMs = 1_000

/** The part of the plugin host that the demo uses. */
export type DemoPlugins = Pick<PluginHost, 'settings' | 'configure' | 'enable'>

/** Retries while a plugin fails to start: on a busy machine this may take several attempts. */
const retryUntilDone = async (work: () => Promise<void>, signal: AbortSignal): Promise<void> => {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof MarineDataError) || error.code !== 'plugin-failed') throw error
      process.stderr.write(`marinedata: retrying: ${error.message.split('\n')[0]}\n`)
      await sleep(retryMs, undefined, { signal })
    }
  }
}

/** Configures and enables the plugins of the demo. Resolves when they run. */
export const startDemo = async (
  { atAnchor }: DemoCommand,
  plugins: DemoPlugins,
  signal: AbortSignal,
): Promise<void> => {
  const saved = plugins.settings(simulator)
  const settings = simulatorSettings(atAnchor, saved)
  if (!isDeepStrictEqual(settings, saved))
    await retryUntilDone(() => plugins.configure(simulator, settings), signal)
  await retryUntilDone(() => plugins.enable(simulator), signal)
  if (atAnchor !== undefined) await retryUntilDone(() => plugins.enable(watch), signal)
}

const json = `-H 'content-type: application/json' -d`

/**
 * The commands that a user can try.
 * @param vessel the URL of the own vessel
 */
export const demoInstructions = ({ atAnchor }: DemoCommand, vessel: string): string => {
  if (atAnchor === undefined)
    return `A simulated boat is under way. Only clients on this machine can steer it.

  curl -s ${vessel}/autopilots
  curl -s -X POST ${vessel}/autopilots/_default/engage
  curl -s -X PUT ${json} '{"value":10,"units":"deg"}' ${vessel}/autopilots/_default/target/adjust
`
  const { drag } = atAnchor
  const holds =
    drag === undefined ? 'holds' : `starts to drag after ${dragsAfter} s, at ${dragSpeeds[drag]} m/s`
  return `A simulated boat lies at anchor. The anchor ${holds}. The anchor watch is not set yet.
Only clients on this machine can set it.

  curl -s ${vessel}/navigation/anchor
  curl -s -X POST ${json} '${JSON.stringify(rode)}' ${vessel}/navigation/anchor/reposition
  curl -s -X POST ${vessel}/navigation/anchor/raise
`
}
