/** Control characters, marks that reverse the direction of a text, and halves of characters. */
const invisible = /\p{C}/gu

/** A text of a device as it may be shown: without invisible characters. Undefined when nothing is left. */
export const plainText = (text: string): string | undefined =>
  text.replaceAll(invisible, '').trim() || undefined
