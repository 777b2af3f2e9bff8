/**
 * Checks docs/asyncapi.json with the parser of the AsyncAPI project. The parser has 137 packages, so it is no dependency:
 * `npm run lint:asyncapi` lets npx fetch it, and npx names its folder first in PATH.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'

interface Diagnostic {
  readonly severity: number
  readonly code: string | number
  readonly message: string
  readonly path: readonly (string | number)[]
}

interface ParserModule {
  readonly Parser: new () => { validate(document: string): Promise<readonly Diagnostic[]> }
}

/** The severity of Spectral, on which the parser is built. */
const errorSeverity = 0

const [folder = ''] = (process.env['PATH'] ?? '').split(delimiter)
// The package has types of its own, but is not installed.
const { Parser } = createRequire(join(folder, '..', 'parser.js'))('@asyncapi/parser') as ParserModule
const document = readFileSync(new URL('../docs/asyncapi.json', import.meta.url), 'utf8')
const diagnostics = await new Parser().validate(document)
for (const { severity, code, message, path } of diagnostics)
  console.log(`${severity === errorSeverity ? 'error' : 'note'} ${code} at ${path.join('.')}: ${message}`)
const errors = diagnostics.filter(({ severity }) => severity === errorSeverity).length
console.log(`docs/asyncapi.json: ${errors} errors, ${diagnostics.length - errors} notes`)
process.exitCode = errors === 0 ? 0 : 1
