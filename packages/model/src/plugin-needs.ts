/** What a plugin can need of the machine besides its own folder and the protocol. */
export const pluginNeeds = [
  'network',
  'read-files',
  'write-files',
  'processes',
  'native-code',
  'serial-ports',
  'sound',
  'database',
] as const
export type PluginNeed = (typeof pluginNeeds)[number]
