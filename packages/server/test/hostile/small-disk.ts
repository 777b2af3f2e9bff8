import { execFileSync } from 'node:child_process'
import { closeSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { temporaryFolder } from '@marinedata/testing/boats/start-cli'

const appendUntilFull = (file: number, block: Buffer): void => {
  try {
    for (;;) if (writeSync(file, block) < block.length) return
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}

/** A file system in memory, mounted on a temporary folder. */
export interface SmallDisk extends AsyncDisposable {
  readonly path: string
  /** Fills the disk to the last block. */
  fill(): void
  makeReadOnly(): void
  makeWritable(): void
}

/** Undefined where mounting is not permitted: the test is skipped then. */
export const mountSmallDisk = async (
  context: Pick<TestContext, 'skip'>,
  megabytes: number,
): Promise<SmallDisk | undefined> => {
  await using stack = new AsyncDisposableStack()
  const { path } = stack.use(await temporaryFolder())
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path], { stdio: 'pipe' })
  } catch (error) {
    context.skip(`Mounting a tmpfs is not permitted here; run this test as root. ${String(error)}`)
    return undefined
  }
  stack.defer(() => void execFileSync('umount', ['--lazy', path]))
  const remount = (option: string) => (): void =>
    void execFileSync('mount', ['-o', `remount,${option}`, path], { stdio: 'pipe' })
  const fill = (): void => {
    const file = openSync(join(path, 'filler'), 'a')
    try {
      for (const size of [65_536, 4_096, 512]) appendUntilFull(file, Buffer.alloc(size))
    } finally {
      closeSync(file)
    }
  }
  const mounted = stack.move()
  return {
    path,
    fill,
    makeReadOnly: remount('ro'),
    makeWritable: remount('rw'),
    [Symbol.asyncDispose]: () => mounted.disposeAsync(),
  }
}
