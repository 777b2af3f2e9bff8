/** How large the tree may grow. */
export interface TreeBounds {
  readonly contexts: number
  readonly pathsPerContext: number
  readonly sourcesPerPath: number
  /** Values in all contexts together. */
  readonly values: number
  /** How long an unheard context is kept. */
  readonly contextTimeoutMs: number
}

export const defaultBounds: TreeBounds = {
  contexts: 20_000,
  pathsPerContext: 2_000,
  sourcesPerPath: 32,
  values: 400_000,
  contextTimeoutMs: 600_000,
}
