import { isDeepStrictEqual } from 'node:util'

const shown = (value: unknown): string =>
  value === undefined ? 'nothing' : (JSON.stringify(value) ?? 'nothing')

const membersOf = (value: unknown): Readonly<Record<string, unknown>> | undefined =>
  typeof value === 'object' && value !== null ? { ...value } : undefined

/** The first difference between two manifests, as text; undefined when they are equal. */
export const manifestDifference = (actual: unknown, filed: unknown, place = ''): string | undefined => {
  if (isDeepStrictEqual(actual, filed)) return undefined
  const ours = membersOf(actual)
  const theirs = membersOf(filed)
  if (ours === undefined || theirs === undefined)
    return `at ${place === '' ? '/' : place} the plugin has ${shown(actual)}, the file has ${shown(filed)}`
  const names = new Set([...Object.keys(ours), ...Object.keys(theirs)])
  for (const name of names) {
    const difference = manifestDifference(ours[name], theirs[name], `${place}/${name}`)
    if (difference !== undefined) return difference
  }
  return `at ${place === '' ? '/' : place} they are of different kinds`
}
