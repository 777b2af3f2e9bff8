import { tankKinds } from '#paths/boat-rules.ts'
import type { InstanceNames } from '#paths/rules.ts'
import type { OutputRow } from './output-message.ts'
import { numberAt } from './output-values.ts'

const batteryPath = /^electrical\.batteries\.([^.]+)\.voltage$/
const tankPath = /^tanks\.([^.]+)\.([0-9]{1,2})\.currentLevel$/
const litresPerCubicMetre = 1_000

/** The instance of a battery: the skipper's number, else its own. Other names have no instance. */
const instanceOf = (name: string, { batteries }: InstanceNames): number | undefined => {
  for (const [instance, given] of batteries) if (given === name) return instance
  const number = /^(?:0|[1-9][0-9]{0,2})$/.test(name) ? Number(name) : undefined
  return number === undefined || batteries.has(number) ? undefined : number
}

/** One message for each battery with a number. */
const batteries: OutputRow = {
  id: 'batteryStatus',
  paths: [
    'electrical.batteries.*.voltage',
    'electrical.batteries.*.current',
    'electrical.batteries.*.temperature',
  ],
  essential: ['instance', 'voltage'],
  fields: ({ values, names, sid }) =>
    values.paths().flatMap((path) => {
      const [, name] = batteryPath.exec(path) ?? []
      if (name === undefined) return []
      const below = `electrical.batteries.${name}`
      const fields = {
        sid,
        instance: instanceOf(name, names),
        voltage: numberAt(values, `${below}.voltage`),
        current: numberAt(values, `${below}.current`),
        temperature: numberAt(values, `${below}.temperature`),
      }
      return [{ fields }]
    }),
}

const scaled = (value: number | undefined, factor: number): number | undefined =>
  value === undefined ? undefined : value * factor

/** One message for each tank with a number. */
const tanks: OutputRow = {
  id: 'fluidLevel',
  paths: tankKinds.flatMap((kind) => [`tanks.${kind}.*.currentLevel`, `tanks.${kind}.*.capacity`]),
  essential: ['instance', 'type', 'level'],
  fields: ({ values }) =>
    values.paths().flatMap((path) => {
      const [, kind, number] = tankPath.exec(path) ?? []
      const type = tankKinds.findIndex((each) => each === kind)
      if (type < 0) return []
      const below = `tanks.${kind}.${number}`
      const fields = {
        instance: Number(number),
        type,
        level: scaled(numberAt(values, `${below}.currentLevel`), 100),
        capacity: scaled(numberAt(values, `${below}.capacity`), litresPerCubicMetre),
      }
      return [{ fields }]
    }),
}

/** Batteries and tanks. */
export const boatRows: readonly OutputRow[] = [batteries, tanks]
