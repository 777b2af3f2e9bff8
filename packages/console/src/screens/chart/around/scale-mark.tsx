import type { JSX } from 'preact'
import { useComputed } from '@preact/signals'
import { useConsole } from '#app/console-context.ts'
import { t } from '#words/screen-words.ts'
import { seenFrom, useFigures } from '#screens/chart/figures.ts'
import { scaleBarOf } from '#screens/chart/geo/scale.ts'
import { useChartModel } from '#screens/chart/chart-model-context.ts'

const mostPixels = 110

/** Range and bearing of the cursor from the boat. */
export const CursorMark = (): JSX.Element | null => {
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

export const ScaleMark = (): JSX.Element => {
  const { frame } = useChartModel().view
  const units = useConsole().preferences.units.value
  const bar = useComputed(() => scaleBarOf(frame.value?.metresPerPixel ?? 1, mostPixels, units)).value
  return (
    <div class="chart-scale">
      {frame.value !== undefined && (
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
