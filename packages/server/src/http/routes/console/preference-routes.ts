import { completed, Completed, Preferences, type Identity } from '@marinedata/model'
import { route, type Route } from '#http/route.ts'

export interface PreferenceRoutesOptions {
  /** `…/v2/api/preferences` */
  readonly base: string
  readonly preferences: {
    of(identity: Identity): Preferences
    save(identity: Identity, preferences: Preferences): Promise<void>
  }
}

/** Display preferences of a person, shared by all of that person's screens. */
export const preferenceRoutes = ({ base, preferences }: PreferenceRoutesOptions): Route[] => [
  route({
    method: 'GET',
    path: base,
    scope: 'read',
    operationId: 'getPreferences',
    summary: 'The caller’s preferences; in open mode all callers share one set',
    responses: { 200: { description: 'Empty when nothing was saved', schema: Preferences } },
    handle: ({ principal }) => preferences.of(principal),
  }),
  route({
    method: 'PUT',
    path: base,
    scope: 'read',
    operationId: 'setPreferences',
    summary: 'Replaces all preferences of the caller; 48 kB at most',
    body: Preferences,
    responses: { 200: { description: 'Saved', schema: Completed } },
    problems: ['invalid-body', 'invalid-value', 'too-large', 'storage-full'],
    handle: async ({ body, principal }) => {
      await preferences.save(principal, body)
      return completed
    },
  }),
]
