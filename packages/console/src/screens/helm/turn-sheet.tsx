import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { usePilot } from '#pilot/pilot-context.ts'
import { targetText } from '#pilot/steering-kind.ts'
import { HoldButton } from '#parts/hold-button.tsx'
import { Sheet } from '#parts/sheet.tsx'
import { t } from '#words/words.ts'
import { turnSides, type TurnKind, type TurnSide } from './turn-sides.ts'
import { useWind } from './use-wind.ts'

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
  const { direction, windInTheWay, target } = side
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
        {target !== undefined && <b>{targetText(target, pilots.kind.value)}°</b>}
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

export interface TurnSheetProps {
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
