import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface SmallDisk extends Disposable {
  readonly path: string
  /** Fills the disk to the last block. */
  fill(): void
  /** Removes what `fill` wrote. */
  empty(): void
}

const appendUntilFull = (file: number, block: Buffer): void => {
  try {
    for (;;) if (writeSync(file, block) < block.length) return
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
  }
}

/**
 * A disk of a few megabytes in a folder of its own, for tests.
 * @throws an error of `mount` when the user may not mount it
 */
export const mountSmallDisk = (megabytes: number): SmallDisk => {
  const path = mkdtempSync(join(tmpdir(), 'marinedata-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path], { stdio: 'pipe' })
  } catch (error) {
    rmdirSync(path)
    throw error
  }
  const filler = join(path, 'filler')
  return {
    path,
    fill: () => {
      const file = openSync(filler, 'a')
      try {
        for (const size of [65_536, 4_096, 512]) appendUntilFull(file, Buffer.alloc(size))
      } finally {
        closeSync(file)
      }
    },
    empty: () => rmSync(filler),
    [Symbol.dispose]: () => {
      execFileSync('umount', ['--lazy', path])
      rmdirSync(path)
    },
  }
}
