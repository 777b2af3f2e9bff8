import { useComputed } from '@preact/signals'
import type { WordKey } from '#words/words.ts'
import { useBoat } from './boat.ts'
import type { Values } from './values.ts'

/** A depth and what it is measured from. */
export interface DepthDatum {
  readonly path: string
  /** Short, on the tile. */
  readonly label: WordKey
  readonly name: WordKey
}

const belowKeel: DepthDatum = {
  path: 'environment.depth.belowKeel',
  label: 'depth.keel',
  name: 'depth.keelName',
}

/** In order of preference: the smallest depth first. */
export const depthData: readonly DepthDatum[] = [
  belowKeel,
  {
    path: 'environment.depth.belowTransducer',
    label: 'depth.transducer',
    name: 'depth.transducerName',
  },
  { path: 'environment.depth.belowSurface', label: 'depth.surface', name: 'depth.surfaceName' },
]

export const depthPaths: readonly string[] = depthData.map(({ path }) => path)

/** The depth that this boat has. Every screen shows the same one. */
export const depthDatumOf = (values: Pick<Values, 'of'>): DepthDatum =>
  depthData.find(({ path }) => values.of(path).value !== undefined) ?? belowKeel

export const useDepthDatum = (): DepthDatum => {
  const { values } = useBoat()
  return useComputed(() => depthDatumOf(values)).value
}
