import type { Signal } from '@preact/signals'
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { PreferencesSync, Preferences } from '#boat/preferences.ts'
import type { Theme } from '#theme/theme.ts'
import type { Visit } from './session-start.ts'
import type { Router } from './router.ts'

/** A modal that covers every screen until somebody answers it. */
export type Urgency = 'alarm' | 'question'

/** State of this page, as opposed to state of the boat. */
export interface Console {
  readonly preferences: Preferences
  /** Stores the user's preferences on the server. */
  readonly preferencesSync: PreferencesSync
  readonly theme: Theme
  readonly router: Router
  /** While locked, only STANDBY and Silence react. */
  readonly lock: Signal<boolean>
  /** When set, every other open sheet closes: at most one question is open at a time. */
  readonly urgent: Signal<Urgency | undefined>
  /** A built-in screen that may be unattended: `?kiosk=1`. */
  readonly isKiosk: boolean
  /** Number of open sheets. A sheet covers the keys of the helm, so the pilot's strip shows STANDBY while one is open. */
  readonly openSheets: Signal<number>
  /** The last visit, if the console was opened without a connection to the boat. */
  readonly lastVisit: Visit | undefined
  /** Restarts the console without a signed-in user. */
  readonly leave: () => void
}

export const ConsoleContext = createContext<Console | undefined>(undefined)

export const useConsole = (): Console => {
  const found = useContext(ConsoleContext)
  if (found === undefined) throw new TypeError('There is no console around this part')
  return found
}
