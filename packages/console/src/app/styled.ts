/** Brings the style sheet of a screen that is loaded later; nobody sees the screen without it. */
export const styled = (address: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = address
    link.addEventListener('load', () => resolve())
    link.addEventListener('error', () => reject(new TypeError(`${address} could not be loaded`)))
    document.head.append(link)
  })
