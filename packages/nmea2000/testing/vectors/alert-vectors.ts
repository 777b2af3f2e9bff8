import { readFileSync } from 'node:fs'

/** A message about an alert, as it must be on the bus. */
export interface AlertVector {
  readonly id: string
  readonly what: string
  readonly pgn: number
  readonly priority: number
  /** The payload as hexadecimal digits. */
  readonly bytes: string
}

/** Messages about alerts by their id. */
export const alertVectors: ReadonlyMap<string, AlertVector> = new Map(
  // The file is ours.
  (JSON.parse(readFileSync(new URL('./alert-output.json', import.meta.url), 'utf8')) as AlertVector[]).map(
    (vector) => [vector.id, vector],
  ),
)
