import type { JSX } from 'preact'
import { useComputed } from '@preact/signals'
import { t } from '#words/words.ts'
import { toPlace } from './geo/mercator.ts'
import { covers } from './state/chart-shelf.ts'
import { useTable } from './table-context.ts'

/** From here on the coastline looks more exact than it is. */
const stampZoom = 9

/** Says that there is no chart here, only an outline. */
export const Stamp = (): JSX.Element => {
  const { frame, shelf } = useTable()
  const isBare = useComputed(() => {
    const seen = frame.value
    if (seen === undefined || seen.zoom < stampZoom) return false
    const middle = toPlace(seen.center)
    return !shelf.shown.value.some((chart) => covers(chart, middle, seen.zoom))
  })
  return (
    <div class="chart-stamp-place">
      {isBare.value && (
        <p class="chart-stamp" data-testid="outline-only">
          <strong>{t('chart.outlineOnly')}</strong> {t('chart.notForNavigation')}
        </p>
      )}
    </div>
  )
}
