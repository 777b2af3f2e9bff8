/** Degrees clockwise from the top, radii in the units of the drawing. */
export const radii = { ring: 186, band: 158, labels: 138, inner: 112 } as const

/** What is drawn: the middle of the card is not that of the drawing, as nothing but marks stands above and beside the ring. */
export const frame = { left: -211, top: -220, size: 422 } as const

const round = (value: number): number => Math.round(value * 100) / 100

export const pointAt = (degrees: number, radius: number): readonly [x: number, y: number] => {
  const angle = (degrees * Math.PI) / 180
  return [round(Math.sin(angle) * radius), round(-Math.cos(angle) * radius)]
}

export interface Ticks {
  readonly every: number
  /** Where a longer tick stands already. */
  readonly butEvery?: number
  readonly length: number
}

/** All ticks of one length as one line to draw, inwards from the ring. */
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
  /** Its middle. */
  readonly at: readonly [x: number, y: number]
}

export const labels: readonly Label[] = Array.from({ length: 12 }, (_, index) => {
  const degrees = index * 30
  const letter = letters[degrees]
  const text = letter ?? String(degrees)
  return { text, isLetter: letter !== undefined, at: pointAt(degrees, radii.labels) }
})

/** The shorter way from one direction to another, in degrees, positive to starboard. */
export const wayBetween = (from: number, to: number): number => {
  const way = (((to - from) % 360) + 360) % 360
  return way > 180 ? way - 360 : way
}

/** The same direction, written so that a drawing that turns to it takes the shorter way round. */
export const continuous = (before: number | undefined, degrees: number): number =>
  before === undefined ? degrees : before + wayBetween(before, degrees)

/** Where a point of the drawing, as shares of its width and height, lies as seen from the middle of the card. */
export const directionOf = (acrossShare: number, downShare: number): number => {
  const x = frame.left + acrossShare * frame.size
  const y = frame.top + downShare * frame.size
  return ((Math.atan2(x, -y) * 180) / Math.PI + 360) % 360
}
