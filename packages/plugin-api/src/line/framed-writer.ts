import { AbstractMessageWriter, type Message, type MessageWriter } from 'vscode-jsonrpc'
import type { Writable } from 'node:stream'
import { ReadyJson } from './ready-json.ts'

/** Where messages are written to: a stream, or as much of one as is needed. */
export type Outlet = Pick<Writable, 'write' | 'end' | 'writable' | 'writableLength'> & {
  on(event: 'error', listener: (error: Error) => void): unknown
  on(event: 'close', listener: () => void): unknown
}

/** Writes `Content-Length` messages, each in one piece. */
export class FramedWriter extends AbstractMessageWriter implements MessageWriter {
  readonly #outlet: Outlet

  constructor(outlet: Outlet) {
    super()
    this.#outlet = outlet
    outlet.on('error', (error) => this.fireError(error))
    outlet.on('close', () => this.fireClose())
  }

  /** Bytes that were written but not yet taken. */
  get backlog(): number {
    return this.#outlet.writableLength
  }

  async write(message: Message): Promise<void> {
    this.writeJson(jsonOf(message))
  }

  /** Writes a message that is JSON already. */
  writeJson(json: string): void {
    if (!this.#outlet.writable) return
    this.#outlet.write(`Content-Length: ${Buffer.byteLength(json)}\r\n\r\n${json}`)
  }

  /** Resolves when all that was written has been taken. */
  async written(): Promise<void> {
    if (!this.#outlet.writable || this.backlog === 0) return
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#outlet.write('', () => resolve())
    await promise
  }

  end(): void {
    this.#outlet.end()
  }
}

const jsonOf = (message: Message & { readonly params?: unknown }): string => {
  const { params, ...head } = message
  if (!(params instanceof ReadyJson)) return JSON.stringify(message)
  return `${JSON.stringify(head).slice(0, -1)},"params":${params.text}}`
}
