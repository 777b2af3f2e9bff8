import { Completed, Preferences } from '@marinedata/model'
import { route, type Route } from '#http/route.ts'

export interface PreferenceRoutesOptions {
  /** `…/v2/api/preferences` */
  readonly base: string
  readonly preferences: {
    of(who: string): Preferences
    keep(who: string, preferences: Preferences): Promise<void>
  }
}

const completed: Completed = { state: 'COMPLETED', statusCode: 200, message: 'OK' }

/** How whoever asks likes to see things, the same on every screen of theirs. */
export const preferenceRoutes = ({ base, preferences }: PreferenceRoutesOptions): Route[] => [
  route({
    method: 'GET',
    path: base,
    scope: 'read',
    operationId: 'getPreferences',
    summary: 'The own preferences; on an open boat there is one set for all',
    responses: { 200: { description: 'Empty while nothing was kept', schema: Preferences } },
    handle: ({ principal }) => preferences.of(principal.name),
  }),
  route({
    method: 'PUT',
    path: base,
    scope: 'read',
    operationId: 'setPreferences',
    summary: 'Keeps these preferences in place of all that were kept before; 16 kB at most',
    body: Preferences,
    responses: { 200: { description: 'Kept', schema: Completed } },
    problems: ['invalid-body', 'invalid-value', 'too-large', 'storage-full'],
    handle: async ({ body, principal }) => {
      await preferences.keep(principal.name, body)
      return completed
    },
  }),
]
