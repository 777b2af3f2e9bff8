import { operation } from '#storage/writer/operation.ts'

/** Saves a fact and replaces its previous value. */
export const putFact = operation('fact.put', ({ database }, name: string, value: string) => {
  database.prepare('INSERT OR REPLACE INTO fact (name, value) VALUES (?, ?)').run(name, value)
})

export const factOperations = [putFact]
