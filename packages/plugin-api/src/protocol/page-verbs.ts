import { PageAnswer, pageLimits, PageRequest, Type } from '@marinedata/model'

/** Verbs about the pages of a plugin that the server calls in it. */
export const pagePluginVerbs = {
  'page/request': {
    kind: 'request',
    scope: 'plugin',
    summary: `A request of a page of the plugin, or of a program, below \`/plugins/<name>/api/\`. Needs \`requests\`. The answer has at most ${pageLimits.answerBytes} bytes as JSON. At most ${pageLimits.pending} are sent before the first is answered.`,
    params: Type.Object(
      { ...PageRequest.properties, deadline: Type.Number({ description: 'seconds from now' }) },
      { $id: 'PageRequestParams' },
    ),
    result: PageAnswer,
  },
} as const
