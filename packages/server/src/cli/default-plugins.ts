/** Plugins enabled by default from the first start: safety features and inputs must work without setup. */
export const defaultPlugins: readonly string[] = [
  'anchor-watch',
  'closest-approach',
  'derived-data',
  'distress',
  'logbook',
  'nmea0183',
  'nmea2000',
  'recorder',
]
