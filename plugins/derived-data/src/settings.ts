import { Type } from '@marinedata/plugin-api'
import type { FigureSettings } from './figure.ts'
import { figures } from './figures.ts'

const switches = Object.fromEntries(
  figures.map(({ id, title, output, isOnByDefault }) => [
    id,
    Type.Boolean({ default: isOnByDefault, description: `${title}, at ${output}` }),
  ]),
)

const numbers = {
  currentDamping: Type.Number({
    minimum: 1,
    maximum: 600,
    default: 30,
    description: 'seconds over which set and drift of the current are averaged',
  }),
  leewayCoefficient: Type.Optional(
    Type.Number({
      exclusiveMinimum: 0,
      maximum: 50,
      description: 'of the boat, for the leeway: leeway in degrees × (speed in knots)² / heel in degrees',
    }),
  ),
}

/** A switch for each figure, and the numbers that some of them need. */
export const DerivedSettings = Type.Object({ ...switches, ...numbers }, { additionalProperties: false })
/** The switches are named by the ids of the figures. */
export type DerivedSettings = FigureSettings & Readonly<Record<string, unknown>>
