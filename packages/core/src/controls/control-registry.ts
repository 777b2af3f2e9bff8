import {
  checkOf,
  controlExtremes,
  controlRangeFault,
  controlReportFault,
  ControlDetails,
  ControlReport,
  MarineDataError,
  parsePath,
  pathOwnerOf,
  isNotificationPath,
  isSteeringPath,
  type Control,
  type ControlValue,
  type ProblemCode,
} from '@marinedata/model'
import { DeviceRegistry, type DeviceKind, type DeviceRegistryOptions } from '#devices/device-registry.ts'
import { Device, type DeviceDeclaration } from '#devices/device.ts'

/** The view of a control while it is on-line. */
export interface ControlView {
  readonly value: ControlValue
}

const timing = { confirmSeconds: 2, silenceSeconds: 60 }

/** A value of own ship that can be set: a switch, a dimmer, a setpoint. */
export class ControlDevice extends Device<ControlDetails, ControlReport, ControlView> {
  constructor(declaration: DeviceDeclaration<ControlDetails>, now: number) {
    super(declaration, timing, now)
  }

  /** The present value; null when it is not known. */
  get value(): ControlValue | null {
    return this.link === 'on-line' ? (this.reported?.value ?? null) : null
  }

  get state(): Control {
    const { path, range, label } = this.details
    const online = this.link === 'on-line'
    return { path, device: this.id, range, online, value: this.value, ...(label !== undefined && { label }) }
  }

  protected override viewOf({ value }: ControlReport): ControlView | undefined {
    return value === null ? undefined : { value }
  }
}

const pathFault = (path: string): string | undefined => {
  if (parsePath(path) === undefined) return `"${path}" is not a path`
  const isReserved = isNotificationPath(path) || pathOwnerOf(path) !== undefined
  return isReserved ? `"${path}" is reserved` : undefined
}

export const controlKind: DeviceKind<ControlDetails, ControlReport, ControlDevice> = {
  noun: 'control',
  offlineCode: 'no-provider',
  providerCodes: new Set<ProblemCode>(['busy', 'invalid-value', 'input-stale', 'unsupported-action']),
  details: checkOf(ControlDetails),
  report: checkOf(ControlReport),
  detailsFault: ({ path, range }) => pathFault(path) ?? controlRangeFault(range),
  reportFault: ({ value }, { details }) => {
    const wanted = value === null ? undefined : controlReportFault(details.range, value)
    return wanted === undefined ? undefined : `/value must be ${wanted}`
  },
  unknownCode: 'device-not-found',
  unknownHint: 'Register it first',
  create: (declaration, now) => new ControlDevice(declaration, now),
  values: ({ details, value }) => [{ path: details.path, value }],
}

export interface ControlRegistryOptions extends DeviceRegistryOptions {
  /** Why the tree would refuse a value at a path; undefined when it would accept it. */
  readonly refusalOf: (path: string, value: unknown) => string | undefined
}

/** The controls of own ship. A path has one control at most. */
export class ControlRegistry extends DeviceRegistry<
  ControlDetails,
  ControlReport,
  ControlView,
  ControlDevice
> {
  readonly #refusalOf: ControlRegistryOptions['refusalOf']

  constructor(options: ControlRegistryOptions) {
    super(controlKind, options)
    this.#refusalOf = options.refusalOf
  }

  has(path: string): boolean {
    return this.devices.some(({ details }) => details.path === path)
  }

  /** Finds the control of a path. @throws MarineDataError `control-not-found` */
  at(path: string): ControlDevice {
    const found = this.devices.find(({ details }) => details.path === path)
    if (found !== undefined) return found
    const hint = isSteeringPath(path)
      ? 'Command the autopilot at …/vessels/self/autopilots/_default'
      : 'GET …/vessels/self/controls lists the paths that can be set'
    throw new MarineDataError('control-not-found', `"${path}" cannot be set. ${hint}`)
  }

  /** All controls, in the order of their paths. */
  get states(): Control[] {
    return this.devices.map(({ state }) => state).toSorted((one, other) => (one.path < other.path ? -1 : 1))
  }

  protected override addOrRenew(declaration: DeviceDeclaration<ControlDetails>): void {
    const { id, details } = declaration
    for (const value of controlExtremes(details.range)) this.#checkPublished(details.path, value)
    const other = this.devices.find((device) => device.id !== id && device.details.path === details.path)
    if (other !== undefined)
      throw new MarineDataError('name-taken', `"${details.path}" is set by the control "${other.id}"`)
    const known = this.known(id)
    // The value of the former path must not stay in the tree.
    if (known !== undefined && known.details.path !== details.path) this.withdraw(id)
    super.addOrRenew(declaration)
  }

  protected override onReport(device: ControlDevice, report: ControlReport): void {
    this.#checkPublished(device.details.path, report.value)
    super.onReport(device, report)
  }

  /** A value that the tree refuses would confirm commands without being visible. @throws MarineDataError */
  #checkPublished(path: string, value: ControlReport['value']): void {
    const refusal = this.#refusalOf(path, value)
    if (refusal !== undefined)
      throw new MarineDataError('invalid-message', `"${path}" cannot be ${JSON.stringify(value)}: ${refusal}`)
  }
}
