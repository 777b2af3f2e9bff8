/* oxlint-disable -- runs in a browser, whose types the tests of the server do not have */
// @ts-nocheck
/** What a hostile page would try, each with what it got. */
const attempts = {
  origin: () => self.origin,
  cookie: () => document.cookie,
  setCookie: () => (document.cookie = 'marinedata-session=mine; path=/'),
  storage: () => localStorage.length,
  worker: () => navigator.serviceWorker.register('parts/main.js'),
  readBoat: async () => (await fetch('/marinedata/v1/api/vessels/self', { credentials: 'include' })).status,
  readConsole: async () => (await fetch('/', { credentials: 'include' })).text(),
  act: async () =>
    (
      await fetch('/marinedata/v2/api/plugins/paged/restart', {
        method: 'POST',
        credentials: 'include',
      })
    ).status,
  image: () =>
    new Promise((resolve, reject) => {
      const image = new Image()
      image.onload = () => resolve('loaded')
      image.onerror = () => reject(new Error('blocked'))
      image.src = '/marinedata/v2/api/openapi.json'
    }),
  stream: () =>
    new Promise((resolve, reject) => {
      const socket = new WebSocket(`ws://${location.host}/marinedata/v1/stream`)
      socket.onopen = () => resolve('open')
      socket.onerror = () => reject(new Error('blocked'))
    }),
  popup: () => {
    if (window.open('/') === null) throw new Error('blocked')
    return 'open'
  },
  frame: () =>
    new Promise((resolve, reject) => {
      const frame = document.createElement('iframe')
      frame.onload = () => {
        try {
          resolve(frame.contentDocument.title)
        } catch (error) {
          reject(error)
        }
      }
      frame.src = '/'
      document.body.append(frame)
    }),
}

export const trials = async () => {
  const results = {}
  for (const [name, attempt] of Object.entries(attempts))
    try {
      results[name] = { got: String(await attempt()) }
    } catch (error) {
      results[name] = { refused: error.name }
    }
  return results
}
