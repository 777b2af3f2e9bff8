import type { SpeedLink } from '#links/link.ts'
import type { Protocol } from '#inputs/protocol.ts'
import { waitOrAbort } from '#wait.ts'

/** Data right after a change of speed may have been sent before it. */
const settleMs = 30
/** One message may look valid by chance; two do not. */
const messagesWanted = 2
/** How long a sending port is read at one speed. */
const listenMs = 700
/** Instruments send at least once a second: a port may be silent for this long between two bursts. */
const silenceMs = 1_100
/** A sending port gives something at every speed, if only noise. */
const silencesToGiveUp = 2

type ProbeResult = 'messages' | 'noise' | 'nothing' | { readonly foreign: string }

/** The speed of a port; or the name of the other protocol that it speaks. */
export type FoundSpeed = { readonly speed: number } | { readonly foreign: string } | undefined

export interface SpeedSearch {
  readonly id: string
  readonly protocol: Protocol
  readonly signal: AbortSignal
}

/** Counts valid messages at the present speed. */
const probe = async (link: SpeedLink, { id, protocol, signal }: SpeedSearch): Promise<ProbeResult> => {
  await waitOrAbort(signal, settleMs)
  let messages = 0
  let bytes = 0
  let foreign: string | undefined
  const spoken = new AbortController()
  const understood = new AbortController()
  const understand = (): void => {
    if (++messages >= messagesWanted) understood.abort()
  }
  const events = {
    message: understand,
    answered: understand,
    damaged: () => undefined,
    sent: () => undefined,
    foreign: (name: string) => {
      foreign = name
      understood.abort()
    },
  }
  const reader = protocol.open(link, events, { id, isProbe: true })
  link.listen((chunk) => {
    bytes += chunk.length
    spoken.abort()
    reader.read(chunk)
  })
  await waitOrAbort(AbortSignal.any([signal, spoken.signal]), silenceMs)
  const decided = AbortSignal.any([signal, understood.signal])
  if (bytes > 0) await waitOrAbort(decided, listenMs)
  // The first line is often cut off: of two sentences a second, one is left in the first burst.
  if (messages > 0) await waitOrAbort(decided, silenceMs)
  link.listen(() => undefined)
  reader.close?.()
  signal.throwIfAborted()
  if (messages >= messagesWanted) return 'messages'
  if (foreign !== undefined) return { foreign }
  return bytes > 0 ? 'noise' : 'nothing'
}

/**
 * Finds the speed of a port; undefined when no speed gives valid messages.
 * @throws the signal's reason
 */
export const findSpeed = async (link: SpeedLink, search: SpeedSearch): Promise<FoundSpeed> => {
  let silences = 0
  for (const speed of search.protocol.speeds) {
    await link.setSpeed(speed)
    const result = await probe(link, search)
    if (result === 'messages') return { speed }
    if (typeof result === 'object') return result
    if (result === 'nothing' && ++silences >= silencesToGiveUp) return undefined
  }
  return undefined
}
