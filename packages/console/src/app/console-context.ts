import type { Signal } from '@preact/signals'
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Preferences } from '#boat/preferences.ts'
import type { Look } from '#look/look.ts'
import type { Router } from './router.ts'

/** What belongs to this page and not to the boat. */
export interface Console {
  readonly preferences: Preferences
  readonly look: Look
  readonly router: Router
  /** Whether nothing reacts but what stops the pilot and silences alarms. */
  readonly lock: Signal<boolean>
  /** What the address asked for: `?kiosk=1`, `?lock=1`, `?station=Cockpit`. */
  readonly query: URLSearchParams
}

export const ConsoleContext = createContext<Console | undefined>(undefined)

export const useConsole = (): Console => {
  const found = useContext(ConsoleContext)
  if (found === undefined) throw new TypeError('There is no console around this part')
  return found
}
