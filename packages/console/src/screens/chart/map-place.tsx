import type { JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { useComputed } from '@preact/signals'
import { t } from '#words/chart.ts'
import { placeText } from './geo/earth.ts'
import type { Pixel } from './geo/frame.ts'
import { useTable } from './table-context.ts'

/** Arrows alone steer the boat: with Ctrl they push the chart. */
const pushes: Readonly<Record<string, Pixel>> = {
  ArrowLeft: [-0.25, 0],
  ArrowRight: [0.25, 0],
  ArrowUp: [0, -0.25],
  ArrowDown: [0, 0.25],
}

/** The chart itself; what can be told in words stands beside it. */
export const MapPlace = (): JSX.Element => {
  const table = useTable()
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => (place.current === null ? undefined : table.spread(place.current)), [])
  const spoken = useComputed(() => {
    const own = table.lookout.own.value
    return own === undefined ? t('chart.mapUnplaced') : t('chart.mapSpoken', { place: placeText(own.place) })
  })
  const heed = (event: KeyboardEvent): void => {
    const push = event.ctrlKey && Object.hasOwn(pushes, event.key) ? pushes[event.key] : undefined
    if (push !== undefined) table.view.panBy(push)
    else if (event.key === 'Enter') table.askAtMiddle()
    else return
    event.preventDefault()
  }
  return (
    <div
      ref={place}
      class="chart-map"
      role="application"
      tabIndex={0}
      aria-label={spoken.value}
      data-testid="chart-map"
      data-following={table.view.isFollowing.value}
      onKeyDown={heed}
    />
  )
}
