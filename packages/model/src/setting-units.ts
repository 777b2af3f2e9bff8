/** Units of numbers in the settings of plugins. The plugin always gets SI; forms show the unit of their reader. */
export const settingUnits = [
  'm',
  'm/s',
  'rad',
  'rad/s',
  's',
  'K',
  'Pa',
  'Hz',
  'm3',
  'm3/s',
  'ratio',
  'V',
  'A',
  'W',
] as const
export type SettingUnit = (typeof settingUnits)[number]
