import type { BoatDetails } from '@marinedata/model'
import type { JSX } from 'preact'
import { useConsole } from '#page/console-context.ts'
import { shown } from '#units/quantities.ts'
import { t } from '#words/screen-words.ts'

/** The edges leave room for the longest texts of all languages. */
const left = -64
const right = 400
/** The hull from stern to bow, in the units of the drawing. */
const stern = 20
const bow = 300
const middle = 58
const halfBeam = 36
const waterline = 178
const keel = 232
const seabed = 268
const sensorX = 196

const between = (from: number, to: number, share: number): number => from + (to - from) * share

const useLength = (): ((metres: number) => string) => {
  const units = useConsole().preferences.units.value
  return (metres) => {
    const { text, unit } = shown('depth', metres, units)
    return `${text} ${unit}`
  }
}

/** The GPS antenna, seen from above. Drawn only where both the size and the place are known. */
const Antenna = ({ details }: { readonly details: BoatDetails }): JSX.Element | null => {
  const { length, beam, gpsFromBow, gpsFromCentre = 0 } = details
  if (length === undefined || gpsFromBow === undefined || gpsFromBow > length) return null
  const x = between(bow, stern, gpsFromBow / length)
  const y = middle + (beam === undefined ? 0 : (gpsFromCentre / beam) * 2 * halfBeam)
  return (
    <g data-testid="drawing-antenna" class="boat-mark">
      <path d={`M${x} ${y}H${bow}`} class="boat-measure" />
      <circle cx={x} cy={y} r="6" />
      <text x={x - 11} y={y + 4} text-anchor="end">
        GPS
      </text>
    </g>
  )
}

/** How deep the sensor is, as a share of the draught. */
const sensorShare = ({ draught, depthSensorBelowWaterline, depthSensorAboveKeel }: BoatDetails) => {
  if (draught === undefined || draught <= 0) return undefined
  const below =
    depthSensorBelowWaterline ??
    (depthSensorAboveKeel === undefined ? undefined : draught - depthSensorAboveKeel)
  if (below === undefined || below < 0 || below > draught) return undefined
  return { share: below / draught, aboveKeel: draught - below }
}

const Sensor = ({ details }: { readonly details: BoatDetails }): JSX.Element | null => {
  const text = useLength()
  const sensor = sensorShare(details)
  if (sensor === undefined) return null
  const y = between(waterline, keel, sensor.share)
  return (
    <g data-testid="drawing-sensor" class="boat-mark">
      <path d={`M${sensorX} ${y}L${sensorX - 12} ${seabed}H${sensorX + 12}Z`} class="boat-beam" />
      <circle cx={sensorX} cy={y} r="5" />
      <path d={`M${sensorX + 34} ${y}V${keel}`} class="boat-measure" />
      <text x={sensorX + 40} y={(y + keel) / 2 + 4}>
        {t('boat.drawing.toKeel', { depth: text(sensor.aboveKeel) })}
      </text>
    </g>
  )
}

/** The boat from above and from the side, with the antenna and the depth sensor where they were entered. */
export const BoatDrawing = ({ details }: { readonly details: BoatDetails }): JSX.Element => {
  const text = useLength()
  const { length, draught } = details
  return (
    <svg
      class="boat-drawing"
      viewBox={`${left} 8 ${right - left} 268`}
      role="img"
      aria-label={t('boat.drawing')}
      data-testid="boat-drawing"
    >
      <path
        class="boat-hull"
        d={`M${stern} ${middle - 24}Q${stern + 90} ${middle - halfBeam - 6} ${stern + 160} ${middle - halfBeam + 4}T${bow} ${middle}Q${bow - 70} ${middle + halfBeam - 12} ${stern + 160} ${middle + halfBeam - 4}T${stern} ${middle + 24}Z`}
      />
      <path d={`M${stern} ${middle}H${bow}`} class="boat-axis" />
      <text x={stern + 8} y={middle + 54}>
        {length === undefined
          ? t('boat.drawing.noLength')
          : t('boat.drawing.length', { length: text(length) })}
      </text>
      <Antenna details={details} />
      <path class="boat-sea" d={`M${left} ${waterline}H${right}V${seabed}H${left}Z`} />
      <path
        class="boat-hull"
        d={`M${stern} ${waterline - 16}L${bow} ${waterline - 24}Q${bow - 20} ${waterline + 8} ${bow - 66} ${waterline + 14}L178 ${waterline + 17}L170 ${keel}H120L112 ${waterline + 17}L${stern + 34} ${waterline + 10}Z`}
      />
      <path d={`M${left} ${waterline}H${right}`} class="boat-waterline" />
      <path d={`M${left} ${seabed}H${right}`} class="boat-seabed" />
      <path d={`M96 ${waterline}V${keel}`} class="boat-measure" />
      <text x="90" y={(waterline + keel) / 2 + 12} text-anchor="end">
        {draught === undefined
          ? t('boat.drawing.noDraught')
          : t('boat.drawing.draught', { depth: text(draught) })}
      </text>
      <Sensor details={details} />
    </svg>
  )
}
