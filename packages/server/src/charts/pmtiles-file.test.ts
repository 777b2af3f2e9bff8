import { MarineDataError } from '@marinedata/model'
import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import { largestTile } from './chart-file.ts'
import { PmtilesFile } from './pmtiles-file.ts'

interface Entry {
  readonly id: number | bigint
  readonly run: number | bigint
  readonly length: number | bigint
  readonly offset: number | bigint
}

const varint = (value: number | bigint): number[] => {
  const bytes: number[] = []
  let rest = BigInt(value)
  for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128)
  return [...bytes, Number(rest)]
}

/** Encodes a directory without delta encoding of its numbers. */
const directory = (entries: readonly Entry[], count: number | bigint = entries.length): Buffer =>
  Buffer.from([
    ...varint(count),
    ...entries.flatMap(({ id }) => varint(id)),
    ...entries.flatMap(({ run }) => varint(run)),
    ...entries.flatMap(({ length }) => varint(length)),
    ...entries.flatMap(({ offset }) => varint(BigInt(offset) + 1n)),
  ])

interface Parts {
  readonly root: Buffer
  readonly leaves?: Buffer
  readonly tiles?: Buffer
  readonly packing?: number
  readonly bytes?: Readonly<Record<number, number>>
}

const archive = ({
  root,
  leaves = Buffer.alloc(0),
  tiles = Buffer.alloc(0),
  packing = 1,
  bytes = {},
}: Parts): Buffer => {
  const header = Buffer.alloc(127)
  header.write('PMTiles\x03', 'latin1')
  let offset = header.length
  for (const [index, section] of [root, Buffer.from('{}'), leaves, tiles].entries()) {
    const length = index === 1 ? 2 : section.length
    header.writeBigUInt64LE(BigInt(offset), 8 + 16 * index)
    header.writeBigUInt64LE(BigInt(length), 16 + 16 * index)
    offset += length
  }
  header.set([1, packing, 1, 2, 0, 20], 96)
  for (const [at, value] of Object.entries(bytes)) header[Number(at)] = value
  return Buffer.concat([header, root, Buffer.from('{}'), leaves, tiles])
}

const isRefusal = (error: unknown): boolean => error instanceof MarineDataError && error.code === 'not-found'
const world = { z: 0, x: 0, y: 0 }

