import {
  dodgeMode,
  MarineDataError,
  offlineState,
  opposite,
  turnBetween,
  wrapFull,
  degrees,
  radians,
  toDegrees,
  type AutopilotCommand,
  type AutopilotMode,
  type AutopilotOperation,
  type Radians,
  type TurnDirection,
} from '@marinedata/model'
import type { DevicePlan } from '#devices/device-commands.ts'
import type { AutopilotDevice, OnlineView } from './autopilot-device.ts'
import { modeKindRules } from './mode-kinds.ts'

/** A request of a client; angles in radians. */
export type PilotRequest =
  | { readonly kind: 'state'; readonly state: string }
  | { readonly kind: 'mode'; readonly mode: string }
  | { readonly kind: 'target'; readonly target: Radians }
  | { readonly kind: 'adjust'; readonly by: Radians }
  | { readonly kind: 'engage' }
  | { readonly kind: 'disengage' }
  | { readonly kind: 'tack'; readonly direction: TurnDirection }
  | { readonly kind: 'gybe'; readonly direction: TurnDirection }
  | { readonly kind: 'dodge' }
  | { readonly kind: 'dodge-by'; readonly by: Radians }
  | { readonly kind: 'undodge' }

export type Plan = DevicePlan<AutopilotCommand, OnlineView>

export interface Situation {
  readonly device: AutopilotDevice
  readonly view: OnlineView
  /** The apparent wind angle, positive to starboard; undefined when there is no fresh one. */
  readonly windAngle: Radians | undefined
}

type Rule<Kind extends PilotRequest['kind']> = (
  request: Extract<PilotRequest, { kind: Kind }>,
  situation: Situation,
) => Plan | undefined

/** Half a degree: the tolerance when a report is compared with the requested angle. */
const tolerance = degrees(0.5)
const largestDodge = degrees(90)
/** Tolerance in radians: a step written in degrees equals the device's step. */
const sameStep = 1e-6
const degreesText = (angle: Radians): string => `${toDegrees(angle).toFixed(1)}°`

const refuse = (...[code, message]: ConstructorParameters<typeof MarineDataError>): never => {
  throw new MarineDataError(code, message)
}

const needs = ({ device }: Situation, operation: AutopilotOperation): void => {
  if (!device.details.operations.includes(operation))
    refuse('unsupported-action', `"${device.id}" does not support "${operation}"`)
}

const needsSteering = ({ device, view }: Situation): void => {
  if (!view.engaged) refuse('not-engaged', `"${device.id}" is not engaged. Engage it first`)
}

const isNear = (a: Radians | null, b: Radians): boolean =>
  a !== null && Math.abs(turnBetween(a, b)) <= tolerance

/** The present mode, if its target can be set. @throws MarineDataError when it cannot */
const writableMode = ({ device, view }: Situation): AutopilotMode => {
  if (view.isDodging) return refuse('not-allowed-in-mode', 'The autopilot is dodging. End the dodge first')
  const mode = device.mode(view.mode)
  if (mode === undefined) return refuse('not-allowed-in-mode', `Mode "${view.mode ?? 'none'}" has no target`)
  if (modeKindRules[mode.kind].range === undefined)
    return refuse(
      'not-allowed-in-mode',
      `The target of mode "${mode.name}" comes from the route and cannot be set`,
    )
  if (!view.engaged && device.details.keepsTarget !== true)
    return refuse('not-engaged', `"${device.id}" has no target while disengaged. Engage it first`)
  return mode
}

const targetPlan = (mode: AutopilotMode, target: Radians): Plan => {
  const wrapped = modeKindRules[mode.kind].wrap(target)
  return {
    command: { name: 'set-target', input: { target: wrapped } },
    isConfirmed: (view) => view.mode === mode.name && isNear(view.target, wrapped),
  }
}

const stateRule: Rule<'state'> = ({ state }, situation) => {
  const { device, view } = situation
  const isKnown = device.details.states.some(({ name }) => name === state)
  if (!isKnown || state === offlineState)
    refuse(
      'invalid-value',
      `Unknown state "${state}". Use one of ${device.details.states.map(({ name }) => name).join(', ')}`,
    )
  if (view.state === state) return undefined
  needs(situation, 'set-state')
  return { command: { name: 'set-state', input: { state } }, isConfirmed: (seen) => seen.state === state }
}

