import { definePlugin, MarineDataError, runPlugin, Type } from '@marinedata/plugin-api'
import type { AutopilotCommand, AutopilotDetails, AutopilotReport, ProblemCode } from '@marinedata/plugin-api'
import { PilotLine } from './pilot-line.ts'

const details: AutopilotDetails = {
  states: [
    { name: 'standby', engaged: false },
    { name: 'auto', engaged: true },
  ],
  modes: [
    { name: 'compass', kind: 'heading' },
    { name: 'wind', kind: 'wind' },
  ],
  operations: ['engage', 'set-mode', 'set-target', 'tack'],
  confirm: 1,
  silence: 3,
}
const offline: AutopilotReport = { state: 'off-line', mode: null, target: null }
const radians = (degrees: string | undefined): number => (Number(degrees) * Math.PI) / 180

/** The pilot holds a wind angle, positive to starboard. A target is the heading from the wind, with the other sign. */
const targetOf = (mode: string, set: string): number | null => {
  if (set === '-') return null
  if (mode === 'compass') return radians(set) % (2 * Math.PI)
  return set === '180.0' ? Math.PI : -radians(set)
}

/** `S auto wind 356.0 52.5 52.0 -`: state, mode, heading, wind, target, side of a tack. */
const reportOf = ([, state = '', mode = '', , , set = '-', tack]: readonly string[]): AutopilotReport => ({
  state,
  mode,
  target: targetOf(mode, set),
  manoeuvre: tack === '-' ? null : { kind: 'tack', direction: tack === 'P' ? 'port' : 'starboard' },
})

const knownWords = new Map([
  ['compass', 'COMPASS'],
  ['wind', 'WIND'],
  ['port', 'TACK P'],
  ['starboard', 'TACK S'],
])

/** The command in the pilot's own protocol; undefined when the input is invalid. */
const wordsFor = ({ name, input }: AutopilotCommand, mode: string | null): string | undefined => {
  if (name === 'engage') return 'AUTO'
  if (name === 'disengage') return 'STANDBY'
  if (name === 'set-mode') return knownWords.get(input.mode)
  if (name === 'tack') return knownWords.get(input.direction)
  if (name !== 'set-target') throw new MarineDataError('unsupported-action', `This pilot cannot "${name}"`)
  if (typeof input.target !== 'number') return undefined
  return `SET ${((input.target * (mode === 'wind' ? -180 : 180)) / Math.PI).toFixed(1)}`
}

/** Problem codes of the pilot's error words; any other word is `rejected-by-device`. */
const codeByWord: Readonly<Record<string, ProblemCode>> = {
  idle: 'not-engaged',
  busy: 'busy',
  side: 'wrong-direction',
  nodata: 'input-stale',
}

export const plugin = definePlugin({
  name: 'line-pilot',
  version: '1.0.0',
  description: 'An autopilot with a line protocol over TCP',
  settings: Type.Object({
    host: Type.String({ default: '127.0.0.1' }),
    port: Type.Integer({ default: 7007 }),
  }),
  writes: { paths: ['navigation.headingMagnetic', 'environment.wind.angleApparent'] },
  provides: ['autopilot'],
  needs: ['network'],
  start: async (boat, where) => {
    const line = new PilotLine()
    let last = offline
    const pilot = await boat.registerDevice(
      { id: 'line-1', kind: 'autopilot', details },
      async (command, { signal }) => {
        const words = wordsFor(command, last.mode)
        if (words === undefined)
          throw new MarineDataError('invalid-value', `Invalid input of "${command.name}"`)
        const word = await line.ask(words, signal)
        if (word !== 'OK')
          throw new MarineDataError(codeByWord[word] ?? 'rejected-by-device', `The pilot answered "${word}"`)
      },
    )
    line.call(where, (parts) => {
      if (parts?.[0] === 'A') {
        const state = parts[1] === 'ON' ? 'alarm' : 'normal'
        return void pilot.notify('heading', { state, method: ['sound'], message: 'Off its heading' })
      }
      last = parts === undefined ? offline : reportOf(parts)
      void pilot.report(last)
      if (parts === undefined) return undefined
      const [, , , heading, wind] = parts
      return boat.publish({
        'navigation.headingMagnetic': radians(heading),
        'environment.wind.angleApparent': radians(wind),
      })
    })
    return { stop: () => line[Symbol.dispose]() }
  },
})

if (import.meta.main) await runPlugin(plugin)
