import { dashes } from '#units/quantities.ts'
import type { Signal } from '@preact/signals'
import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { isMeantForConsole, keyName, useKeys, type KeyBindings } from '#page/keys.ts'
import { Sheet } from '#parts/sheet.tsx'
import { usePilot, type Pilot } from './pilot.ts'
import { isDodging, targetText, type Side } from './pilots.ts'
import { t } from '#words/words.ts'
import {
  whyNotAim,
  needsSecondTap,
  turnInDegrees,
  entryTarget,
  erased,
  typed,
  type PadEntry,
} from './target-draft.ts'

const steps = [-10, -1, 1, 10]

/** Port keys on the left, starboard keys on the right. Holding does not repeat, so that rain does not steer. */
export const AdjustKeys = (): JSX.Element => {
  const pilot = usePilot()
  const why = whyNotAim(pilot)
  return (
    <div class="helm-adjust">
      {steps.map((step) => (
        <button
          key={step}
          type="button"
          class={`button helm-step${step}`}
          data-testid={`adj${step > 0 ? '+' : ''}${step}`}
          aria-label={t(step < 0 ? 'helm.port' : 'helm.starboard', { degrees: Math.abs(step) })}
          disabled={why !== undefined}
          title={why}
          onClick={() => pilot.commands.adjust(step)}
        >
          {step < 0 && <i class="to-port" />}
          {Math.abs(step)}
          {step > 0 && <i class="to-starboard" />}
        </button>
      ))}
    </div>
  )
}

export type HelmSheet = 'tack' | 'gybe' | 'target' | undefined

const buttonOf = (testId: string): HTMLButtonElement | null =>
  document.querySelector<HTMLButtonElement>(`[data-testid="${testId}"]`)

/** A key clicks its button, and does nothing if the button is disabled or absent. */
const press = (testId: string) => (): void => buttonOf(testId)?.click()

const steering = (pilot: Pilot): KeyBindings => {
  const adjust = (by: number) => (): void => {
    if (whyNotAim(pilot) === undefined) pilot.commands.adjust(by)
  }
  const report = pilot.pilots.chosen.value
  return {
    ArrowLeft: adjust(-1),
    ArrowRight: adjust(1),
    'Shift+ArrowLeft': adjust(-10),
    'Shift+ArrowRight': adjust(10),
    o: () => document.querySelector<HTMLElement>('.helm-modes [aria-pressed="true"]')?.focus(),
    t: press('tack'),
    g: press('gybe'),
    v: press(report !== undefined && isDodging(report) ? 'resume' : 'dodge'),
  }
}

/** In the tack and gybe sheet the arrows choose a side and holding Enter confirms. */
const choosing = (kind: 'tack' | 'gybe'): KeyBindings => ({
  ArrowLeft: () => buttonOf(`${kind}-port`)?.focus(),
  ArrowRight: () => buttonOf(`${kind}-starboard`)?.focus(),
})

/** Holding `E` holds the engage button. */
const useEngageKey = (): void => {
  useEffect(() => {
    const pass = (event: KeyboardEvent): void => {
      if (keyName(event) !== 'e' || (event.type === 'keydown' && !isMeantForConsole(event))) return
      buttonOf('engage')?.dispatchEvent(new KeyboardEvent(event.type, { key: 'Enter', bubbles: false }))
    }
    window.addEventListener('keydown', pass)
    window.addEventListener('keyup', pass)
    return () => {
      window.removeEventListener('keydown', pass)
      window.removeEventListener('keyup', pass)
    }
  }, [])
}

/** Keyboard shortcuts of the helm; an open sheet takes the keys. */
export const useHelmKeys = (sheet: Signal<HelmSheet>): void => {
  const pilot = usePilot()
  const open = sheet.value
  useEngageKey()
  useKeys(open === undefined ? steering(pilot) : open === 'target' ? {} : choosing(open))
}

const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0'] as const

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
