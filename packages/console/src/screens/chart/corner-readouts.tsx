import type { JSX } from 'preact'
import { useComputed } from '@preact/signals'
import { useConsole } from '#app/console-context.ts'
import { useBoat } from '#boat/boat-context.ts'
import { ageOf, numberIn } from '#boat/reading.ts'
import { Readout } from '#parts/readout.tsx'
import { shown } from '#units/quantities.ts'
import { t } from '#words/words.ts'
import { dashes } from './figures.ts'
import { ScaleMark } from './scale-mark.tsx'
import { Stamp } from './stamp.tsx'

/** The least water first. */
const depths = [
  'environment.depth.belowKeel',
  'environment.depth.belowTransducer',
  'environment.depth.belowSurface',
] as const

const Depth = (): JSX.Element => {
  const { values } = useBoat()
  const path = useComputed(
    () => depths.find((each) => values.of(each).value !== undefined) ?? depths[0],
  ).value
  return (
    <Readout key={path} path={path} quantity="depth" label="DPT" name={t('chart.depth')} testId="rd-dpt" />
  )
}

const xtePath = 'navigation.courseGreatCircle.crossTrackError'

/** How far off the track, and on which side of it: without a course there is none. */
const Xte = (): JSX.Element => {
  const boat = useBoat()
  const preset = useConsole().preferences.of('units').value
  const reading = boat.values.of(xtePath)
  const age = useComputed(() => ageOf(reading.value, boat.now.value, boat.link.isLost.value)).value
  const value = age === 'dead' ? undefined : numberIn(reading.value)
  const { text, unit } =
    value === undefined ? { text: dashes, unit: '' } : shown('distance', Math.abs(value), preset)
  // Too little to be seen is on neither side.
  const side = value === undefined || Number(text) === 0 ? '' : value < 0 ? 'P' : 'S'
  return (
    <div class="readout" data-testid="xte" data-age={age}>
      <span class="label" aria-hidden="true">
        XTE
      </span>
      <span class="unit" aria-hidden="true">
        {unit}
      </span>
      <output class="value" aria-live="off" aria-label={`${t('chart.xte')} ${side} ${text} ${unit}`}>
        {side}
        {text}
      </output>
    </div>
  )
}

/** Speed and depth; between them, what the chart is good for. */
export const TopReadouts = (): JSX.Element => (
  <div class="chart-top">
    <Readout
      path="navigation.speedOverGround"
      quantity="speed"
      label="SOG"
      name={t('chart.sog')}
      testId="rd-sog"
    />
    <Stamp />
    <Depth />
  </div>
)

/** Course and distance off the track; between them, the scale. */
export const LowReadouts = (): JSX.Element => (
  <div class="chart-low">
    <Readout
      path="navigation.courseOverGroundTrue"
      quantity="bearing"
      suffix="T"
      label="COG"
      name={t('chart.cog')}
      testId="rd-cog"
    />
    <ScaleMark />
    <Xte />
  </div>
)
