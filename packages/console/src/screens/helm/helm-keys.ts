import { useEffect } from 'preact/hooks'
import type { Signal } from '@preact/signals'
import { useKeys, type KeyBindings } from '#app/keys.ts'
import { usePilot } from '#pilot/pilot-context.ts'
import type { Pilot } from '#pilot/pilot.ts'
import { isDodging } from '#pilot/pilot-report.ts'
import { whyNotAim } from './use-may-aim.ts'

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
  const modes = pilot.pilots.description.value?.options.mode ?? []
  return {
    ArrowLeft: adjust(-1),
    ArrowRight: adjust(1),
    'Shift+ArrowLeft': adjust(-10),
    'Shift+ArrowRight': adjust(10),
    ...Object.fromEntries(modes.slice(0, 9).map((mode, index) => [String(index + 1), press(`mode-${mode}`)])),
    T: press('tack'),
    G: press('gybe'),
    D: press(report !== undefined && isDodging(report) ? 'resume' : 'dodge'),
  }
}

/** In the tack and gybe sheet the arrows choose a side and holding Enter confirms. */
const choosing = (kind: 'tack' | 'gybe'): KeyBindings => ({
  ArrowLeft: () => buttonOf(`${kind}-port`)?.focus(),
  ArrowRight: () => buttonOf(`${kind}-starboard`)?.focus(),
})

/** Holding `A` holds the engage button. */
const useEngageKey = (): void => {
  useEffect(() => {
    const pass = (event: KeyboardEvent): void => {
      const isDown = event.type === 'keydown'
      if (isDown ? event.key !== 'A' || event.repeat : event.key.toLowerCase() !== 'a') return
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
