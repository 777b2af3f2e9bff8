/** Writes the generated files of the clients from the route table; CI fails when a committed copy differs. */
import { Leaf, streamChannels, type Metadata } from '@marinedata/model'
import { readFileSync, writeFileSync } from 'node:fs'
import { SchemaComponents } from '../packages/server/src/http/documents/schema-components.ts'
import { describeServer } from '../packages/server/src/start-server.ts'
import { featuresFile } from './client/features-file.ts'
import { operationsFile } from './client/operations-file.ts'
import { pathsFile } from './client/paths-file.ts'
import { pythonModels } from './client/python-models.ts'
import { pythonOperations } from './client/python-operations.ts'
import { readOperations } from './client/read-operations.ts'
import type { OpenApiDocument, Schemas } from './console/openapi-document.ts'

const root = new URL('../', import.meta.url)
const write = (path: string, text: string): void => writeFileSync(new URL(path, root), text)

// Plain data without a type of its own.
const document = describeServer() as OpenApiDocument
const operations = readOperations(document)
const metadata = new URL('packages/model/src/data/path-metadata.generated.json', root)
const known = JSON.parse(readFileSync(metadata, 'utf8')) as Readonly<Record<string, Metadata>>
write('packages/client/src/operations/operations.generated.ts', operationsFile(operations))
write('packages/client/src/operations/features.generated.ts', featuresFile(operations))
write('packages/client/src/paths/path-values.generated.ts', pathsFile(known))
/** The messages of the stream, and the values of the tree, are in no operation of the document. */
const otherSchemas = (): Schemas => {
  const components = new SchemaComponents({ hasPrefixItems: true })
  const messages = streamChannels.flatMap(({ fromServer, fromClient }) =>
    Object.values({ ...fromServer, ...fromClient }).map(({ schema }) => schema),
  )
  for (const schema of [Leaf, ...messages]) components.reference(schema)
  return components.sorted() as Schemas
}

const schemas = { ...otherSchemas(), ...document.components.schemas }
const sorted = Object.entries(schemas).toSorted(([a], [b]) => (a < b ? -1 : 1))
write('clients/python/marinedata/models.py', pythonModels(Object.fromEntries(sorted)))
write('clients/python/marinedata/operations.py', pythonOperations(operations))
console.log(`${operations.length} operations, ${Object.keys(known).length} paths`)