const modeRule: Rule<'mode'> = ({ mode }, situation) => {
  const { device, view } = situation
  if (device.mode(mode) === undefined)
    refuse(
      'invalid-value',
      `Unknown mode "${mode}". Use one of ${device.details.modes.map(({ name }) => name).join(', ')}`,
    )
  if (view.mode === mode) return undefined
  needs(situation, 'set-mode')
  return { command: { name: 'set-mode', input: { mode } }, isConfirmed: (seen) => seen.mode === mode }
}

const targetRule: Rule<'target'> = ({ target }, situation) => {
  needs(situation, 'set-target')
  const mode = writableMode(situation)
  const [least, most] = modeKindRules[mode.kind].range?.(mode) ?? [0, 0]
  if (target < least || target > most)
    refuse(
      'invalid-value',
      `Target ${target} rad is outside ${least.toFixed(3)}…${most.toFixed(3)} rad for mode "${mode.name}"`,
    )
  return targetPlan(mode, target)
}

/** Returns the device's step that equals this change, if there is one. */
const stepOf = ({ device }: Situation, by: Radians): number | undefined =>
  device.details.operations.includes('step')
    ? device.details.steps?.find((step) => Math.abs(step - by) <= sameStep)
    : undefined

/**
 * A step is sent once, as it is. The report shows it when the target has moved to that side, by at least half of it: a
 * device rounds to degrees, and someone may press a key of the device at the same time.
 */
const stepPlan = (step: number, situation: Situation): Plan => {
  needsSteering(situation)
  const mode = writableMode(situation)
  const { target } = situation.view
  if (target === null) return refuse('not-engaged', 'There is no target to adjust')
  return {
    command: { name: 'step', input: { change: step } },
    isConfirmed: (view) => {
      if (view.mode !== mode.name || view.target === null) return false
      return turnBetween(target, view.target) * Math.sign(step) >= Math.abs(step) / 2
    },
  }
}

/** @throws MarineDataError with the steps of the device when it takes no other changes */
const needsAnyChange = (situation: Situation): void => {
  const { id, details } = situation.device
  const { operations, steps = [] } = details
  if (operations.includes('step') && !operations.includes('set-target'))
    refuse(
      'unsupported-action',
      `"${id}" changes its target by these steps only: ${steps.map((step) => degreesText(radians(step))).join(', ')}`,
    )
  needs(situation, 'set-target')
}

const adjustRule: Rule<'adjust'> = ({ by }, situation) => {
  const step = stepOf(situation, by)
  if (step !== undefined) return stepPlan(step, situation)
  needsAnyChange(situation)
  if (Math.abs(by) > Math.PI)
    refuse('invalid-value', `A change of ${degreesText(by)} is too large. The limit is 180°`)
  const mode = writableMode(situation)
  const { target } = situation.view
  if (target === null) return refuse('not-engaged', 'There is no target to adjust')
  const [least, most] = modeKindRules[mode.kind].range?.(mode) ?? [radians(0), radians(0)]
  const adjusted = modeKindRules[mode.kind].wrap(radians(target + by))
  if (mode.kind === 'rudder' && (adjusted < least || adjusted > most))
    refuse(
      'invalid-value',
      `The rudder would be at ${degreesText(adjusted)}. The limit is ${degreesText(most)}`,
    )
  return targetPlan(mode, adjusted)
}

const engageRule: Rule<'engage'> = (_request, situation) => {
  if (situation.view.engaged) return undefined
  needs(situation, 'engage')
  return { command: { name: 'engage', input: {} }, isConfirmed: ({ engaged }) => engaged }
}

/** Disengage is always sent, in any reported state. */
export const disengaging = (): Plan => ({
  command: { name: 'disengage', input: {} },
  isConfirmed: ({ engaged }) => !engaged,
})

