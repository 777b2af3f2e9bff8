const heeded = { passive: false } as const

/** Whether the address asks for kiosk mode: `?kiosk=1`. */
export const isKiosk = (query: URLSearchParams): boolean => query.get('kiosk') === '1'

const stop = (event: Event): void => event.preventDefault()

const stopZoom = (event: WheelEvent): void => {
  if (event.ctrlKey) event.preventDefault()
}

/**
 * Turns off text selection, the browser's context menu and page zoom on a built-in screen. The chart can still be
 * zoomed, and no part of the console is hidden.
 */
export const beKiosk = (page: Document): void => {
  page.documentElement.dataset['kiosk'] = ''
  page.addEventListener('contextmenu', stop)
  // Safari ignores the style and needs this handler.
  page.addEventListener('gesturestart', stop)
  page.addEventListener('wheel', stopZoom, heeded)
}
