import type { AutopilotDevice, AutopilotView } from '@marinedata/core'
import {
  autopilotOperations,
  offlineState,
  type AutopilotAction,
  type AutopilotDescription,
  type AutopilotOperation,
} from '@marinedata/model'

/** What is told of a device that stands so. Off-line nothing is known but that. */
export const standing = (
  view: AutopilotView,
): Pick<AutopilotDescription, 'state' | 'mode' | 'target' | 'engaged'> => {
  if (view.link === 'off-line') return { state: offlineState, mode: null, target: null, engaged: false }
  const { state, mode, target, engaged } = view
  return { state, mode, target, engaged }
}

const actionNames: Readonly<Record<AutopilotOperation, string>> = {
  'set-state': 'Set the state',
  'set-mode': 'Set the mode',
  'set-target': 'Set the target',
  engage: 'Engage',
  tack: 'Tack',
  gybe: 'Gybe',
  dodge: 'Dodge',
}

/** Why something cannot be done just now, as far as that is known; undefined when it can. */
const hindrance = ({ details, view }: AutopilotDevice, operation: AutopilotOperation): string | undefined => {
  if (!details.operations.includes(operation)) return 'The device cannot do this'
  if (view.link === 'off-line') return 'The device is off-line'
  const told = view.unavailable[operation]
  if (told !== undefined) return told
  const needsSteering = operation === 'tack' || operation === 'gybe' || operation === 'dodge'
  if (needsSteering && !view.engaged) return 'The device does not steer'
  return view.manoeuvre !== null && needsSteering ? `A ${view.manoeuvre.kind} is under way` : undefined
}

const actionOf = (device: AutopilotDevice, operation: AutopilotOperation): AutopilotAction => {
  const reason = hindrance(device, operation)
  const told = { id: operation, name: actionNames[operation] }
  return reason === undefined ? { ...told, available: true } : { ...told, available: false, reason }
}

/** A device as clients see it: the contract's members, and more beside them. */
export const descriptionOf = (device: AutopilotDevice): AutopilotDescription => {
  const { details, view } = device
  const { states, modes } = details
  return {
    options: {
      state: states.map(({ name }) => name),
      mode: modes.map(({ name }) => name),
      states: states.map(({ name, engaged }) => ({ name, engaged })),
      modes: modes.map(({ name }) => name),
      modeKinds: modes.map(({ name, kind }) => ({ name, kind })),
      actions: autopilotOperations.map((operation) => actionOf(device, operation)),
    },
    ...standing(view),
    online: view.link === 'on-line',
    ...targetLaw(device),
  }
}

/** The kind and the range of what the target means now; nothing when there is no target to set. */
const targetLaw = (device: AutopilotDevice): Pick<AutopilotDescription, 'targetKind' | 'targetRange'> => {
  const { view } = device
  if (view.link === 'off-line') return { targetKind: null, targetRange: null }
  const mode = device.mode(view.mode)
  return { targetKind: view.isDodging ? 'heading' : (mode?.kind ?? null), targetRange: device.targetRange() }
}
