// A bare Fastify route that answers with an object it was given before.
import fastify from 'fastify'

let body: unknown = {}

const app = fastify()
app.get('/marinedata/v1/api', () => ({ version: 'V1.0.0', vessels: {} }))
app.get('/body', () => body)
app.put('/body', (request) => {
  body = request.body
  return { ok: true }
})
const address = await app.listen({ port: 0, host: '127.0.0.1' })
console.log(`listening at ${address}`)
