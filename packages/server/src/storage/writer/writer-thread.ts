import { parentPort, workerData } from 'node:worker_threads'
import { connect } from '../connect.ts'
import type { WriteStep } from './operation.ts'
import { serializeFault } from './serialized-fault.ts'
import { operationByName } from './store-operations.ts'
import type { Call, FromThread, ThreadData, ToThread } from './thread-messages.ts'
import { DatabaseWriter } from './database-writer.ts'

/** Looks up the operation of a call. */
const toWrite =
  ({ name, args }: Call) =>
  (step: WriteStep): unknown => {
    const operation = operationByName.get(name)
    if (operation === undefined) throw new Error(`Unknown storage operation "${name}"`)
    // `ThreadWriter.write` has typed the arguments with the same operation.
    return operation.run(step, ...(args as never))
  }

/** Owns the writing connection, so that the main thread, which steers, never waits for the disk. */
const serve = (port: NonNullable<typeof parentPort>): void => {
  // Set by `ThreadWriter`.
  const { folder, file, timing } = workerData as ThreadData
  const database = connect(file)
  const databaseWriter = new DatabaseWriter(database, { file, folder })
  const send = (message: FromThread): void => port.postMessage(message)
  const copies = databaseWriter.startCopies({
    onEnd: (fault) => send({ copy: fault && serializeFault(fault) }),
    ...(timing !== undefined && { timing }),
  })
  port.on('message', (message: ToThread) => {
    if (message !== 'end') return send({ ends: databaseWriter.commit(message.calls.map(toWrite)) })
    void copies[Symbol.asyncDispose]().then(() => {
      databaseWriter.close()
      port.close()
    })
  })
}

if (parentPort !== null) serve(parentPort)
