import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { useConsole } from '#page/console-context.ts'
import { useBoat } from '#boat/boat.ts'
import { ageOf, numberIn } from '#boat/values.ts'
import { HoldButton } from '#parts/hold-button.tsx'
import { dashes, shown } from '#units/quantities.ts'
import { t } from '#words/screen-words.ts'
import { extendedRadius } from './alert.ts'

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
  /** Called with the new radius during the hold. */
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
        {t('anchor.extend', { radius: radius === undefined ? dashes : `${text}\u00A0${unit}` })}
        <small>{t('anchor.hold')}</small>
      </span>
    </HoldButton>
  )
}
