/** Finds a path from `start` back to itself along `edges`. */
function findCycle(start: string, edges: ReadonlyMap<string, readonly string[]>): string[] | undefined {
  const seen = new Set<string>()
  const walk = (node: string, trail: readonly string[]): string[] | undefined => {
    for (const next of edges.get(node) ?? []) {
      if (next === start) return [...trail, next]
      if (seen.has(next)) continue
      seen.add(next)
      const cycle = walk(next, [...trail, next])
      if (cycle !== undefined) return cycle
    }
    return undefined
  }
  return walk(start, [start])
}

/** One line per cycle, starting at its alphabetically first member. */
export function cycleFaults(edges: ReadonlyMap<string, readonly string[]>): string[] {
  return [...edges.keys()].flatMap((start) => {
    const cycle = findCycle(start, edges)
    const isFirst = cycle !== undefined && cycle.every((node) => node >= start)
    return isFirst ? [`${cycle.join(' → ')} go round in a circle`] : []
  })
}
