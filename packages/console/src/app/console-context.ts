import type { Signal } from '@preact/signals'
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { PreferencesAboard } from '#boat/preferences-aboard.ts'
import type { Preferences } from '#boat/preferences.ts'
import type { Look } from '#look/look.ts'
import type { Visit } from './offline/keepsake.ts'
import type { Router } from './router.ts'

/** What stands over every screen until someone has answered it. */
export type Urgency = 'alarm' | 'question'

/** What belongs to this page and not to the boat. */
export interface Console {
  readonly preferences: Preferences
  /** How what belongs to a person is kept on the boat. */
  readonly aboard: PreferencesAboard
  readonly look: Look
  readonly router: Router
  /** Whether nothing reacts but what stops the pilot and silences alarms. */
  readonly lock: Signal<boolean>
  /** Whatever else is open goes when there is something: at most one thing is asked at a time. */
  readonly urgent: Signal<Urgency | undefined>
  /** What the address asked for: `?kiosk=1`, `?lock=1`, `?station=Cockpit`. */
  readonly query: URLSearchParams
  /** When the boat was last heard, if the console was opened without it. */
  readonly lastVisit: Visit | undefined
  /** Begins anew, as someone whom nobody knows. */
  readonly leave: () => void
}

export const ConsoleContext = createContext<Console | undefined>(undefined)

export const useConsole = (): Console => {
  const found = useContext(ConsoleContext)
  if (found === undefined) throw new TypeError('There is no console around this part')
  return found
}
