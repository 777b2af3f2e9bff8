import { Type, type Static } from '#schema-language.ts'

/**
 * The product word: it stands in the fixed path segment of every address and in the URN namespace.
 * Everything that needs it takes it as an argument; the server reads it from one setting.
 */
// Pure: whoever needs only the default word does not load the language of schemas.
export const ProductWord = /* @__PURE__ */ Type.String({
  pattern: '^[a-z][a-z0-9-]{1,31}$',
  description: 'The word in the fixed path segment and in the URN namespace',
})
export type ProductWord = Static<typeof ProductWord>

export const defaultProductWord: ProductWord = 'marinedata'
