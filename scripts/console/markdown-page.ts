/** A page of the documentation as served by the boat, where there may be no internet. */
export interface MarkdownPage {
  readonly title: string
  readonly html: string
}

/** Text as it appears in HTML. */
export const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign)

const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .replace(/\s/g, '-')

/** Other pages of the documentation are not on the boat: a link to one is replaced by its text. */
const linked = (words: string, address: string): string =>
  /^(?:#|https?:)/.test(address) ? `<a href="${address}">${words}</a>` : words

/** Formats inline Markdown. Code first: nothing in it is interpreted. */
export const inline = (text: string): string =>
  text
    .split(/(`[^`]+`)/)
    .map((part) =>
      part.startsWith('`')
        ? `<code>${escaped(part.slice(1, -1))}</code>`
        : escaped(part)
            .replace(/\[([^\]]+)\]\(([^)]+)\)/g, (_whole, words: string, address: string) =>
              linked(words, address),
            )
            .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
            .replace(/\*([^*]+)\*/g, '<em>$1</em>'),
    )
    .join('')

const row = (line: string, tag: 'td' | 'th'): string => {
  const cells = line.replace(/^\||\|$/g, '').split('|')
  return `<tr>${cells.map((cell) => `<${tag}>${inline(cell.trim())}</${tag}>`).join('')}</tr>`
}

const table = ([head = '', , ...body]: readonly string[]): string =>
  `<table>${row(head, 'th')}${body.map((line) => row(line, 'td')).join('')}</table>`

const heading = (line: string): string => {
  const [, marks = '#', words = ''] = /^(#+)\s+(.*)$/.exec(line) ?? []
  return `<h${marks.length} id="${anchorOf(words)}">${inline(words)}</h${marks.length}>`
}

/** Items of a numbered list may have bullets below them. */
const numberedList = (text: string): string => {
  const items = text.split(/^\d+\. /m).slice(1)
  return `<ol>${items
    .map((item) => {
      const [words = '', ...bullets] = item.trimEnd().split(/\n +- /)
      const below = bullets.map((bullet) => `<li>${inline(bullet)}</li>`).join('')
      return `<li>${inline(words)}${below === '' ? '' : `<ul>${below}</ul>`}</li>`
    })
    .join('')}</ol>`
}

const block = (text: string): string => {
  const lines = text.split('\n')
  const [first = ''] = lines
  if (first.startsWith('```')) return `<pre><code>${escaped(lines.slice(1, -1).join('\n'))}</code></pre>`
  if (first.startsWith('#')) return heading(first)
  if (first.startsWith('|')) return table(lines)
  if (/^\d+\. /.test(first)) return numberedList(text)
  return `<p>${inline(lines.join(' '))}</p>`
}

/** Blocks are separated by empty lines, except in code. */
const blocksOf = (markdown: string): readonly string[] =>
  (markdown.match(/```[\s\S]*?```|(?:(?!```)[^\n]+\n?)+/g) ?? []).map((text) => text.trimEnd())

/** The Markdown that our pages use: headings, paragraphs, numbered lists, tables, code, emphasis and links. */
export const pageOfMarkdown = (markdown: string): MarkdownPage => {
  const title = /^# (.*)$/m.exec(markdown)?.[1]
  if (title === undefined) throw new TypeError('The page has no title')
  return { title, html: blocksOf(markdown).map(block).join('\n') }
}
