import {
  dodgeMode,
  MarineDataError,
  offlineState,
  opposite,
  turnBetween,
  wrapFull,
  type AutopilotCommand,
  type AutopilotMode,
  type AutopilotOperation,
  type Radians,
  type TurnDirection,
} from '@marinedata/model'
import type { AutopilotDevice, OnlineView } from './device.ts'
import { kindLaws } from './mode-kinds.ts'

/** What a client can ask for; angles in radians. */
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

/** What is sent to the device, and how its report will show the effect. Nothing when all is as asked already. */
export interface Plan {
  readonly command: AutopilotCommand
  readonly isShown: (view: OnlineView) => boolean
}

export interface Situation {
  readonly device: AutopilotDevice
  readonly view: OnlineView
  /** The apparent wind angle, positive to starboard; undefined when there is no fresh one. */
  readonly windAngle: Radians | undefined
}

type Law<Kind extends PilotRequest['kind']> = (
  request: Extract<PilotRequest, { kind: Kind }>,
  situation: Situation,
) => Plan | undefined

/** Half a degree: as near as a report must come to what was asked. */
const nearEnough: Radians = Math.PI / 360
const largestDodge: Radians = Math.PI / 2
const degreesText = (angle: Radians): string => `${((angle * 180) / Math.PI).toFixed(1)}°`

const refuse = (...[code, message]: ConstructorParameters<typeof MarineDataError>): never => {
  throw new MarineDataError(code, message)
}

const needs = ({ device }: Situation, operation: AutopilotOperation): void => {
  if (!device.details.operations.includes(operation))
    refuse('unsupported-action', `"${device.id}" cannot do "${operation}"`)
}

const needsSteering = ({ device, view }: Situation): void => {
  if (!view.engaged) refuse('not-engaged', `"${device.id}" does not steer`)
}

const isNear = (a: Radians | null, b: Radians): boolean =>
  a !== null && Math.abs(turnBetween(a, b)) <= nearEnough

/** The mode whose target can be set now. */
const writableMode = ({ device, view }: Situation): AutopilotMode => {
  if (view.isDodging) return refuse('not-allowed-in-mode', 'It dodges; end that first')
  const mode = device.mode(view.mode)
  if (mode === undefined)
    return refuse('not-allowed-in-mode', `There is no target in mode "${view.mode ?? 'none'}"`)
  if (kindLaws[mode.kind].range === undefined)
    return refuse('not-allowed-in-mode', `The target of mode "${mode.name}" comes from the route`)
  if (!view.engaged && device.details.keepsTarget !== true)
    return refuse('not-engaged', `"${device.id}" keeps no target while it does not steer`)
  return mode
}

const targetPlan = (mode: AutopilotMode, target: Radians): Plan => {
  const wrapped = kindLaws[mode.kind].wrap(target)
  return {
    command: { name: 'set-target', input: { target: wrapped } },
    isShown: (view) => view.mode === mode.name && isNear(view.target, wrapped),
  }
}

const stateLaw: Law<'state'> = ({ state }, situation) => {
  const { device, view } = situation
  const isKnown = device.details.states.some(({ name }) => name === state)
  if (!isKnown || state === offlineState)
    refuse(
      'invalid-value',
      `"${state}" is not one of ${device.details.states.map(({ name }) => name).join(', ')}`,
    )
  if (view.state === state) return undefined
  needs(situation, 'set-state')
  return { command: { name: 'set-state', input: { state } }, isShown: (seen) => seen.state === state }
}

const modeLaw: Law<'mode'> = ({ mode }, situation) => {
  const { device, view } = situation
  if (device.mode(mode) === undefined)
    refuse(
      'invalid-value',
      `"${mode}" is not one of ${device.details.modes.map(({ name }) => name).join(', ')}`,
    )
  if (view.mode === mode) return undefined
  needs(situation, 'set-mode')
  return { command: { name: 'set-mode', input: { mode } }, isShown: (seen) => seen.mode === mode }
}

const targetLaw: Law<'target'> = ({ target }, situation) => {
  needs(situation, 'set-target')
  const mode = writableMode(situation)
  const [least, most] = kindLaws[mode.kind].range?.(mode) ?? [0, 0]
  if (target < least || target > most)
    refuse(
      'invalid-value',
      `Target ${target} rad is outside ${least.toFixed(3)}…${most.toFixed(3)} for mode "${mode.name}"`,
    )
  return targetPlan(mode, target)
}

const adjustLaw: Law<'adjust'> = ({ by }, situation) => {
  needs(situation, 'set-target')
  if (Math.abs(by) > Math.PI)
    refuse('invalid-value', `A change of ${degreesText(by)} is more than half a turn`)
  const mode = writableMode(situation)
  const { target } = situation.view
  if (target === null) return refuse('not-engaged', 'There is no target to adjust')
  const [least, most] = kindLaws[mode.kind].range?.(mode) ?? [0, 0]
  const adjusted = kindLaws[mode.kind].wrap(target + by)
  if (mode.kind === 'rudder' && (adjusted < least || adjusted > most))
    refuse('invalid-value', `The rudder would be at ${degreesText(adjusted)}, beyond ${degreesText(most)}`)
  return targetPlan(mode, adjusted)
}

