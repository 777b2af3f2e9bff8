import {
  ContextPattern,
  contextText,
  isNotificationPath,
  isSteeringPath,
  parseContext,
  PathPattern,
  selfContext,
  type PatternedContext,
  type ProductWord,
} from '@marinedata/model'
import type { PluginManifest, ProviderKind } from './manifest.ts'

export interface OwnVessel {
  /** Its context, in full. */
  readonly self: string
  readonly productWord: ProductWord
}

const rememberedAtMost = 4_096

/** Remembers answers, and forgets all of them rather than grow. */
const remembering = <T>(answer: (text: string) => T): ((text: string) => T) => {
  const known = new Map<string, T>()
  return (text) => {
    const remembered = known.get(text)
    if (remembered !== undefined || known.has(text)) return remembered as T
    const fresh = answer(text)
    if (known.size >= rememberedAtMost) known.clear()
    known.set(text, fresh)
    return fresh
  }
}

const pathPatterns = (texts: readonly string[] = []): PathPattern[] =>
  texts.flatMap((text) => PathPattern.parse(text) ?? [])

const contextPatterns = (texts: readonly string[] = [selfContext]): ContextPattern[] =>
  texts.flatMap((text) => ContextPattern.parse(text) ?? [])

const covers = (patterns: readonly PathPattern[], text: string): boolean => {
  // A star in the text is an ordinary letter here: a pattern that takes it takes whatever it may stand for.
  const path = { text, segments: text.split('.') }
  return patterns.some((pattern) => pattern.matches(path))
}

/** `steering.autopilot` is written by the reports of devices, alarms by raising them. Neither is plain data. */
const isReserved = (path: string): boolean => isNotificationPath(path) || isSteeringPath(path)

export type CapabilityRefusal = 'undeclared-path' | 'reserved-path'

/** What a manifest allows, ready to be asked on the road. Whatever it does not say is refused. */
export class Capabilities {
  readonly #manifest: PluginManifest
  readonly #own: OwnVessel
  readonly #writtenContexts: readonly ContextPattern[]
  readonly #writesSelf: boolean
  readonly #readContexts: readonly ContextPattern[]
  readonly #readPaths: readonly PathPattern[]
  readonly #notificationPaths: readonly PathPattern[]
  /** Why this path may not be published; undefined when it may. */
  readonly refusalOf: (path: string) => CapabilityRefusal | undefined
  readonly mayWriteTo: (context: string) => boolean

  constructor(manifest: PluginManifest, own: OwnVessel) {
    const { writes, reads, notifications } = manifest
    this.#manifest = manifest
    this.#own = own
    const contexts = contextPatterns(writes?.contexts)
    this.#writesSelf = contexts.some(({ text }) => text === selfContext)
    this.#writtenContexts = contexts.filter(({ text }) => text !== selfContext)
    this.#readContexts = contextPatterns(reads?.contexts)
    this.#readPaths = pathPatterns(reads?.paths)
    this.#notificationPaths = pathPatterns(notifications)
    const written = pathPatterns(writes?.paths)
    this.refusalOf = remembering((path) => {
      if (isReserved(path)) return 'reserved-path'
      return covers(written, path) ? undefined : 'undeclared-path'
    })
    this.mayWriteTo = remembering((context) => this.#isWritten(context))
  }

  /** The full name of a source; undefined for one that the manifest does not name. */
  sourceOf(named: string | undefined): string | undefined {
    const { name, writes } = this.#manifest
    if (named === undefined) return name
    const isDeclared = writes?.sources?.some((source) => source === '*' || source === named) === true
    return isDeclared ? `${name}.${named}` : undefined
  }

  mayRead(context: string, path: string): boolean {
    return covers(this.#readPaths, path) && this.#isRead(context)
  }

  mayNotify(path: string): boolean {
    return covers(this.#notificationPaths, path)
  }

  provides(kind: ProviderKind): boolean {
    return this.#manifest.provides?.includes(kind) === true
  }

  #isWritten(text: string): boolean {
    const { self, productWord } = this.#own
    if (text === selfContext) return this.#writesSelf
    const context = parseContext(text, productWord)
    // The tree says better what is wrong with it.
    if (context === undefined) return true
    // `vessels.*` is for others: a radio must not move the own vessel, not even under its own number.
    if (contextText(context) === self) return this.#writesSelf
    return this.#writtenContexts.some((pattern) => pattern.matches({ ...context, isSelf: false }))
  }

  #isRead(text: string): boolean {
    const dot = text.indexOf('.')
    const asked: PatternedContext =
      dot < 0
        ? { map: '*', identifier: '*', isSelf: false }
        : { map: text.slice(0, dot), identifier: text.slice(dot + 1), isSelf: text === selfContext }
    return this.#readContexts.some((pattern) => pattern.matches(asked))
  }
}
