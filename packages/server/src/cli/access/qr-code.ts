const quietModules = 2
const whiteOnBlack = '\u001B[97;40m'
const plain = '\u001B[0m'

/** One character shows two modules, one above the other. */
const block = (isUpperLight: boolean, isLowerLight: boolean): string => {
  if (isUpperLight) return isLowerLight ? '█' : '▀'
  return isLowerLight ? '▄' : ' '
}

/** Renders a QR code for a terminal. It sets its own colours, so that phones can read it in any theme. */
export const qrCode = async (text: string): Promise<string> => {
  // Loaded on demand, to save memory in a server that does not print it.
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
