import { AbstractMessageWriter, type Message, type MessageWriter } from 'vscode-jsonrpc'
import type { Writable } from 'node:stream'
import { RawJson } from './raw-json.ts'

/** The part of a writable stream that the writer needs. */
export type OutputStream = Pick<Writable, 'write' | 'end' | 'writable' | 'writableLength'> & {
  on(event: 'error', listener: (error: Error) => void): unknown
  on(event: 'close', listener: () => void): unknown
}

/** Writes `Content-Length` messages, each with one write. */
export class FramedWriter extends AbstractMessageWriter implements MessageWriter {
  readonly #output: OutputStream

  constructor(output: OutputStream) {
    super()
    this.#output = output
    output.on('error', (error) => this.fireError(error))
    output.on('close', () => this.fireClose())
  }

  /** Bytes that were flushed but not read yet. */
  get backlog(): number {
    return this.#output.writableLength
  }

  async write(message: Message): Promise<void> {
    this.writeJson(jsonOf(message))
  }

  /** Writes a message that is already serialized. */
  writeJson(json: string): void {
    if (!this.#output.writable) return
    this.#output.write(`Content-Length: ${Buffer.byteLength(json)}\r\n\r\n${json}`)
  }

  /** Resolves when everything flushed so far has been flushed. */
  async flushed(): Promise<void> {
    if (!this.#output.writable || this.backlog === 0) return
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#output.write('', () => resolve())
    await promise
  }

  end(): void {
    this.#output.end()
  }
}

const jsonOf = (message: Message & { readonly params?: unknown }): string => {
  const { params, ...head } = message
  if (!(params instanceof RawJson)) return JSON.stringify(message)
  return `${JSON.stringify(head).slice(0, -1)},"params":${params.text}}`
}
