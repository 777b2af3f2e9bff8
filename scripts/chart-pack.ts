import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { parseShores, type BinnedShores } from './chart-pack/binned-shores.ts'
import { makePack, parseArea } from './chart-pack/make-pack.ts'
import { licenceFiles } from './chart-pack/notice.ts'

/**
 * Makes a chart file of the world’s coasts from GSHHG in full resolution, which Debian has as `gmt-gshhg-full`. GSHHG is
 * LGPL, so the file is not part of this project: it is written to a folder with its own licence and notice.
 *
 *     npm run chart-pack -- [--area W,S,E,N] [--to FOLDER] [--from FILE] [--python PROGRAM]
 *
 * `--from` is a netCDF file, or the output of read-binned.py for it.
 */

const { values } = parseArgs({
  options: {
    area: { type: 'string' },
    from: { type: 'string', default: '/usr/share/gmt-gshhg/binned_GSHHS_f.nc' },
    to: { type: 'string', default: 'coast-gshhg' },
    // Not the first python3 of the path: Debian installs python3-h5py for this one.
    python: { type: 'string', default: '/usr/bin/python3' },
  },
})

const mebibyte = 2 ** 20
const startedAt = performance.now()
const seconds = (): string => `${((performance.now() - startedAt) / 1000).toFixed(1)} s`

const onProgress = (text: string): void => {
  if (process.stderr.isTTY) process.stderr.write(`\r${`${seconds()}: ${text}`.padEnd(70)}`)
  else process.stderr.write(`${seconds()}: ${text}\n`)
}

const readSource = (file: string): Buffer => {
  if (!existsSync(file))
    throw new RangeError(`${file} is missing. Install the packages gmt-gshhg-full and python3-h5py.`)
  if (extname(file) !== '.nc') return readFileSync(file)
  const reader = join(import.meta.dirname, 'chart-pack', 'read-binned.py')
  return execFileSync(values.python, [reader, file], { maxBuffer: 256 * mebibyte, timeout: 120_000 })
}

const writePack = (shores: BinnedShores): string => {
  const area = values.area === undefined ? undefined : parseArea(values.area)
  const { bytes, tiles, contents, zooms } = makePack(shores, { onProgress, ...(area && { area }) })
  mkdirSync(values.to, { recursive: true })
  const file = join(values.to, 'coast-gshhg.pmtiles')
  writeFileSync(file, bytes)
  for (const [name, text] of licenceFiles(shores.version)) writeFileSync(join(values.to, name), text)
  const size = `${(bytes.length / mebibyte).toFixed(2)} MiB`
  return `${file}: ${size}, zooms ${zooms.at(0)} to ${zooms.at(-1)}, ${tiles} tiles, ${contents} different, ${seconds()}`
}

try {
  if (values.area !== undefined) parseArea(values.area)
  onProgress(`reading ${values.from}`)
  const summary = writePack(parseShores(readSource(values.from)))
  if (process.stderr.isTTY) process.stderr.write('\n')
  process.stdout.write(`${summary}\n`)
} catch (error) {
  if (!(error instanceof RangeError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
