import { layersOf } from '#screens/chart/vector/vector-tile.ts'

/** Paths of one tile as x, y, x, y … in tile units; land paths are closed. */
export interface CoastShapes {
  readonly land: readonly (readonly number[])[]
  readonly coast: readonly (readonly number[])[]
}

/** Units along one side of a tile. */
export const tileExtent = 4096

/**
 * Parses a tile of the coast.
 * @throws RangeError if it is invalid
 */
export const coastShapes = (bytes: Uint8Array): CoastShapes => {
  const layers = layersOf(bytes)
  const pathsIn = (wanted: string): (readonly number[])[] =>
    layers
      .filter(({ name }) => name === wanted)
      .flatMap(({ features }) => features.flatMap(({ paths }) => paths))
  return { land: pathsIn('land'), coast: pathsIn('coast') }
}
