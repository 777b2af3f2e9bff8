import { courseSource, distanceBetween } from '@marinedata/model'
import { courseGuidancePath } from '@marinedata/plugin-api'
import type { AutopilotReport, CourseGuidance, Position } from '@marinedata/plugin-api'
import { startPlugin, type CommandOptions, type StartedPlugin } from '@marinedata/plugin-api/testing'
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

export const here = fileURLToPath(new URL('..', import.meta.url))
export const degrees = (value: number): number => (value * Math.PI) / 180

/** No noise, no waves, no traffic: exact results. */
export const calm = { waves: 0, gusts: 0, noise: 0, traffic: 0, variation: 0, current: { set: 0, drift: 0 } }

export const startSimulator = (settings: Readonly<Record<string, unknown>> = {}): Promise<StartedPlugin> =>
  startPlugin(here, { settings: { ...calm, ...settings } })

export const reportOf = (plugin: StartedPlugin, device = 'main'): AutopilotReport => {
  const report = plugin.devices.get(device)?.reports.at(-1)
  assert.ok(report, `"${device}" sent no report`)
  // A separate test checks the schema.
  return report as AutopilotReport
}

/** Waits until a report of the device matches. */
export const shows = async (
  plugin: StartedPlugin,
  isShown: (report: AutopilotReport) => boolean,
  { device = 'main', deadlineMs = 60_000 } = {},
): Promise<AutopilotReport> => {
  const until = performance.now() + deadlineMs
  for (;;) {
    const report = reportOf(plugin, device)
    if (isShown(report)) return report
    assert.ok(performance.now() < until, `No report matched: ${JSON.stringify(report)}`)
    await sleep(10)
  }
}

/** A command for a pilot: its name, or its name and input. */
type Order = string | { readonly name: string; readonly input: object }

export const order = (
  plugin: StartedPlugin,
  command: Order,
  options: CommandOptions & { readonly device?: string } = {},
): Promise<unknown> => {
  const { device = 'main', ...terms } = options
  return plugin.command(device, typeof command === 'string' ? { name: command, input: {} } : command, terms)
}

/** Publishes guidance as the server does. */
export const sendGuidance = (plugin: StartedPlugin, value: CourseGuidance): void => {
  plugin.send([{ updates: [{ $source: courseSource, values: [{ path: courseGuidancePath, value }] }] }])
}

/**
 * Gives the pilots a leg of 30 miles from where the boat is, again and again until it is disposed of.
 * @param bearing true, in radians
 */
export const giveCourse = (plugin: StartedPlugin, bearing: number): Disposable => {
  const origin = plugin.latest('navigation.position') as Position
  const reach = 0.5
  const position = {
    latitude: origin.latitude + reach * Math.cos(bearing),
    longitude: origin.longitude + (reach * Math.sin(bearing)) / Math.cos((origin.latitude * Math.PI) / 180),
  }
  const guidance: CourseGuidance = {
    status: 'live',
    route: null,
    origin,
    waypoint: { name: 'Mark', number: 1, position },
    nextWaypoint: null,
    legBearing: bearing,
    trackBearing: bearing,
    bearing,
    courseToSteer: bearing,
    distance: distanceBetween(origin, position),
    crossTrack: 0,
    isArrived: false,
  }
  const send = (): void => sendGuidance(plugin, guidance)
  send()
  const timer = setInterval(send, 500)
  return { [Symbol.dispose]: () => clearInterval(timer) }
}
