import { changedNothing } from '#devices/command-run.ts'
import {
  DeviceCommands,
  type CommandRules,
  type DeviceCommandsOptions,
  type DeviceRequester,
} from '#devices/device-commands.ts'
import {
  MarineDataError,
  type AnchorCommand,
  type AnchorExtraCommand,
  type AnchorPlaceRequest,
  type AnchorReport,
  type AnchorState,
} from '@marinedata/model'
import type { AnchorDevice } from './anchor-device.ts'
import { anchorKind, type AnchorRegistry } from './anchor-registry.ts'

/** All commands of an anchor watch: the basic ones, and those that only some providers support. */
export type AnyAnchorCommand = AnchorCommand | AnchorExtraCommand

export interface AnchorCommandsOptions extends DeviceCommandsOptions<AnyAnchorCommand> {
  readonly registry: AnchorRegistry
}

/** Metres; allows for rounding in the provider. */
const tolerance = 0.01

const isNear = (shown: number | null, asked: number): boolean =>
  shown !== null && Math.abs(shown - asked) <= tolerance

/** Degrees; about a centimetre. */
const sameDegrees = 1e-7

const isSamePosition = (shown: AnchorReport['position'], asked: AnchorPlaceRequest): boolean =>
  shown !== null &&
  Math.abs(shown.latitude - asked.latitude) <= sameDegrees &&
  Math.abs(shown.longitude - asked.longitude) <= sameDegrees

/** The predicate that tells whether a report confirms a command. */
const confirmationOf = (command: AnyAnchorCommand): ((report: AnchorReport) => boolean) => {
  const { name, input } = command
  if (name === 'drop') return ({ state }) => state === 'setting'
  if (name === 'raise') return ({ state }) => state === 'raised'
  if (name === 'radius')
    return ({ state, maxRadius }) => state === 'watching' && isNear(maxRadius, input.value)
  if (name === 'set-from-track') return ({ state }) => state === 'watching'
  if (name === 'set-at')
    return ({ state, position }) => state === 'watching' && isSamePosition(position, input)
  return ({ state, rodeLength }) => state === 'watching' && isNear(rodeLength, input.rodeLength)
}

interface AnchorTypes {
  readonly device: AnchorDevice
  readonly request: AnyAnchorCommand
  readonly command: AnyAnchorCommand
  readonly requester: DeviceRequester
  readonly answer: AnchorState
}

const rulesOf = (registry: AnchorRegistry): CommandRules<AnchorTypes> => ({
  preempts: ({ name }) => name === 'raise',
  preemption: 'the anchor was raised',
  // Commands go to the active watch, which can change.
  hasSharedQueue: true,
  needsAnswer: true,
  plan: ({ device, request }) => {
    checkOnline(device)
    return { command: request, isConfirmed: confirmationOf(request) }
  },
  around: async ({ device, request }, send) => {
    if (request.name !== 'raise') return send()
    registry.setRaiseRequested(device, true)
    await send().catch((error: unknown) => {
      if (changedNothing(error)) registry.setRaiseRequested(device, false)
      throw error
    })
    registry.handleRaised()
  },
  stateOf: ({ state }) => state,
  answerOf: ({ state }) => {
    if (state === undefined) throw new MarineDataError('internal', 'The confirming report is missing')
    return state
  },
})

/** @throws MarineDataError `no-provider` */
export const checkOnline = ({ id, link }: AnchorDevice): void => {
  if (link !== 'on-line')
    throw new MarineDataError('no-provider', `The anchor watch "${id}" is off-line. Check its plugin`)
}

/** Commands to the active anchor watch. */
export class AnchorCommands {
  readonly #registry: AnchorRegistry
  readonly #commands: DeviceCommands<AnchorTypes>

  constructor(options: AnchorCommandsOptions) {
    this.#registry = options.registry
    this.#commands = new DeviceCommands(anchorKind, rulesOf(options.registry), options)
  }

  /**
   * Resolves with the anchor's state when the provider has answered and a report confirms the command.
   * @throws MarineDataError when the command is rejected or not confirmed
   */
  command(command: AnyAnchorCommand, requester: DeviceRequester): Promise<AnchorState> {
    const find = (): AnchorDevice => this.#registry.activeDevice
    return this.#commands.command({ find, name: 'anchor' }, command, requester)
  }
}
