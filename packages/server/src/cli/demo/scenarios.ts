import { MarineDataError, type PluginSettings } from '@marinedata/model'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { PluginHost } from '#plugin-host/plugin-host.ts'
import type { DemoCommand, DragName } from '../command.ts'
import { offDartmouth, torBay } from './waters.ts'

const simulator = 'simulator'
const watch = 'anchor-watch'
const busSimulator = 'nmea2000-simulator'
const busReader = 'nmea2000'

/** The gateway of the simulated bus. */
const simulatedGateway = {
  name: 'Simulated gateway',
  kind: 'yacht-devices',
  address: 'tcp://127.0.0.1:1457',
} as const

/** Drag speeds in metres per second. */
const dragSpeeds: Readonly<Record<DragName, number>> = { slow: 0.05, fast: 0.3 }
/** Seconds: long enough to set the anchor watch. */
const dragsAfter = 60

const rode = { rodeLength: 40, anchorDepth: 6 }

type AtAnchor = DemoCommand['atAnchor']

const anchored = ({ drag }: NonNullable<AtAnchor>): PluginSettings => ({
  scenario: 'anchored',
  ...torBay,
  anchorage: {
    depth: rode.anchorDepth,
    rode: rode.rodeLength,
    ...(drag && { drag: { after: dragsAfter, speed: dragSpeeds[drag] } }),
  },
})

/**
 * The settings of the simulator for a scenario. The data folder may contain settings of an earlier demo, whose scene is
 * replaced; a scene that the user has set stays.
 */
export const simulatorSettings = (atAnchor: AtAnchor, saved: PluginSettings): PluginSettings => {
  const scene: PluginSettings = atAnchor === undefined ? offDartmouth : anchored(atAnchor)
  const scenes = [offDartmouth, torBay] as const
  const isOfDemo = scenes.some(({ position }) => isDeepStrictEqual(position, saved['position']))
  if (atAnchor === undefined && saved['position'] !== undefined && !isOfDemo) return saved
  const sceneNames = new Set([...scenes, anchored({})].flatMap((each) => Object.keys(each)))
  const others = Object.entries(saved).filter(([name]) => !sceneNames.has(name))
  return { ...Object.fromEntries(others), ...scene }
}

/** The settings of the NMEA 2000 reader with or without the simulated gateway. Other gateways stay. */
export const readerSettings = (isOnBus: boolean, saved: PluginSettings): PluginSettings => {
  const gateways = Array.isArray(saved['gateways']) ? (saved['gateways'] as unknown[]) : []
  const others = gateways.filter((gateway) => !isDeepStrictEqual(gateway, simulatedGateway))
  if (!isOnBus && others.length === gateways.length) return saved
  // Sending is harmless on a simulated bus, and devices say what they are only when they are asked.
  return { ...saved, sends: isOnBus, gateways: isOnBus ? [...others, simulatedGateway] : others }
}

const retryMs = 1_000

/** The part of the plugin host that the demo uses. */
export type DemoPlugins = Pick<PluginHost, 'settings' | 'configure' | 'enable' | 'disable'>

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
  { atAnchor, isOnBus = false }: DemoCommand,
  plugins: DemoPlugins,
  signal: AbortSignal,
): Promise<void> => {
  const retry = (work: () => Promise<void>): Promise<void> => retryUntilDone(work, signal)
  const configure = async (
    name: string,
    change: (saved: PluginSettings) => PluginSettings,
  ): Promise<void> => {
    const saved = plugins.settings(name)
    const settings = change(saved)
    if (!isDeepStrictEqual(settings, saved)) await retry(() => plugins.configure(name, settings))
  }
  // One boat at a time: the data folder may have run the other scenario before.
  await retry(() => plugins.disable(isOnBus ? simulator : busSimulator))
  await configure(simulator, (saved) => simulatorSettings(atAnchor, saved))
  await retry(() => plugins.enable(isOnBus ? busSimulator : simulator))
  await configure(busReader, (saved) => readerSettings(isOnBus, saved))
  if (isOnBus) await retry(() => plugins.enable(busReader))
  if (atAnchor !== undefined) await retry(() => plugins.enable(watch))
}

const json = `-H 'content-type: application/json' -d`

/**
 * The commands that a user can try.
 * @param vessel the URL of own ship
 */
export const demoInstructions = (
  { atAnchor, isOnBus, isShared = false }: DemoCommand,
  vessel: string,
): string => {
  if (isShared) return `A simulated boat ${atAnchor === undefined ? 'is under way' : 'lies at anchor'}.\n`
  if (isOnBus === true)
    return `A simulated boat is under way. Its instruments are on an NMEA 2000 bus, behind a gateway at ${simulatedGateway.address}.

  curl -s ${vessel}/navigation
  curl -s ${vessel.replace('/vessels/self', '')}/plugins/${busReader}
`
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
