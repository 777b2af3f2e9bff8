/** How large the tree may grow. */
export interface TreeBounds {
  readonly contexts: number
  readonly pathsPerContext: number
  readonly sourcesPerPath: number
  /** Distinct paths in all contexts together; those of the own vessel always find a place. */
  readonly distinctPaths: number
  /** Values in all contexts together. */
  readonly values: number
  /** How long an unheard context is kept. */
  readonly contextTimeoutMs: number
}

export const defaultBounds: TreeBounds = {
  contexts: 20_000,
  pathsPerContext: 2_000,
  sourcesPerPath: 32,
  distinctPaths: 20_000,
  values: 400_000,
  contextTimeoutMs: 600_000,
}
