import type { JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { useComputed } from '@preact/signals'
import { t } from '#words/screen-words.ts'
import { placeText } from './geo/earth.ts'
import type { Pixel } from './geo/frame.ts'
import { useChartModel } from './chart-model-context.ts'

/** Arrows alone steer the boat; with Ctrl they pan the chart. */
const pushes: Readonly<Record<string, Pixel>> = {
  ArrowLeft: [-0.25, 0],
  ArrowRight: [0.25, 0],
  ArrowUp: [0, -0.25],
  ArrowDown: [0, 0.25],
}

/** The chart canvas. Its content is described in words beside it. */
export const MapPlace = (): JSX.Element => {
  const model = useChartModel()
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => (place.current === null ? undefined : model.spread(place.current)), [])
  const texts = useComputed(() => {
    const own = model.surroundings.own.value
    return own === undefined ? t('chart.mapUnplaced') : t('chart.mapSpoken', { place: placeText(own.place) })
  })
  const heed = (event: KeyboardEvent): void => {
    const push = event.ctrlKey && Object.hasOwn(pushes, event.key) ? pushes[event.key] : undefined
    if (push !== undefined) model.view.panBy(push)
    else if (event.key === 'Enter') model.askAtMiddle()
    else return
    event.preventDefault()
  }
  return (
    <div
      ref={place}
      class="chart-map"
      role="application"
      tabIndex={0}
      aria-label={texts.value}
      data-testid="chart-map"
      data-following={model.view.isFollowing.value}
      onKeyDown={heed}
    />
  )
}
