import type { ComponentChildren, JSX } from 'preact'

/** Creates an icon from lines; also used by the screens. */
export const lineIcon = (lines: ComponentChildren) => (): JSX.Element => (
  <svg
    viewBox="0 0 24 24"
    width="24"
    height="24"
    fill="none"
    stroke="currentColor"
    stroke-width="1.8"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
  >
    {lines}
  </svg>
)

/** Inline SVG: no font, no file, one line width. */
export const icons = {
  helm: lineIcon(
    <>
      <circle cx="12" cy="12" r="6.5" />
      <circle cx="12" cy="12" r="1.6" />
      <path d="M12 2v8.4M12 13.6V22M2 12h8.4M13.6 12H22M4.9 4.9l5.9 5.9M13.2 13.2l5.9 5.9M19.1 4.9l-5.9 5.9M10.8 13.2l-5.9 5.9" />
    </>,
  ),
  chart: lineIcon(<path d="M3 6l6-2.5 6 2.5 6-2.5v14.5l-6 2.5-6-2.5-6 2.5zM9 3.5V18M15 6v14.5" />),
  anchor: lineIcon(
    <>
      <circle cx="12" cy="4.5" r="2.3" />
      <path d="M12 7v14M7.5 10.5h9M4 14c.6 4.2 4 7 8 7s7.4-2.8 8-7M4 14l-1.6 2.6M4 14l2.8 1.4M20 14l1.6 2.6M20 14l-2.8 1.4" />
    </>,
  ),
  alerts: lineIcon(<path d="M6 16V11a6 6 0 0 1 12 0v5l1.8 2.2H4.200zM10 21h4M12 5V3" />),
  instruments: lineIcon(<path d="M4.500 18.500a9.500 9.500 0 1 1 15 0M12 14l4.500-5M11 14h2" />),
  data: lineIcon(<path d="M4 5h16M4 10h10M4 15h16M4 20h7M18 9v2M15 19v2" />),
  history: lineIcon(
    <path d="M3.500 12a8.500 8.500 0 1 0 2.500-6L3.500 8.500M3.500 4v4.500H8M12 7.500V12l3 2" />,
  ),
  devices: lineIcon(
    <>
      <rect x="3" y="4" width="18" height="7" rx="1.5" />
      <rect x="3" y="13" width="18" height="7" rx="1.5" />
      <path d="M7 7.500h.01M7 16.500h.01M11 7.500h6M11 16.500h6" />
    </>,
  ),
  access: lineIcon(
    <>
      <circle cx="9" cy="8" r="3.500" />
      <path d="M2.500 20c.5-4 3-6 6.500-6s6 2 6.500 6M16 5a3.500 3.500 0 0 1 0 6.500M18 14.500c2 .8 3.200 2.600 3.500 5.500" />
    </>,
  ),
  boat: lineIcon(<path d="M3 16h18l-3 4.500H6zM12 13.500V3l6.500 10.500zM9 13.500V8l-4 5.500z" />),
  logbook: lineIcon(<path d="M6 3h13v18H6a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2zM8 3v18M11.500 8h4M11.500 12h4" />),
  settings: lineIcon(<path d="M4 7h9M17 7h3M4 17h3M11 17h9M15 4.500v5M9 14.500v5M4 12h16" />),
  more: lineIcon(<path d="M5 12h.01M12 12h.01M19 12h.01" stroke-width="3.500" />),
  sun: lineIcon(
    <>
      <circle cx="12" cy="12" r="4" />
      <path d="M12 2.500v2.500M12 19v2.500M2.500 12H5M19 12h2.500M5.300 5.300l1.700 1.700M17 17l1.700 1.700M18.700 5.300L17 7M7 17l-1.700 1.700" />
    </>,
  ),
  moon: lineIcon(<path d="M20 14.500A8.500 8.500 0 0 1 9.500 4a8.500 8.500 0 1 0 10.500 10.500z" />),
  dusk: lineIcon(<path d="M3 17h18M6 21h12M7 13a5 5 0 0 1 10 0M12 3v3M4.500 6.500l2 2M19.500 6.500l-2 2" />),
  lock: lineIcon(
    <>
      <rect x="5" y="11" width="14" height="9.500" rx="2" />
      <path d="M8 11V8a4 4 0 0 1 8 0v3" />
    </>,
  ),
} as const

export type IconName = keyof typeof icons
