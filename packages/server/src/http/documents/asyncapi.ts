import { streamChannels, type ProductWord, type StreamChannel, type StreamMessage } from '@marinedata/model'
import { SchemaComponents, type Json } from './schema-components.ts'
import { tokenScheme } from './openapi.ts'

/** How clients of a WebSocket prove who they are. */
const asyncSecurity = {
  token: tokenScheme,
  ticket: {
    type: 'httpApiKey',
    in: 'query',
    name: 'ticket',
    description:
      'For browsers, which cannot send a token with a WebSocket: `POST /access/ticket` gives one for one use',
  },
}

const reference = (...names: readonly string[]): Json => ({ $ref: `#/${names.join('/')}` })

const referencesTo = (channel: StreamChannel, names: readonly string[]): Json[] =>
  names.map((name) => reference('channels', channel.name, 'messages', name))

const messageOf = (
  [name, { title, summary, schema, examples }]: readonly [string, StreamMessage],
  components: SchemaComponents,
): readonly [string, Json] => [
  name,
  {
    name,
    title,
    summary,
    payload: components.reference(schema),
    examples: examples.map((payload) => ({ payload })),
  },
]

const messagesOf = ({
  fromServer,
  fromClient,
}: StreamChannel): readonly (readonly [string, StreamMessage])[] =>
  Object.entries({ ...fromServer, ...fromClient })

const channelOf = (channel: StreamChannel, word: ProductWord, components: SchemaComponents): Json => {
  // A binding takes the schema itself, not a reference to it.
  const query = components.reference({ ...channel.query, $id: undefined })
  return {
    address: `/${word}/v1/${channel.name}`,
    title: channel.title,
    description: channel.description,
    messages: Object.fromEntries(
      messagesOf(channel).map(([name]) => [name, reference('components', 'messages', name)]),
    ),
    bindings: { ws: { method: 'GET', query, bindingVersion: '0.1.0' } },
    'x-scope': channel.scope,
  }
}

const operationsOf = (channel: StreamChannel): readonly (readonly [string, Json])[] => {
  const place = reference('channels', channel.name)
  const sent = Object.keys(channel.fromServer)
  const received = Object.entries(channel.fromClient).map(
    ([name, { summary, scope }]) =>
      [
        `${channel.name}-${name}`,
        {
          action: 'receive',
          channel: place,
          summary,
          messages: referencesTo(channel, [name]),
          reply: { channel: place, messages: referencesTo(channel, ['reply', 'problem']) },
          'x-scope': scope,
        },
      ] as const,
  )
  const sending = {
    action: 'send',
    channel: place,
    summary: 'What the server sends',
    messages: referencesTo(channel, sent),
  }
  return [[`${channel.name}-send`, sending], ...received]
}

/** Generates the AsyncAPI 3 document of the WebSockets. It describes the server: it receives what clients send. */
export const asyncApiDocument = ({
  productWord,
  version,
}: {
  readonly productWord: ProductWord
  readonly version: string
}): Json => {
  const components = new SchemaComponents({ hasPrefixItems: false })
  const messages = Object.fromEntries(
    streamChannels.flatMap((channel) => messagesOf(channel).map((entry) => messageOf(entry, components))),
  )
  const channels = Object.fromEntries(
    streamChannels.map((channel) => [channel.name, channelOf(channel, productWord, components)]),
  )
  return {
    asyncapi: '3.0.0',
    info: {
      title: `${productWord} stream`,
      version,
      description: 'The WebSockets of this marine data server. Every message is a JSON text.',
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    defaultContentType: 'application/json',
    servers: {
      boat: {
        host: 'localhost:3000',
        protocol: 'ws',
        description: 'The server; `wss` when it has a certificate',
        security: Object.keys(asyncSecurity).map((name) => reference('components', 'securitySchemes', name)),
      },
    },
    channels,
    operations: Object.fromEntries(streamChannels.flatMap(operationsOf)),
    components: { messages, schemas: components.sorted(), securitySchemes: asyncSecurity },
  }
}
