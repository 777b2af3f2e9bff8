import { type ProductWord, Type } from '@marinedata/model'
import { readFile } from 'node:fs/promises'
import { pageHeaders } from './page-headers.ts'
import { route, type Route } from './route.ts'

const assets = new URL('../../assets/docs/', import.meta.url)

const pages = [
  { path: '/docs', file: 'index.html', type: 'text/html; charset=utf-8', operationId: 'getDocs' },
  {
    path: '/docs/reader.js',
    file: 'reader.js',
    type: 'text/javascript; charset=utf-8',
    operationId: 'getDocsScript',
  },
  {
    path: '/docs/reader.css',
    file: 'reader.css',
    type: 'text/css; charset=utf-8',
    operationId: 'getDocsStyle',
  },
] as const

/** The OpenAPI document and its reader page, which loads nothing from other hosts. */
export const docsRoutes = (productWord: ProductWord, document: () => unknown): Route[] => [
  route({
    method: 'GET',
    path: `/${productWord}/v2/api/openapi.json`,
    scope: 'read',
    operationId: 'getOpenApi',
    summary: 'The OpenAPI document',
    responses: { 200: { description: 'OpenAPI 3.1', schema: Type.Object({}) } },
    handle: () => document(),
  }),
  ...pages.map(({ path, file, type, operationId }) =>
    route({
      method: 'GET',
      path,
      scope: 'public',
      operationId,
      summary: 'The reader page of the OpenAPI document',
      responses: { 200: { description: 'A page', contentType: type, schema: Type.String() } },
      handle: async (_request, reply) => {
        const page = await readFile(new URL(file, assets), 'utf8')
        return reply
          .headers(pageHeaders)
          .header('content-type', type)
          .send(page.replaceAll('{openapi}', `/${productWord}/v2/api/openapi.json`))
      },
    }),
  ),
]
