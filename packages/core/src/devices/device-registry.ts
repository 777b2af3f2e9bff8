import type { Clock } from '#clock.ts'
import { MarineDataError, type Check, type Fault, type PathValue, type ProblemCode } from '@marinedata/model'
import { checkDeviceId } from './device-identity.ts'
import type { RefusalRules } from './device-commands.ts'
import type { Device, DeviceDeclaration, DeviceDetails } from './device.ts'

/** The differences between kinds of devices. A new kind needs this table and the schemas in it. */
export interface DeviceKind<Details extends DeviceDetails, Report, D> extends RefusalRules {
  readonly details: Check<Details>
  readonly report: Check<Report>
  /** Returns the fault of a declaration or a report that the schema cannot express; undefined if it is valid. */
  readonly detailsFault?: (details: Details) => string | undefined
  readonly reportFault?: (report: Report, device: D) => string | undefined
  /** The code of the problem when no device has an id. */
  readonly unknownCode: ProblemCode
  /** Where a client finds the known ids, as the end of that message. */
  readonly unknownHint: string
  readonly create: (declaration: DeviceDeclaration<Details>, now: number) => D
  /** The values of a device in the tree. Null is published for the same paths when it is removed. */
  readonly values: (device: D) => PathValue[]
}

export interface DeviceRegistryOptions {
  readonly clock: Clock
  /** Publishes one delta with one device as its source, so that a fault of one does not affect another. Never throws. */
  readonly publish: (source: string, values: readonly PathValue[]) => void
}

const invalid = (what: string, errors: readonly Fault[], fault: string | undefined): MarineDataError => {
  const list = errors.map(({ path, message }) => `${path} ${message}`).join('; ')
  return new MarineDataError('invalid-message', `${what} is invalid: ${list || fault}`, { errors })
}

/**
 * The registered devices of one kind, by id: takes their declarations and reports, detects silence and publishes their values.
 * Kinds with special alarms and rules override the `on…` methods.
 */
export class DeviceRegistry<
  Details extends DeviceDetails,
  Report,
  View = Report,
  D extends Device<Details, Report, View> = Device<Details, Report, View>,
> {
  readonly #kind: DeviceKind<Details, Report, D>
  readonly #options: DeviceRegistryOptions
  readonly #deviceById = new Map<string, D>()
  /** Values of the next delta, by device and path. */
  readonly #changesById = new Map<string, Map<string, unknown>>()
  #isFlushPending = false

  constructor(kind: DeviceKind<Details, Report, D>, options: DeviceRegistryOptions) {
    this.#kind = kind
    this.#options = options
  }

  get devices(): readonly D[] {
    return [...this.#deviceById.values()]
  }

  /** Registers a device of a provider, or registers it again. @throws MarineDataError when its declaration is invalid */
  register({ id, provider, details }: DeviceDeclaration<unknown>): void {
    checkDeviceId(id)
    const { noun, details: check, detailsFault } = this.#kind
    const what = `The declaration of the ${noun} "${id}"`
    if (!check.accepts(details)) throw invalid(what, check.faults(details), undefined)
    const fault = detailsFault?.(details)
    if (fault !== undefined) throw invalid(what, [], fault)
    this.addOrRenew({ id, provider, details })
  }

  /** Takes a report of a device. @throws MarineDataError when it is invalid */
  report(id: string, report: unknown): void {
    const device = this.find(id)
    const { report: check, reportFault } = this.#kind
    const what = `The report of "${id}"`
    if (!check.accepts(report)) throw invalid(what, check.faults(report), undefined)
    const fault = reportFault?.(report, device)
    if (fault !== undefined) throw invalid(what, [], fault)
    this.onReport(device, report)
  }

  /** The provider has stopped: its devices are off-line. */
  lose(provider: string): void {
    for (const device of this.#deviceById.values())
      if (device.provider === provider && device.link !== 'gone') this.onLost(device, 'off-line')
  }

  /** The provider removes the device. */
  withdraw(id: string): void {
    const device = this.#deviceById.get(id)
    if (device === undefined) return
    this.onLost(device, 'gone')
    this.onWithdrawn(device)
  }

  /** Detects devices that stopped reporting. Called about once a second. */
  watch(): void {
    const now = this.#options.clock.now()
    for (const device of this.#deviceById.values()) if (device.isSilent(now)) this.onSilent(device)
  }

  /** Finds a device by id. @throws MarineDataError if it does not exist */
  find(id: string): D {
    const device = this.#deviceById.get(id)
    if (device !== undefined) return device
    const { noun, unknownCode, unknownHint } = this.#kind
    throw new MarineDataError(unknownCode, `No ${noun} is registered as "${id}". ${unknownHint}`)
  }

  protected known(id: string): D | undefined {
    return this.#deviceById.get(id)
  }

  protected add(device: D): void {
    this.#deviceById.set(device.id, device)
  }

  /** Adds a device, or declares the present one again. */
  protected addOrRenew(declaration: DeviceDeclaration<Details>): void {
    const now = this.#options.clock.now()
    const known = this.#deviceById.get(declaration.id)
    known?.renew(declaration, now)
    const device = known ?? this.#kind.create(declaration, now)
    this.#deviceById.set(device.id, device)
    this.onRegistered(device)
  }

  /** Removes a device and publishes null for its values, so that it does not stay listed. */
  protected remove(device: D): void {
    for (const { path } of this.#kind.values(device)) this.change(device.id, path, null)
    this.flush()
    this.#deviceById.delete(device.id)
  }

  protected onRegistered(device: D): void {
    this.publishValues(device)
  }

  protected onReport(device: D, report: Report): void {
    device.handleReport(report, this.#options.clock.now())
    this.publishValues(device)
  }

  protected onLost(device: D, link: 'off-line' | 'gone'): void {
    device.lose(link)
    this.publishValues(device)
  }

  protected onSilent(device: D): void {
    this.onLost(device, 'off-line')
  }

  protected onWithdrawn(device: D): void {
    this.remove(device)
  }

  protected publishValues(device: D): void {
    for (const { path, value } of this.#kind.values(device)) this.change(device.id, path, value)
  }

  /** Adds a value to the next delta of a device. All changes of one tick are one delta. */
  protected change(id: string, path: string, value: unknown): void {
    const values = this.#changesById.get(id) ?? new Map<string, unknown>()
    this.#changesById.set(id, values.set(path, value))
    if (this.#isFlushPending) return
    this.#isFlushPending = true
    this.#options.clock.soon(() => this.flush())
  }

  /** Publishes before it settles waits, so that a client that gets the answer finds the effect in the tree. */
  protected flush(): void {
    this.#isFlushPending = false
    const changes = [...this.#changesById]
    this.#changesById.clear()
    for (const [id, values] of changes) {
      this.#options.publish(
        id,
        [...values].map(([path, value]) => ({ path, value })),
      )
      this.#deviceById.get(id)?.settleWaits()
    }
  }
}
