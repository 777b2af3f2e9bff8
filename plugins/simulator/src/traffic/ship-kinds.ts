/** Kinds of ships: frequency, speed and size. */
export interface ShipKind {
  /** AIS ship type. */
  readonly type: number
  readonly name: string
  /** Percentage. */
  readonly share: number
  readonly class: 'A' | 'B'
  /** Knots. */
  readonly speeds: readonly [least: number, most: number]
  /** Metres. */
  readonly lengths: readonly [least: number, most: number]
  readonly state: string
}

export const shipKinds: readonly ShipKind[] = [
  {
    type: 70,
    name: 'Cargo ship',
    share: 30,
    class: 'A',
    speeds: [9, 16],
    lengths: [80, 220],
    state: 'motoring',
  },
  { type: 80, name: 'Tanker', share: 12, class: 'A', speeds: [8, 14], lengths: [90, 240], state: 'motoring' },
  {
    type: 60,
    name: 'Passenger ship',
    share: 8,
    class: 'A',
    speeds: [14, 22],
    lengths: [90, 220],
    state: 'motoring',
  },
  { type: 30, name: 'Fishing', share: 18, class: 'A', speeds: [2, 9], lengths: [14, 45], state: 'fishing' },
  { type: 52, name: 'Tug', share: 4, class: 'A', speeds: [5, 11], lengths: [20, 40], state: 'motoring' },
  {
    type: 40,
    name: 'High-speed craft',
    share: 3,
    class: 'A',
    speeds: [24, 32],
    lengths: [25, 60],
    state: 'motoring',
  },
  { type: 36, name: 'Sailing', share: 17, class: 'B', speeds: [3, 8], lengths: [8, 18], state: 'sailing' },
  {
    type: 37,
    name: 'Pleasure craft',
    share: 8,
    class: 'B',
    speeds: [5, 18],
    lengths: [7, 20],
    state: 'motoring',
  },
]

/** Flags: the first digits of the MMSI and of the call sign. */
export const flags: readonly (readonly [number: number, callSign: string])[] = [
  [211, 'DK'],
  [219, 'OW'],
  [230, 'OJ'],
  [232, 'MH'],
  [244, 'PC'],
  [257, 'LA'],
  [265, 'SK'],
  [276, 'ES'],
  [305, 'V2'],
  [538, 'V7'],
  [636, 'D5'],
]

export const firstNames: readonly string[] =
  'NORTHERN BALTIC SILVER ARCTIC OCEAN AMBER MORNING GRAND POLAR EMERALD WESTERN SKERRY CORAL SWIFT LONE ROYAL'.split(
    ' ',
  )
export const lastNames: readonly string[] =
  'TRADER STAR GULL PEARL BREEZE CARRIER HOPE TERN PIONEER QUEEN LIGHT SPIRIT HERON WAVE DAWN RANGER'.split(
    ' ',
  )
export const harbours: readonly string[] =
  'ROTTERDAM HAMBURG ANTWERP ESBJERG GOTEBORG BERGEN ABERDEEN HULL IMMINGHAM BREMERHAVEN OSLO TALLINN'.split(
    ' ',
  )
