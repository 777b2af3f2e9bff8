const quietModules = 2
const whiteOnBlack = '\u001B[97;40m'
const plain = '\u001B[0m'

/** Two modules, one above the other, are one character. */
const block = (isUpperLight: boolean, isLowerLight: boolean): string => {
  if (isUpperLight) return isLowerLight ? '█' : '▀'
  return isLowerLight ? '▄' : ' '
}

/** A QR code for a terminal, in colours of its own: phones read it whatever the terminal's are. */
export const qrCode = async (text: string): Promise<string> => {
  // Loaded only when it is printed: an idle server does not hold it.
  const { encode } = await import('uqr')
  const { data } = encode(text, { ecc: 'L', border: quietModules })
  const lines: string[] = []
  for (let y = 0; y < data.length; y += 2) {
    const [upper = [], lower] = [data[y], data[y + 1]]
    const blocks = upper.map((isDark, x) => block(!isDark, lower !== undefined && lower[x] === false))
    lines.push(`${whiteOnBlack}${blocks.join('')}${plain}`)
  }
  return `${lines.join('\n')}\n`
}
