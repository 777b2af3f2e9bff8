import type { Metadata } from '@marinedata/model'
import { t, type WordKey } from '#words/screen-words.ts'
import type { Tile } from './layout.ts'
import { nameOfPath } from '#units/path-names.ts'

/** Values that belong together and share one tile. */
interface Group {
  /** `*` is one segment, such as the name of a battery. */
  readonly pattern: string
  readonly word: WordKey
  /** Path suffixes of the group; those that the boat sends are shown, in this order. */
  readonly members: readonly string[]
  /** Whether the values are as long as texts. */
  readonly isText?: boolean
}

const groups: readonly Group[] = [
  {
    pattern: 'environment.wind',
    word: 'instruments.group.wind',
    members: ['.angleApparent', '.speedApparent', '.angleTrueWater', '.speedTrue'],
  },
  {
    pattern: 'navigation.position',
    word: 'instruments.group.position',
    members: [':latitude', ':longitude'],
    isText: true,
  },
  {
    pattern: 'electrical.batteries.*',
    word: 'instruments.group.battery',
    members: ['.capacity.stateOfCharge', '.voltage', '.current'],
  },
  {
    pattern: 'propulsion.*',
    word: 'path.engine',
    members: ['.revolutions', '.coolantTemperature', '.temperature', '.oilPressure'],
  },
]

/** Fewer are not worth a group. */
const leastMembers = 2

const groupAt = (path: string): (Group & { readonly instance: string }) | undefined => {
  for (const group of groups) {
    const start = group.pattern.replace('*', '')
    const instance = path.slice(start.length)
    const fits = group.pattern.endsWith('*') ? /^[^.:]+$/.test(instance) : instance === ''
    if (path.startsWith(start) && fits) return { ...group, instance }
  }
  return undefined
}

/** One value of a group. */
interface GroupMember {
  readonly path: string
  readonly name: string
  readonly meta: Metadata
  readonly isText: boolean
}

const noMeta: Metadata = {}

/** The values of a group that the boat sends; all of them while the boat's are unknown. */
export const membersOf = (
  path: string,
  metaByPath: ReadonlyMap<string, Metadata> = new Map(),
): readonly GroupMember[] => {
  const group = groupAt(path)
  if (group === undefined) return []
  const sent = group.members.filter((member) => metaByPath.has(`${path}${member}`))
  return (sent.length > 0 ? sent : group.members).map((member) => {
    const meta = metaByPath.get(`${path}${member}`) ?? noMeta
    // The battery or engine has the name of the group.
    const name = nameOfPath(`${group.pattern}${member}`, meta)
    return { path: `${path}${member}`, name, meta, isText: group.isText === true }
  })
}

/** The groups of which the boat sends enough values, in the order of the table. */
export const groupsIn = (sent: readonly string[], pattern?: string): readonly string[] =>
  groups
    .filter((group) => pattern === undefined || group.pattern === pattern)
    .flatMap((group) => {
      const members = sent.flatMap((path) => {
        const found = group.members.find((member) => path.endsWith(member))
        const start = found && path.slice(0, -found.length)
        return start !== undefined && groupAt(start)?.pattern === group.pattern ? [start] : []
      })
      return [...new Set(members)].filter(
        (start) => members.filter((each) => each === start).length >= leastMembers,
      )
    })

const nameOfGroup = (path: string): string => {
  const group = groupAt(path)
  return group === undefined ? path : [t(group.word), group.instance].filter(Boolean).join(' ')
}

export const nameOfTile = ({ kind, path }: Pick<Tile, 'kind' | 'path'>, meta?: Metadata): string => {
  if (kind === 'sail') return t('instruments.kind.sail')
  return kind === 'group' ? nameOfGroup(path) : nameOfPath(path, meta)
}
