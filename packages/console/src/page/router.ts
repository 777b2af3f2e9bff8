import { signal, type ReadonlySignal } from '@preact/signals'
import type { IconName } from '#theme/icons.tsx'
import type { WordKey } from '#words/words.ts'

interface Entry {
  readonly id: string
  readonly icon: IconName
  readonly word: WordKey
  /** Where the screen is linked: the bar of five, the rail of wide screens, or "More". */
  readonly place: 'bar' | 'rail' | 'more'
}

/** All screens, in display order. */
export const screenList = [
  { id: 'helm', icon: 'helm', word: 'screen.helm', place: 'bar' },
  { id: 'chart', icon: 'chart', word: 'screen.chart', place: 'bar' },
  { id: 'anchor', icon: 'anchor', word: 'screen.anchor', place: 'bar' },
  { id: 'instruments', icon: 'instruments', word: 'screen.instruments', place: 'bar' },
  { id: 'alerts', icon: 'alerts', word: 'screen.alerts', place: 'bar' },
  { id: 'data', icon: 'data', word: 'screen.data', place: 'rail' },
  { id: 'devices', icon: 'devices', word: 'screen.devices', place: 'more' },
  { id: 'access', icon: 'access', word: 'screen.access', place: 'more' },
  { id: 'settings', icon: 'settings', word: 'screen.settings', place: 'more' },
  // Behind the ninth: digits open the first nine screens.
  { id: 'history', icon: 'history', word: 'screen.history', place: 'rail' },
  { id: 'more', icon: 'more', word: 'screen.more', place: 'bar' },
  { id: 'boat', icon: 'boat', word: 'screen.boat', place: 'more' },
  { id: 'logbook', icon: 'logbook', word: 'screen.logbook', place: 'more' },
] as const satisfies readonly Entry[]

export type ScreenId = (typeof screenList)[number]['id']

export interface Route {
  readonly screen: ScreenId
  /** The part after the screen's name: `#/data/navigation.position`. */
  readonly rest: string
}

const isScreen = (text: string): text is ScreenId => screenList.some(({ id }) => id === text)

/** Parses the screen from an address. Falls back to the helm. */
export const routeOf = (hash: string): Route => {
  const [, name = '', ...rest] = hash.replace(/^#/, '').split('/')
  return isScreen(name) ? { screen: name, rest: rest.join('/') } : { screen: 'helm', rest: '' }
}

export const hrefOf = (screen: ScreenId, rest = ''): string => `#/${screen}${rest === '' ? '' : `/${rest}`}`

/** Follows the address of the page. */
export class Router implements Disposable {
  readonly #window: Window
  readonly #route = signal<Route>({ screen: 'helm', rest: '' })

  constructor(page: Window) {
    this.#window = page
    this.#read()
    page.addEventListener('hashchange', this.#read)
  }

  get route(): ReadonlySignal<Route> {
    return this.#route
  }

  open(screen: ScreenId, rest = ''): void {
    this.#window.location.hash = hrefOf(screen, rest)
  }

  /** Opens a screen in place of the present entry of the history. */
  replace(screen: ScreenId): void {
    this.#window.history.replaceState(null, '', hrefOf(screen))
    this.#read()
  }

  [Symbol.dispose](): void {
    this.#window.removeEventListener('hashchange', this.#read)
  }

  readonly #read = (): void => {
    this.#route.value = routeOf(this.#window.location.hash)
  }
}
