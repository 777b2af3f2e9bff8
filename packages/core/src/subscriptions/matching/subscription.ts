import {
  ContextPattern,
  isInside,
  MarineDataError,
  PathPattern,
  selfContext,
  type BoundingBox,
  type Fault,
  type SubscribeMessage,
  type SubscriptionRequest,
} from '@marinedata/model'
import type { ContextNode, Row } from '#tree/row.ts'

const defaultPeriodMs = 1_000
/** Minimum period for repetition, because each repetition scans the tree. */
const minRepeatMs = 200

/** How often values are sent for a subscription. Subscriptions with equal pacing share timers and frames. */
export interface Pacing {
  readonly kind: 'every-change' | 'at-most-every' | 'every'
  /** Milliseconds between two values; 0 for every change. */
  readonly periodMs: number
  /** Repeats a value that did not change for this long; 0 for never. */
  readonly repeatMs: number
}

const pacingOf = ({ policy, period, minPeriod = 0 }: SubscriptionRequest): Pacing => {
  const kind = policy ?? (period === undefined ? 'instant' : 'fixed')
  if (kind === 'fixed') return { kind: 'every', periodMs: period ?? defaultPeriodMs, repeatMs: 0 }
  const repeatMs = kind === 'ideal' ? (period ?? defaultPeriodMs) : 0
  if (minPeriod > 0) return { kind: 'at-most-every', periodMs: minPeriod, repeatMs }
  return { kind: 'every-change', periodMs: 0, repeatMs }
}

/** A parsed subscription of a client: contexts, paths, pacing and bounding box. */
export class Subscription {
  readonly context: ContextPattern
  readonly path: PathPattern
  readonly pacing: Pacing
  readonly box: BoundingBox | undefined
  readonly wantsAllSources: boolean
  /** Equal subscriptions have equal keys. */
  readonly key: string

  constructor(
    context: ContextPattern,
    path: PathPattern,
    request: SubscriptionRequest & { bbox?: BoundingBox },
  ) {
    this.context = context
    this.path = path
    this.pacing = pacingOf(request)
    this.box = request.bbox
    this.wantsAllSources = request.sources === 'all'
    const { kind, periodMs, repeatMs } = this.pacing
    const box =
      request.bbox && [request.bbox.south, request.bbox.west, request.bbox.north, request.bbox.east].join()
    this.key = [context.text, path.text, kind, periodMs, repeatMs, this.wantsAllSources, box].join(' ')
  }

  /** Matches context and path only. Use `admits` for the bounding box, because contexts move. */
  matches(row: Row): boolean {
    return this.context.matches(row.context) && this.path.matches(row.path)
  }

  admits(context: ContextNode): boolean {
    return this.box === undefined || (context.position !== undefined && isInside(this.box, context.position))
  }
}

/**
 * Parses a subscribe message.
 * @throws MarineDataError `invalid-message` that lists every invalid part
 */
export const subscriptionsOf = (message: SubscribeMessage): Subscription[] => {
  const contextText = message.context ?? selfContext
  const context = ContextPattern.parse(contextText)
  const errors: Fault[] = []
  if (context === undefined)
    errors.push({ path: '/context', message: `"${contextText}" is not a context pattern` })
  const subscriptions = message.subscribe.flatMap((request, index) => {
    const path = PathPattern.parse(request.path)
    if (path === undefined)
      errors.push({ path: `/subscribe/${index}/path`, message: 'is not a path pattern' })
    if (request.policy === 'ideal' && (request.period ?? defaultPeriodMs) < minRepeatMs)
      errors.push({
        path: `/subscribe/${index}/period`,
        message: `must be at least ${minRepeatMs} with the policy "ideal"`,
      })
    if (path === undefined || context === undefined) return []
    return [
      new Subscription(
        context,
        path,
        message.bbox === undefined ? request : { ...request, bbox: message.bbox },
      ),
    ]
  })
  if (errors.length > 0)
    throw new MarineDataError('invalid-message', 'The subscription is not valid', { errors })
  return subscriptions
}
