import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { TestContext } from 'node:test'
import { temporaryFolder } from '@marinedata/testing/boats/start-cli'

/** A file system on a loop device that the kernel makes read-only at its first error. */
export interface BreakingDisk extends AsyncDisposable {
  readonly path: string
  /** Reports an error to the kernel. Every write then fails with EROFS, even to open files. */
  breakDown(): void
}

const megabytes = 24
const run = (program: string, ...words: readonly string[]): string =>
  execFileSync(program, words, { stdio: 'pipe', encoding: 'utf8' }).trim()

/** Returns undefined and skips the test if loop devices or ext4 are missing. */
export const mountBreakingDisk = async (
  context: Pick<TestContext, 'skip'>,
): Promise<BreakingDisk | undefined> => {
  await using stack = new AsyncDisposableStack()
  const folder = stack.use(await temporaryFolder()).path
  const [image, path] = [join(folder, 'image'), join(folder, 'disk')]
  mkdirSync(path)
  try {
    run('truncate', '--size', `${megabytes}M`, image)
    run('mkfs.ext4', '-q', image)
    run('mount', '-o', 'loop,errors=remount-ro', image, path)
  } catch (error) {
    context.skip(`Mounting an image of ext4 is not permitted here; run this test as root. ${String(error)}`)
    return undefined
  }
  stack.defer(() => void run('umount', '--lazy', path))
  const device = basename(run('findmnt', '--noheadings', '--output', 'SOURCE', path))
  const mounted = stack.move()
  return {
    path,
    breakDown: () => writeFileSync(`/sys/fs/ext4/${device}/trigger_fs_error`, '1'),
    [Symbol.asyncDispose]: () => mounted.disposeAsync(),
  }
}
