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
import type { ContextNode, Row } from '#row.ts'

const defaultPeriodMs = 1_000
/** Repeating means searching the tree: not more often than this. */
const leastRepeatMs = 200

/** How often a subscription is served. Equal rhythms share their timers and frames. */
export interface Rhythm {
  readonly kind: 'every-change' | 'at-most-every' | 'every'
  /** 0 for every change. */
  readonly periodMs: number
  /** Repeats the latest values when nothing else was sent for so long; 0 for never. */
  readonly repeatMs: number
}

const rhythmOf = ({ policy, period, minPeriod = 0 }: SubscriptionRequest): Rhythm => {
  const kind = policy ?? (period === undefined ? 'instant' : 'fixed')
  if (kind === 'fixed') return { kind: 'every', periodMs: period ?? defaultPeriodMs, repeatMs: 0 }
  const repeatMs = kind === 'ideal' ? (period ?? defaultPeriodMs) : 0
  if (minPeriod > 0) return { kind: 'at-most-every', periodMs: minPeriod, repeatMs }
  return { kind: 'every-change', periodMs: 0, repeatMs }
}

/** One wish of a client, parsed: which contexts and paths, how often, where. */
export class Subscription {
  readonly context: ContextPattern
  readonly path: PathPattern
  readonly rhythm: Rhythm
  readonly box: BoundingBox | undefined
  readonly wantsAllSources: boolean
  /** Equal wishes have equal keys. */
  readonly key: string

  constructor(
    context: ContextPattern,
    path: PathPattern,
    wish: SubscriptionRequest & { bbox?: BoundingBox },
  ) {
    this.context = context
    this.path = path
    this.rhythm = rhythmOf(wish)
    this.box = wish.bbox
    this.wantsAllSources = wish.sources === 'all'
    const { kind, periodMs, repeatMs } = this.rhythm
    const box = wish.bbox && [wish.bbox.south, wish.bbox.west, wish.bbox.north, wish.bbox.east].join()
    this.key = [context.text, path.text, kind, periodMs, repeatMs, this.wantsAllSources, box].join(' ')
  }

  /** By name alone; whether the context is inside the box changes as it moves. */
  matches(row: Row): boolean {
    return this.context.matches(row.context) && this.path.matches(row.path)
  }

  admits(context: ContextNode): boolean {
    return this.box === undefined || (context.position !== undefined && isInside(this.box, context.position))
  }
}

/** The wishes of a subscribe message; every part that is not a pattern is named. */
export const subscriptionsOf = (message: SubscribeMessage): Subscription[] => {
  const contextText = message.context ?? selfContext
  const context = ContextPattern.parse(contextText)
  const errors: Fault[] = []
  if (context === undefined)
    errors.push({ path: '/context', message: `"${contextText}" is not a context pattern` })
  const wishes = message.subscribe.flatMap((wish, index) => {
    const path = PathPattern.parse(wish.path)
    if (path === undefined)
      errors.push({ path: `/subscribe/${index}/path`, message: 'is not a path pattern' })
    if (wish.policy === 'ideal' && (wish.period ?? defaultPeriodMs) < leastRepeatMs)
      errors.push({
        path: `/subscribe/${index}/period`,
        message: `must be at least ${leastRepeatMs} with the policy "ideal"`,
      })
    if (path === undefined || context === undefined) return []
    return [
      new Subscription(context, path, message.bbox === undefined ? wish : { ...wish, bbox: message.bbox }),
    ]
  })
  if (errors.length > 0)
    throw new MarineDataError('invalid-message', 'The subscription is not understood', { errors })
  return wishes
}
