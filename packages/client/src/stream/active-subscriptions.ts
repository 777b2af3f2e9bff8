import {
  selfContext,
  type StreamQuery,
  type SubscribeMessage,
  type SubscriptionRequest,
  type UnsubscribeMessage,
} from '@marinedata/model'

type Base = NonNullable<StreamQuery['subscribe']>

/** The context that each initial subscription covers, with all its paths. */
const contextOfBase: Readonly<Record<Base, string | undefined>> = {
  self: selfContext,
  all: '*',
  none: undefined,
}

const contextOf = ({ context = selfContext }: SubscribeMessage): string => context

const keyOf = (message: SubscribeMessage): string => {
  const { south, west, north, east } = message.bbox ?? {}
  return [contextOf(message), south, west, north, east].join(' ')
}

/** The active subscriptions of a stream, restored on every new connection. */
export class ActiveSubscriptions {
  #base: Base
  #messages: SubscribeMessage[] = []

  constructor(base: Base) {
    this.#base = base
  }

  /** The initial subscription; `none` after it was removed. */
  get base(): Base {
    return this.#base
  }

  /** All active subscribe messages, oldest first. */
  get messages(): readonly SubscribeMessage[] {
    return this.#messages
  }

  /**
   * Adds a message. A subscription to the same context, bounding box and path replaces the earlier one, as in the
   * server.
   */
  add(message: SubscribeMessage): void {
    const key = keyOf(message)
    const paths = new Set(message.subscribe.map(({ path }) => path))
    this.#removeMatching((request, earlier) => keyOf(earlier) === key && paths.has(request.path))
    this.#messages.push(message)
  }

  /** Removes the subscriptions named by an unsubscribe message; `*` means all contexts or all paths. */
  remove({ context = selfContext, unsubscribe }: UnsubscribeMessage): void {
    const paths = new Set(unsubscribe.map(({ path }) => path))
    const isAllPaths = paths.has('*')
    const matches = (given: string | undefined): boolean => context === '*' || given === context
    if (isAllPaths && matches(contextOfBase[this.#base])) this.#base = 'none'
    this.#removeMatching(
      (request, earlier) => matches(contextOf(earlier)) && (isAllPaths || paths.has(request.path)),
    )
  }

  #removeMatching(matches: (request: SubscriptionRequest, message: SubscribeMessage) => boolean): void {
    this.#messages = this.#messages
      .map((message) => ({
        ...message,
        subscribe: message.subscribe.filter((request) => !matches(request, message)),
      }))
      .filter(({ subscribe }) => subscribe.length > 0)
  }
}
