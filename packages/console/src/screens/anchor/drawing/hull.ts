/** What is known of the boat's shape; metres. */
export interface Hull {
  readonly length: number | undefined
  readonly beam: number | undefined
  /** How far the antenna is behind the bow. */
  readonly fromBow: number | undefined
  /** How far the antenna is to starboard of the middle. */
  readonly fromCentre: number | undefined
}

/** The hull in pixels: the antenna at nothing, the bow up. */
export interface HullShape {
  /** From the antenna ahead to the bow. */
  readonly ahead: number
  /** From the middle of the hull to starboard, where the antenna is. */
  readonly aside: number
  readonly length: number
  readonly beam: number
  /** Drawn larger than it is, for there would be nothing to see. */
  readonly isSymbol: boolean
}

const usualLength = 11
const usualSlimness = 0.31
const leastPixels = 26

/** At scale, unless that is too small to be seen: then a symbol with its antenna where the antenna is. */
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

/** A sailing boat from above. */
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
