import type {
  CommandControl,
  DeclaredDevice,
  DeviceCommand,
  DeviceHandler,
  DeviceOf,
} from './device-kinds.ts'
import type { ProviderKind } from '#protocol/device-kinds.ts'
import type { ServerConnection } from '../server-connection.ts'

/** A handler for any kind. The server has checked that the command matches the kind of its device. */
type AnyHandler = (command: DeviceCommand, control: CommandControl) => unknown

/** The devices that the plugin provides. */
export class Devices {
  readonly #server: ServerConnection
  readonly #handlerById = new Map<string, AnyHandler>()

  constructor(server: ServerConnection) {
    this.#server = server
  }

  handlerOf(id: string): AnyHandler | undefined {
    return this.#handlerById.get(id)
  }

  /** @throws MarineDataError `device-taken` when another plugin provides it */
  async register<Kind extends ProviderKind>(
    { id, kind, details }: DeclaredDevice<Kind>,
    onCommand: DeviceHandler<Kind>,
  ): Promise<DeviceOf<Kind>> {
    const previous = this.#handlerById.get(id)
    // A command may arrive before the response.
    this.#handlerById.set(id, onCommand as AnyHandler)
    try {
      await this.#server.request('device/register', { device: id, kind, ...(details && { details }) })
    } catch (error) {
      if (previous === undefined) this.#handlerById.delete(id)
      else this.#handlerById.set(id, previous)
      throw error
    }
    const device: DeviceOf<'autopilot'> = {
      id,
      report: async (report) => void (await this.#server.request('device/report', { device: id, report })),
      notify: async (name, notification) =>
        void (await this.#server.request('device/notify', { device: id, name, notification })),
      withdraw: async () => {
        this.#handlerById.delete(id)
        await this.#server.request('device/withdraw', { device: id })
      },
    }
    // Every device has all methods; the types show those of its kind.
    return device as DeviceOf<Kind>
  }
}
