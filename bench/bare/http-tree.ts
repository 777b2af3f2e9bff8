// A plain node server that holds the whole tree as an object and answers with JSON.stringify.
import { createServer } from 'node:http'
import { WebSocketServer } from 'ws'
import { serve } from './serve.ts'
import type { Delta } from './value-map.ts'

interface SourcedDelta extends Delta {
  readonly updates: readonly {
    readonly $source: string
    readonly timestamp: string
    readonly values: readonly { readonly path: string; readonly value: unknown }[]
  }[]
}

type Tree = Record<string, unknown>

const tree: Tree = { version: 'V1.0.0', self: 'vessels.self' }

const branch = (from: Tree, names: readonly string[]): Tree => {
  let at = from
  for (const name of names) at = (at[name] ??= {}) as Tree
  return at
}

const keep = ({ context, updates }: SourcedDelta): void => {
  const dot = context.indexOf('.')
  const vessel = branch(tree, [context.slice(0, dot), context.slice(dot + 1)])
  for (const { $source, timestamp, values } of updates) {
    for (const { path, value } of values)
      Object.assign(branch(vessel, path.split('.')), { value, $source, timestamp })
  }
}

const find = (url: string): unknown => {
  const [, , , ...names] = decodeURIComponent(url)
    .split('/')
    .filter((name) => name !== '')
  let at: unknown = tree
  for (const name of names) at = (at as Tree | undefined)?.[name]
  return at
}

const server = createServer((request, response) => {
  const found = find(request.url ?? '')
  response.writeHead(found === undefined ? 404 : 200, { 'content-type': 'application/json' })
  response.end(JSON.stringify(found ?? {}))
})
const streams = new WebSocketServer({ server, perMessageDeflate: false })
streams.on('connection', (socket) => {
  socket.send(JSON.stringify({ name: 'bare' }))
  socket.on('message', (data: Buffer) => keep(JSON.parse(data.toString()) as SourcedDelta))
})
serve(server)
