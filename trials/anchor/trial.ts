import { Resvg } from '@resvg/resvg-js'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { isMet, targetsOf } from './figures.ts'
import { runNights, runTalkerNights, type KindResult } from './run-nights.ts'
import { scoreTables } from './tables.ts'
import { anchorScorePicture } from './anchor-score-picture.ts'

/**
 * Runs the anchor watch and the common simple rules through the same nights. Prints the score and writes it into the
 * documentation. `--quick` runs few nights and writes nothing; `--nights` and `--first` set how many and which. Fails
 * when a target is missed.
 */

const docs = join(import.meta.dirname, '../..', 'docs')
const page = join(docs, 'anchor-watch.md')
const picture = join(docs, 'pictures', 'anchor-score.png')
const [begin, end] = ['<!-- score: begin, written by npm run score:anchor -->', '<!-- score: end -->']

const { values } = parseArgs({
  options: { quick: { type: 'boolean' }, nights: { type: 'string' }, first: { type: 'string' } },
})
const nightsOfEach = Number(values.nights ?? (values.quick ? 16 : 150))
// The constants of the watch were tuned on the nights from 0 on; the published score uses others.
const nights = { count: nightsOfEach, first: Number(values.first ?? 20_000) }

const tell = (words: string): void => {
  if (process.stderr.isTTY) process.stderr.write(`\r${words.padEnd(60)}`)
  else if (/: 1 of /.test(words)) process.stderr.write(`${words.replace('1 of ', '')}\n`)
}

const writePage = (tables: string): void => {
  const text = readFileSync(page, 'utf8')
  const [from, to] = [text.indexOf(begin), text.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`${page} has no place for the score`)
  writeFileSync(page, `${text.slice(0, from)}${begin}\n\n${tables}\n\n${text.slice(to)}`)
}

const writePicture = (results: readonly KindResult[]): void => {
  const font = { loadSystemFonts: true, defaultFontFamily: 'DejaVu Sans' }
  // Twice the displayed width, for high-resolution screens.
  const resvg = new Resvg(anchorScorePicture(results), { font, fitTo: { mode: 'zoom', value: 2 } })
  writeFileSync(picture, resvg.render().asPng())
}

const began = process.cpuUsage().user
const results = runNights(nights, tell)
const spent = (process.cpuUsage().user - began) / 1_000
const talkerResults = runTalkerNights(nights, tell)
const tables = scoreTables(results, talkerResults)
process.stdout.write(`\n${tables}\n\n`)
process.stdout.write(
  `${Math.round(spent / results.length / nightsOfEach)} ms of processor time for a night\n\n`,
)
if (values.quick !== true) {
  writePage(tables)
  writePicture(results)
}
for (const target of targetsOf(results, talkerResults)) {
  const { words, value, limit } = target
  if (!isMet(target)) process.exitCode = 1
  process.stdout.write(
    `${isMet(target) ? 'met   ' : 'MISSED'} ${value.toFixed(1)} ${words}, ${limit} at most\n`,
  )
}
