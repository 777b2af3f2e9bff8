import type { CopyServiceOptions } from '../copies/copy-service.ts'
import type { WriteEnd } from './group-commit.ts'
import type { SerializedFault } from './serialized-fault.ts'

/** Data with which the writing thread is started. */
export interface ThreadData {
  readonly folder: string
  readonly file: string
  readonly timing?: CopyServiceOptions['timing']
}

/** One write: the name of the operation and its arguments. */
export interface Call {
  readonly name: string
  readonly args: readonly unknown[]
}

/** To the thread: a batch of writes, or the request to end. */
export type ToThread = { readonly calls: readonly Call[] } | 'end'

/** From the thread: the results of a batch in order, or the result of a copy. */
export type FromThread =
  | { readonly ends: readonly WriteEnd[] }
  | { readonly copy: SerializedFault | undefined }
