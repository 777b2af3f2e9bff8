import { MarineDataError } from '@marinedata/client'
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { cpSync, globSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { readBackup } from '../../packages/server/src/backup/read-backup.ts'
import { factsOf, requireSame, type BoatFacts } from './boat-facts.ts'
import { sendInstruments } from './instruments.ts'
import type { Programs } from './programs.ts'
import { clientOf, type TrialBoat } from './trial-boat.ts'

/** A boat, its backup, and what it must answer. */
export interface KnownBoat {
  readonly boat: TrialBoat
  readonly facts: BoatFacts
}

/** Counts kills by tenths of the duration, to show that they were spread over all of it. */
class KillTimes {
  readonly tenths: number[] = Array.from({ length: 10 }, () => 0)
  readonly #durationMs: number

  constructor(durationMs: number) {
    this.#durationMs = durationMs
  }

  next(): number {
    const share = Math.random()
    const tenth = Math.floor(share * 10)
    this.tenths[tenth] = (this.tenths[tenth] ?? 0) + 1
    return share * this.#durationMs
  }
}

const digestOf = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex')

/**
 * Kills backups of a running server that receives deltas. The target is the earlier backup or a whole new one, and the
 * server has everything after each kill.
 */
export const killBackups = async (
  programs: Programs,
  { boat, facts }: KnownBoat,
  {
    target,
    kills,
    deltasPerSecond,
  }: { readonly target: string; readonly kills: number; readonly deltasPerSecond: number },
): Promise<object> => {
  const server = await programs.serve(boat.folder)
  const ending = new AbortController()
  const load = sendInstruments(clientOf(server.url, boat.owner.token), ending.signal, deltasPerSecond)
  const words = ['backup', target, '--data', boat.folder]
  const backupMs = await programs.must(...words)
  const times = new KillTimes(backupMs)
  const counts = { earlierFile: 0, newFile: 0, completed: 0 }
  for (let round = 0; round < kills; round++) {
    const before = digestOf(target)
    const { code } = await programs.run(words, times.next())
    await readBackup(target, { maxBytes: 1e9 })
    const isNew = digestOf(target) !== before
    assert.ok(isNew || code !== 0, 'The backup succeeded and wrote nothing')
    counts[isNew ? 'newFile' : 'earlierFile']++
    if (code === 0) counts.completed++
    requireSame(await factsOf(server.url, boat), facts)
  }
  await programs.must(...words)
  ending.abort()
  const deltas = await load
  await server.stop()
  const files = readdirSync(dirname(target))
  assert.deepEqual(
    files,
    [basename(target)],
    'A later backup has not removed the files of those that were killed',
  )
  return { kills, backupMs, ...counts, tenths: times.tenths, deltas, megabytes: megabytesOf(target) }
}

export const megabytesOf = (file: string): number => Math.round(statSync(file).size / 1e5) / 10

/** Whether a server has the state of a boat: its owner's token is valid there. */
const isStateOf = async (url: string, { owner }: TrialBoat): Promise<boolean> => {
  try {
    await clientOf(url, owner.token).call('GET access/people')
    return true
  } catch (error) {
    if (error instanceof MarineDataError && error.code === 'unauthenticated') return false
    throw error
  }
}

/** Removes a data folder, and what a restore has put beside it. */
const removeFolder = (folder: string): void => {
  for (const place of globSync(`${folder}{,-restore-*,-before-restore-*}`)) rmSync(place, { recursive: true })
}

/** Kills restores over the folder of another boat, and starts the server after each: it has one boat or the other. */
export const killRestores = async (
  programs: Programs,
  { before, after }: { readonly before: KnownBoat; readonly after: KnownBoat },
  { file, folder, kills }: { readonly file: string; readonly folder: string; readonly kills: number },
): Promise<object> => {
  const reset = (): void => {
    removeFolder(folder)
    cpSync(before.boat.folder, folder, { recursive: true, preserveTimestamps: true })
  }
  const words = ['restore', file, '--data', folder]
  reset()
  const restoreMs = await programs.must(...words)
  const times = new KillTimes(restoreMs)
  const counts = { old: 0, new: 0, completed: 0 }
  for (let round = 0; round < kills; round++) {
    reset()
    const { code } = await programs.run(words, times.next())
    const server = await programs.serve(folder)
    const isNew = await isStateOf(server.url, after.boat)
    assert.notEqual(isNew, await isStateOf(server.url, before.boat), 'The tokens of both boats are valid')
    assert.ok(isNew || code !== 0, 'The restore succeeded and the folder is the old one')
    const { boat, facts } = isNew ? after : before
    requireSame(await factsOf(server.url, boat), facts)
    await server.stop()
    counts[isNew ? 'new' : 'old']++
    if (code === 0) counts.completed++
  }
  removeFolder(folder)
  return { kills, restoreMs, ...counts, tenths: times.tenths }
}
