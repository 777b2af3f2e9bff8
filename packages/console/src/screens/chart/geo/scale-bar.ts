import { nauticalMile } from '@marinedata/model'
import type { RangeRings } from '@marinedata/console-map'
import { unitsOf, type UnitPreset, type Units } from '#units/quantities.ts'

interface ScaleBar {
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

const ringCount = 3

/** Rings of round distances that fit into this many pixels each. */
export const rangeRingsOf = (
  metresPerPixel: number,
  mostPixels: number,
  units: UnitPreset | Units,
): RangeRings => {
  const { pixels, text } = scaleBarOf(metresPerPixel, mostPixels, units)
  const [count = '', unit = ''] = text.split(' ')
  const distances = Array.from({ length: ringCount }, (_, at) => Number(count) * (at + 1))
  return { pixels, texts: distances.map((distance) => `${Number(distance.toFixed(2))} ${unit}`) }
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
