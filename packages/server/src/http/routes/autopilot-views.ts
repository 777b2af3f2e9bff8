import type { AutopilotDevice, AutopilotView } from '@marinedata/core'
import {
  autopilotOperations,
  offlineState,
  type AutopilotAction,
  type AutopilotDescription,
  type AutopilotOperation,
} from '@marinedata/model'

/** The status of a device as clients see it. The state of an offline device is unknown. */
export const statusOf = (
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
  step: 'Change the target by a step',
  engage: 'Engage',
  tack: 'Tack',
  gybe: 'Gybe',
  dodge: 'Dodge',
}

const whileSteering: ReadonlySet<AutopilotOperation> = new Set(['step', 'tack', 'gybe', 'dodge'])

/** The reason why an operation is unavailable now; undefined when it is available. */
const unavailableReason = (
  { details, view }: AutopilotDevice,
  operation: AutopilotOperation,
): string | undefined => {
  if (!details.operations.includes(operation)) return 'The device cannot do this'
  if (view.link === 'off-line') return 'The device is off-line'
  const reported = view.unavailable[operation]
  if (reported !== undefined) return reported
  const needsSteering = whileSteering.has(operation)
  if (needsSteering && !view.engaged) return 'The autopilot is not engaged'
  return view.manoeuvre !== null && needsSteering ? `A ${view.manoeuvre.kind} is in progress` : undefined
}

const actionOf = (device: AutopilotDevice, operation: AutopilotOperation): AutopilotAction => {
  const reason = unavailableReason(device, operation)
  const action = { id: operation, name: actionNames[operation] }
  return reason === undefined ? { ...action, available: true } : { ...action, available: false, reason }
}

/** A device as clients see it: the members of the contract, and extensions. */
export const descriptionOf = (device: AutopilotDevice): AutopilotDescription => {
  const { details, view } = device
  const { states, modes, steps } = details
  return {
    options: {
      state: states.map(({ name }) => name),
      mode: modes.map(({ name }) => name),
      states: states.map(({ name, engaged }) => ({ name, engaged })),
      modes: modes.map(({ name }) => name),
      ...(steps !== undefined && { steps: [...steps] }),
      modeKinds: modes.map(({ name, kind }) => ({ name, kind })),
      actions: autopilotOperations.map((operation) => actionOf(device, operation)),
    },
    ...statusOf(view),
    online: view.link === 'on-line',
    ...targetLimits(device),
  }
}

/** The kind and the range of the target in the present mode; null when no target can be set. */
const targetLimits = (device: AutopilotDevice): Pick<AutopilotDescription, 'targetKind' | 'targetRange'> => {
  const { view } = device
  if (view.link === 'off-line') return { targetKind: null, targetRange: null }
  const mode = device.mode(view.mode)
  return { targetKind: view.isDodging ? 'heading' : (mode?.kind ?? null), targetRange: device.targetRange() }
}
