import { existsSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { shownFiles } from './site-pages.ts'

/** The REST reference shows the operations of this document. */
export const openApiFile = 'docs/openapi.json'

export interface LinkContext {
  readonly root: string
  /** The file in the site of every document, by its source. */
  readonly pages: ReadonlyMap<string, string>
  /** Called for a source file or folder that needs a page of its own. Returns its file in the site. */
  readonly showSource: (path: string) => string
  /** Called for a picture. Returns its file in the site. */
  readonly showPicture: (path: string) => string
}

/** The page of the site to which a path of the repository leads; undefined when the site has none. */
const targetOf = (path: string, { root, pages, showSource }: LinkContext): string | undefined => {
  if (path === 'README.md') return 'index.md'
  if (path === openApiFile) return 'rest.md'
  const page = pages.get(path) ?? pages.get(join(path, 'README.md'))
  if (page !== undefined) return page
  return shownFiles(root, path).length > 0 ? showSource(path) : undefined
}

const linkPattern = /(!?)\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^)#:\s]+)?(#[^)\s]*)?\)/g

const relativeTo = (page: string, target: string): string => {
  const path = relative(dirname(page), target)
  return path.startsWith('.') ? path : `./${path}`
}

const codeBlock = /(^ *```[\s\S]*?^ *```$)/m

/**
 * Rewrites the links and pictures of a document for the site. A link to a source file leads to a page that shows it; a link to
 * a folder of pictures becomes text. Throws for a file that does not exist.
 */
export const rewriteLinks = (text: string, source: string, context: LinkContext): string => {
  const page = context.pages.get(source)
  if (page === undefined) throw new Error(`${source} is not a page`)
  const pictureAt = (file: string): string => {
    const path = join(dirname(source), file)
    if (!existsSync(join(context.root, path))) throw new Error(`${source}: ${path} does not exist`)
    return relativeTo(page, context.showPicture(path))
  }
  const linked = (whole: string, ...groups: readonly (string | undefined)[]): string => {
    const [mark, words = '', file, part = ''] = groups
    if (file === undefined) return whole
    if (mark === '!') return `![${words}](${pictureAt(file)})`
    const path = join(dirname(source), file)
    if (!existsSync(join(context.root, path))) throw new Error(`${source}: ${path} does not exist`)
    const target = targetOf(path, context)
    return target === undefined ? words : `[${words}](${relativeTo(page, target)}${part})`
  }
  // The words of a link may be inline code, so only code blocks are left out.
  return text
    .split(codeBlock)
    .map((part, index) => (index % 2 === 0 ? part.replaceAll(linkPattern, linked) : part))
    .join('')
    .replaceAll(/<img src="(?!https?:)([^"]+)"/g, (_whole, file: string) => `<img src="${pictureAt(file)}"`)
}
