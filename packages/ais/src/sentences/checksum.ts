/** The exclusive or of all characters between the start of a sentence and `*`. */
export const checksumOf = (text: string, from = 0, end: number = text.length): number => {
  let sum = 0
  for (let index = from; index < end; index++) sum ^= text.charCodeAt(index)
  return sum
}

/** Adds the start and the checksum to the body of a sentence. */
export const withChecksum = (body: string, start = '$'): string =>
  `${start}${body}*${checksumOf(body).toString(16).toUpperCase().padStart(2, '0')}`
