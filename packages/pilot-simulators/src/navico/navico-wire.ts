/** Messages of a Navico course computer, in the numbers of the wire. */
export const pgns = {
  command: 130_850,
  echo: 130_851,
  status: 65_305,
  mode: 65_340,
  target: 65_341,
  heartbeat: 65_302,
  control: 127_237,
  values: 130_860,
  crossTrack: 129_283,
  navigation: 129_284,
} as const

export const maker = [0x41, 0x9f] as const

/** Events of an autopilot command. */
export const events = {
  standby: 0x06,
  heading: 0x09,
  nav: 0x0a,
  'no drift': 0x0c,
  wind: 0x0f,
  tack: 0x11,
  change: 0x1a,
} as const
export const autopilotCommand = 0x0a
export const toPort = 0x02

export type NavicoMode = 'standby' | 'heading' | 'wind' | 'nav' | 'no drift'

/** The bits of each mode. The AC sets more than one. */
export const modeBits: Readonly<Record<'ac' | 'nac', Readonly<Record<NavicoMode, number>>>> = {
  ac: { standby: 0x00_0a, heading: 0x00_14, nav: 0x00_44, 'no drift': 0x01_04, wind: 0x04_04 },
  nac: { standby: 0x00_08, heading: 0x00_10, nav: 0x00_40, 'no drift': 0x01_00, wind: 0x04_00 },
}

/** The kinds of targets in 65341. */
export const targetTypes = { heading: 0x02, wind: 0x03, nav: 0x0a, 'no drift': 0x0b } as const

export const alarms = { noWind: 114, noNav: 111, noHead: 33 } as const
export const alarmEvents = { gone: 0x38, raised: 0x39 } as const
