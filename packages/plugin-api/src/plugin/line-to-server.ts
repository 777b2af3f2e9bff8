import type { Line } from '#line/line.ts'
import type { ReadyJson } from '#line/ready-json.ts'
import type { Params, PluginVerbs, Result, ServerVerbs } from '#protocol/verbs.ts'

/** For how long a plugin waits for its server. */
const deadlineMs = 5_000

/** The line as a plugin uses it: every question has the same deadline. */
export class LineToServer {
  readonly #line: Line<PluginVerbs, ServerVerbs>

  constructor(line: Line<PluginVerbs, ServerVerbs>) {
    this.#line = line
  }

  async ask<Name extends keyof ServerVerbs>(
    name: Name,
    params: Params<ServerVerbs[Name]> | ReadyJson,
  ): Promise<Result<ServerVerbs[Name]>> {
    return await this.#line.ask(name, params, { deadlineMs })
  }

  tell<Name extends keyof ServerVerbs>(name: Name, params: Params<ServerVerbs[Name]>): void {
    this.#line.tell(name, params)
  }
}
