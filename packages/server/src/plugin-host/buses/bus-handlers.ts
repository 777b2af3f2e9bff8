import type { BusRegistry } from '@marinedata/core'
import { busLimits, MarineDataError, type BusNode } from '@marinedata/model'
import type { Capabilities, Handlers, ServerVerbs } from '@marinedata/plugin-api/host'
import type { BusPort } from './bus-port.ts'

type BusVerb = Extract<keyof ServerVerbs, `bus/${string}`>

export interface BusHandlersOptions {
  readonly buses: BusRegistry
  readonly port: BusPort
  readonly capabilities: Capabilities
}

const undeclared = (what: string): never => {
  throw new MarineDataError('not-declared', `The manifest does not declare ${what}`)
}

/** The node with the full name of its source. */
const withFullSource = (node: BusNode, capabilities: Capabilities): BusNode => {
  if (node.source === undefined) return node
  const source = capabilities.sourceOf(node.source) ?? undeclared(`"${node.source}" in "writes.sources"`)
  return { ...node, source }
}

const ownerHandlers = ({
  buses,
  port,
  capabilities,
}: BusHandlersOptions): Pick<
  Handlers<ServerVerbs>,
  'bus/offer' | 'bus/withdraw' | 'bus/nodes' | 'bus/heard'
> => ({
  'bus/offer': ({ bus }) => {
    if (!capabilities.offersBus(bus.kind)) undeclared(`"${bus.kind}" in "offers.buses"`)
    port.checkOpen()
    buses.offer(port, bus)
    return {}
  },
  'bus/withdraw': ({ bus }) => {
    buses.withdraw(port, bus)
    return {}
  },
  'bus/nodes': ({ bus, nodes, gone }) => {
    buses.changeNodes(port, bus, { nodes: nodes.map((node) => withFullSource(node, capabilities)), gone })
    return {}
  },
  'bus/heard': ({ bus, messages }) => {
    buses.heard(port, bus, messages)
    return {}
  },
})

const userHandlers = ({
  buses,
  port,
  capabilities,
}: BusHandlersOptions): Pick<Handlers<ServerVerbs>, 'bus/open' | 'bus/close' | 'bus/send'> => ({
  'bus/open': ({ opening, kind, bus, urgent = [] }) => {
    const topics = capabilities.busTopics(kind) ?? undeclared(`"${kind}" in "buses"`)
    const foreign = urgent.find((topic) => !topics.hears.includes(topic))
    if (foreign !== undefined) undeclared(`"${foreign}" in "hears" of "${kind}"`)
    port.checkOpen()
    buses.open(port, { opening, kind, bus, ...topics, urgent })
    return {}
  },
  'bus/close': ({ opening }) => {
    buses.close(port, opening)
    return {}
  },
  'bus/send': async ({ deadline = busLimits.defaultDeadlineSeconds, ...message }, signal) => {
    if (Buffer.byteLength(message.payload, 'base64') > busLimits.sentBytes)
      throw new MarineDataError('too-large', `A payload has at most ${busLimits.sentBytes} bytes`)
    await buses.send(port, message, { deadlineMs: deadline * 1_000, signal })
    return {}
  },
})

/** The handlers for the verbs about buses, limited to what the manifest declares. */
export const busHandlers = (options: BusHandlersOptions): Pick<Handlers<ServerVerbs>, BusVerb> => ({
  ...ownerHandlers(options),
  ...userHandlers(options),
})
