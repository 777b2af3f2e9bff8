import type { JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import { useComputed, type ReadonlySignal, type Signal } from '@preact/signals'
import { useBoat } from '#boat/boat-context.ts'
import { usePilot } from '#pilot/pilot-context.ts'
import { phaseWords } from '#pilot/pilot-words.ts'
import { targetText } from '#pilot/steering-kind.ts'
import { dashes, bearingText } from '#units/quantities.ts'
import { t, type WordKey } from '#words/words.ts'
import { useMayAim } from '../use-may-aim.ts'
import type { HeadingSeen } from './heading.ts'
import type { TargetDraft } from './target-draft.ts'

const waitsMs = 8_000

/** Announced occasionally, not ten times a second. */
const Heading = ({ heading }: { readonly heading: ReadonlySignal<HeadingSeen> }): JSX.Element => {
  const text = useComputed(() => {
    const { angle, age } = heading.value
    return angle === undefined || age === 'dead' ? dashes : bearingText(angle)
  })
  const unit = useComputed(() => `${t('helm.hdg')} °${heading.value.north}`)
  return (
    <>
      <span class="dial-unit">{unit}</span>
      <output class="dial-heading" data-testid="hdg" aria-live="off" aria-label={t('helm.heading')}>
        {text}
      </output>
    </>
  )
}

interface TargetShown {
  readonly text: string
  readonly label: WordKey
  readonly look: string
}

const useTargetShown = (draft: Signal<TargetDraft | undefined>): ReadonlySignal<TargetShown> => {
  const { link } = useBoat()
  const { pilots, commands } = usePilot()
  return useComputed(() => {
    const kind = pilots.kind.value
    const report = pilots.chosen.value
    const target = report?.isEngaged === true ? report.target : null
    if (target === null || kind === undefined) return { text: dashes, label: 'helm.target', look: 'none' }
    const held = targetText(target, kind)
    if (link.isLost.value) return { text: held, label: 'helm.target', look: 'lost' }
    const drafted = draft.value
    if (drafted !== undefined) {
      const label = drafted.isWaiting ? 'helm.tapAgain' : 'helm.releaseToSet'
      return { text: `${held} ▸ ${targetText(drafted.wanted, kind)}`, label, look: 'draft' }
    }
    const pendingTarget = commands.pendingTarget.value
    if (pendingTarget === undefined) return { text: held, label: 'helm.target', look: 'held' }
    return {
      text: `${held} ▸ ${targetText(pendingTarget.wanted, kind)}`,
      label: phaseWords[pendingTarget.phase],
      look: pendingTarget.phase,
    }
  })
}

export interface DialCentreProps {
  readonly heading: ReadonlySignal<HeadingSeen>
  readonly draft: Signal<TargetDraft | undefined>
  readonly onTarget: () => void
}

/** Heading and target in the middle of the dial. */
export const DialCentre = ({ heading, draft, onTarget }: DialCentreProps): JSX.Element => {
  const { commands } = usePilot()
  const mayAim = useMayAim()
  const { text, label, look } = useTargetShown(draft).value
  const isWaiting = draft.value?.isWaiting === true
  useEffect(() => {
    if (!isWaiting) return undefined
    // Not confirmed by a second tap: discard it.
    const forgetting = setTimeout(() => (draft.value = undefined), waitsMs)
    return () => clearTimeout(forgetting)
  }, [isWaiting])
  const press = (): void => {
    const waiting = draft.peek()
    if (waiting?.isWaiting !== true) return onTarget()
    draft.value = undefined
    commands.aim(waiting.wanted)
  }
  return (
    <div class="dial-centre">
      <Heading heading={heading} />
      <button
        type="button"
        class="dial-target"
        data-look={look}
        data-testid="target"
        aria-label={`${t('helm.setTarget', { target: text })}, ${t(label)}`}
        disabled={!mayAim.value}
        onClick={press}
      >
        <span class="dial-target-text">{text}</span>
        <span class="dial-target-label">{t(label)}</span>
      </button>
    </div>
  )
}
