import { CourseAnswer, CourseQuestion, Type } from '@marinedata/model'

const strict = { additionalProperties: false } as const

/** Verbs about the course that the server calls in a plugin. */
export const coursePluginVerbs = {
  'course/compute': {
    kind: 'request',
    scope: 'plugin',
    summary:
      'Computes the course for one moment, every second while the owner has chosen this plugin and there is a course. `$/cancelRequest` ends the question. When the answer is late or has any fault, the server uses its own numbers.',
    params: CourseQuestion,
    result: CourseAnswer,
  },
} as const

/** Verbs about the course that a plugin calls in the server. */
export const courseServerVerbs = {
  'course/offer': {
    kind: 'request',
    scope: 'plugin',
    summary:
      'From now on the plugin computes the course, if the owner has chosen it. Ends when the plugin stops.',
    params: Type.Object({}, { $id: 'CourseOfferParams', ...strict }),
    result: Type.Object({}, strict),
  },
} as const
