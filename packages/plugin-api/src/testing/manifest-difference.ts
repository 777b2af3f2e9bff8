import { isDeepStrictEqual } from 'node:util'

const shown = (value: unknown): string =>
  value === undefined ? 'nothing' : (JSON.stringify(value) ?? 'nothing')

const membersOf = (value: unknown): Readonly<Record<string, unknown>> | undefined =>
  typeof value === 'object' && value !== null ? { ...value } : undefined

/** Where two manifests differ first, in words; undefined when they do not. */
export const manifestDifference = (told: unknown, filed: unknown, place = ''): string | undefined => {
  if (isDeepStrictEqual(told, filed)) return undefined
  const ours = membersOf(told)
  const theirs = membersOf(filed)
  if (ours === undefined || theirs === undefined)
    return `at ${place === '' ? '/' : place} it tells ${shown(told)}, its file has ${shown(filed)}`
  const names = new Set([...Object.keys(ours), ...Object.keys(theirs)])
  for (const name of names) {
    const difference = manifestDifference(ours[name], theirs[name], `${place}/${name}`)
    if (difference !== undefined) return difference
  }
  return `at ${place === '' ? '/' : place} they are of different kinds`
}
