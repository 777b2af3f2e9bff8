import type { Actor } from '@marinedata/model'
import { userInfo } from 'node:os'

/** The user of the shell, for the audit. */
export const shellActor = (): Actor => {
  const at = { kind: 'shell', address: 'localhost' } as const
  try {
    const { uid, username } = userInfo()
    // Windows has no number of the user.
    return { ...at, id: uid < 0 ? username : String(uid), name: username }
  } catch {
    // In a container the user may have only a number, without an entry in the user database.
    const id = String(process.getuid?.() ?? '')
    return { ...at, id, name: `user ${id}`.trim() }
  }
}
