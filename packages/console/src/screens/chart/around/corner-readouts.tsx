import type { JSX } from 'preact'
import { useComputed } from '@preact/signals'
import { useBoat } from '#boat/boat-context.ts'
import { Readout } from '#parts/readout.tsx'
import { t } from '#words/screen-words.ts'
import { CursorMark, ScaleMark } from './scale-mark.tsx'
import { Stamp } from './stamp.tsx'

/** In order of preference: the smallest depth first. */
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

/** Speed and depth, with the stamp of the chart between them. */
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

/** Course and cross-track error, with the scale between them. */
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
    <div class="chart-fourth">
      <CursorMark />
      <Readout
        path="navigation.courseGreatCircle.crossTrackError"
        quantity="crossTrack"
        label="XTE"
        name={t('chart.xte')}
        testId="xte"
      />
    </div>
  </div>
)
