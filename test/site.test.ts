import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { checkSite } from '../scripts/site/check-site.ts'
import { siteConfig } from '../scripts/site/site-config.ts'
import { rewriteLinks } from '../scripts/site/site-links.ts'
import { sidebar, sitePages } from '../scripts/site/site-pages.ts'

const root = join(import.meta.dirname, '..')
const pages = sitePages(root)
const rewritten = (text: string, source = 'docs/console.md'): string =>
  rewriteLinks(text, source, {
    root,
    pages,
    showSource: (path) => `source/${path}.md`,
    showPicture: (path) => path.replace('docs/', ''),
  })

test('links of a document lead to pages of the site', () => {
  assert.equal(rewritten('[a](charts.md#add)'), '[a](./charts.md#add)')
  assert.equal(rewritten('[a](gateways/README.md)'), '[a](./gateways/index.md)')
  assert.equal(rewritten('[`a`](../plugins/nmea0183/README.md)'), '[`a`](./plugins/nmea0183.md)')
  assert.equal(rewritten('[a](../plugins/anchor-watch)'), '[a](./plugins/anchor-watch.md)')
  assert.equal(rewritten('[a](../ARCHITECTURE.md)'), '[a](./project/architecture.md)')
  assert.equal(rewritten('[a](../docs/faq.md)', 'bench/README.md'), '[a](./faq.md)')
  assert.equal(rewritten('[a](../examples/python-plugin)'), '[a](./source/examples/python-plugin.md)')
  assert.equal(rewritten('[a](screens) [b](#c)'), 'a [b](#c)')
  assert.equal(rewritten('```sh\n[a](gone.md)\n```'), '```sh\n[a](gone.md)\n```')
})

test('a link or a picture that does not exist stops the build', () => {
  assert.throws(() => rewritten('[a](gone.md)'), /docs\/gone\.md does not exist/)
  assert.throws(() => rewritten('![a](gone.png)'), /docs\/gone\.png does not exist/)
})

test('every page in the folder docs is in the sidebar', () => {
  const named = new Set(sidebar.flatMap(({ entries }) => entries.map(({ source }) => source)))
  assert.deepEqual(
    [...pages.keys()].filter((source) => /^docs\/[^/]+\.md$/.test(source) && !named.has(source)),
    [],
  )
  assert.equal(siteConfig({ root, outDir: root }).base, '/guide/')
})

test('the check of a built site finds dead links, dead parts of a page and inline code', () => {
  const folder = mkdtempSync(join(tmpdir(), 'marinedata-site-'))
  try {
    mkdirSync(join(folder, 'a'))
    writeFileSync(join(folder, 'a/index.html'), '<h1 id="here">A</h1>')
    const links = ['/guide/a/#here', '/guide/a/#gone', '/guide/gone.html', '/docs', '/etc', '#part']
    const html = links.map((link) => `<a href="${link}">a</a>`).join('')
    writeFileSync(join(folder, 'index.html'), `<p style="color: red">${html}</p>`)
    assert.deepEqual(checkSite(folder).faults, [
      'index.html: a/#gone does not exist',
      'index.html: gone.html does not exist',
      'index.html: outside the site: /etc does not exist',
      'index.html: index.html#part does not exist',
      'index.html: has something inline',
    ])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
