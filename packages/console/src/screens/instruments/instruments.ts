import type { Metadata } from '@marinedata/model'
import { signal, useComputed, type ReadonlySignal, type Signal } from '@preact/signals'
import { useEffect, useState } from 'preact/hooks'
import { useConsole } from '#page/console-context.ts'
import { useBoat, type Boat } from '#boat/boat.ts'
import type { Tab } from '#parts/tabs.tsx'
import { sailingPaths } from '#dials/sailing-data.ts'
import { t } from '#words/screen-words.ts'
import { useControls, withControls } from './controls/boat-controls.ts'
import { BoatPaths, splitPath, type BoatPath } from '#units/boat-paths.ts'
import { pagesFrom, type InstrumentPage, type Tile } from './layout.ts'
import { presetPages, presets } from './presets.ts'
import { recorderOf } from './recorder.ts'
import { membersOf } from './tile-groups.ts'

/** Only names, types and metadata are read here, so values may come slowly. */
const minPeriod = 10_000
/** A boat introduces itself with many deltas. */
const gatherMs = 300

/** The paths that a boat sends, as far as this page knows. */
interface KnownPaths {
  readonly paths: BoatPaths
  /** Undefined until the boat has answered. */
  readonly all: Signal<readonly BoatPath[] | undefined>
}

const knownByBoat = new WeakMap<Boat, KnownPaths>()

const knownPathsOf = (boat: Boat): KnownPaths => {
  const known = knownByBoat.get(boat) ?? { paths: new BoatPaths(), all: signal(undefined) }
  knownByBoat.set(boat, known)
  return known
}

/**
 * Follows what the boat sends while the component is mounted, on a separate stream: the metadata of all paths is more
 * than the console needs.
 */
export const useBoatPaths = (): ReadonlySignal<readonly BoatPath[] | undefined> => {
  const boat = useBoat()
  const [{ paths, all }] = useState(() => knownPathsOf(boat))
  useEffect(() => {
    const stream = boat.client.stream({ subscribe: 'none', sendMeta: 'all' })
    stream.subscribe({ subscribe: [{ path: '*', minPeriod }], sendMeta: 'all' })
    let publishing: ReturnType<typeof setTimeout> | undefined
    const publish = (): void => {
      publishing = undefined
      all.value = paths.all
    }
    const read = async (): Promise<void> => {
      for await (const delta of stream) if (paths.take(delta)) publishing ??= setTimeout(publish, gatherMs)
    }
    void read()
    // A boat without values has also answered.
    const answered = stream.onState((state) => {
      if (state === 'open') publishing ??= setTimeout(publish, gatherMs)
    })
    return () => {
      answered[Symbol.dispose]()
      clearTimeout(publishing)
      void stream.close()
    }
  }, [boat])
  return all
}

/** The pages of this user, and what the boat sends. */
export interface Instruments {
  /** Undefined until the boat has answered. */
  readonly paths: ReadonlySignal<readonly BoatPath[] | undefined>
  readonly metaByPath: ReadonlySignal<ReadonlyMap<string, Metadata>>
  /** The user's own pages, otherwise the presets of what the boat sends. */
  readonly pages: ReadonlySignal<readonly InstrumentPage[]>
  readonly hasOwnPages: ReadonlySignal<boolean>
  /** The page of this screen. */
  readonly page: ReadonlySignal<InstrumentPage | undefined>
}

export const useInstruments = (): Instruments => {
  const { preferences } = useConsole()
  const sent = useBoatPaths()
  const controls = useControls()
  const paths = useComputed(() => sent.value && withControls(sent.value, controls.value ?? []))
  const stored = preferences.of('instruments')
  const own = useComputed(() => pagesFrom(stored.value))
  const ofPresets = useComputed(() => presetPages(paths.value ?? []))
  const pages = useComputed(() => own.value ?? ofPresets.value)
  const shownPage = preferences.of('instrumentPage')
  return {
    paths,
    metaByPath: useComputed(() => new Map((paths.value ?? []).map(({ path, meta }) => [path, meta]))),
    pages,
    hasOwnPages: useComputed(() => own.value !== undefined),
    page: useComputed(() => pages.value.find(({ id }) => id === shownPage.value) ?? pages.value[0]),
  }
}

/** The name of a page: the user's, its preset's, or its number. */
export const nameOfPage = ({ id, name }: InstrumentPage, at: number): string => {
  if (name !== '') return name
  const preset = presets.find((each) => each.id === id)
  return preset === undefined ? t('instruments.pageNumber', { number: at + 1 }) : t(preset.word)
}

export const tabsOf = (pages: readonly InstrumentPage[]): readonly Tab<string>[] =>
  pages.map((page, at) => ({ id: page.id, text: nameOfPage(page, at) }))

const pathsOfTile = ({ kind, path }: Tile): readonly string[] => {
  if (kind === 'sail') return sailingPaths
  const paths = kind === 'group' ? membersOf(path).map((member) => member.path) : [path]
  return paths.map((each) => splitPath(each)[0])
}

/** Subscribes to the values of the shown tiles, and records the values of all graphs. */
export const useTileValues = (shown: readonly Tile[], pages: readonly InstrumentPage[]): void => {
  const boat = useBoat()
  const paths = [...new Set(shown.flatMap(pathsOfTile))].toSorted()
  useEffect(() => {
    const following = boat.follow({ paths })
    return () => following[Symbol.dispose]()
  }, [boat, paths.join()])
  const graphs = [
    ...pages.flatMap(({ tiles }) => tiles).filter(({ kind }) => kind === 'graph'),
    ...shown.filter(({ kind }) => kind === 'number'),
  ]
  useEffect(
    () => recorderOf(boat).watch(graphs.map(({ path }) => path)),
    [boat, graphs.map(({ path }) => path).join()],
  )
}
