import type { Operation, StoreWriter } from './operation.ts'
import { plainFault } from './plain-fault.ts'
import { storageError } from './storage-fault.ts'
import type { WritingEnd } from './writing-end.ts'

/** Writes at once, in the thread that asks: for commands beside the server, for tests, and while the server starts. */
export class InlineWriter implements StoreWriter {
  readonly #end: WritingEnd
  readonly #onFault: (error: unknown) => void

  constructor(end: WritingEnd, onFault: (error: unknown) => void) {
    this.#end = end
    this.#onFault = onFault
  }

  /** Done when it returns, and not only when the promise resolves. */
  write<Args extends readonly unknown[], Result>(
    { run }: Operation<Args, Result>,
    ...args: Args
  ): Promise<Result> {
    try {
      return Promise.resolve(this.#end.run((step) => run(step, ...args)))
    } catch (error) {
      return Promise.reject(storageError(plainFault(error)))
    }
  }

  post<Args extends readonly unknown[]>(operation: Operation<Args, unknown>, ...args: Args): void {
    this.write(operation, ...args).catch(this.#onFault)
  }
}
