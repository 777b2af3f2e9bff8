/** Names of the plugins that come with the product. No other plugin may have one of them. */
export const firstPartyPlugins = [
  'anchor-watch',
  'closest-approach',
  'derived-data',
  'file-replay',
  'logbook',
  'mqtt',
  'nmea0183',
  'nmea2000',
  'nmea2000-simulator',
  'outgoing-alerts',
  'pilot-pypilot',
  'pilot-raymarine',
  'recorder',
  'simulator',
  'sounder',
  'uplink',
] as const
