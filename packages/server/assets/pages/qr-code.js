/* oxlint-disable typescript/no-unsafe-argument, typescript/no-unsafe-assignment, typescript/no-unsafe-call, typescript/no-unsafe-member-access, typescript/no-unsafe-return -- plain JavaScript for browsers, without types */
// A link as a picture that a phone reads.
import { encode } from './uqr.js'

const namespace = 'http://www.w3.org/2000/svg'

const svg = (name, attributes) => {
  const made = document.createElementNS(namespace, name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  return made
}

export const qrCode = (text) => {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  const picture = svg('svg', {
    class: 'qr',
    viewBox: `0 0 ${size} ${size}`,
    role: 'img',
    'aria-label': 'The link as a QR code',
    'shape-rendering': 'crispEdges',
  })
  picture.append(svg('path', { d: dark.join(''), fill: '#000000' }))
  return picture
}
