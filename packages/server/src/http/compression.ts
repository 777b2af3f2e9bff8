import { Readable } from 'node:stream'
import { constants, createBrotliCompress, createGzip, type BrotliCompress, type Gzip } from 'node:zlib'
import type { FastifyReply } from 'fastify'

// Shorter bodies are sent uncompressed: the saving is not worth the CPU time on either side.
const minCharacters = 1_400

type Encoding = 'br' | 'gzip'

/** Whether an `Accept-Encoding` header, in lower case, accepts this encoding. */
export const accepts = (header: string, encoding: string): boolean =>
  header.split(',').some((part) => {
    const [name, ...parameters] = part.trim().split(';')
    return (
      name?.trimEnd() === encoding && !parameters.some((parameter) => /^\s*q=0(?:\.0*)?\s*$/.test(parameter))
    )
  })

/** Selects the encoding of a response from the `Accept-Encoding` header; undefined for plain text. */
export const encodingFor = (acceptEncoding: string | undefined): Encoding | undefined => {
  const header = acceptEncoding?.toLowerCase()
  if (header === undefined) return undefined
  if (accepts(header, 'br')) return 'br'
  return accepts(header, 'gzip') ? 'gzip' : undefined
}

// Uses low compression levels: on a boat the network is fast and the processor slow. zlib runs in Node's thread pool.
const compressor = (encoding: Encoding): BrotliCompress | Gzip =>
  encoding === 'br'
    ? createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 3 } })
    : createGzip({ level: 3 })

async function* concat(head: string, rest: AsyncIterator<string>): AsyncGenerator<string> {
  yield head
  yield* { [Symbol.asyncIterator]: () => rest }
}

/** Returns a short body as one string, and a long one as a stream of slices. */
const bufferIfShort = async (slices: AsyncIterable<string>): Promise<string | AsyncIterable<string>> => {
  const rest = slices[Symbol.asyncIterator]()
  let head = ''
  while (head.length < minCharacters) {
    const slice = await rest.next()
    if (slice.done === true) return head
    head += slice.value
  }
  return concat(head, rest)
}

/** Sends JSON, compressed when it is long enough and the client accepts it. */
export const sendJson = (
  reply: FastifyReply,
  json: string | AsyncIterable<string>,
  acceptEncoding: string | undefined,
): FastifyReply | Promise<FastifyReply> => {
  reply.header('content-type', 'application/json; charset=utf-8')
  if (typeof json === 'string') return sendText(reply, json, acceptEncoding)
  return bufferIfShort(json).then((body) => sendText(reply, body, acceptEncoding))
}

/** Sends a body, compressed when it is long enough and the client accepts it. */
export const sendText = (
  reply: FastifyReply,
  body: string | AsyncIterable<string>,
  acceptEncoding: string | undefined,
): FastifyReply => {
  if (typeof body === 'string' && body.length < minCharacters) return reply.send(body)
  reply.header('vary', 'accept-encoding')
  const encoding = encodingFor(acceptEncoding)
  if (encoding === undefined) return reply.send(typeof body === 'string' ? body : Readable.from(body))
  const source = Readable.from(typeof body === 'string' ? [body] : body)
  const compressed = compressor(encoding)
  source.on('error', (error) => compressed.destroy(error))
  compressed.on('close', () => source.destroy())
  return reply.header('content-encoding', encoding).send(source.pipe(compressed))
}
