import type { AutopilotDetails } from '@marinedata/plugin-api'
import { kindByMode, type PilotMode } from './modes.ts'
import type { PilotMake } from './pilot.ts'

const states: AutopilotDetails['states'] = [
  { name: 'enabled', engaged: true },
  { name: 'disabled', engaged: false },
]

const modesOf = (names: readonly PilotMode[]): AutopilotDetails['modes'] =>
  names.map((name) => ({ name, kind: kindByMode[name] }))

/** A below-deck pilot with all operations. */
export const mainPilot: PilotMake = {
  id: 'main',
  details: {
    states,
    modes: modesOf(['compass', 'gps', 'wind', 'route']),
    operations: ['set-state', 'set-mode', 'set-target', 'engage', 'tack', 'gybe', 'dodge'],
    confirm: 2,
    silence: 5,
    keepsTarget: true,
  },
}

/** A simple tiller pilot as a spare. */
export const sparePilot: PilotMake = {
  id: 'spare',
  details: {
    states,
    modes: modesOf(['compass', 'wind']),
    operations: ['set-state', 'set-mode', 'set-target', 'engage', 'tack'],
    confirm: 2,
    silence: 5,
    keepsTarget: false,
  },
}
