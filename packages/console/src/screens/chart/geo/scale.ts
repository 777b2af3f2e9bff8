import { nauticalMile } from '@marinedata/model'
import { unitsOf, type UnitPreset, type Units } from '#units/quantities.ts'
import { resolutionOf, toMap, trueScale, zoomOf } from './mercator.ts'

export interface Size {
  readonly width: number
  readonly height: number
}

/** Travel time that fits a third of the screen when the chart opens. */
const travelSeconds = 360
/** At a lower or unknown speed the surroundings matter more than the way ahead. */
const leastSpeed = 3 * (nauticalMile / 3_600)
export const zoomLimits = { least: 2, opening: 9, most: 18 } as const

export interface Opening {
  readonly latitude: number
  /** Speed over ground in metres per second; undefined if unknown. */
  readonly speed: number | undefined
  readonly size: Size
}

/** The map resolution at which six minutes of travel take a third of the screen. */
export const openingResolution = ({ latitude, speed = 0, size }: Opening): number => {
  const metres = Math.max(speed, leastSpeed) * travelSeconds
  const perPixel = metres / (Math.min(size.width, size.height) / 3)
  const [, y] = toMap({ latitude, longitude: 0 })
  const zoom = zoomOf(perPixel / trueScale(y))
  return resolutionOf(Math.min(zoomLimits.most, Math.max(zoomLimits.opening, zoom)))
}

export interface ScaleBar {
  readonly pixels: number
  readonly text: string
}

interface Unit {
  readonly metres: number
  readonly name: string
}

const mile: Unit = { metres: nauticalMile, name: 'NM' }
const kilometre: Unit = { metres: 1_000, name: 'km' }
const metre: Unit = { metres: 1, name: 'm' }
const foot: Unit = { metres: 0.3048, name: 'ft' }

/** Units for long and short distances. */
const farAndNear = ({ distance, depth }: Units): readonly [far: Unit, near: Unit] => [
  distance === 'km' ? kilometre : mile,
  depth === 'ft' ? foot : metre,
]

const roundNumbers = [1, 2, 5] as const

/** The largest of 1, 2, 5, 10, 20 … up to the value. */
const roundBelow = (value: number): number => {
  const power = 10 ** Math.floor(Math.log10(value))
  const [most = 1] = roundNumbers.filter((number) => number * power <= value).toReversed()
  return most * power
}

/** A round distance that fits into this many pixels. */
export const scaleBarOf = (
  metresPerPixel: number,
  mostPixels: number,
  units: UnitPreset | Units,
): ScaleBar => {
  const most = metresPerPixel * mostPixels
  const [far, near] = farAndNear(unitsOf(units))
  const unit = most >= far.metres * 0.2 ? far : near
  const count = roundBelow(most / unit.metres)
  const digits = Math.max(0, -Math.floor(Math.log10(count)))
  return { pixels: (count * unit.metres) / metresPerPixel, text: `${count.toFixed(digits)} ${unit.name}` }
}
