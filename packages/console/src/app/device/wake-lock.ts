import { effect, signal, type ReadonlySignal } from '@preact/signals'

/** Lets the screen turn off again. */
type End = () => void

/** Browsers offer no wake lock on an unencrypted connection. Many keep the screen on while a video plays. */
const hold = async (page: Document): Promise<End> => {
  // The type says always present; it is present only on a secure connection.
  const lock = await (navigator as Partial<Navigator>).wakeLock?.request('screen')
  if (lock !== undefined) return () => void lock.release()
  const { playSilentVideo } = await import('./silent-video.ts')
  return await playSilentVideo(page)
}

/**
 * Keeps the screen on while wanted and the page is visible. Requests the lock again each time the page becomes visible.
 */
export const stayAwake = (wanted: ReadonlySignal<boolean>, page: Document): Disposable => {
  const isSeen = signal(!page.hidden)
  const look = (): void => {
    isSeen.value = !page.hidden
  }
  const markState = (state: 'on' | 'off'): void => {
    page.documentElement.dataset['awake'] = state
  }
  const holding = effect(() => {
    if (!wanted.value || !isSeen.value) return undefined
    let isOver = false
    let end: End | undefined
    const begin = (ending: End): void => {
      if (isOver) return ending()
      end = ending
      markState('on')
    }
    // The device may refuse, for example when its battery is low.
    hold(page).then(begin, () => undefined)
    return () => {
      isOver = true
      end?.()
      markState('off')
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
