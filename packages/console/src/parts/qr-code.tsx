import type { JSX } from 'preact'
import { encode } from 'uqr'
import { t } from '#words/screen-words.ts'
import './qr-code.css'

/** A link as a QR code, black on white in every palette so that phones can read it. */
export const QrCode = ({ text }: { readonly text: string }): JSX.Element => {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg
      class="qr-code"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={t('access.qr')}
      shape-rendering="crispEdges"
    >
      <path d={dark.join('')} fill="#000000" />
    </svg>
  )
}
