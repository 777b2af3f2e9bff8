import type { CopyKeeperOptions } from '../copies/copy-keeper.ts'
import type { WriteEnd } from './group-commit.ts'
import type { PlainFault } from './plain-fault.ts'

/** What the thread that writes is started with. */
export interface ThreadData {
  readonly folder: string
  readonly file: string
  readonly rhythm?: CopyKeeperOptions['rhythm']
}

/** One write: the operation's name, and its arguments. */
export interface Call {
  readonly name: string
  readonly args: readonly unknown[]
}

/** To the thread: writes to be committed together, or the end. */
export type ToThread = { readonly calls: readonly Call[] } | 'end'

/** From the thread: how they ended, in their order; what became of a copy. */
export type FromThread = { readonly ends: readonly WriteEnd[] } | { readonly copy: PlainFault | undefined }
