import { checkOf, type Fault } from '@marinedata/model'
import { isMainThread, parentPort, Worker } from 'node:worker_threads'
import type { SchemaAnswer, SchemaQuestion } from './schema-question.ts'

// Checks values against schemas of plugins. A pattern can take hours, and so can a schema that refers to itself: the
// server kills this process then. The check runs in a thread, so that the process also ends when the server was killed.

const mostFaults = 100
const longestText = 500
/** The checks in a plugin's schema need little more than the manifest itself. */
const resourceLimits = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 4 }

const shortened = (text: string): string =>
  text.length > longestText ? `${text.slice(0, longestText)}…` : text

const faultsOf = ({ schema, value }: SchemaQuestion): readonly Fault[] => {
  try {
    return checkOf(schema).faults(value)
  } catch (error) {
    const message = `cannot be checked, the schema is not a JSON Schema: ${(error as Error).message}`
    return [{ path: '', message }]
  }
}

const answerTo = (question: SchemaQuestion): SchemaAnswer => {
  const faults = faultsOf(question).slice(0, mostFaults)
  return {
    faults: faults.map(({ path, message }) => ({ path: shortened(path), message: shortened(message) })),
  }
}

const send = (answer: SchemaAnswer): void => parentPort?.postMessage(answer)

if (isMainThread) {
  const thread = new Worker(import.meta.filename, { resourceLimits })
  thread.on('message', (answer: SchemaAnswer) => process.send?.(answer))
  thread.on('error', () => process.exit(1))
  process.on('message', (question) => thread.postMessage(question))
  process.on('disconnect', () => process.exit())
} else {
  parentPort?.on('message', (question: SchemaQuestion) => send(answerTo(question)))
  send('ready')
}
