import { operation } from '#storage/writer/operation.ts'

export interface CredentialUse {
  readonly id: string
  readonly at: string
  readonly from: string
}

/** Saves when and from where credentials were last used. */
export const putLastUse = operation('credential.use', ({ database }, uses: readonly CredentialUse[]) => {
  const update = database.prepare('UPDATE credential SET used_at = ?, used_from = ? WHERE id = ?')
  for (const { id, at, from } of uses) update.run(at, from, id)
})

export const lastUseOperations = [putLastUse]
