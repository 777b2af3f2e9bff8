import { gzipSync } from 'node:zlib'
import type { Random } from './random.ts'

export interface HostileArchive {
  readonly kind: string
  readonly bytes: Buffer
}

interface Entry {
  readonly name: string
  readonly type?: string
  readonly content?: Buffer
  readonly link?: string
  readonly size?: string
}

const block = 512

const header = ({ name, type = '0', content = Buffer.alloc(0), link = '', size }: Entry): Buffer => {
  const bytes = Buffer.alloc(block)
  bytes.write(name, 0, 100)
  bytes.write('0000644\u00000000000\u00000000000\u0000', 100)
  bytes.write(size ?? content.length.toString(8).padStart(11, '0'), 124, 12)
  bytes.write('00000000000', 136)
  bytes.write('        ', 148)
  bytes.write(type, 156, 1)
  bytes.write(link, 157, 100)
  bytes.write('ustar\u000000', 257)
  const sum = bytes.reduce((total, byte) => total + byte, 0)
  bytes.write(`${sum.toString(8).padStart(6, '0')}\u0000 `, 148)
  return bytes
}

const tar = (entries: readonly Entry[]): Buffer =>
  Buffer.concat([
    ...entries.flatMap((entry) => {
      const { content = Buffer.alloc(0) } = entry
      return [header(entry), content, Buffer.alloc((block - (content.length % block)) % block)]
    }),
    Buffer.alloc(2 * block),
  ])

const json = (name: string, value: object): Entry => ({
  name: `package/${name}`,
  content: Buffer.from(JSON.stringify(value)),
})

const plugin: readonly Entry[] = [
  json('package.json', { name: 'hostile', version: '1.0.0', type: 'module', main: 'main.js' }),
  json('marinedata-plugin.json', { name: 'hostile', version: '1.0.0', description: 'generated' }),
  { name: 'package/main.js', content: Buffer.from('setInterval(() => undefined, 1000)') },
]

const extended = (path: string): Entry => {
  const record = ` path=${path}\n`
  return { name: 'pax', type: 'x', content: Buffer.from(`${record.length + 3}${record}`) }
}

const file = (name: string): Entry => ({ name, content: Buffer.from('planted') })
const outside = [
  '../planted',
  'package/../../planted',
  '/tmp/planted',
  'package/./../../../planted',
  'package\\..\\planted',
]

const makers: Readonly<Record<string, (random: Random) => Buffer>> = {
  harmless: () => gzipSync(tar(plugin)),
  bomb: (random) =>
    gzipSync(
      tar([
        ...plugin,
        { name: 'package/zeros', content: Buffer.alloc(random.between(257, 400) * 1024 * 1024) },
      ]),
      { level: 1 },
    ),
  'bomb below the limit': (random) =>
    gzipSync(
      tar([
        ...plugin,
        { name: 'package/zeros', content: Buffer.alloc(random.between(150, 240) * 1024 * 1024) },
      ]),
      { level: 1 },
    ),
  'path that leads out': (random) => gzipSync(tar([...plugin, file(random.pick(outside))])),
  'extended path that leads out': (random) =>
    gzipSync(tar([...plugin, extended(random.pick(outside)), file('package/x')])),
  link: (random) =>
    gzipSync(
      tar([
        {
          name: 'package/lib',
          type: random.pick(['1', '2']),
          link: random.pick(['/etc', '..', '/proc/self/environ']),
        },
        ...plugin,
        file('package/lib/planted'),
      ]),
    ),
  device: (random) =>
    gzipSync(tar([...plugin, { name: 'package/device', type: random.pick(['3', '4', '6', '7']) }])),
  'many files': (random) =>
    gzipSync(
      tar([
        ...plugin,
        ...Array.from({ length: random.between(10_001, 20_000) }, (_, at) => ({ name: `package/${at}` })),
      ]),
    ),
  'deep folders': (random) =>
    gzipSync(
      tar([...plugin, extended(`package/${'a/'.repeat(random.between(500, 3_000))}x`), file('package/x')]),
    ),
  'names with control characters': (random) =>
    gzipSync(tar([...plugin, file(`package/${random.pick(['\u001b[8m', '\u202e', '\r', '\u0007'])}x`)])),
  'file twice': () => gzipSync(tar([...plugin, ...plugin])),
  'impossible size': (random) =>
    gzipSync(
      tar([...plugin, { name: 'package/x', size: random.pick(['77777777777', '-0000000001', 'x', '']) }]),
    ),
  'cut off': (random) => {
    const whole = gzipSync(tar(plugin))
    return whole.subarray(0, random.between(1, whole.length - 1))
  },
  'large package.json': (random) =>
    gzipSync(
      tar([json('package.json', { name: 'x'.repeat(random.between(1, 30) * 1e6) }), ...plugin.slice(1)]),
    ),
  'nested package.json': (random) =>
    gzipSync(
      tar([
        { name: 'package/package.json', content: Buffer.from('['.repeat(random.between(1, 9) * 1e5)) },
        ...plugin.slice(1),
      ]),
    ),
  'not an archive': (random) => random.bytes(random.between(1, 10_000)),
  zip: (random) => Buffer.concat([Buffer.from('504b0304', 'hex'), random.bytes(200)]),
}

/** Packed plugins of all kinds in turn. */
export const hostileArchives = function* (random: Random, count: number): Generator<HostileArchive> {
  const kinds = Object.entries(makers)
  for (let index = 0; index < count; index++) {
    // The index is within the list.
    const [kind, make] = kinds[index % kinds.length] as (typeof kinds)[number]
    yield { kind, bytes: make(random) }
  }
}
