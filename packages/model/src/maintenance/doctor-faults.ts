/** Results of the doctor's checks that need something to be done. */
export const doctorFaults = [
  'program-old-node',
  'folder-missing',
  'folder-not-writable',
  'folder-readable-by-others',
  'disk-low',
  'card-worn',
  'card-written-often',
  'clock-wrong',
  'clock-not-corrected',
  'port-in-use',
  'port-reserved',
  'port-unusable',
  'devices-not-permitted',
  'can-down',
  'network-none',
  'certificate-expiring',
  'certificate-unreadable',
  'plugin-stopped',
  'plugin-waits-for-approval',
  'sandbox-missing',
] as const
export type DoctorFault = (typeof doctorFaults)[number]
