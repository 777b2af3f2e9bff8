import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { OpenApiDocument } from '../console/openapi-document.ts'
import { openApiFile } from './site-links.ts'

/** All operations of the interface, as a Markdown table per group. */
export const operationsTable = (root: string): string => {
  // `npm run openapi` writes this document.
  const { paths } = JSON.parse(readFileSync(join(root, openApiFile), 'utf8')) as OpenApiDocument
  const rows = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, { summary, 'x-scope': scope }]) =>
        `| \`${method.toUpperCase()}\` | \`${path}\` | \`${scope}\` | ${summary} |`,
    ),
  )
  return ['## All operations', '', '| method | path | scope | |', '|---|---|---|---|', ...rows, ''].join('\n')
}
