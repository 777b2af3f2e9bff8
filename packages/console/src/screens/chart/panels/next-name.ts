import { t } from '#words/screen-words.ts'

/** The next unused name: `Route 3`. */
export const nextName = (
  word: 'chart.routeNumber' | 'chart.waypointNumber',
  named: readonly { readonly name: string }[],
): string => {
  const taken = new Set(named.map(({ name }) => name))
  for (let number = 1; ; number++) {
    const name = t(word, { number })
    if (!taken.has(name)) return name
  }
}
