/** The value of a hexadecimal digit by its character code; -1 for any other character. */
const digit = (code: number): number => {
  if (code >= 48 && code <= 57) return code - 48
  const letter = code | 32
  return letter >= 97 && letter <= 102 ? letter - 87 : -1
}

/** Reads hexadecimal digits from `start` to before `end`; -1 for no digits, more than eight, or other characters. */
export const hexNumber = (text: string, start: number, end: number): number => {
  if (end <= start || end - start > 8) return -1
  let value = 0
  for (let at = start; at < end; at++) {
    const next = digit(text.charCodeAt(at))
    if (next < 0) return -1
    value = value * 16 + next
  }
  return value
}

/** Reads pairs of hexadecimal digits with `gap` blanks between them; undefined when they are not. */
export const hexBytes = (text: string, start: number, gap: 0 | 1): Uint8Array | undefined => {
  const length = (text.length - start + gap) / (2 + gap)
  if (!Number.isInteger(length) || length < 0) return undefined
  const bytes = new Uint8Array(length)
  for (let index = 0, at = start; index < length; index++, at += 2 + gap) {
    const high = digit(text.charCodeAt(at))
    const low = digit(text.charCodeAt(at + 1))
    if (high < 0 || low < 0 || (gap === 1 && index > 0 && text.charCodeAt(at - 1) !== 32)) return undefined
    bytes[index] = high * 16 + low
  }
  return bytes
}

/** Writes a number with at least so many hexadecimal digits, in capitals. */
export const hexText = (value: number, digits: number): string =>
  value.toString(16).toUpperCase().padStart(digits, '0')

export const hexTexts = (bytes: Uint8Array): string[] => [...bytes].map((byte) => hexText(byte, 2))
