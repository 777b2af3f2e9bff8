import { MarineDataError, type AutopilotCommand, type AutopilotOperation } from '@marinedata/plugin-api'
import type { PilotMode } from './modes.ts'
import type { Pilot } from './pilot.ts'

/** The commands that the pilots know: they have targets, and no keys for steps. */
type KnownCommand = Exclude<AutopilotCommand, { name: 'step' }>
type Name = KnownCommand['name']
type Input<N extends Name> = Extract<KnownCommand, { name: N }>['input']

/** The operation that a command needs; disengage needs none. */
const operationByName: Readonly<Record<Name, AutopilotOperation | undefined>> = {
  'set-state': 'set-state',
  'set-mode': 'set-mode',
  'set-target': 'set-target',
  engage: 'engage',
  disengage: undefined,
  tack: 'tack',
  gybe: 'gybe',
  dodge: 'dodge',
  undodge: 'dodge',
}

const isAngle = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value)
const isAngleOrAbsent = (value: unknown): boolean => value === undefined || isAngle(value)
const isSide = (value: unknown): boolean => value === 'port' || value === 'starboard'
const isAnything = (): boolean => true

/** Validates the input of a command: a pilot does not trust its callers. */
const fits: Readonly<Record<Name, (input: Readonly<Record<string, unknown>>) => boolean>> = {
  'set-state': ({ state }) => typeof state === 'string',
  'set-mode': ({ mode }) => typeof mode === 'string',
  'set-target': ({ target }) => isAngle(target),
  engage: isAnything,
  disengage: isAnything,
  tack: ({ direction }) => isSide(direction),
  gybe: ({ direction }) => isSide(direction),
  dodge: ({ change, target }) => isAngleOrAbsent(change) && isAngleOrAbsent(target),
  undodge: isAnything,
}

const orders: { readonly [N in Name]: (pilot: Pilot, input: Input<N>) => void } = {
  'set-state': (pilot, { state }) => {
    const known = pilot.details.states.find(({ name }) => name === state)
    if (known === undefined) throw new MarineDataError('invalid-value', `There is no state "${state}"`)
    if (known.engaged) pilot.engage()
    else pilot.disengage()
  },
  // The pilot checks the mode itself.
  'set-mode': (pilot, { mode }) => pilot.select(mode as PilotMode),
  'set-target': (pilot, { target }) => pilot.aim(target),
  engage: (pilot) => pilot.engage(),
  disengage: (pilot) => pilot.disengage(),
  tack: (pilot, { direction }) => pilot.come('tack', direction),
  gybe: (pilot, { direction }) => pilot.come('gybe', direction),
  dodge: (pilot, input) => pilot.dodge(input),
  undodge: (pilot) => pilot.undodge(),
}

const isKnown = (command: AutopilotCommand): command is KnownCommand => Object.hasOwn(orders, command.name)

/** @throws MarineDataError when the command is unknown, unsupported or has invalid input */
export function checkOrder(
  { details, id }: Pilot,
  command: AutopilotCommand,
): asserts command is KnownCommand {
  const { name, input } = command
  const operation = isKnown(command) ? operationByName[command.name] : undefined
  if (!isKnown(command) || (operation !== undefined && !details.operations.includes(operation)))
    throw new MarineDataError('unsupported-action', `The pilot "${id}" cannot do "${name}"`)
  // The validator checks the members.
  if (!fits[command.name]((input ?? {}) as Readonly<Record<string, unknown>>))
    throw new MarineDataError('invalid-value', `Invalid input of "${name}": ${JSON.stringify(input)}`)
}

/**
 * Executes a command.
 * @throws MarineDataError when it is refused; then nothing has changed
 */
export const execute = (pilot: Pilot, command: AutopilotCommand): void => {
  checkOrder(pilot, command)
  // Name and input have matching types.
  const order = orders[command.name] as (pilot: Pilot, input: unknown) => void
  order(pilot, command.input)
}

/** Whether the command disengages the pilot. */
export const isRelease = (pilot: Pilot, command: AutopilotCommand): boolean =>
  command.name === 'disengage' ||
  (command.name === 'set-state' &&
    pilot.details.states.some(({ name, engaged }) => name === command.input.state && !engaged))
