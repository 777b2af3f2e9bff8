import type { Server } from 'node:http'

/** Listens on a free port of loopback and prints the address, as our server does. */
export const serve = (server: Server): void => {
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    if (typeof address === 'object') console.log(`listening at http://127.0.0.1:${address?.port}`)
  })
}
