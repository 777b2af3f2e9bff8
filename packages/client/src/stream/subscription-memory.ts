import {
  selfContext,
  type StreamQuery,
  type SubscribeMessage,
  type SubscriptionRequest,
  type UnsubscribeMessage,
} from '@marinedata/model'

type Base = NonNullable<StreamQuery['subscribe']>

/** What a stream's address alone subscribes to: every path of this context. */
const contextOfBase: Readonly<Record<Base, string | undefined>> = {
  self: selfContext,
  all: '*',
  none: undefined,
}

const contextOf = ({ context = selfContext }: SubscribeMessage): string => context

const placeOf = (message: SubscribeMessage): string => {
  const { south, west, north, east } = message.bbox ?? {}
  return [contextOf(message), south, west, north, east].join(' ')
}

/** What a client listens to, kept so that it can be asked for again on a new connection. */
export class SubscriptionMemory {
  #base: Base
  #messages: SubscribeMessage[] = []

  constructor(base: Base) {
    this.#base = base
  }

  /** What the stream's address has to ask for; `none` once that was taken back. */
  get base(): Base {
    return this.#base
  }

  /** Every subscription that still holds, oldest first. */
  get messages(): readonly SubscribeMessage[] {
    return this.#messages
  }

  /** Keeps a message; a wish for the same context, box and path takes the place of an earlier one, as in the server. */
  keep(message: SubscribeMessage): void {
    const place = placeOf(message)
    const paths = new Set(message.subscribe.map(({ path }) => path))
    this.#forget((wish, earlier) => placeOf(earlier) === place && paths.has(wish.path))
    this.#messages.push(message)
  }

  /** Takes back what an unsubscribe message names; `*` stands for all contexts or all paths. */
  drop({ context = selfContext, unsubscribe }: UnsubscribeMessage): void {
    const paths = new Set(unsubscribe.map(({ path }) => path))
    const isAllPaths = paths.has('*')
    const isMeant = (given: string | undefined): boolean => context === '*' || given === context
    if (isAllPaths && isMeant(contextOfBase[this.#base])) this.#base = 'none'
    this.#forget((wish, earlier) => isMeant(contextOf(earlier)) && (isAllPaths || paths.has(wish.path)))
  }

  #forget(isMeant: (wish: SubscriptionRequest, message: SubscribeMessage) => boolean): void {
    this.#messages = this.#messages
      .map((message) => ({
        ...message,
        subscribe: message.subscribe.filter((wish) => !isMeant(wish, message)),
      }))
      .filter(({ subscribe }) => subscribe.length > 0)
  }
}
