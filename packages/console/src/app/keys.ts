import { useLayoutEffect, useRef } from 'preact/hooks'

/** By the name of the key; `Shift+` before it. What is done is told by what it does. */
export type KeyBindings = Readonly<Record<string, (event: KeyboardEvent) => void>>

const typing = 'input, textarea, select, [contenteditable]'

/** What a key is called: `ArrowLeft`, `Shift+ArrowLeft`, ` `, `?`, `h`. */
export const keyName = ({ key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>): string =>
  shiftKey && key.length > 1 ? `Shift+${key}` : key

const isMeantForConsole = (event: KeyboardEvent): boolean => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.repeat) return false
  return !(event.target instanceof Element && event.target.closest(typing) !== null)
}

/** Heeds keys for as long as the part is shown. Keys typed into a field are not for us, nor is a key that is held. */
export const useKeys = (bindings: KeyBindings): void => {
  const latest = useRef(bindings)
  latest.current = bindings
  useLayoutEffect(() => {
    const heed = (event: KeyboardEvent): void => {
      const name = keyName(event)
      if (!isMeantForConsole(event) || !Object.hasOwn(latest.current, name)) return
      event.preventDefault()
      latest.current[name]?.(event)
    }
    window.addEventListener('keydown', heed)
    return () => window.removeEventListener('keydown', heed)
  }, [])
}
