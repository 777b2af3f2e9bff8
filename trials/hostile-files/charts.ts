import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gzipSync } from 'node:zlib'
import type { Random } from './random.ts'

export interface HostileChart {
  readonly kind: string
  readonly format: 'mbtiles' | 'pmtiles'
  readonly bytes: Buffer
}

const metadata = `CREATE TABLE metadata(name, value);
  INSERT INTO metadata VALUES ('name', 'Solent'), ('format', 'png'), ('minzoom', '0'), ('maxzoom', '0');`
const plainTiles = `CREATE TABLE tiles(zoom_level, tile_column, tile_row, tile_data);
  CREATE UNIQUE INDEX ti ON tiles(zoom_level, tile_column, tile_row);`
const oneTile = `INSERT INTO tiles VALUES (0, 0, 0, x'89504e47');`

/** Tables of an MBTiles file that cost much to read. The sizes are above the limit, and below what harms the machine. */
const databases: Readonly<Record<string, (random: Random) => string>> = {
  'generated column': (random) => `CREATE TABLE tiles(zoom_level, tile_column, tile_row,
      tile_data AS (zeroblob(1000000) || hex(zeroblob(${random.between(50, 100)}000000))));
    CREATE UNIQUE INDEX ti ON tiles(zoom_level, tile_column, tile_row);
    INSERT INTO tiles(zoom_level, tile_column, tile_row) VALUES (0, 0, 0);`,
  'view with a triple join': (random) => `CREATE TABLE a(k, v); CREATE INDEX ai ON a(k);
    CREATE TABLE t(z, x, y, d); INSERT INTO t VALUES (0, 0, 0, x'89504e47'); CREATE INDEX ti ON t(z, x, y);
    WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < ${random.between(300, 500)})
      INSERT INTO a SELECT 1, i FROM c;
    CREATE VIEW tiles AS SELECT z zoom_level, x tile_column, y tile_row,
      (SELECT count(*) FROM a p, a q, a r WHERE p.k = t.z + 1 AND q.k = p.k AND r.k = q.k AND p.v + q.v + r.v < 0)
      || d tile_data FROM t;`,
  'recursive view': (random) => `CREATE VIEW tiles AS WITH RECURSIVE c(i) AS
      (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < ${random.between(10, 90)}000000)
      SELECT 0 zoom_level, 0 tile_column, 0 tile_row, max(i) tile_data FROM c;`,
  'large tile': (random) => `${plainTiles}
    INSERT INTO tiles VALUES (0, 0, 0, zeroblob(${random.between(1, 40)}000000));`,
  'text for numbers': () => `${plainTiles} INSERT INTO tiles VALUES ('0', 'x', NULL, 7);`,
  'large metadata': (random) => `${plainTiles} ${oneTile}
    INSERT INTO metadata VALUES ('bounds', hex(zeroblob(${random.between(1, 9)}000000))), ('json', '[[[[');`,
  'trigger and attached name': () => `${plainTiles} ${oneTile}
    CREATE TRIGGER tr AFTER INSERT ON tiles BEGIN DELETE FROM metadata; END;`,
  harmless: () => `${plainTiles} ${oneTile}`,
}

const databaseBytes = (folder: string, sql: string): Buffer => {
  const file = join(folder, `made-${process.hrtime.bigint()}.mbtiles`)
  using database = new DatabaseSync(file)
  database.exec(metadata + sql)
  database.close()
  return readFileSync(file)
}

/** Sections of a PMTiles file: offset and length in the header of 127 bytes. */
const pmtiles = (
  root: Buffer,
  packing: number,
  change: (header: Buffer) => void = () => undefined,
): Buffer => {
  const header = Buffer.alloc(127)
  header.write('PMTiles\u0003', 'latin1')
  let offset = BigInt(header.length)
  for (const [index, length] of [root.length, 2, 0, 4].entries()) {
    header.writeBigUInt64LE(offset, 8 + 16 * index)
    header.writeBigUInt64LE(BigInt(length), 16 + 16 * index)
    offset += BigInt(length)
  }
  header.set([1, packing, 1, 2, 0, 20], 96)
  change(header)
  return Buffer.concat([header, root, Buffer.from('{}'), Buffer.from('89504e47', 'hex')])
}

const largest = 2n ** 64n - 1n
/** One entry: tile 0 in the first 4 bytes. */
const oneEntry = Buffer.from([1, 0, 1, 4, 1])
/** Entries that name a leaf directory, which is the root again. */
const loop = Buffer.from([1, 0, 0, 5, 1])

const archives: Readonly<Record<string, (random: Random) => Buffer>> = {
  'harmless PMTiles': () => pmtiles(oneEntry, 1),
  'directory bomb': (random) => pmtiles(gzipSync(Buffer.alloc(random.between(20, 60) * 1e6)), 2),
  'leaf that is its root': () =>
    pmtiles(loop, 1, (header) => {
      header.copy(header, 40, 8, 24)
    }),
  'sections beyond the file': (random) =>
    pmtiles(oneEntry, 1, (header) => {
      header.writeBigUInt64LE(
        largest - BigInt(random.between(0, 200)),
        random.pick([8, 16, 24, 32, 40, 48, 56, 64]),
      )
    }),
  'more entries than bytes': (random) =>
    pmtiles(Buffer.from([...Buffer.alloc(8, 255), random.between(1, 127), 0, 1]), 1),
  'random directory': (random) => pmtiles(random.bytes(random.between(1, 4_000)), random.between(0, 4)),
}

const changed = (bytes: Buffer, random: Random): Buffer => {
  const copy = Buffer.from(bytes)
  for (let left = random.between(1, 40); left > 0; left--)
    copy[random.between(16, copy.length - 1)] = random.between(0, 255)
  return copy
}

/** Chart files of all kinds in turn. @param folder where databases are written */
export const hostileCharts = function* (
  random: Random,
  count: number,
  folder: string,
): Generator<HostileChart> {
  const makers: (readonly [string, HostileChart['format'], () => Buffer])[] = [
    ...Object.entries(databases).map(
      ([kind, sql]) => [kind, 'mbtiles', () => databaseBytes(folder, sql(random))] as const,
    ),
    ...Object.entries(archives).map(([kind, make]) => [kind, 'pmtiles', () => make(random)] as const),
  ]
  for (let index = 0; index < count; index++) {
    // The index is within the list.
    const [kind, format, make] = makers[index % makers.length] as (typeof makers)[number]
    const bytes = make()
    const isChanged = index >= makers.length && random.next() < 0.4
    yield {
      kind: isChanged ? `${kind}, changed` : kind,
      format,
      bytes: isChanged ? changed(bytes, random) : bytes,
    }
  }
}
