import {
  checkOf,
  Delta,
  isWholePosition,
  parseContext,
  parsePath,
  PathMetadataTable,
  selfContext,
  type PathValue,
  type SentDelta,
  type Update,
  valueConstraintOf,
  valueFaultOf,
} from '@marinedata/model'
import type { Capabilities } from '#protocol/capabilities.ts'

export interface Intake {
  /** The accepted part, with source and time as the server adds them. */
  readonly taken: SentDelta
  /** The first reason for which a part was refused. */
  readonly refusal: string | undefined
}

type Taken = SentDelta['updates'][number]

const shape = checkOf<Delta>(Delta)

const isPositionLike = (value: object): boolean => 'latitude' in value || 'longitude' in value

const metadata = new PathMetadataTable()

/** As in the server: the metadata of the path determines its type. */
const refusalOfKind = (path: string, segments: readonly string[], value: unknown): string | undefined => {
  const constraint = valueConstraintOf(path, metadata.of(segments))
  return constraint && valueFaultOf(value, constraint)
}

const refusalOfValue = ({ path, value }: PathValue): string | undefined => {
  const segments = parsePath(path)
  if (segments === undefined) return 'invalid-path'
  const refusal = refusalOfPosition(path, value)
  return refusal ?? refusalOfKind(path, segments, value)
}

const refusalOfPosition = (path: string, value: unknown): string | undefined => {
  const isPosition = path.startsWith('navigation.') && path.endsWith('.position')
  if (value === null || typeof value !== 'object')
    return isPosition && value !== null ? 'half-position' : undefined
  return (isPosition || isPositionLike(value)) && !isWholePosition(value) ? 'half-position' : undefined
}

/**
 * Accepts or refuses deltas like the server. Checks the claims and the schema fully, and the most common value rules.
 */
export class TestIntake {
  readonly #capabilities: Capabilities

  constructor(capabilities: Capabilities) {
    this.#capabilities = capabilities
  }

  accept(message: unknown): Intake {
    if (!shape.accepts(message))
      return { taken: { context: selfContext, updates: [] }, refusal: 'invalid-delta' }
    const context = message.context ?? selfContext
    const refusals: string[] = []
    const updates = message.updates.flatMap((update) => this.#acceptUpdate(context, update, refusals) ?? [])
    return { taken: { context, updates }, refusal: refusals[0] }
  }

  #acceptUpdate(context: string, update: Update, refusals: string[]): Taken | undefined {
    const source = this.#capabilities.sourceOf(update.$source ?? update.source?.label)
    const refusal = this.#headRefusal(context, source)
    if (refusal !== undefined) {
      refusals.push(refusal)
      return undefined
    }
    const isTaken = <T extends { readonly path: string }>(
      entry: T,
      ofValue: (entry: T) => string | undefined,
    ): boolean => {
      const reason = this.#capabilities.refusalOf(entry.path) ?? ofValue(entry)
      if (reason !== undefined) refusals.push(reason)
      return reason === undefined
    }
    const values = update.values?.flatMap(flattened).filter((entry) => isTaken(entry, refusalOfValue))
    const meta = update.meta?.filter((entry) => isTaken(entry, () => undefined))
    return {
      ...(source !== undefined && { $source: source }),
      timestamp: update.timestamp ?? new Date().toISOString(),
      ...(values && { values }),
      ...(meta && { meta }),
    }
  }

  #headRefusal(context: string, source: string | undefined): string | undefined {
    if (source === undefined) return 'foreign-source'
    if (!this.#capabilities.mayWriteTo(context)) return 'undeclared-context'
    return context === selfContext || parseContext(context) !== undefined ? undefined : 'invalid-context'
  }
}

/** As in the server, the empty path merges an object into the root. */
const flattened = ({ path, value }: PathValue): PathValue[] => {
  if (path !== '' || !isBranch(value)) return [{ path, value }]
  return membersOf('', value)
}

const isBranch = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isPositionLike(value)

const membersOf = (prefix: string, branch: object): PathValue[] =>
  Object.entries(branch).flatMap(([name, value]: [string, unknown]) =>
    isBranch(value) ? membersOf(`${prefix}${name}.`, value) : [{ path: `${prefix}${name}`, value }],
  )
