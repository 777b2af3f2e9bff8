import type { DeltaStream, StreamOptions } from '../stream/delta-stream.ts'
import type { KnownPath, ValueAt } from './known-path.ts'

/** A change of a value. The type of `value` follows from `path`. */
export type Change<Path extends KnownPath> = Path extends KnownPath
  ? {
      readonly path: Path
      /** null: the sensor says that it has no value. */
      readonly value: ValueAt<Path> | null
      readonly source: string | undefined
      /** The sensor is silent, and this is its last value. */
      readonly stale: boolean
    }
  : never

export interface WatchOptions extends Omit<StreamOptions, 'subscribe'> {
  /** At most one value of each path in this many milliseconds. */
  readonly period?: number
}

interface StreamSource {
  stream(options: StreamOptions): DeltaStream
}

/** Follows values of the own vessel. Leaving the loop ends the stream. */
export async function* watch<const Path extends KnownPath>(
  client: StreamSource,
  paths: readonly Path[],
  { period, ...options }: WatchOptions = {},
): AsyncGenerator<Change<Path>, void, undefined> {
  await using stream = client.stream({ ...options, subscribe: 'none' })
  stream.subscribe({ subscribe: paths.map((path) => ({ path, ...(period !== undefined && { period }) })) })
  for await (const { updates } of stream)
    for (const { $source, values = [] } of updates)
      for (const { path, value, stale } of values)
        // The server sends only paths of the subscription, with values that fit their metadata.
        yield { path, value, source: $source, stale: stale === true } as Change<Path>
}
