import type { JSX } from 'preact'
import { useComputed } from '@preact/signals'
import { t } from '#words/chart.ts'
import { toPlace } from '#screens/chart/geo/mercator.ts'
import { covers, type ChartShelf } from '#screens/chart/state/chart-shelf.ts'
import type { Frame } from '#screens/chart/geo/frame.ts'
import { useTable } from '#screens/chart/table-context.ts'

/** From here on the coastline looks more exact than it is. */
const stampZoom = 9

/** Why this is no chart to sail by: there is none here, or it is not drawn as its maker meant it. */
type Caution = 'outlineOnly' | 'plainStyle'

const testIds: Readonly<Record<Caution, string>> = { outlineOnly: 'outline-only', plainStyle: 'plain-style' }

const cautionFor = ({ pictures, vectors }: ChartShelf, { center, zoom }: Frame): Caution | undefined => {
  const middle = toPlace(center)
  if (pictures.value.some((chart) => covers(chart, middle, zoom))) return undefined
  if (vectors.value.some((chart) => covers(chart, middle, zoom))) return 'plainStyle'
  return zoom >= stampZoom ? 'outlineOnly' : undefined
}

/** What the chart in the middle of the screen is good for, where that is little. */
export const Stamp = (): JSX.Element => {
  const { view, shelf } = useTable()
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
