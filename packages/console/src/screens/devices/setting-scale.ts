import type { SettingUnit } from '@marinedata/model'
import { unitFactors, type Units } from '#units/quantities.ts'

/** Converts a setting between SI and the unit that its reader uses. */
export interface SettingScale {
  readonly unit: string
  readonly shown: (si: number) => number
  readonly si: (shown: number) => number
}

const linear = (unit: string, factor = 1, offset = 0): SettingScale => ({
  unit,
  shown: (si) => si * factor + offset,
  si: (shown) => (shown - offset) / factor,
})

const degrees = 180 / Math.PI

/** Units that the console converts. Others are shown as they are. */
const scales: Readonly<Partial<Record<SettingUnit, (units: Units) => SettingScale>>> = {
  m: ({ depth }) => linear(depth, unitFactors[depth]),
  'm/s': ({ speed }) => linear(speed, unitFactors[speed]),
  rad: () => linear('°', degrees),
  'rad/s': () => linear('°/s', degrees),
  K: ({ temperature }) => (temperature === '°F' ? linear('°F', 1.8, -459.67) : linear('°C', 1, -273.15)),
  Pa: () => linear('hPa', 0.01),
  m3: () => linear('L', 1_000),
  'm3/s': () => linear('L/h', 3_600_000),
  ratio: () => linear('%', 100),
}

/** @param unit the unit in the manifest, which the server has checked */
export const settingScale = (unit: unknown, units: Units): SettingScale | undefined => {
  if (typeof unit !== 'string') return undefined
  const scale = Object.hasOwn(scales, unit) ? scales[unit as SettingUnit] : undefined
  return scale?.(units) ?? linear(unit)
}
