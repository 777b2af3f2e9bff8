import { MarineDataError, type PluginSettings } from '@marinedata/model'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { PluginHost } from '../plugin-host/plugin-host.ts'
import type { DemoCommand, DragName } from './command.ts'

const simulator = 'simulator'
const watch = 'anchor-watch'

/** Metres per second. */
const dragSpeeds: Readonly<Record<DragName, number>> = { slow: 0.05, fast: 0.3 }
/** Seconds: long enough to set a watch. */
const dragsAfter = 60

/** Studland Bay: sheltered from the west, and room to leeward for a boat that drags. */
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

/** What the simulator is set to; a data folder may hold what it was set to before, at sea or in the bay. */
export const simulatorSettings = (atAnchor: AtAnchor, kept: PluginSettings): PluginSettings => {
  if (atAnchor !== undefined) return { ...kept, ...anchored(atAnchor) }
  if (kept['scenario'] !== 'anchored') return kept
  const ofTheBay = anchored({})
  return Object.fromEntries(Object.entries(kept).filter(([name]) => !Object.hasOwn(ofTheBay, name)))
}

const tryAgainMs = 1_000

/** What the demo needs of the plugins. */
export type DemoPlugins = Pick<PluginHost, 'settings' | 'configure' | 'enable'>

/** A plugin that does not start is tried again: on a busy machine it may take several attempts. */
const untilDone = async (work: () => Promise<void>, signal: AbortSignal): Promise<void> => {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof MarineDataError) || error.code !== 'plugin-failed') throw error
      process.stderr.write(`marinedata: trying again: ${error.message.split('\n')[0]}\n`)
      await sleep(tryAgainMs, undefined, { signal })
    }
  }
}

/** Has the plugins run that it takes; returns when they do. */
export const beginDemo = async (
  { atAnchor }: DemoCommand,
  plugins: DemoPlugins,
  signal: AbortSignal,
): Promise<void> => {
  const kept = plugins.settings(simulator)
  const settings = simulatorSettings(atAnchor, kept)
  if (!isDeepStrictEqual(settings, kept))
    await untilDone(() => plugins.configure(simulator, settings), signal)
  await untilDone(() => plugins.enable(simulator), signal)
  if (atAnchor !== undefined) await untilDone(() => plugins.enable(watch), signal)
}

const json = `-H 'content-type: application/json' -d`

/**
 * What one can try.
 * @param vessel the address of the own vessel in the interface
 */
export const demoWords = ({ atAnchor }: DemoCommand, vessel: string): string => {
  if (atAnchor === undefined)
    return `A simulated boat is under way. Anyone on this machine may steer it, and nobody else.

  curl -s ${vessel}/autopilots
  curl -s -X POST ${vessel}/autopilots/_default/engage
  curl -s -X PUT ${json} '{"value":10,"units":"deg"}' ${vessel}/autopilots/_default/target/adjust
`
  const { drag } = atAnchor
  const holds = drag === undefined ? 'holds' : `lets go after ${dragsAfter} s, at ${dragSpeeds[drag]} m/s`
  return `A simulated boat lies at anchor, and nobody has set the watch yet. The anchor ${holds}.
Anyone on this machine may set the watch, and nobody else.

  curl -s ${vessel}/navigation/anchor
  curl -s -X POST ${json} '${JSON.stringify(rode)}' ${vessel}/navigation/anchor/reposition
  curl -s -X POST ${vessel}/navigation/anchor/raise
`
}
