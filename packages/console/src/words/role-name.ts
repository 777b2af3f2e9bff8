import { t } from './screen-words.ts'

const named = ['viewer', 'crew', 'helm', 'owner', 'device'] as const

/** The role in one word; for a plugin, the server's name for it. */
export const roleName = (role: string): string => {
  const known = named.find((each) => each === role)
  return known === undefined ? role : t(`access.roleName.${known}`)
}
