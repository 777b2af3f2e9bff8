/** Loads the style sheet of a lazily loaded screen, which is not shown before. */
export const styled = (address: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = address
    link.addEventListener('load', () => resolve())
    link.addEventListener('error', () => reject(new TypeError(`${address} could not be loaded`)))
    document.head.append(link)
  })
