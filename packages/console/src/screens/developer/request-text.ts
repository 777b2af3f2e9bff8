import type { Endpoint } from './endpoints.ts'

/** A request ready to be sent. */
export interface Draft {
  readonly method: string
  /** Path and query, without the origin. */
  readonly address: string
  readonly body: string | undefined
}

export interface Typed {
  readonly parameters: ReadonlyMap<string, string>
  readonly body: string
}

/** Segments of the tree may contain slashes; every other parameter is one segment. */
const encodedPart = (name: string, value: string): string =>
  name === 'path'
    ? value.replaceAll('?', '%3F').replaceAll('#', '%23').replace(/^\/+/, '')
    : encodeURIComponent(value)

export const draftOf = ({ method, path, parameters, body }: Endpoint, typed: Typed): Draft => {
  const valueOf = (name: string): string => typed.parameters.get(name) ?? ''
  const place = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodedPart(name, valueOf(name)))
  const asked = parameters.filter(
    (parameter) => parameter.place === 'query' && valueOf(parameter.name) !== '',
  )
  const query = new URLSearchParams(asked.map(({ name }) => [name, valueOf(name)])).toString()
  return {
    method,
    address: query === '' ? place : `${place}?${query}`,
    body: body === undefined ? undefined : typed.body,
  }
}

export interface Origin {
  readonly url: string
  readonly productWord: string
  /** A program has no cookie: unless the boat is open, it needs a token. */
  readonly needsToken: boolean
}

/** Quotes a text for the shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

export const curlOf = ({ method, address, body }: Draft, { url, needsToken }: Origin): string =>
  [
    'curl -s',
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    quoted(url + address),
    ...(needsToken ? ['-H "authorization: Bearer $TOKEN"'] : []),
    ...(body === undefined ? [] : ["-H 'content-type: application/json'", `-d ${quoted(body)}`]),
  ].join(' ')

/** The client call for the request, or `fetch` if the client has no method for it. */
const callOf = ({ method, address, body }: Draft, { url, productWord }: Origin): string => {
  const [path = '', query] = address.split('?')
  const newer = `/${productWord}/v2/api/`
  const older = `/${productWord}/v1/api`
  const options = [
    ...(query === undefined
      ? []
      : [`query: ${JSON.stringify(Object.fromEntries(new URLSearchParams(query)))}`]),
    ...(body === undefined ? [] : [`body: ${body}`]),
  ]
  if (path.startsWith(newer))
    return `client.call('${method}', '${path.slice(newer.length)}'${options.length === 0 ? '' : `, { ${options.join(', ')} }`})`
  if (path === older) return 'client.root()'
  if (path.startsWith(`${older}/`)) return `client.get('${path.slice(older.length + 1)}')`
  return `fetch('${url + address}')`
}

export const typescriptOf = (draft: Draft, origin: Origin): string => {
  const options = [
    `url: '${origin.url}'`,
    ...(origin.productWord === 'marinedata' ? [] : [`productWord: '${origin.productWord}'`]),
    ...(origin.needsToken ? ['token: process.env.TOKEN'] : []),
  ]
  return [
    "import { MarineDataClient } from '@marinedata/client'",
    '',
    `const client = new MarineDataClient({ ${options.join(', ')} })`,
    `console.log(await ${callOf(draft, origin)})`,
  ].join('\n')
}
