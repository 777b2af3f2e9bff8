import { definePlugin, MarineDataError, runPlugin, type RequestHandler } from '@marinedata/plugin-api'

const answers: Readonly<Record<string, RequestHandler>> = {
  echo: ({ method, path, query, role, body }) => ({
    json: { method, path, query, role, body: body ?? null },
  }),
  'list.csv': () => ({ text: 'tank,level\nmain,0.5\n', type: 'text/csv' }),
  refuse: () => {
    throw new MarineDataError('forbidden', 'Only for owners')
  },
  secret: () => {
    throw new MarineDataError('unauthenticated', 'Sign in')
  },
  throw: () => {
    throw new Error('The tank leaks')
  },
  huge: () => ({ json: 'x'.repeat(100_000) }),
  // A type that no plugin may send.
  page: () => ({ text: '<script>', type: 'text/html' }) as never,
  slow: () => new Promise(() => undefined),
  exit: () => process.exit(3),
}

/** Has pages, and answers requests well and badly. */
export const plugin = definePlugin({
  name: 'paged',
  version: '1.0.0',
  description: 'Shows a page',
  pages: 'paged-files',
  requests: true,
  start: () => ({
    request: (request, control) => {
      const answer = Object.hasOwn(answers, request.path) ? answers[request.path] : undefined
      if (answer === undefined) throw new MarineDataError('not-found', `There is nothing at ${request.path}`)
      return answer(request, control)
    },
  }),
})

if (import.meta.main) await runPlugin(plugin)
