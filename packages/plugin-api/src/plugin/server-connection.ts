import type { RpcConnection } from '#rpc/rpc-connection.ts'
import type { RawJson } from '#rpc/raw-json.ts'
import type { Params, PluginVerbs, Result, ServerVerbs } from '#protocol/verbs.ts'

/** How long a plugin waits for a response of the server. */
const deadlineMs = 5_000

/** The connection as a plugin uses it: every request has the same deadline. */
export class ServerConnection {
  readonly #rpc: RpcConnection<PluginVerbs, ServerVerbs>

  constructor(rpc: RpcConnection<PluginVerbs, ServerVerbs>) {
    this.#rpc = rpc
  }

  async request<Name extends keyof ServerVerbs>(
    name: Name,
    params: Params<ServerVerbs[Name]> | RawJson,
  ): Promise<Result<ServerVerbs[Name]>> {
    return await this.#rpc.request(name, params, { deadlineMs })
  }

  notify<Name extends keyof ServerVerbs>(name: Name, params: Params<ServerVerbs[Name]>): void {
    this.#rpc.notify(name, params)
  }
}
