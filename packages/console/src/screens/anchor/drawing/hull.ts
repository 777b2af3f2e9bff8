/** Known dimensions of the boat, in metres. */
export interface Hull {
  readonly length: number | undefined
  readonly beam: number | undefined
  /** Distance of the antenna behind the bow. */
  readonly fromBow: number | undefined
  /** Distance of the antenna to starboard of the centre line. */
  readonly fromCentre: number | undefined
}

/** The hull in pixels: the antenna at the origin, the bow up. */
export interface HullShape {
  /** From the antenna to the bow. */
  readonly ahead: number
  /** From the centre line to the antenna, positive to starboard. */
  readonly aside: number
  readonly length: number
  readonly beam: number
  /** Drawn larger than to scale, to stay visible. */
  readonly isSymbol: boolean
}

const usualLength = 11
const usualSlimness = 0.31
const leastPixels = 26

/** To scale, unless too small to see: then a symbol with the antenna at its position. */
export const hullShape = (
  { length = usualLength, beam = length * usualSlimness, fromBow = length / 2, fromCentre = 0 }: Hull,
  pixelsPerMetre: number,
): HullShape => {
  const isSymbol = length * pixelsPerMetre < leastPixels
  const scale = isSymbol ? leastPixels / length : pixelsPerMetre
  return {
    ahead: Math.min(fromBow, length) * scale,
    aside: fromCentre * scale,
    length: length * scale,
    beam: beam * scale,
    isSymbol,
  }
}

const digits = (value: number): string => value.toFixed(1)

/** Outline of a sailing boat from above. */
export const hullPath = ({ ahead, aside, length, beam }: HullShape): string => {
  const half = beam / 2
  const [port, middle, starboard] = [-half - aside, -aside, half - aside].map(digits)
  const [bow, shoulder, stern] = [-ahead, -ahead + 0.45 * length, -ahead + length].map(digits)
  const [quarterPort, quarterStarboard] = [-0.72 * half - aside, 0.72 * half - aside].map(digits)
  const flare = digits(-ahead + 0.14 * length)
  return (
    `M${middle} ${bow}C${digits(-0.75 * half - aside)} ${flare} ${port} ${digits(-ahead + 0.3 * length)} ${port} ${shoulder}` +
    `L${quarterPort} ${stern}L${quarterStarboard} ${stern}L${starboard} ${shoulder}` +
    `C${starboard} ${digits(-ahead + 0.3 * length)} ${digits(0.75 * half - aside)} ${flare} ${middle} ${bow}Z`
  )
}
