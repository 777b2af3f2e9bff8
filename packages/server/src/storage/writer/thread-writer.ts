import { MarineDataError } from '@marinedata/model'
import { Worker } from 'node:worker_threads'
import type { WriteEnd } from './group-commit.ts'
import type { Operation, StoreWriter } from './operation.ts'
import { isDiskFault, serializeFault, type SerializedFault } from './serialized-fault.ts'
import { storageError } from './storage-fault.ts'
import type { Call, FromThread, ThreadData, ToThread } from './thread-messages.ts'

export interface ThreadWriterOptions extends ThreadData {
  /** The module of the thread. */
  readonly threadFile: URL
  /** Called when writes begin to fail because of the disk, and when they succeed again (undefined). */
  readonly onDisk: (fault: Error | undefined) => void
  /** Called for every failed write without a caller waiting for it. */
  readonly onLost: (fault: unknown) => void
  /** Called after every copy; with an error when it failed. */
  readonly onCopy: (fault: Error | undefined) => void
}

interface PendingWrite extends Call {
  readonly resolve: (result: unknown) => void
  readonly reject: (fault: Error) => void
}

/** More writes than this are pending only when the disk has stopped responding. */
const maxPending = 1_000
const maxBatchSize = 200
/** Timeout of a batch. */
const deadlineMs = 10_000
/** How long a shutdown waits for the last writes and the last copy. */
const endMs = 4_000
/** Enough heap for one batch. SQLite uses its own memory. */
const resourceLimits = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 4 }

/**
 * Writes in a worker thread, in order. Writes that arrive while a batch is being written form the next batch, which is
 * synced to disk once.
 */
export class ThreadWriter implements StoreWriter, AsyncDisposable {
  readonly #options: ThreadWriterOptions
  #worker: Worker | undefined
  #pending: PendingWrite[] = []
  #sent: PendingWrite[] = []
  #deadline: NodeJS.Timeout | undefined
  #isFailing = false
  #isClosed = false

  constructor(options: ThreadWriterOptions) {
    this.#options = options
    this.#worker = this.#start()
  }

  write<Args extends readonly unknown[], Result>(
    { name }: Operation<Args, Result>,
    ...args: Args
  ): Promise<Result> {
    if (this.#isClosed) return Promise.reject(new MarineDataError('shutting-down', 'The store is closed'))
    if (this.#pending.length >= maxPending)
      return Promise.reject(
        new MarineDataError('storage-full', `The disk does not respond: ${maxPending} writes are pending`),
      )
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    this.#pending.push({ name, args, resolve, reject })
    this.#send()
    // The thread returns the result of the operation with this name.
    return promise as Promise<Result>
  }

  post<Args extends readonly unknown[]>(operation: Operation<Args, unknown>, ...args: Args): void {
    this.write(operation, ...args).catch(this.#options.onLost)
  }

  /** Writes everything pending, makes the last copy and stops the thread. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true
    const worker = this.#worker
    if (worker === undefined) return
    const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
    const late = setTimeout(() => void worker.terminate(), endMs)
    this.#post({ calls: this.#takeAll() })
    this.#post('end')
    await ended
    clearTimeout(late)
  }

  #start(): Worker {
    const { folder, file, timing } = this.#options
    const workerData: ThreadData = { folder, file, ...(timing !== undefined && { timing }) }
    const worker = new Worker(this.#options.threadFile, { workerData, resourceLimits, name: 'storage' })
    worker.on('message', (message: FromThread) => this.#handleMessage(message))
    worker.on('error', (error: Error) => this.#handleExit(worker, error))
    worker.on('exit', () => this.#handleExit(worker, new Error('The writing thread has ended')))
    return worker
  }

  #post(message: ToThread): void {
    this.#worker?.postMessage(message)
  }

  /** Moves all pending writes into one batch. */
  #takeAll(): Call[] {
    const calls = this.#pending.map(({ name, args }) => ({ name, args }))
    this.#sent.push(...this.#pending.splice(0))
    return calls
  }

  #send(): void {
    if (this.#sent.length > 0 || this.#pending.length === 0) return
    this.#worker ??= this.#start()
    this.#sent = this.#pending.splice(0, maxBatchSize)
    this.#post({ calls: this.#sent.map(({ name, args }) => ({ name, args })) })
    this.#deadline = setTimeout(() => this.#timeOut(), deadlineMs)
  }

  #handleMessage(message: FromThread): void {
    if ('copy' in message) return this.#options.onCopy(message.copy && storageError(message.copy))
    const answered = this.#sent.splice(0, message.ends.length)
    clearTimeout(this.#deadline)
    for (const [index, end] of message.ends.entries()) settle(answered[index], end)
    this.#reportDisk(message.ends.flatMap((end) => ('fault' in end ? end.fault : [])))
    this.#send()
  }

  #reportDisk(faults: readonly SerializedFault[]): void {
    const fault = faults.find(isDiskFault)
    const isFailing = fault !== undefined
    if (isFailing !== this.#isFailing) this.#options.onDisk(fault && storageError(fault))
    this.#isFailing = isFailing
  }

  /** Rejects all writes of a batch that timed out. The disk may still complete them; a late result is ignored. */
  #timeOut(): void {
    const fault = new MarineDataError(
      'unconfirmed',
      `The disk did not respond within ${deadlineMs / 1000} s`,
      {
        outcome: 'unknown',
      },
    )
    for (const { reject } of [...this.#sent, ...this.#pending.splice(0)]) reject(fault)
    if (!this.#isFailing) this.#options.onDisk(fault)
    this.#isFailing = true
  }

  /** Handles the end of the thread. The next write starts another thread. */
  #handleExit(worker: Worker, error: Error): void {
    if (this.#worker !== worker) return
    this.#worker = undefined
    clearTimeout(this.#deadline)
    const lost = this.#sent.splice(0)
    for (const { reject } of lost) reject(storageError(serializeFault(error)))
    if (this.#isClosed) return
    this.#options.onDisk(error)
    this.#isFailing = true
    this.#send()
  }
}

const settle = (waiting: PendingWrite | undefined, end: WriteEnd): void => {
  if (waiting === undefined) return
  if ('fault' in end) waiting.reject(storageError(end.fault))
  else waiting.resolve(end.result)
}
