import {
  DeviceCommands,
  type CommandRules,
  type DeviceCommandsOptions,
  type DeviceRequester,
} from '#devices/device-commands.ts'
import {
  controlValueFault,
  isControlValueShown,
  MarineDataError,
  type Control,
  type ControlCommand,
  type ControlValue,
} from '@marinedata/model'
import { controlKind, type ControlDevice, type ControlRegistry } from './control-registry.ts'

export interface ControlCommandsOptions extends DeviceCommandsOptions<ControlCommand> {
  readonly registry: ControlRegistry
}

interface ControlTypes {
  readonly device: ControlDevice
  readonly request: ControlCommand
  readonly command: ControlCommand
  readonly requester: DeviceRequester
  readonly answer: Control
}

const check = ({ id, link, details }: ControlDevice, { value }: ControlCommand['input']): void => {
  const { path, range } = details
  const wanted = controlValueFault(range, value)
  if (wanted !== undefined)
    throw new MarineDataError('invalid-value', `"${path}" takes ${wanted}, not ${JSON.stringify(value)}`)
  if (link !== 'on-line')
    throw new MarineDataError('no-provider', `The control "${id}" is off-line. Check its plugin`)
}

const rules: CommandRules<ControlTypes> = {
  // A control has a single command: no preemption.
  preempts: () => false,
  preemption: 'another command was sent',
  needsAnswer: false,
  check: ({ device, request }) => check(device, request.input),
  // It is sent even if the last report shows the value: someone may have turned the switch since.
  plan: ({ device, request }) => ({
    command: request,
    isConfirmed: ({ value }) => isControlValueShown(device.details.range, value, request.input.value),
  }),
  stateOf: ({ value }) => ({ value }),
  answerOf: ({ state }) => state,
}

/** Commands to controls, by path. */
export class ControlCommands {
  readonly #registry: ControlRegistry
  readonly #commands: DeviceCommands<ControlTypes>

  constructor(options: ControlCommandsOptions) {
    this.#registry = options.registry
    this.#commands = new DeviceCommands(controlKind, rules, options)
  }

  /**
   * Sets the control of a path; resolves with its state when a report confirms the value.
   * @throws MarineDataError when the command is rejected or not confirmed
   */
  set(path: string, value: ControlValue, requester: DeviceRequester): Promise<Control> {
    const find = (): ControlDevice => this.#registry.at(path)
    return this.#commands.command({ find, name: path }, { name: 'set', input: { value } }, requester)
  }
}
