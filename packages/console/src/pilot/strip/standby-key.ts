import { useLayoutEffect, useRef } from 'preact/hooks'

/** Fields in which a space is typed. */
const written = 'input:not([type="range"]), textarea, select, [contenteditable]'

const isForUs = ({ key, target, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean =>
  key === ' ' &&
  !ctrlKey &&
  !altKey &&
  !metaKey &&
  !(target instanceof Element && target.closest(written) !== null)

/**
 * Space disengages, no matter what has the focus. Captures the key before any button receives it, and also its release,
 * on which some browsers click.
 * @param letGo undefined if there is nothing to disengage: Space then goes to the focused element
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
