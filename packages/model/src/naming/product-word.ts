import { Type, type Static } from '#schema-language.ts'

/**
 * The product word is the fixed path segment of every URL and part of the URN namespace. The server reads it from a
 * setting; functions get it as an argument.
 */
// Marked as pure, so that a bundle that needs only the default word does not include TypeBox.
export const ProductWord = /* @__PURE__ */ Type.String({
  pattern: '^[a-z][a-z0-9-]{1,31}$',
  description: 'The word in the fixed path segment and in the URN namespace',
})
export type ProductWord = Static<typeof ProductWord>

export const defaultProductWord: ProductWord = 'marinedata'
