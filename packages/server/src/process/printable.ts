/**
 * Replaces control characters and those that change the direction of the text. Text from files and from other people could
 * otherwise hide, move or reverse the lines around it in a terminal.
 */
export const printable = (line: string): string =>
  line.replaceAll(/[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu, '\uFFFD')

/** The same for a text of several lines. */
export const printableLines = (text: string): string => text.split('\n').map(printable).join('\n')
