export interface Block {
  readonly language: string
  readonly text: string
}

/** The fenced blocks of a page, in order. */
export const blocksOf = (page: string): Block[] =>
  [...page.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, language = '', text = '']) => ({
    language,
    text,
  }))

/** Whether a text matches the page, in which `…` matches anything. */
export const isAsPrinted = (text: string, printed: string): boolean => {
  const [head = '', ...rest] = printed.trim().split('…')
  const tail = rest.pop()
  if (tail === undefined) return text.trim() === head
  let at = head.length
  for (const part of rest) {
    const found = text.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return text.startsWith(head) && text.trim().slice(at).endsWith(tail)
}
