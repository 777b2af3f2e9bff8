import { effect, signal, type ReadonlySignal } from '@preact/signals'

/** Ends what keeps the screen on. */
type End = () => void

/** Over a line that others can listen to, browsers offer no lock; many keep the screen on for a film. */
const hold = async (page: Document): Promise<End> => {
  // Typed as always there, which it is only over a safe line.
  const lock = await (navigator as Partial<Navigator>).wakeLock?.request('screen')
  if (lock !== undefined) return () => void lock.release()
  const { playFilm } = await import('./film.ts')
  return await playFilm(page)
}

/** Keeps the screen on while that is wanted and the page is seen; asked for anew whenever it is seen again. */
export const stayAwake = (wanted: ReadonlySignal<boolean>, page: Document): Disposable => {
  const isSeen = signal(!page.hidden)
  const look = (): void => {
    isSeen.value = !page.hidden
  }
  const told = (state: 'on' | 'off'): void => {
    page.documentElement.dataset['awake'] = state
  }
  const holding = effect(() => {
    if (!wanted.value || !isSeen.value) return undefined
    let isOver = false
    let end: End | undefined
    const begin = (ending: End): void => {
      if (isOver) return ending()
      end = ending
      told('on')
    }
    // The device may say no, as it does when its battery is low.
    hold(page).then(begin, () => undefined)
    return () => {
      isOver = true
      end?.()
      told('off')
    }
  })
  page.addEventListener('visibilitychange', look)
  return {
    [Symbol.dispose]: () => {
      page.removeEventListener('visibilitychange', look)
      holding()
    },
  }
}
