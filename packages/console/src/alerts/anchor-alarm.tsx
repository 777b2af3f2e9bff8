import { useComputed } from '@preact/signals'
import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { useConsole } from '#app/console-context.ts'
import { useBoat, useSubscription, errorText } from '#boat/boat.ts'
import { ageOf, numberIn } from '#boat/values.ts'
import { HoldButton } from '#parts/hold-button.tsx'
import { Readout } from '#parts/readout.tsx'
import { shown } from '#units/quantities.ts'
import { t } from '#words/screen-words.ts'
import { extendedRadius, durationText } from './alert.ts'
import { useAlerts } from './alerts-context.tsx'

const holdMs = 800

/** The next larger radius in metres; undefined while no circle is watched. */
const useNextRadius = (): number | undefined => {
  const { values, now, link } = useBoat()
  const limit = numberIn(values.of('navigation.anchor.maxRadius').value)
  const reading = values.of('navigation.anchor.currentRadius').value
  const isKnown = ageOf(reading, now.value, link.isLost.value) === 'fresh'
  return limit === undefined ? undefined : extendedRadius((isKnown && numberIn(reading)) || 0, limit)
}

interface ExtendButtonProps {
  readonly testId: string
  readonly isBlocked: boolean
  readonly onExtend: (radius: number) => void
  /** The radius that would be watched, while the button is held. */
  readonly onPreview?: (radius: number | undefined) => void
}

/** Extends the watch circle. Shows the new radius first, and sends exactly that one. */
export const ExtendButton = ({ testId, isBlocked, onExtend, onPreview }: ExtendButtonProps): JSX.Element => {
  const { preferences } = useConsole()
  const [held, setHeld] = useState<number | undefined>(undefined)
  const next = useNextRadius()
  const radius = held ?? next
  const { text, unit } = shown('length', radius ?? 0, preferences.units.value)
  const show = (isHolding: boolean): void => {
    setHeld(isHolding ? next : undefined)
    onPreview?.(isHolding ? next : undefined)
  }
  return (
    <HoldButton
      ms={holdMs}
      testId={testId}
      disabled={isBlocked || radius === undefined}
      onHolding={show}
      onHeld={() => radius !== undefined && onExtend(radius)}
    >
      <span>
        {t('anchor.extend', { radius: radius === undefined ? '---' : `${text}\u00A0${unit}` })}
        <small>{t('anchor.hold')}</small>
      </span>
    </HoldButton>
  )
}

/** In order of preference. */
const windPaths = ['environment.wind.speedTrue', 'environment.wind.speedApparent'] as const
const depthPaths = [
  'environment.depth.belowSurface',
  'environment.depth.belowTransducer',
  'environment.depth.belowKeel',
] as const

const pendingTarget = { paths: [...windPaths, ...depthPaths], minPeriod: 500 }

const useFirstReceived = (paths: readonly [string, ...string[]]): string => {
  const { values } = useBoat()
  return useComputed(() => paths.find((path) => values.of(path).value !== undefined) ?? paths[0]).value
}

/** The figures that matter when the anchor alarm wakes somebody. */
export const AnchorFacts = (): JSX.Element => {
  useSubscription(pendingTarget)
  const wind = useFirstReceived(windPaths)
  const depth = useFirstReceived(depthPaths)
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

/**
 * Extends the watch circle while the watch continues. The held radius is sent as shown, even if the distance grows
 * meanwhile.
 */
export const Extension = (): JSX.Element => {
  const { client, session, link } = useBoat()
  const [isAsking, setAsking] = useState(false)
  const [refusal, setRefusal] = useState<string | undefined>(undefined)
  const isForbidden = !session.mayAnchor.value
  const note = isForbidden ? t('anchor.why.forbidden') : refusal
  const extend = async (value: number): Promise<void> => {
    setAsking(true)
    // Succeeds when the watch itself has confirmed it: the limit above then changes.
    setRefusal(await client.call('POST', radiusPath, { body: { value } }).then(() => undefined, errorText))
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

/** Calls the crew, and shows for how long nobody has answered. */
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
