import type { Operation, StoreWriter } from './operation.ts'
import { serializeFault } from './serialized-fault.ts'
import { storageError } from './storage-fault.ts'
import type { DatabaseWriter } from './database-writer.ts'

/** Writes synchronously in the calling thread. For CLI commands, for tests, and while the server starts. */
export class InlineWriter implements StoreWriter {
  readonly #databaseWriter: DatabaseWriter
  readonly #onFault: (error: unknown) => void

  constructor(databaseWriter: DatabaseWriter, onFault: (error: unknown) => void) {
    this.#databaseWriter = databaseWriter
    this.#onFault = onFault
  }

  /** The write is done when this returns, before the promise resolves. */
  write<Args extends readonly unknown[], Result>(
    { run }: Operation<Args, Result>,
    ...args: Args
  ): Promise<Result> {
    try {
      return Promise.resolve(this.#databaseWriter.run((step) => run(step, ...args)))
    } catch (error) {
      return Promise.reject(storageError(serializeFault(error)))
    }
  }

  post<Args extends readonly unknown[]>(operation: Operation<Args, unknown>, ...args: Args): void {
    this.write(operation, ...args).catch(this.#onFault)
  }
}
