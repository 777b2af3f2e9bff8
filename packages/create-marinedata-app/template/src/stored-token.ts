import { readFileSync, writeFileSync } from 'node:fs'

interface Stored {
  readonly url: string
  readonly token: string
}

const isStored = (content: unknown): content is Stored =>
  typeof content === 'object' &&
  content !== null &&
  'url' in content &&
  typeof content.url === 'string' &&
  'token' in content &&
  typeof content.token === 'string'

const contentOf = (file: string): string | undefined => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

/** The token for a boat, if this app is paired with it. */
export const storedToken = (file: string, url: string): string | undefined => {
  const text = contentOf(file)
  if (text === undefined) return undefined
  const content: unknown = JSON.parse(text)
  if (!isStored(content)) throw new Error(`${file} contains no token. Delete it, and pair again`)
  return content.url === url ? content.token : undefined
}

/** Only this user can read the file: the token gives access to the boat. */
export const storeToken = (file: string, stored: Stored): void =>
  writeFileSync(file, `${JSON.stringify(stored)}\n`, { mode: 0o600 })
