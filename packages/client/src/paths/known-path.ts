import type { Leaf } from '@marinedata/model'
import type { PathValues } from './path-values.generated.ts'

/** A path with metadata, such as `navigation.speedOverGround` or `electrical.batteries.house.voltage`. */
export type KnownPath = keyof PathValues

/** The type of the values of a path; `unknown` when the metadata does not say. */
export type ValueAt<Path extends string> = Path extends KnownPath ? PathValues[Path] : unknown

/** A value in the tree. null: the sensor says that it has no value. `stale`: the sensor is silent. */
export type LeafAt<Path extends string> = Omit<Leaf, 'value'> & { readonly value: ValueAt<Path> | null }
