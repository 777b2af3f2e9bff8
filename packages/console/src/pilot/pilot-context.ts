import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Pilot } from './pilot.ts'

export const PilotContext = createContext<Pilot | undefined>(undefined)

/** The autopilot and its commands. */
export const usePilot = (): Pilot => {
  const pilot = useContext(PilotContext)
  if (pilot === undefined) throw new TypeError('There is no pilot around this part')
  return pilot
}