suite('a PMTiles archive', () => {
  let folder: string
  let sound: Buffer

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'marinedata-pmtiles-'))
    sound = await readFile(new URL('../../test/charts/every-tile.pmtiles', import.meta.url))
  })
  after(() => rm(folder, { recursive: true, force: true }))

  const opened = async (bytes: Uint8Array): Promise<PmtilesFile> => {
    const file = join(folder, 'chart.pmtiles')
    await writeFile(file, bytes)
    return new PmtilesFile(file)
  }

  const tileOf = async (bytes: Uint8Array): Promise<string | undefined> => {
    const tile = await (await opened(bytes)).tile(world)
    return tile && Buffer.from(tile.bytes).toString()
  }

  const refused = async (bytes: Uint8Array, sentence: RegExp): Promise<void> => {
    const file = await opened(bytes)
    await assert.rejects(
      file.tile(world),
      (error) => isRefusal(error) && sentence.test((error as Error).message),
    )
  }

  test('reads a tile, directly and through a leaf directory', async () => {
    const root = directory([{ id: 0, run: 1, length: 4, offset: 2 }])
    assert.equal(await tileOf(archive({ root, tiles: Buffer.from('..tile..') })), 'tile')
    const leaves = directory([{ id: 0, run: 1, length: 4, offset: 0 }])
    const above = directory([{ id: 0, run: 0, length: leaves.length, offset: 0 }])
    assert.equal(await tileOf(archive({ root: above, leaves, tiles: Buffer.from('leaf') })), 'leaf')
  })

  test('rejects directories that form a loop', async () => {
    const leaves = directory([{ id: 0, run: 0, length: 5, offset: 0 }])
    assert.equal(leaves.length, 5)
    await refused(archive({ root: leaves, leaves }), /nested too deeply/)
  })

  test('rejects offsets outside the archive', async () => {
    const tiles = Buffer.from('tile')
    await refused(archive({ root: directory([{ id: 0, run: 1, length: 5, offset: 0 }]), tiles }), /outside/)
    await refused(archive({ root: directory([{ id: 0, run: 1, length: 4, offset: 1 }]), tiles }), /outside/)
    await refused(archive({ root: directory([{ id: 0, run: 0, length: 9, offset: 0 }]), tiles }), /outside/)
    const root = directory([{ id: 0, run: 1, length: 4, offset: 0 }])
    await refused(archive({ root, tiles }).subarray(0, -1), /is truncated/)
    await refused(archive({ root, tiles, bytes: { 63: 255 } }), /is truncated/)
  })

  test('rejects numbers that are too large', async () => {
    const huge = 2n ** 60n
    await refused(archive({ root: directory([{ id: huge, run: 1, length: 1, offset: 0 }]) }), /too large/)
    await refused(archive({ root: directory([], huge) }), /too large/)
    await refused(archive({ root: directory([], 2n ** 40n) }), /fewer entries than it states/)
    await refused(archive({ root: Buffer.alloc(200, 255) }), /too large/)
    await refused(archive({ root: Buffer.from([2, 0, 1, 1, 1]) }), /fewer entries than it states/)
    await refused(archive({ root: Buffer.from([1, 0, 1, 128, 128, 128]) }), /is truncated/)
    await refused(
      archive({ root: directory([{ id: 0, run: 1, length: largestTile + 1, offset: 0 }]) }),
      /the limit is/,
    )
  })

  test('rejects a directory that would be huge when decompressed', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 2 ** 20))
    assert.ok(bomb.length < 100_000)
    await refused(archive({ root: bomb, packing: 2 }), /cannot be decompressed/)
    await refused(archive({ root: Buffer.alloc(5 * 2 ** 20) }), /the limit is/)
  })

  test('rejects other versions and unsupported types and zooms', async () => {
    const root = directory([{ id: 0, run: 1, length: 1, offset: 0 }])
    const tiles = Buffer.from('t')
    await refused(archive({ root, tiles, bytes: { 7: 2 } }), /version 2/)
    await refused(archive({ root, tiles, bytes: { 97: 9 } }), /directory compression 9/)
    await refused(archive({ root, tiles, bytes: { 98: 0 } }), /tile compression 0/)
    await refused(archive({ root, tiles, bytes: { 99: 5 } }), /tile type 5/)
    await refused(archive({ root, tiles, bytes: { 101: 200 } }), /zoom 0 to 200/)
  })

  test('reads a replaced file again', async () => {
    const root = directory([{ id: 0, run: 1, length: 3, offset: 0 }])
    const file = await opened(archive({ root, tiles: Buffer.from('old') }))
    assert.equal(Buffer.from((await file.tile(world))!.bytes).toString(), 'old')
    const longer = directory([{ id: 0, run: 1, length: 5, offset: 1 }])
    await opened(archive({ root: longer, tiles: Buffer.from('.newer') }))
    assert.equal(Buffer.from((await file.tile(world))!.bytes).toString(), 'newer')
  })

  test('returns a tile or a MarineDataError for any damage', async () => {
    let seed = 7
    const random = (below: number): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
      return seed % below
    }
    const count = { tiles: 0, refusals: 0 }
    const tryAll = async (bytes: Buffer): Promise<void> => {
      const file = await opened(bytes)
      for (const place of [world, { z: 3, x: 5, y: 2 }, { z: 5, x: 9, y: 20 }]) {
        try {
          const tile = await file.tile(place)
          assert.ok(tile === undefined || tile.bytes.length <= largestTile)
          count.tiles++
        } catch (error) {
          assert.ok(isRefusal(error), String(error))
          count.refusals++
        }
      }
      await file.describe().catch((error: unknown) => assert.ok(isRefusal(error), String(error)))
    }
    for (let end = 0; end < 600; end += 12) await tryAll(sound.subarray(0, end))
    for (let round = 0; round < 150; round++) {
      const bytes = Buffer.from(sound)
      // Mostly in the header and the directories.
      for (let flip = 0; flip <= random(4); flip++) bytes[random(round % 2 === 0 ? 127 : 600)] = random(256)
      await tryAll(bytes)
    }
    assert.ok(count.tiles > 50 && count.refusals > 200, JSON.stringify(count))
  })

  test('reads every tile of an archive by another writer', async () => {
    const file = await opened(sound)
    for (let z = 0; z <= 4; z++)
      for (let x = 0; x < 2 ** z; x++)
        for (let y = 0; y < 2 ** z; y++) {
          const tile = await file.tile({ z, x, y })
          assert.equal(gunzipSync(tile!.bytes).toString(), `${z}/${x}/${y}`)
        }
  })
})
