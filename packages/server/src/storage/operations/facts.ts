import { operation } from '#storage/writer/operation.ts'

/** Keeps a fact in place of what was kept before. */
export const putFact = operation('fact.put', ({ database }, name: string, value: string) => {
  database.prepare('INSERT OR REPLACE INTO fact (name, value) VALUES (?, ?)').run(name, value)
})

export const factOperations = [putFact]
