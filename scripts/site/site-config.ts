import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DefaultTheme, UserConfig } from 'vitepress'
import { codeColours } from './code-colours.ts'
import { sidebar, sitePages } from './site-pages.ts'

/** Where the server serves the site. */
export const base = '/guide/'

export interface SiteConfigOptions {
  readonly root: string
  readonly outDir: string
}

const linkOf = (page: string): string => `/${page.replace(/(?:index)?\.md$/, '')}`

const sidebarOf = (root: string): DefaultTheme.SidebarItem[] => {
  const pages = sitePages(root)
  return sidebar.map(({ title, entries }) => ({
    text: title,
    items: entries.map(({ source, title: text }) => {
      const page = pages.get(source)
      if (page === undefined) throw new Error(`The sidebar names ${source}, which does not exist`)
      return { text, link: linkOf(page) }
    }),
  }))
}

/**
 * Moves inline scripts into files and removes inline styles: the server allows neither. One style is set again by a script, the
 * other is in `site.css`.
 */
const withoutInline = (html: string, outDir: string): string =>
  html
    .replaceAll(/ style="[^"]*"/g, '')
    .replaceAll(
      /<script((?:\s(?!src=)[\w-]+(?:="[^"]*")?)*)>([\s\S]+?)<\/script>/g,
      (_whole, attributes: string, code: string) => {
        const name = `assets/script-${createHash('sha256').update(code).digest('hex').slice(0, 8)}.js`
        mkdirSync(join(outDir, 'assets'), { recursive: true })
        writeFileSync(join(outDir, name), code)
        return `<script${attributes} src="${base}${name}"></script>`
      },
    )

/** The same parts of addresses as on code hosting sites, so that one link works in both places. */
const slugify = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-')

/** The configuration of VitePress. */
export const siteConfig = ({ root, outDir }: SiteConfigOptions): UserConfig<DefaultTheme.Config> => ({
  title: 'marinedata',
  description: 'The guide of marinedata, the marine data server',
  lang: 'en',
  base,
  outDir,
  head: [['link', { rel: 'icon', href: `${base}icon.svg` }]],
  // The pages name addresses on the own machine.
  ignoreDeadLinks: 'localhostLinks',
  metaChunk: true,
  // One page after the other: the index of the search has their order, and the same sources must give the same bytes.
  buildConcurrency: 1,
  // Light or dark as the device says, or as chosen. The theme would disable transitions with an inline style.
  appearance: { disableTransition: false },
  markdown: {
    anchor: { slugify },
    ...codeColours,
  },
  transformHtml: (html) => withoutInline(html, outDir),
  themeConfig: {
    sidebar: sidebarOf(root),
    outline: [2, 3],
    search: { provider: 'local' },
    docFooter: { prev: 'Previous', next: 'Next' },
  },
})
