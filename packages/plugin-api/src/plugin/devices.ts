import type {
  CommandControl,
  DeclaredDevice,
  DeviceCommand,
  DeviceHandler,
  DeviceOf,
} from './device-kinds.ts'
import type { ProviderKind } from '#protocol/manifest.ts'
import type { LineToServer } from './line-to-server.ts'

/** A handler of whatever kind: the server has checked that the command is one for its device. */
type AnyHandler = (command: DeviceCommand, control: CommandControl) => unknown

/** The devices that the plugin serves. */
export class Devices {
  readonly #line: LineToServer
  readonly #handlerById = new Map<string, AnyHandler>()

  constructor(line: LineToServer) {
    this.#line = line
  }

  handlerOf(id: string): AnyHandler | undefined {
    return this.#handlerById.get(id)
  }

  /** @throws MarineDataError `device-taken` when another plugin serves it */
  async register<Kind extends ProviderKind>(
    { id, kind, details }: DeclaredDevice<Kind>,
    onCommand: DeviceHandler<Kind>,
  ): Promise<DeviceOf<Kind>> {
    const before = this.#handlerById.get(id)
    // A command may come before the answer.
    this.#handlerById.set(id, onCommand as AnyHandler)
    try {
      await this.#line.ask('device/register', { device: id, kind, ...(details && { details }) })
    } catch (error) {
      if (before === undefined) this.#handlerById.delete(id)
      else this.#handlerById.set(id, before)
      throw error
    }
    const device: DeviceOf<'autopilot'> = {
      id,
      report: async (report) => void (await this.#line.ask('device/report', { device: id, report })),
      notify: async (name, notification) =>
        void (await this.#line.ask('device/notify', { device: id, name, notification })),
      withdraw: async () => {
        this.#handlerById.delete(id)
        await this.#line.ask('device/withdraw', { device: id })
      },
    }
    // Every device has all of it; the types say what its kind makes use of.
    return device as DeviceOf<Kind>
  }
}
