import { isProblemCode, problems } from '@marinedata/model'
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { blocksOf, isAsPrinted, type Block } from './printed-page.ts'

const docs = join(import.meta.dirname, '..', '..', '..', 'docs')
const printedAddress = 'http://127.0.0.1:3000'
const mark = '=== the next block ==='
const deadlineMs = 60_000

/** A command, and its output on the page. */
interface Shown {
  readonly text: string
  readonly answer: string
}

/** A page that starts a boat in its first block, defines variables in the second, and sends requests in the others. */
export class DocumentedPage {
  readonly text: string
  readonly blocks: readonly Block[]

  private constructor(text: string) {
    this.text = text
    this.blocks = blocksOf(text)
  }

  /** @param section the heading of a section; the whole page when absent */
  static async read(name: string, section?: string): Promise<DocumentedPage> {
    const page = await readFile(join(docs, name), 'utf8')
    if (section === undefined) return new DocumentedPage(page)
    return new DocumentedPage(
      page.split(/^## /m).find((each) => each.startsWith(`${section}\n`)) ?? assert.fail(section),
    )
  }

  /** Every command with its output; a command without an output block must print nothing. */
  get shown(): readonly Shown[] {
    return this.blocks.flatMap(({ language, text }, index) => {
      if (language !== 'sh' || index < 2) return []
      const answer = this.blocks[index + 1]
      return [{ text, answer: answer?.language === 'text' ? answer.text : '' }]
    })
  }

  assertBegins(start: string, names: string): void {
    assert.equal(this.blocks[0]?.text, `${start}\n`)
    assert.equal(this.blocks[1]?.text, `${names}\n`)
  }

  /**
   * Runs all commands of the page in one shell, in order, against a boat at another address.
   * @param inPlaceOf texts of the page with their replacements
   */
  async assertPrints(
    url: string,
    inPlaceOf: Readonly<Record<string, string>> = {},
    cwd?: string,
  ): Promise<void> {
    const { shown } = this
    const names = this.blocks[1]?.text ?? ''
    const script = [names, ...shown.map(({ text }) => text)].join(`\necho '${mark}'\n`)
    const here = Object.entries({ ...inPlaceOf, [printedAddress]: url }).reduce(
      (text, [there, place]) => text.replaceAll(there, place),
      script,
    )
    const { stdout } = await promisify(execFile)('sh', ['-c', here], { timeout: deadlineMs, cwd })
    const printed = stdout.split(`${mark}\n`).slice(1)
    assert.equal(printed.length, shown.length)
    for (const [index, { text, answer }] of shown.entries()) {
      const given = printed[index] ?? ''
      assert.ok(isAsPrinted(given, answer), `${text}printed\n${given}\ninstead of\n${answer}`)
    }
  }

  /** @param requestsIn extracts the requests of a text, as `GET /path` */
  assertAsks(wanted: readonly string[], requestsIn: (text: string) => readonly string[]): void {
    const asked = new Set(this.shown.flatMap(({ text }) => requestsIn(text)))
    assert.deepEqual(
      wanted.filter((request) => !asked.has(request)),
      [],
    )
  }

  /** The codes of the table, each with its status. */
  assertCodes(): string[] {
    const rows = [...this.text.matchAll(/^\| (\d{3}) \| `([a-z-]+)` \|/gm)]
    return rows.map(([, status, code = '']) => {
      assert.ok(isProblemCode(code), code)
      assert.equal(problems[code].status, Number(status), code)
      return code
    })
  }
}

/** All operations of the OpenAPI document, as `GET /path`. */
export const servedRequests = async (): Promise<string[]> => {
  const { paths } = JSON.parse(await readFile(join(docs, 'openapi.json'), 'utf8')) as {
    paths: Record<string, object>
  }
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((name) => `${name.toUpperCase()} ${path}`),
  )
}
