import { isMainThread, parentPort, Worker } from 'node:worker_threads'
import { describeMbtiles, readMbtile } from './mbtiles-database.ts'
import type { MbtilesAnswer, MbtilesQuestion } from './mbtiles-reader.ts'

// SQLite cannot be interrupted, so it reads files of strangers in this process, which the server kills when it takes too
// long. It reads in a thread, so that the process also ends when the server was killed.

const answerTo = ({ file, place }: MbtilesQuestion): MbtilesAnswer => {
  try {
    return place === undefined ? { facts: describeMbtiles(file) } : { tile: readMbtile(file, place) }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}

const send = (answer: MbtilesAnswer | 'ready'): void => parentPort?.postMessage(answer)

if (isMainThread) {
  const thread = new Worker(import.meta.filename)
  thread.on('message', (answer: MbtilesAnswer | 'ready') => process.send?.(answer))
  thread.on('error', () => process.exit(1))
  process.on('message', (question) => thread.postMessage(question))
  // An orderly end would wait for the thread.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
} else {
  parentPort?.on('message', (question: MbtilesQuestion) => send(answerTo(question)))
  send('ready')
}
