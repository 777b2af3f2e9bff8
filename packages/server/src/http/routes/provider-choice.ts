import { completed, Completed, Type, type Actor } from '@marinedata/model'
import { actorOf } from '#gate.ts'
import { route, type Route } from '../route.ts'

interface ProviderChoice {
  /** `…/weather` */
  readonly base: string
  readonly operationId: string
  readonly summary: string
  /** @throws MarineDataError when there is no such provider */
  readonly choose: (id: string) => Promise<void>
  /** Records the choice in the audit. */
  readonly note: (choice: { readonly actor: Actor; readonly subject: string }) => void
}

/** Chooses among the plugins that provide the same. */
export const providerChoiceRoute = ({ base, operationId, summary, choose, note }: ProviderChoice): Route =>
  route({
    method: 'POST',
    path: `${base}/_providers/_default/:id`,
    scope: 'admin',
    operationId,
    summary,
    params: Type.Object({ id: Type.String({ maxLength: 64 }) }),
    responses: { 200: { description: 'Done', schema: Completed } },
    problems: ['not-found'],
    handle: async (request) => {
      const { id } = request.params
      await choose(id)
      note({ actor: actorOf(request), subject: id })
      return completed
    },
  })
