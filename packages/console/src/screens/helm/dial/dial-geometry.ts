/** Degrees clockwise from the top, radii in drawing units. */
export const radii = { ring: 186, band: 158, labels: 138, inner: 112 } as const

/** View box. The card is off the centre of it, because only marks lie above and beside the ring. */
export const frame = { left: -211, top: -220, size: 422 } as const

const round = (value: number): number => Math.round(value * 100) / 100

export const pointAt = (degrees: number, radius: number): readonly [x: number, y: number] => {
  const angle = (degrees * Math.PI) / 180
  return [round(Math.sin(angle) * radius), round(-Math.cos(angle) * radius)]
}

export interface Ticks {
  readonly every: number
  /** Interval of longer ticks to skip. */
  readonly butEvery?: number
  readonly length: number
}

/** All ticks of one length as one path, inwards from the ring. */
export const tickPath = ({ every, butEvery, length }: Ticks): string => {
  const parts: string[] = []
  for (let degrees = 0; degrees < 360; degrees += every) {
    if (butEvery !== undefined && degrees % butEvery === 0) continue
    const [x, y] = pointAt(degrees, radii.ring)
    const [toX, toY] = pointAt(degrees, radii.ring - length)
    parts.push(`M${x} ${y}L${toX} ${toY}`)
  }
  return parts.join('')
}

const letters: Readonly<Record<number, string>> = { 0: 'N', 90: 'E', 180: 'S', 270: 'W' }

export interface Label {
  readonly text: string
  readonly isLetter: boolean
  /** Centre. */
  readonly at: readonly [x: number, y: number]
}

export const labels: readonly Label[] = Array.from({ length: 12 }, (_, index) => {
  const degrees = index * 30
  const letter = letters[degrees]
  const text = letter ?? String(degrees)
  return { text, isLetter: letter !== undefined, at: pointAt(degrees, radii.labels) }
})

/** Shortest turn between two directions in degrees, positive to starboard. */
export const wayBetween = (from: number, to: number): number => {
  const way = (((to - from) % 360) + 360) % 360
  return way > 180 ? way - 360 : way
}

/** The same direction, offset by full turns so that an animation takes the shorter way. */
export const continuous = (before: number | undefined, degrees: number): number =>
  before === undefined ? degrees : before + wayBetween(before, degrees)

/** Direction of a point (as shares of width and height) from the centre of the card. */
export const directionOf = (acrossShare: number, downShare: number): number => {
  const x = frame.left + acrossShare * frame.size
  const y = frame.top + downShare * frame.size
  return ((Math.atan2(x, -y) * 180) / Math.PI + 360) % 360
}
