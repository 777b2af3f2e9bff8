import { wrapFull, radians } from '@marinedata/model'
import { useComputed, type ReadonlySignal } from '@preact/signals'
import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { useBoat } from '#boat/boat.ts'
import { ageOf, numberIn } from '#boat/values.ts'
import { HoldButton } from '#parts/hold-button.tsx'
import { Sheet } from '#parts/sheet.tsx'
import { disabledReasonText, usePilot } from '#pilot/pilot.ts'
import { isDodging, targetInWords } from '#pilot/pilots.ts'
import { t } from '#words/words.ts'
import { type Wind, isOffered, type TurnKind, turnSides, type TurnSide } from './turn-sides.ts'

/** A fresh value, or undefined. */
const useFresh = (path: string): ReadonlySignal<number | undefined> => {
  const { values, now, link } = useBoat()
  const reading = values.of(path)
  return useComputed(() =>
    ageOf(reading.value, now.value, link.isLost.value) === 'fresh' ? numberIn(reading.value) : undefined,
  )
}

const useTrueWindAngle = (): ReadonlySignal<number | undefined> => useFresh('environment.wind.angleTrueWater')

/** The wind for a manoeuvre, in the reference of the present mode. */
const useWind = (): ReadonlySignal<Wind> => {
  const { kind } = usePilot().pilots
  const angle = useFresh('environment.wind.angleApparent')
  const trueAngle = useTrueWindAngle()
  const magnetic = useFresh('navigation.headingMagnetic')
  const trueNorth = useFresh('navigation.headingTrue')
  return useComputed(() => {
    const heading = kind.value === 'heading' ? magnetic.value : trueNorth.value
    const isKnown = heading !== undefined && trueAngle.value !== undefined
    return {
      angle: angle.value,
      direction: isKnown ? wrapFull(radians(heading + (trueAngle.value ?? 0))) : undefined,
    }
  })
}

interface ManoeuvreProps {
  readonly testId: string
  readonly text: string
  /** Why it is not available. */
  readonly why: string | undefined
  readonly onClick: () => void
  readonly class?: string
}

const Manoeuvre = ({ testId, text, why, onClick, ...shown }: ManoeuvreProps): JSX.Element => (
  <button
    type="button"
    class={`button ${shown.class ?? ''}`}
    data-testid={testId}
    disabled={why !== undefined}
    title={why}
    onClick={onClick}
  >
    <span>{text}</span>
    {why !== undefined && <small>{why}</small>}
  </button>
)

/** Why an operation is not available, in the autopilot's own words. */
const useWhyNot = (operation: 'tack' | 'gybe' | 'dodge'): string | undefined => {
  const { disabledReason, lease, pilots } = usePilot()
  if (disabledReason.value !== undefined) return disabledReasonText(disabledReason.value, lease.other.value)
  const action = pilots.action(operation)
  if (action === undefined) return t('helm.notSteering')
  return action.available ? undefined : (action.reason ?? t('helm.notSteering'))
}

const TurnButton = ({
  kind,
  onOpen,
}: {
  readonly kind: TurnKind
  readonly onOpen: () => void
}): JSX.Element => {
  const angle = useTrueWindAngle()
  const isRight = useComputed(() => isOffered(kind, angle.value))
  const wind = isRight.value ? undefined : t(kind === 'tack' ? 'helm.abaft' : 'helm.forward')
  return <Manoeuvre testId={kind} text={t(`helm.${kind}`)} why={useWhyNot(kind) ?? wind} onClick={onOpen} />
}

const DodgeButton = (): JSX.Element => {
  const { commands, pilots, disabledReason, lease } = usePilot()
  const why = useWhyNot('dodge')
  const report = pilots.chosen.value
  if (report === undefined || !isDodging(report))
    return <Manoeuvre testId="dodge" text={t('helm.dodge')} why={why} onClick={() => void commands.dodge()} />
  const whyNoEnd =
    disabledReason.value === undefined
      ? undefined
      : disabledReasonText(disabledReason.value, lease.other.value)
  return (
    <Manoeuvre
      testId="resume"
      class="helm-resume"
      text={t('helm.resume')}
      why={whyNoEnd}
      onClick={() => void commands.resume()}
    />
  )
}

interface ManoeuvreButtonsProps {
  readonly onOpen: (kind: TurnKind) => void
}

/** Tack, dodge and gybe; an unavailable one shows the reason. */
export const ManoeuvreButtons = ({ onOpen }: ManoeuvreButtonsProps): JSX.Element => (
  <div class="helm-manoeuvres">
    <TurnButton kind="tack" onOpen={() => onOpen('tack')} />
    <DodgeButton />
    <TurnButton kind="gybe" onOpen={() => onOpen('gybe')} />
  </div>
)

const holdMs = 600
const opensSeconds = 10

const sideWords = { port: 'helm.sidePort', starboard: 'helm.sideStarboard' } as const

interface SideProps {
  readonly kind: TurnKind
  readonly side: TurnSide
  readonly onDone: () => void
}

const SideButton = ({ kind, side, onDone }: SideProps): JSX.Element => {
  const { commands, pilots, disabledReason } = usePilot()
  const { direction, windInTheWay, target, isEstimate } = side
  const wrong =
    windInTheWay &&
    t(kind === 'tack' ? 'helm.wrongTack' : 'helm.wrongGybe', { side: t(sideWords[windInTheWay]) })
  return (
    <HoldButton
      ms={holdMs}
      class={`turn-side ${direction}`}
      testId={`${kind}-${direction}`}
      disabled={wrong !== undefined || disabledReason.value !== undefined}
      onHeld={() => {
        void commands.turn(kind, direction)
        onDone()
      }}
    >
      <span class="turn-words">
        <strong>{t(direction === 'port' ? 'helm.toPort' : 'helm.toStarboard')}</strong>
        {target !== undefined && (
          <b>
            {isEstimate && '≈ '}
            {targetInWords(target, pilots.kind.value)}
          </b>
        )}
        {wrong !== undefined && <small>{wrong}</small>}
      </span>
    </HoldButton>
  )
}

/** Whole seconds until the sheet closes. */
const useCountdown = (onOver: () => void): number => {
  const [left, setLeft] = useState(opensSeconds)
  useEffect(() => {
    const ticking = setInterval(() => setLeft((before) => before - 1), 1_000)
    return () => clearInterval(ticking)
  }, [])
  useEffect(() => {
    if (left <= 0) onOver()
  }, [left])
  return left
}

interface TurnSheetProps {
  readonly kind: TurnKind
  readonly onClose: () => void
}

/** Both sides of a tack or gybe with the resulting target. Closes without an answer. */
export const TurnSheet = ({ kind, onClose }: TurnSheetProps): JSX.Element => {
  const { pilots } = usePilot()
  const wind = useWind()
  const left = useCountdown(onClose)
  const target = pilots.chosen.value?.target ?? 0
  return (
    <Sheet
      title={t(kind === 'tack' ? 'helm.tackTitle' : 'helm.gybeTitle')}
      onClose={onClose}
      testId={`${kind}-sheet`}
    >
      <div class="turn-sides">
        {turnSides(kind, { kind: pilots.kind.value, target }, wind.value).map((side) => (
          <SideButton key={side.direction} kind={kind} side={side} onDone={onClose} />
        ))}
      </div>
      <p class="quiet small">{t('helm.closesIn', { seconds: left })}</p>
    </Sheet>
  )
}
