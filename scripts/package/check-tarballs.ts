import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import type { Release } from './release.ts'

/**
 * Checks every npm package as it is published: entry points, types and formats.
 * @throws Error with all errors
 */
export const checkTarballs = async ({ out }: Release): Promise<void> => {
  const files = globSync('*.tgz', { cwd: out }).toSorted()
  const errors: string[] = files.length === 0 ? [`${out} has no npm packages`] : []
  for (const file of files) {
    const bytes = readFileSync(join(out, file))
    const tarball = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length)
    const { messages, pkg } = await publint({ pack: { tarball } })
    for (const message of messages) {
      const text = `${file}: ${formatMessage(message, pkg, { color: false }) ?? message.code}`
      if (message.type === 'error') errors.push(text)
      else process.stdout.write(`package: ${message.type}: ${text}\n`)
    }
  }
  if (errors.length > 0) throw new Error(errors.join('\n'))
}
