import { inKnots, knots, inDegrees, type MetresPerSecond, type Radians } from '../units.ts'

/** Speeds of a 12 m cruiser by true wind speed and angle; knots and degrees. */
const table: readonly (readonly [
  wind: number,
  speeds: readonly (readonly [angle: number, speed: number])[],
])[] = [
  [
    6,
    [
      [52, 4.9],
      [90, 5.6],
      [120, 5.2],
      [150, 4],
    ],
  ],
  [
    10,
    [
      [42, 5.8],
      [60, 6.7],
      [90, 7.3],
      [120, 7.2],
      [150, 6],
    ],
  ],
  [
    16,
    [
      [42, 6.6],
      [60, 7.4],
      [90, 8],
      [120, 8.2],
      [150, 7.5],
    ],
  ],
  [
    20,
    [
      [42, 6.7],
      [60, 7.6],
      [90, 8.3],
      [120, 8.8],
      [150, 8.2],
    ],
  ],
]

/** Closer to the wind than this, in degrees, the sails only flap. */
const irons = 28
/** Remaining speed in irons, in knots. */
const ironsSpeed = 0.3
/** How much slower the boat is dead downwind than on the last row. */
const runShare = 0.92

const between = (rows: readonly (readonly [at: number, value: number])[], at: number): number => {
  const above = rows.findIndex(([place]) => place >= at)
  const [, last = 0] = rows.at(-1) ?? []
  const [, first = 0] = rows[0] ?? []
  if (above < 0) return last
  const [high, highValue] = rows[above] ?? [at, last]
  const [low, lowValue] = rows[above - 1] ?? [high, first]
  return high === low ? highValue : lowValue + ((highValue - lowValue) * (at - low)) / (high - low)
}

const atAngle = (speeds: readonly (readonly [angle: number, speed: number])[], angle: number): number => {
  const [, last = 0] = speeds.at(-1) ?? []
  return between([[irons, 0], ...speeds, [180, last * runShare]], angle)
}

/** The final speed in this wind; `angle` is that of the true wind, to either side. */
export const polarSpeed = (wind: MetresPerSecond, angle: Radians): MetresPerSecond => {
  const side = Math.abs(inDegrees(angle))
  const rows = table.map(([speed, speeds]) => [speed, atAngle(speeds, side)] as const)
  return knots(Math.max(ironsSpeed, between([[0, 0], ...rows], inKnots(wind))))
}
