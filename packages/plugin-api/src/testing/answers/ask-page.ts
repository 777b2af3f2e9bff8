import { pageLimits, type PageAnswer, type PageRequest } from '@marinedata/model'
import type { TestedProcess } from '../tested-process.ts'

export interface PageAskOptions extends Partial<Pick<PageRequest, 'query' | 'role' | 'body'>> {
  /** Default as on a boat. */
  readonly deadlineMs?: number
  /** Cancels the request. */
  readonly signal?: AbortSignal
}

/** Asks as the server does for a page of the plugin; as crew, if no role is given. */
export const askPage = async (
  { launched: { rpc } }: Pick<TestedProcess, 'launched'>,
  asked: Pick<PageRequest, 'method' | 'path'>,
  { query = {}, role = 'crew', body, ...options }: PageAskOptions,
): Promise<PageAnswer> => {
  const deadlineMs = options.deadlineMs ?? pageLimits.deadlineSeconds * 1_000
  const request = { ...asked, query, role, ...(body !== undefined && { body }) }
  const params = { ...request, deadline: deadlineMs / 1_000 }
  return await rpc.request('page/request', params, { ...options, deadlineMs })
}
