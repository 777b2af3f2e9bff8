import type { AnswerKind, Provided, ProviderKind } from '#protocol/device-kinds.ts'
import type { ActionClaim, BusClaim, OfferClaim, ReadClaim, WriteClaim } from '#protocol/manifest.ts'
import type { selfContext, Static, TSchema } from '@marinedata/model'

/** An action as its author declares it, with the schema of its input. */
export type DeclaredAction = Readonly<Omit<ActionClaim, 'input'>> & { readonly input?: TSchema }

/** A read-only part of a manifest. */
type Fixed<T> = {
  readonly [Member in keyof T]: T[Member] extends string[] | undefined ? readonly string[] : T[Member]
}

export type Writes = Fixed<WriteClaim>
export type Reads = Fixed<ReadClaim>
export type Offers = Fixed<OfferClaim>
export type BusUse = Fixed<BusClaim>

/** The parts of a manifest that determine the type of the boat. `undefined` means not declared. */
export interface Claims {
  readonly settings?: TSchema | undefined
  readonly writes?: Writes | undefined
  readonly reads?: Reads | undefined
  readonly notifications?: readonly string[] | undefined
  readonly answersAlerts?: true | undefined
  readonly provides?: readonly Provided[] | undefined
  readonly resources?: readonly string[] | undefined
  readonly offers?: Offers | undefined
  readonly buses?: readonly BusUse[] | undefined
  readonly actions?: Readonly<Record<string, DeclaredAction>> | undefined
  readonly requests?: true | undefined
}

/** Claims that allow everything, for code that works with any boat. */
export interface AnyClaims {
  readonly writes: {
    readonly paths: readonly string[]
    readonly contexts: readonly string[]
    readonly sources: ['*']
  }
  readonly reads: {
    readonly paths: readonly string[]
    readonly contexts: readonly string[]
    readonly log: true
  }
  readonly notifications: readonly string[]
  readonly answersAlerts: true
  readonly provides: readonly Provided[]
  readonly resources: readonly string[]
  readonly offers: { readonly buses: readonly string[] }
  readonly buses: readonly {
    readonly kind: string
    readonly hears: readonly string[]
    readonly sends: readonly string[]
  }[]
}

/** The template-literal type that a pattern matches: `tanks.*.level` becomes `tanks.${string}.level`. */
export type Matched<Pattern extends string> = Pattern extends `${infer Head}**`
  ? `${Head}${string}`
  : Pattern extends `${infer Head}*${infer Tail}`
    ? `${Head}${string}${Matched<Tail>}`
    : Pattern

type Self = typeof selfContext

type PatternsIn<Claim, Member extends string, Absent> = Claim extends {
  readonly [M in Member]: readonly (infer P)[]
}
  ? P & string
  : Absent

/** Paths that the plugin may publish. */
export type WrittenPath<C extends Claims> = Matched<PatternsIn<C['writes'], 'paths', never>>
/** Contexts that the plugin may publish; default the own vessel. */
export type WrittenContext<C extends Claims> = Matched<PatternsIn<C['writes'], 'contexts', Self>>
/** Names of sources that the plugin may use. */
export type WrittenSource<C extends Claims> = Matched<PatternsIn<C['writes'], 'sources', never>>

type Asked<Pattern extends string> = Pattern | Matched<Pattern>

/** A declared pattern, or a path that matches one. */
export type ReadPath<C extends Claims> = Asked<PatternsIn<C['reads'], 'paths', never>>
export type ReadContext<C extends Claims> = Asked<PatternsIn<C['reads'], 'contexts', Self>>

export type NotificationPath<C extends Claims> = Matched<PatternsIn<C, 'notifications', never>>
/** Kinds of devices that the plugin provides. */
export type ProvidedKind<C extends Claims> = C['provides'] extends readonly (infer Kind)[]
  ? Extract<Kind, ProviderKind>
  : never

/** Kinds of resources that the plugin provides. */
export type ProvidedResourceKind<C extends Claims> = PatternsIn<C, 'resources', never>

/** Kinds of buses that the plugin offers. */
export type OfferedBusKind<C extends Claims> = PatternsIn<C['offers'], 'buses', never>

type BusUseOf<C extends Claims> = C['buses'] extends readonly (infer Use)[] ? Use : never
/** Kinds of buses that the plugin uses. */
export type UsedBusKind<C extends Claims> =
  BusUseOf<C> extends { readonly kind: infer Kind extends string } ? Kind : never
type TopicsOf<C extends Claims, Kind extends string, Member extends 'hears' | 'sends'> = PatternsIn<
  Extract<BusUseOf<C>, { readonly kind: Kind }>,
  Member,
  never
>
/** Topics that the plugin receives from buses of a kind. */
export type HeardTopic<C extends Claims, Kind extends string> = TopicsOf<C, Kind, 'hears'>
/** Topics that the plugin sends on buses of a kind. */
export type SentTopic<C extends Claims, Kind extends string> = TopicsOf<C, Kind, 'sends'>

/** `T` when the claim is declared, else `never`. */
export type WhenDeclared<Claim, T> = [Claim] extends [undefined] ? never : T

export type SettingsOf<C extends Claims> = C['settings'] extends TSchema
  ? Static<C['settings']>
  : Readonly<Record<string, never>>

/** The input of an action; an empty object when it declares none. */
export type InputOf<Action> = Action extends { readonly input: infer Schema extends TSchema }
  ? Static<Schema>
  : Readonly<Record<string, never>>

/** `T` when the plugin provides answers of this kind, else `never`. */
export type WhenProvided<
  C extends Claims,
  Wanted extends AnswerKind,
  T,
> = C['provides'] extends readonly (infer Kind)[] ? (Wanted extends Kind ? T : never) : never
