import type { ProblemCode } from '@marinedata/model'
import type { RequestOptions } from '../request-json.ts'
import type { Operations } from './operations.generated.ts'

/** The method and the path of an operation, such as `GET access/me` or `POST notifications/{id}/acknowledge`. */
export type OperationKey = keyof Operations

declare const problem: unique symbol

/** The response of a request, with the codes of the problems that the server declares for it in its type. */
export interface Call<Answer, Code extends ProblemCode = ProblemCode> extends Promise<Answer> {
  readonly [problem]?: Code
}

/** The response of an operation. */
export type CallOf<Key extends OperationKey> = Call<Operations[Key]['answer'], Operations[Key]['problem']>

/** The parts of the request of an operation: `params`, `query` and `body`, as far as it has them. */
export type PartsOf<Key extends OperationKey> = Omit<Operations[Key], 'answer' | 'problem'>

/** The request of an operation. It may be omitted when nothing in it is required. */
export type RequestOf<Key extends OperationKey> =
  Partial<PartsOf<Key>> extends PartsOf<Key>
    ? [request?: PartsOf<Key> & RequestOptions]
    : [request: PartsOf<Key> & RequestOptions]
