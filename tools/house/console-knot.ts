import { posix } from 'node:path'
import { roomOf } from '../../test/architecture/floors.ts'
import { consoleFloors } from '../../test/architecture/laws.ts'
import { readSource, type SourceFile } from '../../test/architecture/read-source.ts'
import { readTree } from '../../test/architecture/read-tree.ts'

const root = 'packages/console/src/'

interface Import {
  readonly from: string
  readonly to: string
}

export interface ConsoleFigures {
  readonly rooms: number
  /** The largest set of rooms in which every room imports every other one, directly or through others. */
  readonly knot: readonly string[]
  /** Pairs of rooms that import each other. */
  readonly pairs: readonly string[]
  readonly betweenScreens: readonly string[]
}

const room = (path: string): string => roomOf(consoleFloors, path)
const isScreen = (name: string): boolean => name.startsWith('screens/')

const targetOf = (from: string, specifier: string): string | undefined => {
  if (specifier.startsWith('#')) return specifier.slice(1)
  return specifier.startsWith('.') ? posix.join(posix.dirname(from), specifier) : undefined
}

/** Imports of sources, values and types, relative to `src/`. Tests and style sheets are not counted. */
const importsIn = (files: readonly SourceFile[]): readonly Import[] =>
  files.flatMap(({ path, text }) => {
    const from = path.slice(root.length)
    return readSource({ path, text }).imports.flatMap(({ specifier = '' }) => {
      const to = targetOf(from, specifier)
      return to === undefined || to.endsWith('.css') ? [] : [{ from, to }]
    })
  })

/** The rooms that a room imports, directly or through others. */
const reachedFrom = (
  start: string,
  neighbours: ReadonlyMap<string, ReadonlySet<string>>,
): ReadonlySet<string> => {
  const reached = new Set<string>()
  const queue = [start]
  for (const reachedRoom of queue)
    for (const next of neighbours.get(reachedRoom) ?? [])
      if (!reached.has(next)) {
        reached.add(next)
        queue.push(next)
      }
  return reached
}

/** The figures of the console in a tree of sources. */
export const consoleFigures = (tree: readonly SourceFile[]): ConsoleFigures => {
  const files = tree.filter(({ path }) => path.startsWith(root) && /(?<!\.test|\.d)\.tsx?$/.test(path))
  const crossing = importsIn(files).filter(({ from, to }) => room(from) !== room(to))
  const rooms = [...new Set(files.map(({ path }) => room(path.slice(root.length))))]
  const neighbours = new Map(
    rooms.map((one) => [
      one,
      new Set(crossing.filter(({ from }) => room(from) === one).map(({ to }) => room(to))),
    ]),
  )
  const reached = new Map(rooms.map((one) => [one, reachedFrom(one, neighbours)]))
  const knots = rooms.map((one) =>
    rooms.filter((other) => reached.get(one)?.has(other) === true && reached.get(other)?.has(one) === true),
  )
  const [knot = []] = knots.toSorted((one, other) => other.length - one.length)
  const pairs = rooms.flatMap((one) =>
    rooms
      .filter((other) => one < other && neighbours.get(one)?.has(other) && neighbours.get(other)?.has(one))
      .map((other) => `${one} and ${other}`),
  )
  const betweenScreens = crossing
    .filter(({ from, to }) => isScreen(room(from)) && isScreen(room(to)))
    .map(({ from, to }) => `${from} imports ${to}`)
  return { rooms: rooms.length, knot, pairs, betweenScreens }
}

const report = (what: string, found: readonly string[], most: number): boolean => {
  process.stdout.write(`${what}: ${found.length} (goal: at most ${most})\n`)
  const isMet = found.length <= most
  if (!isMet) process.stdout.write(found.map((line) => `  ${line}\n`).join(''))
  return isMet
}

if (import.meta.main) {
  const { rooms, knot, pairs, betweenScreens } = consoleFigures(readTree())
  const isMet = [
    report(`console: rooms of ${rooms} in the largest import knot`, knot, 0),
    report('console: pairs of rooms that import each other', pairs, 0),
    report('console: imports from screen to screen', betweenScreens, 3),
  ]
  if (isMet.includes(false)) process.exitCode = 1
}
