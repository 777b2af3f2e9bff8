import type { BusNode, BusReport, PluginReport } from '@marinedata/model'

/** A bus with the plugin that reads it. */
export interface FoundBus extends BusReport {
  readonly plugin: string
}

/** The buses with devices, in the order of plugins and ids. NMEA 0183 knows no devices: its inputs are listed. */
export const busesOf = (plugins: readonly PluginReport[]): FoundBus[] =>
  plugins
    .flatMap(({ name, buses }) => buses.map((bus) => ({ ...bus, plugin: name })))
    .filter(({ kind }) => kind !== 'nmea0183')
    .toSorted((one, other) => one.plugin.localeCompare(other.plugin) || one.id.localeCompare(other.id))

const names: Readonly<Record<string, string>> = { nmea2000: 'NMEA 2000', nmea0183: 'NMEA 0183' }

/** The kind of a bus, for people. */
export const kindText = (kind: string): string => names[kind] ?? kind

/** The function of a device, or its model; undefined while both are unknown. */
export const titleOf = ({ function: role, model }: BusNode): string | undefined => role ?? model

/** Its maker, and its model unless that is the title. */
export const makeOf = ({ manufacturer, model, function: role }: BusNode): string =>
  [manufacturer, role === undefined ? undefined : model].filter((text) => text !== undefined).join(' ')

/**
 * Sorts by what the devices are; unknown ones last. Equal ones by NAME, which never changes: a device that gets another
 * address keeps its place.
 */
export const sortedDevices = (devices: readonly BusNode[]): BusNode[] =>
  devices.toSorted((one, other) => {
    const [first, second] = [titleOf(one), titleOf(other)]
    if ((first === undefined) !== (second === undefined)) return first === undefined ? 1 : -1
    return (first ?? '').localeCompare(second ?? '') || one.name.localeCompare(other.name)
  })

/** Devices send a sign of life once a minute: two missing ones in a row are no accident. */
export const silentMs = 130_000
