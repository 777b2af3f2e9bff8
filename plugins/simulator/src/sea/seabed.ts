import type { Position } from '@marinedata/plugin-api'
import { degrees, type Metres } from '../units.ts'

/** The water depth: banks and channels, constant at a place, never less than six metres. */
export const depthAt = ({ latitude, longitude }: Position): Metres => {
  const wide = Math.sin(degrees(latitude) * 700) * Math.cos(degrees(longitude) * 400)
  const narrow = Math.sin(degrees(latitude) * 5_300 + 1) * Math.sin(degrees(longitude) * 3_100)
  return 22 + 12 * wide + 4 * narrow
}
