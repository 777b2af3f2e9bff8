import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { base } from './site-config.ts'

export interface CheckedSite {
  readonly pages: number
  /** All files, sorted. */
  readonly files: readonly string[]
  readonly faults: readonly string[]
}

const valuesOf = (html: string, pattern: RegExp): string[] =>
  [...html.matchAll(pattern)].map(([, value = '']) => value.replaceAll('&amp;', '&'))

/** Addresses of the site in a page, relative to the base; `#part` alone belongs to the page itself. */
const addressesOf = (page: string, html: string): string[] =>
  valuesOf(html, / (?:href|src)="([^"]*)"/g).flatMap((address) => {
    if (address.startsWith('#')) return [`${page}${address}`]
    if (address.startsWith(base)) return [address.slice(base.length)]
    return address.startsWith('/') ? [`outside the site: ${address}`] : []
  })

/** Server addresses to which pages may link. */
const served = new Set(['/docs', '/docs/stream', '/'])

/**
 * Checks a built site: every link leads to a file, and its part to an element with that id; and nothing is
 * inline.
 */
export const checkSite = (folder: string): CheckedSite => {
  const files = globSync('**/*', { cwd: folder, withFileTypes: true })
    .filter((found) => found.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
    .toSorted()
  const names = new Set(files)
  const pages = new Map(
    files
      .filter((file) => file.endsWith('.html'))
      .map((file) => [file, readFileSync(join(folder, file), 'utf8')]),
  )
  const ids = new Map([...pages].map(([page, html]) => [page, new Set(valuesOf(html, / id="([^"]*)"/g))]))
  const faultOf = (address: string): boolean => {
    if (address.startsWith('outside the site: '))
      return !served.has(address.slice('outside the site: '.length))
    const [path = '', part = ''] = address.split('#')
    const file = path === '' || path.endsWith('/') ? `${path}index.html` : decodeURI(path)
    if (!names.has(file)) return true
    return part !== '' && ids.get(file)?.has(decodeURIComponent(part)) !== true
  }
  const faults = [...pages].flatMap(([page, html]) => [
    ...new Set(
      addressesOf(page, html)
        .filter(faultOf)
        .map((address) => `${page}: ${address} does not exist`),
    ),
    ...(/<script(?![^>]*\ssrc=)|<style|\sstyle="|\son[a-z]+="/.test(html)
      ? [`${page}: has something inline`]
      : []),
  ])
  if (pages.size === 0) faults.push('no pages')
  return { pages: pages.size, files, faults }
}
