import { existsSync, readdirSync, readlinkSync, realpathSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { systemFolders } from './bwrap-arguments.ts'
import { isWithin } from './within.ts'

/** More files than any plugin has. */
const maxEntries = 50_000

const targetOf = (link: string): string =>
  existsSync(link) ? realpathSync(link) : resolve(dirname(link), readlinkSync(link))

/**
 * The first symbolic link in a folder whose target is neither in one of the places nor in a system folder; undefined
 * when there is none. Following such a link would leave what a plugin may read.
 * @throws Error when the folder has more than 50,000 entries
 */
export const findEscapingLink = (folder: string, places: readonly string[]): string | undefined => {
  const allowed = [...places, ...systemFolders]
  const pending = [folder]
  let seen = 0
  for (let at = pending.pop(); at !== undefined; at = pending.pop())
    for (const entry of readdirSync(at, { withFileTypes: true })) {
      const path = join(at, entry.name)
      if (++seen > maxEntries) throw new Error(`${folder} contains more than ${maxEntries} files`)
      if (entry.isDirectory()) pending.push(path)
      if (!entry.isSymbolicLink()) continue
      const target = targetOf(path)
      if (!allowed.some((place) => isWithin(place, target))) return path
    }
  return undefined
}
