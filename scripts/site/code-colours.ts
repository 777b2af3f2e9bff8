import type { MarkdownOptions } from 'vitepress'

/**
 * Kinds of words in code, each with the scopes of its grammar. The colour is only a mark: the highlighter writes it into
 * an inline style, which the server does not allow, and the transformer replaces that by the class of the kind.
 * `site.css` has the colours for readers.
 */
const kinds = {
  comment: { mark: '#000001', scope: ['comment', 'punctuation.definition.comment'] },
  keyword: { mark: '#000002', scope: ['keyword', 'storage', 'variable.language'] },
  string: { mark: '#000003', scope: ['string', 'punctuation.definition.string', 'markup.inserted'] },
  constant: { mark: '#000004', scope: ['constant', 'variable.parameter.option', 'markup.deleted'] },
  name: {
    mark: '#000005',
    scope: ['entity.name', 'support.function', 'support.type.property-name', 'variable.other.constant'],
  },
} as const

const classOfMark = new Map(
  Object.entries(kinds).map(([kind, { mark }]) => [`color:${mark}`, `code-${kind}`]),
)

/** The highlighter of VitePress, with classes instead of inline styles. */
export const codeColours: Pick<MarkdownOptions, 'theme' | 'codeTransformers'> = {
  theme: {
    name: 'kinds',
    type: 'light',
    colors: { 'editor.foreground': '#000000', 'editor.background': '#ffffff' },
    tokenColors: Object.values(kinds).map(({ mark, scope }) => ({
      scope: [...scope],
      settings: { foreground: mark },
    })),
  },
  codeTransformers: [
    {
      name: 'classes',
      span: ({ properties }) => {
        const { style } = properties
        delete properties['style']
        const name = typeof style === 'string' ? classOfMark.get(style.toLowerCase()) : undefined
        if (name !== undefined) properties['class'] = name
      },
    },
  ],
}
