import { useComputed } from '@preact/signals'
import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { useBoat, useSubscription, errorText } from '#boat/boat.ts'
import { depthPaths, useDepthDatum } from '#boat/depth.ts'
import { Readout } from '#alerts/limits/readout.tsx'
import { t } from '#words/screen-words.ts'
import { durationText } from './alert.ts'
import { useAlerts } from './alerts-context.tsx'
import { ExtendButton } from './extend-button.tsx'

/** In order of preference. */
const windPaths = ['environment.wind.speedTrue', 'environment.wind.speedApparent'] as const

const figures = { paths: [...windPaths, ...depthPaths], minPeriod: 500 }

const useFirstReceived = (paths: readonly [string, ...string[]]): string => {
  const { values } = useBoat()
  return useComputed(() => paths.find((path) => values.of(path).value !== undefined) ?? paths[0]).value
}

/** The figures that matter when the anchor alarm wakes somebody. */
export const AnchorFacts = (): JSX.Element => {
  useSubscription(figures)
  const wind = useFirstReceived(windPaths)
  const depth = useDepthDatum()
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
    { path: depth.path, quantity: 'depth', word: depth.label, testId: 'takeover-depth' },
  ] as const
  return (
    <div class="takeover-facts">
      {facts.map(({ word, path, ...fact }) => (
        <Readout key={path} {...fact} path={path} label={t(word)} name={t(word)} />
      ))}
    </div>
  )
}

/** Extends the watch circle while the watch continues. The held radius is sent as shown, even if the distance grows. */
export const Extension = (): JSX.Element => {
  const { client, session, link } = useBoat()
  const [isAsking, setAsking] = useState(false)
  const [refusal, setRefusal] = useState<string | undefined>(undefined)
  const isForbidden = !session.mayAnchor.value
  const note = isForbidden ? t('anchor.why.forbidden') : refusal
  const extend = async (value: number): Promise<void> => {
    setAsking(true)
    // Succeeds when the watch itself has confirmed it: the limit above then changes.
    const done = client.call('POST vessels/self/navigation/anchor/radius', { body: { value } })
    setRefusal(await done.then(() => undefined, errorText))
    setAsking(false)
  }
  return (
    <>
      <ExtendButton
        testId="takeover-extend"
        isBlocked={isForbidden || isAsking || link.isLost.value}
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

/** Calls the crew, and shows how long the call has been unanswered. */
export const CallButton = (): JSX.Element => {
  const { alerts, callCrew } = useAlerts()
  const boat = useBoat()
  const call = alerts.ownCall.value
  const time = call && durationText(boat.now.value - boat.receivedAt(call.raisedAt))
  return (
    <button
      type="button"
      class="button"
      data-testid="call-crew"
      data-called={call !== undefined}
      disabled={alerts.disabledReason.value !== undefined}
      onClick={() => void callCrew()}
    >
      {time === undefined ? t('alerts.call') : t('alerts.call.again', { time })}
    </button>
  )
}
