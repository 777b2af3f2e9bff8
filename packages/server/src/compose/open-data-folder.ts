import { MarineDataError } from '@marinedata/model'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { claimLayout, discardUnfinishedRestore, finishRestore } from '../data-folder.ts'
import { diskFaultOf } from '../disk-faults.ts'
import { privateMode, syncFile } from '../durable-file.ts'
import { lockFolder } from '../folder-lock.ts'
import { serverVersion } from '../settings/server-version.ts'
import { BoatStore } from '../storage/boat-store.ts'
import { copyToMemory } from './memory-copy.ts'
import { setWrongKindsAside } from './wrong-kinds.ts'

/** A data folder that the server uses, or its copy in memory. */
export interface OpenedFolder extends Disposable {
  readonly store: BoatStore
  /** The folder with the certificates. */
  readonly keys: string
  /** Repairs made, as messages for people. */
  readonly repairs: readonly string[]
}

const probeName = `.write-probe-${process.pid}`
/** Room for a new database and its journal. */
const probeBytes = 524_288

/** Writes a file and removes it. @throws when the disk is full or read-only */
const requireWritable = (folder: string): void => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const probe = join(folder, probeName)
  rmSync(probe, { recursive: true, force: true })
  try {
    writeFileSync(probe, Buffer.alloc(probeBytes, 1), { mode: privateMode })
    syncFile(probe)
  } finally {
    rmSync(probe, { force: true })
  }
}

/** The disk fault that work ended with; undefined when it succeeded. @throws any other error */
const diskFaultIn = (work: () => unknown): string | undefined => {
  try {
    work()
    return undefined
  } catch (error) {
    const fault = diskFaultOf(error)
    if (fault === undefined) throw error
    return fault
  }
}

/** Locks the folder. A folder that cannot be written needs no lock, and may not be able to have one. */
const lockUnless = (fault: string | undefined, folder: string): Disposable => {
  try {
    return lockFolder(folder)
  } catch (error) {
    if (fault === undefined || error instanceof MarineDataError) throw error
    return new DisposableStack()
  }
}

/**
 * Opens the data folder for a server. A folder on a full or read-only disk is copied into memory, and nothing is saved
 * until the next start: the alarms and the anchor watch of a boat must not depend on a disk.
 * @throws MarineDataError when another server runs on the folder, or a newer version of the program has used it
 */
export const openDataFolder = (folder: string): OpenedFolder => {
  using stack = new DisposableStack()
  const cannotWrite = diskFaultIn(() => {
    finishRestore(folder)
    requireWritable(folder)
  })
  const repairs = setWrongKindsAside(folder)
  stack.use(lockUnless(cannotWrite, folder))
  discardUnfinishedRestore(folder)
  claimLayout(folder, serverVersion)
  let store: BoatStore | undefined
  const fault = cannotWrite ?? diskFaultIn(() => (store = stack.use(new BoatStore(folder))))
  if (store !== undefined) return opened(stack, { store, keys: folder, repairs })
  const copy = stack.use(copyToMemory(folder))
  const unsaved = `${fault}, so the server uses a copy of its data in memory`
  const inMemory = stack.use(new BoatStore(copy.path, { unsaved }))
  return opened(stack, { store: inMemory, keys: copy.path, repairs })
}

const opened = (stack: DisposableStack, parts: Omit<OpenedFolder, typeof Symbol.dispose>): OpenedFolder => {
  const open = stack.move()
  return { ...parts, [Symbol.dispose]: () => open.dispose() }
}
