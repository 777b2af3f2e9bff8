import { parentPort, workerData } from 'node:worker_threads'
import { connect } from '../connect.ts'
import type { WriteStep } from './operation.ts'
import { plainFault } from './plain-fault.ts'
import { operationByName } from './store-operations.ts'
import type { Call, FromThread, ThreadData, ToThread } from './thread-messages.ts'
import { WritingEnd } from './writing-end.ts'

/** One of our own calls, found by its name. */
const workOf =
  ({ name, args }: Call) =>
  (step: WriteStep): unknown => {
    const operation = operationByName.get(name)
    if (operation === undefined) throw new Error(`The writing thread does not know "${name}"`)
    // The caller has typed them by the same operation.
    return operation.run(step, ...(args as never))
  }

/** Owns the one connection that writes. The thread that steers never waits for the disk. */
const serve = (port: NonNullable<typeof parentPort>): void => {
  // Given by the one who starts it, of this type.
  const { folder, file, rhythm } = workerData as ThreadData
  const database = connect(file)
  const end = new WritingEnd(database, { file, folder })
  const tell = (message: FromThread): void => port.postMessage(message)
  const copies = end.keepCopies({
    onEnd: (fault) => tell({ copy: fault && plainFault(fault) }),
    ...(rhythm !== undefined && { rhythm }),
  })
  port.on('message', (message: ToThread) => {
    if (message !== 'end') return tell({ ends: end.commit(message.calls.map(workOf)) })
    void copies[Symbol.asyncDispose]().then(() => {
      end.close()
      port.close()
    })
  })
}

if (parentPort !== null) serve(parentPort)
