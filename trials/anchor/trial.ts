import { Resvg } from '@resvg/resvg-js'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runCases, type Report } from '../runner/run-cases.ts'
import type { Trial, TrialContext } from '../runner/trial.ts'
import { isMet, targetsOf } from './figures.ts'
import { runNights, runTalkerNights, type KindResult } from './run-nights.ts'
import { scoreTables } from './tables.ts'
import { anchorScorePicture } from './anchor-score-picture.ts'

const docs = join(import.meta.dirname, '../..', 'docs')
const page = join(docs, 'anchor-watch.md')
const picture = join(docs, 'pictures', 'anchor-score.png')
const [begin, end] = ['<!-- score: begin, written by npm run trial -- anchor -->', '<!-- score: end -->']

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

/** Runs the anchor watch and the common simple rules through the same nights, and compares the score with its targets. */
const score = ({ isQuick, options, note }: TrialContext, report: Report): void => {
  const count = Number(options['nights'] ?? (isQuick ? 16 : 150))
  // The constants of the watch were tuned on the nights from 0 on; the published score uses others.
  const nights = { count, first: Number(options['first'] ?? 20_000) }
  const tell = (words: string): void => {
    if (words.includes(': 1 of ')) note(words.replace('1 of ', ''))
  }
  const began = process.cpuUsage().user
  const results = runNights(nights, tell)
  const spent = (process.cpuUsage().user - began) / 1_000
  const talkerResults = runTalkerNights(nights, tell)
  const tables = scoreTables(results, talkerResults)
  note(`\n\n${tables}\n`)
  if (options['write'] === 'docs') {
    writePage(tables)
    writePicture(results)
  }
  for (const target of targetsOf(results, talkerResults)) {
    const { words, value, limit } = target
    report(isMet(target), { words, value: Number(value.toFixed(1)), limit })
  }
  report(true, {
    words: 'ms of processor time for a night',
    value: Math.round(spent / results.length / count),
  })
}

export const trial: Trial = {
  name: 'anchor',
  sentence:
    'Runs the anchor watch and simple rules through simulated nights and judges false alarms and drags; `--write docs` updates its page.',
  covers: ['plugins/anchor-watch', 'plugins/simulator/src/anchored'],
  needs: [],
  cases: { score: { short: 600, full: 5_400 } },
  options: ['nights', 'first', 'write'],
  run: (context) => runCases(context, { score: (report) => score(context, report) }),
}
