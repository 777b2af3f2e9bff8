import type { Layer } from '@marinedata/uplink-protocol'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export interface Written {
  /** Numbers, by vessel token and layer. */
  readonly numbers: ReadonlyMap<string, readonly number[]>
  readonly cursors: ReadonlyMap<string, number>
  readonly rejected: number
}

export const placeOf = (token: string, layer: Layer): string => `${token} ${layer}`

/** Everything in the files of a writer. */
export const writtenNumbers = (folder: string): Written => {
  const numbers = new Map<string, number[]>()
  const cursors = new Map<string, number>()
  let rejected = 0
  const add = (place: string, number: number): void => {
    const known = numbers.get(place)
    if (known === undefined) numbers.set(place, [number])
    else known.push(number)
  }
  for (const shard of readdirSync(folder))
    for (const name of readdirSync(join(folder, shard)).filter((file) => file.endsWith('.db'))) {
      using database = new DatabaseSync(join(folder, shard, name), { readOnly: true, timeout: 5_000 })
      if (name === 'shard.db') {
        for (const row of database.prepare('SELECT vid, layer, number FROM cursor').iterate())
          cursors.set(`${String(row['vid'])} ${String(row['layer'])}`, Number(row['number']))
        rejected += Number(database.prepare('SELECT count(*) AS n FROM rejected').get()?.['n'])
        continue
      }
      for (const row of database.prepare('SELECT vid, layer, number FROM part').iterate())
        add(`${String(row['vid'])} ${String(row['layer'])}`, Number(row['number']))
      for (const row of database.prepare('SELECT vid, number FROM event').iterate())
        add(`${String(row['vid'])} events`, Number(row['number']))
    }
  return { numbers, cursors, rejected }
}
