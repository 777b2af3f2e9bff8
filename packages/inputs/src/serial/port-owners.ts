import type { PortName } from './port-name.ts'

/** Actisense NGT-1 and NGX-1, Yacht Devices YDNU-02, Digital Yacht iKonvert: as their adapters name themselves. */
const nmea2000Names = /(?:^|[^a-z0-9])(?:actisense|ng[tx](?![a-z])|yacht_devices|ydnu|ikonvert)/i

/**
 * Whether a port is a gateway to NMEA 2000, by its name. Such a port belongs to the plugin for NMEA 2000, all others to
 * the plugin for NMEA 0183: each plugin opens only its own ports to find out what they send.
 */
export const isNmea2000Port = ({ id }: PortName): boolean => nmea2000Names.test(id)
