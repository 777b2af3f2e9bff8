import { operation } from '#storage/writer/operation.ts'
import type { AuditRecord } from '../audit/audit-chain.ts'
import { recordWithCopy } from './audit.ts'

/** Saves a fact and replaces its previous value. */
export const putFact = operation('fact.put', ({ database }, name: string, value: string) => {
  database.prepare('INSERT OR REPLACE INTO fact (name, value) VALUES (?, ?)').run(name, value)
})

/** A decision of a person that is stored as a fact. */
export interface Decision {
  readonly name: string
  readonly value: string
}

/** Saves a decision as a fact, with its audit entry. */
export const putDecision = operation('fact.decide', (step, { name, value }: Decision, entry: AuditRecord) => {
  putFact.run(step, name, value)
  recordWithCopy(step, entry)
})

export const factOperations = [putFact, putDecision]
