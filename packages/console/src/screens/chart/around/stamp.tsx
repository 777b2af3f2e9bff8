import type { JSX } from 'preact'
import { useComputed } from '@preact/signals'
import { t } from '#words/screen-words.ts'
import { toPlace } from '#screens/chart/geo/mercator.ts'
import { covers, type ChartStore } from '#screens/chart/state/chart-store.ts'
import type { Frame } from '#screens/chart/geo/frame.ts'
import { useChartModel } from '#screens/chart/chart-model-context.ts'

/** From this zoom on the coastline looks more precise than it is. */
const stampZoom = 9

/** Why the chart is not for navigation: no chart here, or not in its maker's style. */
type Caution = 'outlineOnly' | 'plainStyle'

const testIds: Readonly<Record<Caution, string>> = { outlineOnly: 'outline-only', plainStyle: 'plain-style' }

const cautionFor = ({ pictures, vectors }: ChartStore, { center, zoom }: Frame): Caution | undefined => {
  const middle = toPlace(center)
  if (pictures.value.some((chart) => covers(chart, middle, zoom))) return undefined
  if (vectors.value.some((chart) => covers(chart, middle, zoom))) return 'plainStyle'
  return zoom >= stampZoom ? 'outlineOnly' : undefined
}

/** Stamps the chart in the middle of the screen if it is not for navigation. */
export const Stamp = (): JSX.Element => {
  const { view, shelf } = useChartModel()
  const caution = useComputed(() => view.frame.value && cautionFor(shelf, view.frame.value)).value
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
