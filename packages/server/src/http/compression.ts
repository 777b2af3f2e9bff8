import { Readable } from 'node:stream'
import { constants, createBrotliCompress, createGzip, type BrotliCompress, type Gzip } from 'node:zlib'
import type { FastifyReply } from 'fastify'

// Below this the bytes saved are not worth the time of either side.
const leastCharacters = 1_400

type Encoding = 'br' | 'gzip'

/** Whether a client that says this takes what is packed so. */
export const accepts = (header: string, encoding: string): boolean =>
  header.split(',').some((part) => {
    const [name, ...parameters] = part.trim().split(';')
    return (
      name?.trimEnd() === encoding && !parameters.some((parameter) => /^\s*q=0(?:\.0*)?\s*$/.test(parameter))
    )
  })

/** What an answer is compressed with for a client that says it accepts this. */
export const encodingFor = (acceptEncoding: string | undefined): Encoding | undefined => {
  const header = acceptEncoding?.toLowerCase()
  if (header === undefined) return undefined
  if (accepts(header, 'br')) return 'br'
  return accepts(header, 'gzip') ? 'gzip' : undefined
}

// Aboard, the link is fast and the processor is not: low efforts, in Node's own worker threads.
const compressor = (encoding: Encoding): BrotliCompress | Gzip =>
  encoding === 'br'
    ? createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 3 } })
    : createGzip({ level: 3 })

async function* resumed(head: string, rest: AsyncIterator<string>): AsyncGenerator<string> {
  yield head
  yield* { [Symbol.asyncIterator]: () => rest }
}

/** Whole when it turns out to be short, else as it comes. */
const gathered = async (slices: AsyncIterable<string>): Promise<string | AsyncIterable<string>> => {
  const rest = slices[Symbol.asyncIterator]()
  let head = ''
  while (head.length < leastCharacters) {
    const slice = await rest.next()
    if (slice.done === true) return head
    head += slice.value
  }
  return resumed(head, rest)
}

/** Sends JSON, compressed where it pays and the client takes it. */
export const sendJson = (
  reply: FastifyReply,
  json: string | AsyncIterable<string>,
  acceptEncoding: string | undefined,
): FastifyReply | Promise<FastifyReply> => {
  reply.header('content-type', 'application/json; charset=utf-8')
  if (typeof json === 'string') return sendBody(reply, json, acceptEncoding)
  return gathered(json).then((body) => sendBody(reply, body, acceptEncoding))
}

const sendBody = (
  reply: FastifyReply,
  body: string | AsyncIterable<string>,
  acceptEncoding: string | undefined,
): FastifyReply => {
  if (typeof body === 'string' && body.length < leastCharacters) return reply.send(body)
  reply.header('vary', 'accept-encoding')
  const encoding = encodingFor(acceptEncoding)
  if (encoding === undefined) return reply.send(typeof body === 'string' ? body : Readable.from(body))
  const source = Readable.from(typeof body === 'string' ? [body] : body)
  const compressed = compressor(encoding)
  source.on('error', (error) => compressed.destroy(error))
  compressed.on('close', () => source.destroy())
  return reply.header('content-encoding', encoding).send(source.pipe(compressed))
}
