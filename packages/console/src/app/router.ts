import { signal, type ReadonlySignal } from '@preact/signals'
import { screenList, type ScreenId } from './screen-list.ts'

export type { ScreenId }

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

  [Symbol.dispose](): void {
    this.#window.removeEventListener('hashchange', this.#read)
  }

  readonly #read = (): void => {
    this.#route.value = routeOf(this.#window.location.hash)
  }
}
