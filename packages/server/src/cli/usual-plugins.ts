/** What a boat has from its first start: what has to be found first watches nobody, and finds nothing. */
export const usualPlugins: readonly string[] = ['anchor-watch', 'closest-approach', 'nmea0183']
