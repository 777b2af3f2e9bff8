import type { JSX } from 'preact'
import { useComputed } from '@preact/signals'
import { useBoat, useFollow } from '#boat/boat-context.ts'
import { Readout } from '#parts/readout.tsx'
import { t } from '#words/words.ts'

/** The best that the boat has comes first. */
const windPaths = ['environment.wind.speedTrue', 'environment.wind.speedApparent'] as const
const depthPaths = [
  'environment.depth.belowSurface',
  'environment.depth.belowTransducer',
  'environment.depth.belowKeel',
] as const

const wish = { paths: [...windPaths, ...depthPaths], minPeriod: 500 }

const useFirstHeard = (paths: readonly [string, ...string[]]): string => {
  const { values } = useBoat()
  return useComputed(() => paths.find((path) => values.of(path).value !== undefined) ?? paths[0]).value
}

/** What one wants to know when the anchor alarm wakes one, before anything else. */
export const AnchorFacts = (): JSX.Element => {
  useFollow(wish)
  const wind = useFirstHeard(windPaths)
  const depth = useFirstHeard(depthPaths)
  const facts = [
    {
      path: 'navigation.anchor.currentRadius',
      quantity: 'length',
      word: 'alerts.distance',
      testId: 'takeover-distance',
    },
    {
      path: 'navigation.anchor.maxRadius',
      quantity: 'length',
      word: 'alerts.limit',
      testId: 'takeover-limit',
    },
    { path: wind, quantity: 'windSpeed', word: 'alerts.wind', testId: 'takeover-wind' },
    { path: depth, quantity: 'depth', word: 'alerts.depth', testId: 'takeover-depth' },
  ] as const
  return (
    <div class="takeover-facts">
      {facts.map(({ word, path, ...fact }) => (
        <Readout key={path} {...fact} path={path} label={t(word)} name={t(word)} />
      ))}
    </div>
  )
}
