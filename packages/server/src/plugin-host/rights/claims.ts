import { selfContext, type PluginClaim } from '@marinedata/model'
import type { PluginManifest } from '@marinedata/plugin-api/host'

type Kind = PluginClaim['kind']

const claims = (kind: Kind, values: readonly string[] = []): PluginClaim[] =>
  values.map((value) => ({ kind, value }))

/** Members of the settings that name what the plugin may read. */
const grantingMembers = ({ settings }: PluginManifest): string[] => {
  const { properties = {} } = (settings ?? {}) as { properties?: Readonly<Record<string, unknown>> }
  return Object.entries(properties).flatMap(([name, member]) =>
    typeof member === 'object' && member !== null && 'grants' in member ? [name] : [],
  )
}

/** Whose values; the own vessel's when nothing is said. */
const contextsOf = (claim: { readonly contexts?: readonly string[] } | undefined): readonly string[] =>
  claim === undefined ? [] : (claim.contexts ?? [selfContext])

/** Everything that a plugin claims for itself. */
export const claimsOf = (manifest: PluginManifest, packageName: string): PluginClaim[] => {
  const { run, needs, writes, reads, notifications, provides } = manifest
  return [
    ...claims('package', [packageName]),
    ...claims('program', run?.slice(0, 1)),
    ...claims('need', needs),
    ...claims('write', writes?.paths),
    ...claims('write-context', contextsOf(writes)),
    ...claims('write-source', writes?.sources),
    ...claims('read', reads?.paths),
    ...claims('read-context', contextsOf(reads)),
    ...claims('notification', notifications),
    ...claims('provide', provides),
    ...claims('grant', grantingMembers(manifest)),
  ]
}

const patternKinds: ReadonlySet<Kind> = new Set([
  'write',
  'write-context',
  'write-source',
  'read',
  'read-context',
  'notification',
])

/** Whether a segment with at most one `*` per place takes in another, whose own `*` is a letter like any other. */
const segmentCovers = (pattern: string, other: string): boolean => {
  const [head = '', ...parts] = pattern.split('*')
  const last = parts.pop()
  if (last === undefined) return pattern === other
  if (!other.startsWith(head) || !other.slice(head.length).endsWith(last)) return false
  let rest = other.slice(head.length, other.length - last.length)
  for (const part of parts) {
    const at = rest.indexOf(part)
    if (at < 0) return false
    rest = rest.slice(at + part.length)
  }
  return true
}

/** Whether everything that fits a pattern fits another one too. */
export const patternCovers = (pattern: string, other: string): boolean => {
  const wanted = pattern.split('.')
  const given = other.split('.')
  const takesRest = wanted.at(-1) === '*' || wanted.at(-1) === '**'
  const fixed = takesRest ? wanted.slice(0, -1) : wanted
  const isLongEnough = takesRest ? given.length > fixed.length : given.length === fixed.length
  // A pattern that itself takes in any rest is covered by one that does, and by no other.
  const isOpen = given.at(-1) === '*' || given.at(-1) === '**'
  return (
    isLongEnough &&
    (takesRest || !isOpen) &&
    fixed.every((segment, at) => segmentCovers(segment, given[at] ?? ''))
  )
}

const covers = (agreed: PluginClaim, claim: PluginClaim): boolean => {
  if (agreed.kind !== claim.kind) return false
  return patternKinds.has(claim.kind)
    ? patternCovers(agreed.value, claim.value)
    : agreed.value === claim.value
}

/** What of these claims goes beyond those that were agreed to. */
export const claimsBeyond = (
  agreed: readonly PluginClaim[],
  present: readonly PluginClaim[],
): PluginClaim[] => present.filter((claim) => !agreed.some((each) => covers(each, claim)))
