import { selfContext, type PluginClaim } from '@marinedata/model'
import type { PluginManifest } from '@marinedata/plugin-api/host'

type Kind = PluginClaim['kind']

const claims = (kind: Kind, values: readonly string[] = []): PluginClaim[] =>
  values.map((value) => ({ kind, value }))

/** The settings that grant the plugin access to files, by what they grant: a file, or the folder of a port. */
const grantClaims = ({ settings }: PluginManifest): PluginClaim[] => {
  const { properties = {} } = (settings ?? {}) as { properties?: Readonly<Record<string, unknown>> }
  return Object.entries(properties).flatMap(([name, member]) => {
    const { grants } = (member ?? {}) as { readonly grants?: unknown }
    if (grants === 'read') return claims('grant-read', [name])
    return grants === 'ports' ? claims('grant-ports', [name]) : []
  })
}

/** The contexts of a claim; own ship by default. */
const contextsOf = (claim: { readonly contexts?: readonly string[] } | undefined): readonly string[] =>
  claim === undefined ? [] : (claim.contexts ?? [selfContext])

/** Topics with the kind of their bus, such as `nmea2000 126208`. */
const topicsOn = (kind: string, topics: readonly string[] = []): string[] =>
  topics.map((topic) => `${kind} ${topic}`)

/** Its pages, and the requests that it answers. */
const webClaims = ({ pages, requests }: PluginManifest): PluginClaim[] => [
  ...claims('page', pages === undefined ? [] : ['all']),
  ...claims('request', requests === true ? ['all'] : []),
]

/** The rights on alerts. */
const alertClaims = ({ notifications, answersAlerts }: PluginManifest): PluginClaim[] => [
  ...claims('notification', notifications),
  ...claims('answer-alerts', answersAlerts === true ? ['all'] : []),
]

/** All claims of a manifest. */
export const claimsOf = (manifest: PluginManifest, packageName: string): PluginClaim[] => {
  const { run, needs, writes, reads, provides, resources, offers, buses = [] } = manifest
  return [
    ...claims('package', [packageName]),
    ...claims('program', run?.slice(0, 1)),
    ...claims('need', needs),
    ...claims('write', writes?.paths),
    ...claims('write-context', contextsOf(writes)),
    ...claims('write-source', writes?.sources),
    ...claims('read', reads?.paths),
    ...claims('read-context', contextsOf(reads)),
    ...claims('read-log', reads?.log === true ? ['all'] : []),
    ...alertClaims(manifest),
    ...claims('provide', provides),
    ...claims('resource', resources),
    ...claims('offer-bus', offers?.buses),
    ...buses.flatMap(({ kind, hears, sends }) => [
      ...claims('hear-bus', topicsOn(kind, hears)),
      ...claims('send-bus', topicsOn(kind, sends)),
    ]),
    ...webClaims(manifest),
    ...grantClaims(manifest),
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

/** Whether a segment pattern matches everything that another pattern matches. A `*` in `other` is compared as a literal. */
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

/** Whether everything that matches `other` also matches `pattern`. */
export const patternCovers = (pattern: string, other: string): boolean => {
  const wanted = pattern.split('.')
  const given = other.split('.')
  const takesRest = wanted.at(-1) === '*' || wanted.at(-1) === '**'
  const fixed = takesRest ? wanted.slice(0, -1) : wanted
  const isLongEnough = takesRest ? given.length > fixed.length : given.length === fixed.length
  // A pattern that ends in a wildcard is covered only by a pattern that also does.
  const isOpen = given.at(-1) === '*' || given.at(-1) === '**'
  return (
    isLongEnough &&
    (takesRest || !isOpen) &&
    fixed.every((segment, at) => segmentCovers(segment, given[at] ?? ''))
  )
}

/** A claim as it was stored, also by older versions. */
interface StoredClaim {
  readonly kind: string
  readonly value: string
}

/** Older versions stored `grant` without what the setting grants. */
const isOldGrant = ({ kind }: StoredClaim): boolean => kind === 'grant'

/** Whether stored claims are in the old form. */
export const haveOldGrants = (stored: readonly StoredClaim[]): boolean => stored.some(isOldGrant)

/** Stored claims, in which an old grant counts for what the setting grants in the present version. */
export const upgradedClaims = (
  stored: readonly StoredClaim[],
  present: readonly PluginClaim[],
): readonly PluginClaim[] => {
  const grants = present.filter(({ kind }) => kind === 'grant-read' || kind === 'grant-ports')
  return stored.flatMap((claim) =>
    // All other stored claims are in the present form.
    isOldGrant(claim) ? grants.filter(({ value }) => value === claim.value) : [claim as PluginClaim],
  )
}

const covers = (agreed: PluginClaim, claim: PluginClaim): boolean => {
  if (agreed.kind !== claim.kind) return false
  return patternKinds.has(claim.kind)
    ? patternCovers(agreed.value, claim.value)
    : agreed.value === claim.value
}

/** The claims that are not covered by the approved ones. */
export const claimsBeyond = (
  agreed: readonly PluginClaim[],
  present: readonly PluginClaim[],
): PluginClaim[] => present.filter((claim) => !agreed.some((each) => covers(each, claim)))