/** The side that the wind comes from; undefined when unknown, and the device has to decide. */
const windSide = ({ device, view, windAngle }: Situation): TurnDirection | undefined => {
  const isByWind = device.mode(view.mode)?.kind === 'wind'
  // A wind target is positive with the wind on the port side.
  const angle = isByWind && view.target !== null ? opposite(view.target) : windAngle
  if (angle === undefined || angle === 0) return undefined
  return angle > 0 ? 'starboard' : 'port'
}

const turning =
  (manoeuvre: 'tack' | 'gybe'): Rule<'tack'> & Rule<'gybe'> =>
  ({ direction }: { readonly direction: TurnDirection }, situation: Situation): Plan => {
    needs(situation, manoeuvre)
    needsSteering(situation)
    const { view, device } = situation
    if (view.isDodging || device.mode(view.mode)?.kind === 'route')
      refuse(
        'not-allowed-in-mode',
        `A ${manoeuvre} is not possible in mode "${view.mode ?? 'none'}". Change the mode first`,
      )
    if (view.manoeuvre !== null) refuse('busy', `A ${view.manoeuvre.kind} is under way`)
    const side = windSide(situation)
    // Tacking turns the bow into the wind, gybing away from it.
    const isRight = side === undefined || (direction === side) === (manoeuvre === 'tack')
    if (!isRight)
      refuse(
        'wrong-direction',
        `With the wind from ${side} a ${manoeuvre} to ${direction} is not possible. Use the other direction`,
      )
    return {
      command: { name: manoeuvre, input: { direction } },
      isConfirmed: (seen) => seen.manoeuvre?.kind === manoeuvre && seen.manoeuvre.direction === direction,
    }
  }

const dodgeRule: Rule<'dodge'> = (_request, situation) => {
  needs(situation, 'dodge')
  needsSteering(situation)
  if (situation.view.isDodging) return undefined
  if (situation.view.manoeuvre !== null) refuse('busy', `A ${situation.view.manoeuvre.kind} is under way`)
  return { command: { name: 'dodge', input: { change: 0 } }, isConfirmed: ({ mode }) => mode === dodgeMode }
}

const dodgeByRule: Rule<'dodge-by'> = ({ by }, situation) => {
  needs(situation, 'dodge')
  if (Math.abs(by) > largestDodge)
    refuse('invalid-value', `A dodge of ${degreesText(by)} is too large. The limit is 90°`)
  needsSteering(situation)
  const { view } = situation
  if (view.manoeuvre !== null) refuse('busy', `A ${view.manoeuvre.kind} is under way`)
  if (!view.isDodging || view.target === null)
    return {
      command: { name: 'dodge', input: { change: by } },
      isConfirmed: ({ mode }) => mode === dodgeMode,
    }
  const target = wrapFull(radians(view.target + by))
  return {
    command: { name: 'dodge', input: { target } },
    isConfirmed: (seen) => seen.mode === dodgeMode && isNear(seen.target, target),
  }
}

const undodgeRule: Rule<'undodge'> = (_request, situation) => {
  if (!situation.view.isDodging) return undefined
  needs(situation, 'dodge')
  return { command: { name: 'undodge', input: {} }, isConfirmed: ({ isDodging }) => !isDodging }
}

const rules: { readonly [Kind in PilotRequest['kind']]: Rule<Kind> } = {
  state: stateRule,
  mode: modeRule,
  target: targetRule,
  adjust: adjustRule,
  engage: engageRule,
  disengage: disengaging,
  tack: turning('tack'),
  gybe: turning('gybe'),
  dodge: dodgeRule,
  'dodge-by': dodgeByRule,
  undodge: undodgeRule,
}

/**
 * Plans the command for a request in the present situation; undefined when the device is already in the requested
 * state.
 * @throws MarineDataError when the request is not possible, before anything is sent
 */
export const planOf = (request: PilotRequest, situation: Situation): Plan | undefined =>
  // The table has one rule per kind, so the types of request and rule match.
  (rules[request.kind] as (request: PilotRequest, situation: Situation) => Plan | undefined)(
    request,
    situation,
  )

/** Whether a successful request leaves the device in standby. */
export const leadsToStandby = (request: PilotRequest, device: AutopilotDevice): boolean =>
  request.kind === 'disengage' ||
  (request.kind === 'state' &&
    device.details.states.some(({ name, engaged }) => name === request.state && !engaged))
