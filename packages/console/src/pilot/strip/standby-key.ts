import { useLayoutEffect, useRef } from 'preact/hooks'

/** Where a space is a space. */
const written = 'input:not([type="range"]), textarea, select, [contenteditable]'

const isForUs = ({ key, target, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean =>
  key === ' ' &&
  !ctrlKey &&
  !altKey &&
  !metaKey &&
  !(target instanceof Element && target.closest(written) !== null)

/**
 * Space lets go, whatever has the focus: it is heard before any button hears it, and so is its release, by which some
 * browsers press.
 * @param letGo undefined while there is nothing to let go of: then Space is for whoever has the focus
 */
export const useStandbyKey = (letGo: (() => void) | undefined): void => {
  const latest = useRef(letGo)
  latest.current = letGo
  useLayoutEffect(() => {
    let isDown = false
    const take = (event: KeyboardEvent): void => {
      event.preventDefault()
      event.stopPropagation()
    }
    const press = (event: KeyboardEvent): void => {
      if (!isForUs(event) || (latest.current === undefined && !isDown)) return
      take(event)
      if (!event.repeat) latest.current?.()
      isDown = true
    }
    const release = (event: KeyboardEvent): void => {
      if (event.key !== ' ' || !isDown) return
      isDown = false
      take(event)
    }
    window.addEventListener('keydown', press, { capture: true })
    window.addEventListener('keyup', release, { capture: true })
    return () => {
      window.removeEventListener('keydown', press, { capture: true })
      window.removeEventListener('keyup', release, { capture: true })
    }
  }, [])
}
