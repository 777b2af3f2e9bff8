import { coursePluginVerbs, courseServerVerbs } from './course-verbs.ts'
import { historyPluginVerbs, historyServerVerbs } from './history-verbs.ts'
import { weatherPluginVerbs, weatherServerVerbs } from './weather-verbs.ts'

// The types are written, so that the published declarations name no package that authors do not have.

/** Questions that the server asks a plugin. */
export const answerPluginVerbs: typeof historyPluginVerbs &
  typeof weatherPluginVerbs &
  typeof coursePluginVerbs = {
  ...historyPluginVerbs,
  ...weatherPluginVerbs,
  ...coursePluginVerbs,
}

/** Verbs with which a plugin offers to answer questions. */
export const answerServerVerbs: typeof historyServerVerbs &
  typeof weatherServerVerbs &
  typeof courseServerVerbs = {
  ...historyServerVerbs,
  ...weatherServerVerbs,
  ...courseServerVerbs,
}
