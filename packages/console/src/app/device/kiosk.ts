const heeded = { passive: false } as const

/** Whether the address asks for a screen that is built in: `?kiosk=1`. */
export const isKiosk = (query: URLSearchParams): boolean => query.get('kiosk') === '1'

const stop = (event: Event): void => event.preventDefault()

const stopZoom = (event: WheelEvent): void => {
  if (event.ctrlKey) event.preventDefault()
}

/**
 * A screen that is built in is no sheet of paper: text is not marked, no menu of the browser opens, and the page stays at
 * its size. The chart is zoomed as ever, and everything is there that is there otherwise.
 */
export const beKiosk = (page: Document): void => {
  page.documentElement.dataset['kiosk'] = ''
  page.addEventListener('contextmenu', stop)
  // Safari's own, which heeds no style.
  page.addEventListener('gesturestart', stop)
  page.addEventListener('wheel', stopZoom, heeded)
}
