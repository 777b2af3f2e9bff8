import type { TagValue } from '#vector/vector-tile.ts'

/** A feature of a test tile. */
export interface MadeFeature {
  readonly type: 1 | 2 | 3
  /** Each as x, y, x, y … in tile units. */
  readonly paths: readonly (readonly number[])[]
  readonly tags?: Readonly<Record<string, TagValue>>
}
export type MadeLayers = Readonly<Record<string, readonly MadeFeature[]>>

const varint = (value: number): number[] => {
  const bytes: number[] = []
  let rest = value
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80)
  return [...bytes, rest]
}
const field = (number: number, bytes: readonly number[]): number[] => [
  ...varint(number * 8 + 2),
  ...varint(bytes.length),
  ...bytes,
]
const text = (value: string): number[] => [...new TextEncoder().encode(value)]
const zigzag = (value: number): number => (value < 0 ? -value * 2 - 1 : value * 2)

const commandsOf = (type: MadeFeature['type'], paths: MadeFeature['paths']): number[] => {
  const commands: number[] = []
  let [x, y] = [0, 0]
  const step = (toX: number, toY: number): void => {
    commands.push(...varint(zigzag(toX - x)), ...varint(zigzag(toY - y)))
    ;[x, y] = [toX, toY]
  }
  for (const path of paths) {
    commands.push(9)
    step(path[0] ?? 0, path[1] ?? 0)
    const count = path.length / 2 - 1
    if (count > 0) commands.push(...varint(count * 8 + 2))
    for (let at = 2; at < path.length; at += 2) step(path[at] ?? 0, path[at + 1] ?? 0)
    if (type === 3) commands.push(15)
  }
  return commands
}

const valueBytes = (value: TagValue): number[] => {
  if (typeof value === 'string') return field(1, text(value))
  if (typeof value === 'boolean') return [7 * 8, Number(value)]
  return [3 * 8 + 1, ...new Uint8Array(new Float64Array([value]).buffer)]
}

const layer = (name: string, features: readonly MadeFeature[]): number[] => {
  const keys = [...new Set(features.flatMap(({ tags = {} }) => Object.keys(tags)))]
  const values = [...new Set(features.flatMap(({ tags = {} }) => Object.values(tags)))]
  const featureBytes = features.map(({ type, paths, tags = {} }) => {
    const pairs = Object.entries(tags).flatMap(([key, value]) => [
      ...varint(keys.indexOf(key)),
      ...varint(values.indexOf(value)),
    ])
    return field(2, [...field(2, pairs), 3 * 8, type, ...field(4, commandsOf(type, paths))])
  })
  return field(3, [
    15 * 8,
    2,
    ...field(1, text(name)),
    ...featureBytes.flat(),
    ...keys.flatMap((key) => field(3, text(key))),
    ...values.flatMap((value) => field(4, valueBytes(value))),
    5 * 8,
    ...varint(4096),
  ])
}

/** Encodes a tile by its specification. */
export const makeTile = (layers: MadeLayers): Uint8Array =>
  Uint8Array.from(Object.entries(layers).flatMap(([name, features]) => layer(name, features)))
