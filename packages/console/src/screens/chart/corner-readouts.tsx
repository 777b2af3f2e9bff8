import { useComputed } from '@preact/signals'
import type { JSX } from 'preact'
import { useConsole } from '#page/console-context.ts'
import { useDepthDatum } from '#boat/depth.ts'
import { Readout } from '#alerts/limits/readout.tsx'
import { dashes } from '#units/quantities.ts'
import { t } from '#words/screen-words.ts'
import { seenFrom, useFigures } from './figures.ts'
import { placeText, toPlace } from '@marinedata/console-map/earth'
import { scaleBarOf } from './geo/scale-bar.ts'
import { deepestCoast, type Viewport } from '@marinedata/console-map'
import { useChartModel } from './state/chart-model.ts'
import { covers, type ChartStore } from '#navigation/chart-settings.ts'

const mostPixels = 110

/** Range and bearing of the cursor from the boat. */
const CursorMark = (): JSX.Element | null => {
  const { view, surroundings } = useChartModel()
  const figures = useFigures()
  const [at, own] = [view.cursor.value, surroundings.own.value]
  if (at === undefined || own === undefined) return null
  const { bearing, range } = seenFrom(own.place, at)
  return (
    <span class="chart-cursor" data-testid="cursor">
      {figures('bearing', bearing)} · {figures('distance', range)}
    </span>
  )
}

/** The position of the boat, to read out on the radio. */
const OwnPosition = (): JSX.Element => {
  const own = useChartModel().surroundings.own.value
  const words = own === undefined ? [dashes] : placeText(own.place).split(' ')
  return (
    <output
      class="chart-own-position"
      data-testid="own-position"
      data-old={own?.isOld === true}
      aria-label={t('chart.ownPosition')}
    >
      {words.map((word) => (
        <span key={word}>{word}</span>
      ))}
    </output>
  )
}

const ScaleMark = (): JSX.Element => {
  const { viewport } = useChartModel().view
  const units = useConsole().preferences.units.value
  const bar = useComputed(() => scaleBarOf(viewport.value?.metresPerPixel ?? 1, mostPixels, units)).value
  return (
    <div class="chart-scale">
      <OwnPosition />
      {viewport.value !== undefined && (
        <span
          class="chart-scale-bar"
          data-testid="scale-bar"
          aria-label={t('chart.scale', { text: bar.text })}
          role="img"
        >
          {bar.text}
          <span style={{ width: `${bar.pixels.toFixed(1)}px` }} />
        </span>
      )}
    </div>
  )
}

/** Why the chart is not for navigation: no chart here, or not in its maker's style. */
type Caution = 'outlineOnly' | 'plainStyle'

const testIds: Readonly<Record<Caution, string>> = { outlineOnly: 'outline-only', plainStyle: 'plain-style' }

const cautionFor = ({ pictures, vectors }: ChartStore, { center, zoom }: Viewport): Caution | undefined => {
  const middle = toPlace(center)
  if (pictures.value.some((chart) => covers(chart, middle, zoom))) return undefined
  if (vectors.value.some((chart) => covers(chart, middle, zoom))) return 'plainStyle'
  return zoom >= deepestCoast + 1 ? 'outlineOnly' : undefined
}

/** Stamps the chart in the middle of the screen if it is not for navigation. */
const Stamp = (): JSX.Element => {
  const { view, chartStore } = useChartModel()
  const caution = useComputed(() => view.viewport.value && cautionFor(chartStore, view.viewport.value)).value
  return (
    <div class="chart-stamp-place">
      {caution !== undefined && (
        <p class="chart-stamp" data-testid={testIds[caution]}>
          <strong>{t(`chart.${caution}`)}</strong> {t('chart.notForNavigation')}
        </p>
      )}
    </div>
  )
}

const Depth = (): JSX.Element => {
  const { path, label, name } = useDepthDatum()
  return <Readout key={path} path={path} quantity="depth" label={t(label)} name={t(name)} testId="rd-dpt" />
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
