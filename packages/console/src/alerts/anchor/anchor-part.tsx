import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { useComputed } from '@preact/signals'
import { useAlerts } from '#alerts/alerts-context.tsx'
import { durationText } from '#alerts/durations.ts'
import { useBoat, useFollow } from '#boat/boat-context.ts'
import { sentenceOf } from '#boat/refusals.ts'
import { Readout } from '#parts/readout.tsx'
import { t } from '#words/anchor.ts'
import { ExtendButton } from './extend-button.tsx'

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

const radiusPath = 'vessels/self/navigation/anchor/radius'

/** More room for a boat that has found it; the watch goes on. Who holds it means it, also when it becomes worse meanwhile. */
export const Extension = (): JSX.Element => {
  const { client, session, link } = useBoat()
  const [isAsking, setAsking] = useState(false)
  const [refusal, setRefusal] = useState<string | undefined>(undefined)
  const isForbidden = !session.mayAnchor.value
  const note = isForbidden ? t('anchor.why.forbidden') : refusal
  const extend = async (value: number): Promise<void> => {
    setAsking(true)
    // Done when the watch itself has said so: then the limit above is another.
    setRefusal(await client.call('POST', radiusPath, { body: { value } }).then(() => undefined, sentenceOf))
    setAsking(false)
  }
  return (
    <>
      <ExtendButton
        testId="takeover-extend"
        isHindered={isForbidden || isAsking || link.isLost.value}
        onExtend={(radius) => void extend(radius)}
      />
      {note !== undefined && (
        <p class="alerts-note" role="status" data-testid="takeover-extend-note">
          {note}
        </p>
      )}
    </>
  )
}

/** Wakes everyone aboard; says for how long nobody has come. */
export const CallButton = (): JSX.Element => {
  const { alerts, callCrew } = useAlerts()
  const boat = useBoat()
  const call = alerts.ownCall.value
  const time = call && durationText(boat.now.value - boat.heardAt(call.raisedAt))
  return (
    <button
      type="button"
      class="button"
      data-testid="call-crew"
      data-called={call !== undefined}
      disabled={alerts.hindrance.value !== undefined}
      onClick={() => void callCrew()}
    >
      {time === undefined ? t('alerts.call') : t('alerts.call.again', { time })}
    </button>
  )
}
