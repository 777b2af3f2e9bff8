import { MarineDataError, type TSchema } from '@marinedata/model'
import { existsSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, isAbsolute, resolve } from 'node:path'
import { settingMembers } from '../setting-members.ts'
import { isWithin } from './within.ts'

type Values = Readonly<Record<string, unknown>>

/** Paths outside its own folder that a plugin may read because its settings name them. */
export interface Grants {
  readonly files: readonly string[]
  /** Folders outside `/dev` in which the plugin may look for serial ports. Only ports and links in them are visible. */
  readonly portFolders: readonly string[]
}

export const noGrants: Grants = { files: [], portFolders: [] }

const refuse = (member: string, message: string): never => {
  const errors = [{ path: `/${member}`, message }]
  throw new MarineDataError('invalid-settings', `The settings are invalid:\n  /${member}: ${message}`, {
    errors,
  })
}

const realPathOf = (path: string): string => (existsSync(path) ? realpathSync(path) : resolve(path))

const isInBoatFolder = (path: string, boatFolder: string | undefined): boolean =>
  boatFolder !== undefined && isWithin(realPathOf(boatFolder), realPathOf(path))

/** @throws MarineDataError `invalid-settings` unless the path is one file outside the data folder */
const fileIn = (member: string, path: string, boatFolder: string | undefined): string => {
  if (isInBoatFolder(path, boatFolder))
    return refuse(member, `"${path}" is in the data folder of the server. Name a file outside it`)
  if (existsSync(path) && !statSync(path).isFile())
    return refuse(member, `"${path}" is not a file. Name one file, not a folder or a device`)
  return path
}

/** Names of serial ports, and of the usual links to them. */
const portName = /^(?:tty|cu\.|serial|gps|rfcomm|pts$)/i

/** Whether a path is one of a port, or a search for ports. A log file is neither. */
const isLikePort = (path: string): boolean => {
  const name = basename(path)
  if (name.includes('*') || portName.test(name) || isWithin('/run', path)) return true
  return existsSync(path) ? statSync(path).isCharacterDevice() : !name.includes('.')
}

/** @throws MarineDataError `invalid-settings` when it names no port, or the data folder would be visible in its folder */
const portFolderIn = (member: string, pattern: string, boatFolder: string | undefined): string[] => {
  const folder = dirname(pattern)
  if (isWithin('/dev', folder)) return []
  if (!isLikePort(pattern)) return refuse(member, `"${pattern}" is not a serial port`)
  if (!existsSync(folder)) return []
  if (
    isInBoatFolder(folder, boatFolder) ||
    (boatFolder !== undefined && isWithin(realPathOf(folder), boatFolder))
  )
    return refuse(member, `"${folder}" contains the data folder of the server. Name another folder`)
  return [folder]
}

const texts = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter(
    (text): text is string => typeof text === 'string' && isAbsolute(text),
  )

/**
 * The paths that a person has granted with the settings. A default of the schema grants nothing: the plugin's author
 * wrote it.
 * @param chosen the settings that a person has set, without defaults
 * @throws MarineDataError `invalid-settings` when a setting names a path that cannot be granted
 */
export const grantsOf = (
  schema: TSchema | undefined,
  chosen: Values,
  boatFolder: string | undefined,
): Grants => {
  const members = settingMembers(schema).map(([name, { grants }]) => ({
    name,
    grants,
    paths: Object.hasOwn(chosen, name) ? texts(chosen[name]) : [],
  }))
  const granting = (kind: string) => members.filter(({ grants }) => grants === kind)
  return {
    files: granting('read').flatMap(({ name, paths }) => paths.map((path) => fileIn(name, path, boatFolder))),
    portFolders: granting('ports').flatMap(({ name, paths }) =>
      paths.flatMap((path) => portFolderIn(name, path, boatFolder)),
    ),
  }
}
