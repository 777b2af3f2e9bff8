import { existsSync, readdirSync, readlinkSync, realpathSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { systemFolders } from './bwrap-words.ts'
import { isWithin } from './within.ts'

/** More than any plugin has; a folder with more is not searched to its end. */
const mostEntries = 50_000

const targetOf = (link: string): string =>
  existsSync(link) ? realpathSync(link) : resolve(dirname(link), readlinkSync(link))

/**
 * The first symbolic link in a folder that leads to neither of these places nor to the programs of the machine; undefined
 * when there is none. Whoever follows such a link leaves what a plugin may read.
 * @throws Error when the folder holds too much to be searched
 */
export const linkOut = (folder: string, places: readonly string[]): string | undefined => {
  const allowed = [...places, ...systemFolders]
  const waiting = [folder]
  let seen = 0
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop())
    for (const entry of readdirSync(at, { withFileTypes: true })) {
      const path = join(at, entry.name)
      if (++seen > mostEntries) throw new Error(`${folder} holds more than ${mostEntries} files`)
      if (entry.isDirectory()) waiting.push(path)
      if (!entry.isSymbolicLink()) continue
      const target = targetOf(path)
      if (!allowed.some((place) => isWithin(place, target))) return path
    }
  return undefined
}
