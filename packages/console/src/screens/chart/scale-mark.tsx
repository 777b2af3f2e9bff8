import type { JSX } from 'preact'
import { useComputed } from '@preact/signals'
import { useConsole } from '#app/console-context.ts'
import { t } from '#words/words.ts'
import { seenFrom, useFigures } from './figures.ts'
import { toPlace } from './geo/mercator.ts'
import { scaleBarOf } from './geo/scale.ts'
import { useTable } from './table-context.ts'

const mostPixels = 110

/** Where the middle of the screen is, as seen from the boat; while the boat is followed that is no news. */
const MiddleMark = (): JSX.Element | null => {
  const { frame, own, isFollowing } = useTable()
  const figures = useFigures()
  const seen = frame.value
  if (isFollowing.value || seen === undefined || own.value === undefined) return null
  const { bearing, range } = seenFrom(own.value.place, toPlace(seen.center))
  return (
    <span class="chart-middle" data-testid="cursor">
      {figures('bearing', bearing)} · {figures('distance', range)}
    </span>
  )
}

export const ScaleMark = (): JSX.Element => {
  const { frame } = useTable()
  const preset = useConsole().preferences.of('units').value
  const bar = useComputed(() => scaleBarOf(frame.value?.metresPerPixel ?? 1, mostPixels, preset)).value
  return (
    <div class="chart-scale">
      <MiddleMark />
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
