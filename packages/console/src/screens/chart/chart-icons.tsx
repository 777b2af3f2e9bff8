import type { JSX } from 'preact'
import { lineIcon } from '#parts/icons.tsx'

export const chartIcons = {
  follow: lineIcon(
    <>
      <circle cx="12" cy="12" r="6" />
      <path d="M12 2v5M12 17v5M2 12h5M17 12h5" />
      <circle cx="12" cy="12" r="1" fill="currentColor" />
    </>,
  ),
  plus: lineIcon(<path d="M5 12h14M12 5v14" stroke-width="2.4" />),
  minus: lineIcon(<path d="M5 12h14" stroke-width="2.4" />),
  ships: lineIcon(<path d="M8 3l4.500 12h-9zM17 9l4 11h-8z" />),
  routes: lineIcon(
    <>
      <circle cx="5" cy="19" r="2.300" />
      <circle cx="19" cy="5" r="2.300" />
      <path d="M7.200 18.200c6-.8 1.500-6 5-7.700 2-1 3.600-1.500 5-3.700" stroke-dasharray="2.500 2.800" />
    </>,
  ),
  layers: lineIcon(
    <path d="M12 3l9 5-9 5-9-5zM3.500 12.200L12 17l8.500-4.800M3.500 16.200L12 21l8.500-4.800" />,
  ),
  tools: lineIcon(<path d="M4 6.500h16M4 12h16M4 17.500h16" />),
} as const

/** An arrow with the letter of the direction that is up. */
export const UpArrow = ({ letter }: { readonly letter: string }): JSX.Element => (
  <span class="chart-up" aria-hidden="true">
    <svg viewBox="0 0 12 8" width="14" height="9" fill="currentColor">
      <path d="M6 0l6 8H0z" />
    </svg>
    {letter}
  </span>
)
