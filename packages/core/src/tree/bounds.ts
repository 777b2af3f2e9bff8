/** Size limits of the tree. */
export interface TreeBounds {
  readonly contexts: number
  readonly pathsPerContext: number
  readonly sourcesPerPath: number
  /** Distinct paths in all contexts. Paths of own ship are exempt. */
  readonly distinctPaths: number
  /** Values in all contexts. */
  readonly values: number
  /** A context without updates for this long is removed. */
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
