import {
  definePlugin,
  runPlugin,
  type AnchorReport,
  type AutopilotDetails,
  type AutopilotReport,
} from '@marinedata/plugin-api'

const degree = Math.PI / 180
const repeatMs = 500

const details: AutopilotDetails = {
  states: [
    { name: 'standby', engaged: false },
    { name: 'auto', engaged: true },
  ],
  modes: [
    { name: 'compass', kind: 'heading' },
    { name: 'wind', kind: 'wind' },
    { name: 'gps', kind: 'course' },
    { name: 'route', kind: 'route' },
  ],
  operations: ['engage', 'set-mode', 'set-target', 'tack', 'gybe', 'dodge'],
}
const standby: AutopilotReport = { state: 'standby', mode: 'compass', target: null }
const steering: AutopilotReport = { state: 'auto', mode: 'compass', target: 310 * degree }

const raised: AnchorReport = {
  state: 'raised',
  position: null,
  maxRadius: null,
  currentRadius: null,
  rodeLength: null,
  bearingTrue: null,
}
const watching: AnchorReport = {
  state: 'watching',
  position: { latitude: 50.42315, longitude: -3.5301 },
  maxRadius: 45,
  currentRadius: 31,
  rodeLength: 28,
  bearingTrue: 260 * degree,
}

/** Devices that always report the same: for pictures that must not change by themselves. */
const plugin = definePlugin({
  name: 'still-devices',
  version: '1.0.0',
  description: 'An autopilot that holds 310°, and an anchor that holds',
  provides: ['autopilot', 'anchor'],
  start: async (boat) => {
    let pilotReport = standby
    let anchorReport = raised
    const pilot = await boat.registerDevice({ id: 'pilot', kind: 'autopilot', details }, async ({ name }) => {
      pilotReport = name === 'engage' ? steering : standby
      await pilot.report(pilotReport)
    })
    const anchor = await boat.registerDevice({ id: 'bower', kind: 'anchor' }, async ({ name }) => {
      if (name === 'drop') anchorReport = watching
      if (name === 'raise') anchorReport = raised
      // An anchor that falls is setting first; the next report says that it is watched.
      await anchor.report(name === 'drop' ? { ...watching, state: 'setting' } : anchorReport)
    })
    const report = async (): Promise<void> => {
      await pilot.report(pilotReport)
      await anchor.report(anchorReport)
    }
    await report()
    const timer = setInterval(() => void report(), repeatMs)
    return { stop: () => clearInterval(timer) }
  },
})

if (import.meta.main) await runPlugin(plugin)
