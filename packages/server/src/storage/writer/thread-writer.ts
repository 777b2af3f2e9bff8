import { MarineDataError } from '@marinedata/model'
import { Worker } from 'node:worker_threads'
import type { WriteEnd } from './group-commit.ts'
import type { Operation, StoreWriter } from './operation.ts'
import { isOfDisk, plainFault, type PlainFault } from './plain-fault.ts'
import { storageError } from './storage-fault.ts'
import type { Call, FromThread, ThreadData, ToThread } from './thread-messages.ts'

export interface ThreadWriterOptions extends ThreadData {
  /** The program of the thread. */
  readonly threadFile: URL
  /** Told when writes begin to fail because of the disk, and when they succeed again. */
  readonly onDisk: (fault: Error | undefined) => void
  /** Told of every write that failed and that nobody waits for. */
  readonly onLost: (fault: unknown) => void
  /** Told of every copy that was made, or could not be. */
  readonly onCopy: (fault: Error | undefined) => void
}

interface Waiting extends Call {
  readonly resolve: (result: unknown) => void
  readonly reject: (fault: Error) => void
}

/** More than these wait only for a disk that has stopped answering. */
const mostWaiting = 1_000
const mostTogether = 200
/** Nobody waits longer for the disk. */
const deadlineMs = 10_000
/** The end waits for the last writes and the last copy. */
const endMs = 4_000
/** A heap for one batch; SQLite has its own memory. */
const resourceLimits = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 4 }

/**
 * Writes in a thread of its own, in order. All that gathers while a batch is being written becomes the next batch, and the
 * disk is waited for once for all of them.
 */
export class ThreadWriter implements StoreWriter, AsyncDisposable {
  readonly #options: ThreadWriterOptions
  #worker: Worker | undefined
  #waiting: Waiting[] = []
  #sent: Waiting[] = []
  #deadline: NodeJS.Timeout | undefined
  #isFailing = false
  #isOver = false

  constructor(options: ThreadWriterOptions) {
    this.#options = options
    this.#worker = this.#start()
  }

  write<Args extends readonly unknown[], Result>(
    { name }: Operation<Args, Result>,
    ...args: Args
  ): Promise<Result> {
    if (this.#isOver) return Promise.reject(new MarineDataError('shutting-down', 'The store is closed'))
    if (this.#waiting.length >= mostWaiting)
      return Promise.reject(
        new MarineDataError('storage-full', `The disk does not answer: ${mostWaiting} writes wait`),
      )
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    this.#waiting.push({ name, args, resolve, reject })
    this.#send()
    // What the thread gives back is what the operation of that name returns.
    return promise as Promise<Result>
  }

  post<Args extends readonly unknown[]>(operation: Operation<Args, unknown>, ...args: Args): void {
    this.write(operation, ...args).catch(this.#options.onLost)
  }

  /** Writes what waits, makes the last copy, and ends. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#isOver = true
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
    const { folder, file, rhythm } = this.#options
    const workerData: ThreadData = { folder, file, ...(rhythm !== undefined && { rhythm }) }
    const worker = new Worker(this.#options.threadFile, { workerData, resourceLimits, name: 'storage' })
    worker.on('message', (message: FromThread) => this.#hear(message))
    worker.on('error', (error: Error) => this.#lose(worker, error))
    worker.on('exit', () => this.#lose(worker, new Error('The writing thread has ended')))
    return worker
  }

  #post(message: ToThread): void {
    this.#worker?.postMessage(message)
  }

  /** Everything that waits, as one batch more. */
  #takeAll(): Call[] {
    const calls = this.#waiting.map(({ name, args }) => ({ name, args }))
    this.#sent.push(...this.#waiting.splice(0))
    return calls
  }

  #send(): void {
    if (this.#sent.length > 0 || this.#waiting.length === 0) return
    this.#worker ??= this.#start()
    this.#sent = this.#waiting.splice(0, mostTogether)
    this.#post({ calls: this.#sent.map(({ name, args }) => ({ name, args })) })
    this.#deadline = setTimeout(() => this.#giveUp(), deadlineMs)
  }

  #hear(message: FromThread): void {
    if ('copy' in message) return this.#options.onCopy(message.copy && storageError(message.copy))
    const answered = this.#sent.splice(0, message.ends.length)
    clearTimeout(this.#deadline)
    for (const [index, end] of message.ends.entries()) settle(answered[index], end)
    this.#tellDisk(message.ends.flatMap((end) => ('fault' in end ? end.fault : [])))
    this.#send()
  }

  #tellDisk(faults: readonly PlainFault[]): void {
    const fault = faults.find(isOfDisk)
    const isFailing = fault !== undefined
    if (isFailing !== this.#isFailing) this.#options.onDisk(fault && storageError(fault))
    this.#isFailing = isFailing
  }

  /** The disk may still do it: nobody knows. What comes late is not told to anyone. */
  #giveUp(): void {
    const fault = new MarineDataError(
      'unconfirmed',
      `The disk did not answer within ${deadlineMs / 1000} s`,
      {
        outcome: 'unknown',
      },
    )
    for (const { reject } of [...this.#sent, ...this.#waiting.splice(0)]) reject(fault)
    if (!this.#isFailing) this.#options.onDisk(fault)
    this.#isFailing = true
  }

  /** The thread is gone; the next write starts another. */
  #lose(worker: Worker, error: Error): void {
    if (this.#worker !== worker) return
    this.#worker = undefined
    clearTimeout(this.#deadline)
    const lost = this.#sent.splice(0)
    for (const { reject } of lost) reject(storageError(plainFault(error)))
    if (this.#isOver) return
    this.#options.onDisk(error)
    this.#isFailing = true
    this.#send()
  }
}

const settle = (waiting: Waiting | undefined, end: WriteEnd): void => {
  if (waiting === undefined) return
  if ('fault' in end) waiting.reject(storageError(end.fault))
  else waiting.resolve(end.result)
}