const engageLaw: Law<'engage'> = (_request, situation) => {
  if (situation.view.engaged) return undefined
  needs(situation, 'engage')
  return { command: { name: 'engage', input: {} }, isShown: ({ engaged }) => engaged }
}

/** Sent whatever the device was last heard to do. */
export const disengaging = (): Plan => ({
  command: { name: 'disengage', input: {} },
  isShown: ({ engaged }) => !engaged,
})

/** The side that the wind comes from; undefined when nobody here knows, and the device has to. */
const windSide = ({ device, view, windAngle }: Situation): TurnDirection | undefined => {
  const isByWind = device.mode(view.mode)?.kind === 'wind'
  // A wind target is positive with the wind on the port side.
  const angle = isByWind && view.target !== null ? opposite(view.target) : windAngle
  if (angle === undefined || angle === 0) return undefined
  return angle > 0 ? 'starboard' : 'port'
}

const turning =
  (manoeuvre: 'tack' | 'gybe'): Law<'tack'> & Law<'gybe'> =>
  ({ direction }: { readonly direction: TurnDirection }, situation: Situation): Plan => {
    needs(situation, manoeuvre)
    needsSteering(situation)
    const { view, device } = situation
    if (view.isDodging || device.mode(view.mode)?.kind === 'route')
      refuse('not-allowed-in-mode', `It cannot ${manoeuvre} in mode "${view.mode ?? 'none'}"`)
    if (view.manoeuvre !== null) refuse('busy', `A ${view.manoeuvre.kind} is under way`)
    const side = windSide(situation)
    // Tacking turns the bow to the wind, gybing away from it.
    const isRight = side === undefined || (direction === side) === (manoeuvre === 'tack')
    if (!isRight)
      refuse('wrong-direction', `With the wind on ${side} the bow cannot ${manoeuvre} to ${direction}`)
    return {
      command: { name: manoeuvre, input: { direction } },
      isShown: (seen) => seen.manoeuvre?.kind === manoeuvre && seen.manoeuvre.direction === direction,
    }
  }

const dodgeLaw: Law<'dodge'> = (_request, situation) => {
  needs(situation, 'dodge')
  needsSteering(situation)
  if (situation.view.isDodging) return undefined
  if (situation.view.manoeuvre !== null) refuse('busy', `A ${situation.view.manoeuvre.kind} is under way`)
  return { command: { name: 'dodge', input: { change: 0 } }, isShown: ({ mode }) => mode === dodgeMode }
}

const dodgeByLaw: Law<'dodge-by'> = ({ by }, situation) => {
  needs(situation, 'dodge')
  if (Math.abs(by) > largestDodge)
    refuse('invalid-value', `A dodge of ${degreesText(by)} is more than a quarter turn`)
  needsSteering(situation)
  const { view } = situation
  if (view.manoeuvre !== null) refuse('busy', `A ${view.manoeuvre.kind} is under way`)
  if (!view.isDodging || view.target === null)
    return { command: { name: 'dodge', input: { change: by } }, isShown: ({ mode }) => mode === dodgeMode }
  const target = wrapFull(view.target + by)
  return {
    command: { name: 'dodge', input: { target } },
    isShown: (seen) => seen.mode === dodgeMode && isNear(seen.target, target),
  }
}

const undodgeLaw: Law<'undodge'> = (_request, situation) => {
  if (!situation.view.isDodging) return undefined
  needs(situation, 'dodge')
  return { command: { name: 'undodge', input: {} }, isShown: ({ isDodging }) => !isDodging }
}

const laws: { readonly [Kind in PilotRequest['kind']]: Law<Kind> } = {
  state: stateLaw,
  mode: modeLaw,
  target: targetLaw,
  adjust: adjustLaw,
  engage: engageLaw,
  disengage: disengaging,
  tack: turning('tack'),
  gybe: turning('gybe'),
  dodge: dodgeLaw,
  'dodge-by': dodgeByLaw,
  undodge: undodgeLaw,
}

/**
 * What has to be sent for a request, as things stand; undefined when nothing has to be done.
 * @throws MarineDataError when it cannot be done, before anything is sent
 */
export const planOf = (request: PilotRequest, situation: Situation): Plan | undefined =>
  // The table has one law for each kind; the types of request and law belong together.
  (laws[request.kind] as (request: PilotRequest, situation: Situation) => Plan | undefined)(
    request,
    situation,
  )

/** Whether a request, when it succeeds, leaves the device standing by. */
export const leadsToStandby = (request: PilotRequest, device: AutopilotDevice): boolean =>
  request.kind === 'disengage' ||
  (request.kind === 'state' &&
    device.details.states.some(({ name, engaged }) => name === request.state && !engaged))
