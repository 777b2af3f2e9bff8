import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { useKeys, type KeyBindings } from '#app/keys.ts'
import { usePilot } from '#pilot/pilot-context.ts'
import { targetText, type Side } from '#pilot/steering-kind.ts'
import { Sheet } from '#parts/sheet.tsx'
import { t } from '#words/words.ts'
import { dashes } from '#units/quantities.ts'
import { needsSecondTap, turnInDegrees } from './dial/target-draft.ts'
import { entryTarget, erased, typed, type PadEntry } from './pad-entry.ts'
import { whyNotAim } from './use-may-aim.ts'

const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0']

const turnText = (held: number, wanted: number): string => {
  const turn = turnInDegrees(held, wanted)
  return t(turn < 0 ? 'helm.port' : 'helm.starboard', { degrees: Math.abs(turn) })
}

interface PadProps {
  readonly entry: PadEntry
  /** Takes a function, because keys may arrive faster than renders. */
  readonly onEntry: (change: (entry: PadEntry) => PadEntry) => void
}

const SideChoice = ({ entry, onEntry }: PadProps): JSX.Element => (
  <div class="row" role="group" aria-label={t('helm.padWindFrom')}>
    <span class="grow quiet">{t('helm.padWindFrom')}</span>
    {(['port', 'starboard'] satisfies Side[]).map((side) => (
      <button
        key={side}
        type="button"
        class="button grow"
        aria-pressed={entry.side === side}
        data-testid={`pad-${side}`}
        onClick={() => onEntry((before) => ({ ...before, side }))}
      >
        {t(side === 'port' ? 'helm.sidePort' : 'helm.sideStarboard')}
      </button>
    ))}
  </div>
)

const Digits = ({ onEntry }: Pick<PadProps, 'onEntry'>): JSX.Element => (
  <div class="pad-digits">
    {digits.map((digit) => (
      <button
        key={digit}
        type="button"
        class="button"
        data-testid={`pad-${digit}`}
        onClick={() => onEntry((before) => typed(before, digit))}
      >
        {digit}
      </button>
    ))}
    <button
      type="button"
      class="button pad-delete"
      aria-label={t('helm.padDelete')}
      onClick={() => onEntry(erased)}
    >
      ⌫
    </button>
  </div>
)

const padKeys = (onEntry: PadProps['onEntry']): KeyBindings => ({
  ...Object.fromEntries(digits.map((digit) => [digit, () => onEntry((before) => typed(before, digit))])),
  Backspace: () => onEntry(erased),
})

/** State of the pad. Every change needs a new confirmation. */
const usePad = (side: Side): PadProps & { readonly isAsked: boolean; readonly ask: () => void } => {
  const [entry, setEntry] = useState<PadEntry>({ digits: '', side })
  const [isAsked, setAsked] = useState(false)
  const onEntry = (change: (entry: PadEntry) => PadEntry): void => {
    setEntry(change)
    setAsked(false)
  }
  useKeys(padKeys(onEntry))
  return { entry, onEntry, isAsked, ask: () => setAsked(true) }
}

/** Sets a target by number. A large change needs a second tap. */
export const TargetPad = ({ onClose }: { readonly onClose: () => void }): JSX.Element => {
  const pilot = usePilot()
  const kind = pilot.pilots.kind.value
  const held = pilot.pilots.chosen.value?.target ?? 0
  const { entry, onEntry, isAsked, ask } = usePad(held < 0 ? 'starboard' : 'port')
  const wanted = entryTarget(entry, kind)
  const turn = wanted === undefined ? '' : turnText(held, wanted)
  const set = (): void => {
    if (wanted === undefined) return
    if (needsSecondTap(held, wanted) && !isAsked) return ask()
    pilot.commands.aim(wanted)
    onClose()
  }
  return (
    <Sheet title={t('helm.padTitle')} onClose={onClose} testId="target-pad">
      <p class="pad-shown">
        <span class="quiet">{targetText(held, kind)} ▸ </span>
        <output>{wanted === undefined ? entry.digits || dashes : targetText(wanted, kind)}</output>
        <small>{turn}</small>
      </p>
      {kind === 'wind' && <SideChoice entry={entry} onEntry={onEntry} />}
      <Digits onEntry={onEntry} />
      <button
        type="button"
        class="button strong pad-set"
        data-testid="pad-set"
        disabled={wanted === undefined || whyNotAim(pilot) !== undefined}
        onClick={set}
      >
        {isAsked ? t('helm.padAgain', { turn }) : t('helm.padSet')}
      </button>
    </Sheet>
  )
}
