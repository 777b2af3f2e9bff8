/**
 * Writes the test corpus of packages/nmea2000 from canboat's data (Apache-2.0, see NOTICE): real messages with the output
 * of canboat's analyzer, and the samples of its database. Run it with the folder that contains the data:
 * `node scripts/nmea2000-corpus.ts <folder>`. It needs the programs `xz` and `tar`.
 */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { constants, zstdCompressSync } from 'node:zlib'
import { parse } from 'yaml'
import { definitionsOf } from '@marinedata/nmea2000'

const folder = process.argv[2]
assert.ok(folder !== undefined, 'usage: node scripts/nmea2000-corpus.ts <folder>')

const write = (name: string, lines: readonly string[]): void => {
  const text = Buffer.from(lines.map((line) => `${line}\n`).join(''))
  const params = {
    [constants.ZSTD_c_compressionLevel]: 19,
    [constants.ZSTD_c_enableLongDistanceMatching]: 1,
    [constants.ZSTD_c_windowLog]: 25,
  }
  const packed = zstdCompressSync(text, { params })
  writeFileSync(new URL(`../packages/nmea2000/test/corpus/${name}.zst`, import.meta.url), packed)
  console.log(`${name}: ${lines.length} lines, ${packed.length} bytes`)
}

const unpacked = (name: string): string[] =>
  execFileSync('xz', ['--decompress', '--stdout', join(folder, name)], {
    maxBuffer: 2 ** 28,
    encoding: 'utf8',
  })
    .trim()
    .split('\n')

/** `time,priority,pgn,source,destination,length,bytes…` */
const readRaw = (line: string): { readonly pgn: number; readonly hex: string } => {
  const [, , pgn, , , length, ...bytes] = line.split(',')
  return { pgn: Number(pgn), hex: bytes.slice(0, Number(length)).join('') }
}

interface Analyzed {
  readonly pgn: number
  readonly fields?: object
}

const [raws, analyzed] = [unpacked('messages.raw.xz'), unpacked('messages.analyzer.json.xz').slice(1)]
assert.equal(raws.length, analyzed.length)
write(
  'messages.jsonl',
  raws.flatMap((raw, index) => {
    const { pgn, hex } = readRaw(raw)
    const [[id, message] = ['', undefined]] = Object.entries(
      JSON.parse(analyzed[index] ?? '{}') as Record<string, Analyzed>,
    )
    assert.equal(message?.pgn, pgn)
    return definitionsOf(pgn).length === 0 ? [] : [JSON.stringify([pgn, hex, id, message.fields ?? {}])]
  }),
)

interface Described {
  readonly pgn: number
  readonly id: string
  readonly samples?: readonly { readonly raw: string | readonly string[]; readonly expects: object }[]
}

const samples = mkdtempSync(join(tmpdir(), 'nmea2000-'))
try {
  execFileSync('tar', ['--extract', '--file', join(folder, 'golden-samples.tar.xz'), '--directory', samples])
  const files = readdirSync(join(samples, 'pgns')).toSorted()
  const described = files.map((file) => parse(readFileSync(join(samples, 'pgns', file), 'utf8')) as Described)
  write(
    'golden.jsonl',
    described.flatMap(({ pgn, id, samples: given = [] }) =>
      definitionsOf(pgn).some((definition) => definition.id === id)
        ? given.map(({ raw, expects }) => {
            const frames = (typeof raw === 'string' ? [raw] : raw).map((line) => readRaw(line).hex)
            return JSON.stringify([pgn, frames, id, expects])
          })
        : [],
    ),
  )
} finally {
  rmSync(samples, { recursive: true })
}
