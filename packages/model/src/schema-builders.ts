/**
 * The types of TypeBox that schemas are made of, as `Type.Object` and so on. Plugins contain all of them: those of
 * TypeBox for records and parts of objects need its interpreter of types, 90 kB in every plugin, so they are written here.
 */
import {
  Object as ObjectType,
  Optional,
  type TObject,
  type TObjectOptions,
  type TOptional,
  type TProperties,
  type TRecord,
  type TSchema,
  type TString,
} from 'typebox'

export {
  Any,
  Array,
  Boolean,
  Enum,
  Integer,
  Literal,
  Null,
  Number,
  Object,
  Optional,
  String,
  Tuple,
  Union,
  Unknown,
} from 'typebox'

// Declarations of other packages name them as members of `Type`: those packages do not depend on TypeBox.
export type {
  TAny,
  TArray,
  TBoolean,
  TEnum,
  TInteger,
  TLiteral,
  TNull,
  TNumber,
  TObject,
  TOptional,
  TProperties,
  TRecord,
  TSchema,
  TString,
  TTuple,
  TUnion,
  TUnknown,
} from 'typebox'

/** Every key. */
const anyKey = '^.*$'

/** Any members with values of one type. The pattern of the key, if it has one, is checked; its length is not. */
export const Record = <Value extends TSchema>(
  { pattern = anyKey }: TString & { readonly pattern?: unknown },
  value: Value,
  options: TObjectOptions = {},
): TRecord<typeof anyKey, Value> =>
  // The members of a record that make its static type exist only as types.
  ({ type: 'object', patternProperties: { [String(pattern)]: value }, ...options }) as unknown as TRecord<
    typeof anyKey,
    Value
  >

/** An object of which every member is optional. */
export const Partial = <Members extends TProperties>(
  { properties }: TObject<Members>,
  options: TObjectOptions = {},
): TObject<{ [Name in keyof Members]: TOptional<Members[Name]> }> =>
  ObjectType(
    // Object.fromEntries loses the names.
    Object.fromEntries(Object.entries(properties).map(([name, member]) => [name, Optional(member)])) as {
      [Name in keyof Members]: TOptional<Members[Name]>
    },
    options,
  )

/** An object with some members of another. */
export const Pick = <Members extends TProperties, Name extends keyof Members & string>(
  { properties }: TObject<Members>,
  names: readonly Name[],
): TObject<{ [Picked in Name]: Members[Picked] }> =>
  // Object.fromEntries loses the names.
  ObjectType(
    Object.fromEntries(names.map((name) => [name, properties[name]])) as {
      [Picked in Name]: Members[Picked]
    },
  )

/** An object without some members of another. */
export const Omit = <Members extends TProperties, Name extends keyof Members & string>(
  { properties }: TObject<Members>,
  names: readonly Name[],
): TObject<{ [Kept in Exclude<keyof Members, Name>]: Members[Kept] }> => {
  const omitted: readonly string[] = names
  // Object.fromEntries loses the names.
  return ObjectType(
    Object.fromEntries(Object.entries(properties).filter(([name]) => !omitted.includes(name))) as {
      [Kept in Exclude<keyof Members, Name>]: Members[Kept]
    },
  )
}
