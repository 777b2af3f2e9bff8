import { useLayoutEffect, useRef } from 'preact/hooks'

/** Actions by name of the key, with `Shift+` in front if held. */
export type KeyBindings = Readonly<Record<string, (event: KeyboardEvent) => void>>

const typing = 'input, textarea, select, [contenteditable]'

/** Name of a key: `ArrowLeft`, `Shift+ArrowLeft`, ` `, `?`, `h`. */
export const keyName = ({ key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>): string =>
  shiftKey && key.length > 1 ? `Shift+${key}` : key

const isMeantForConsole = (event: KeyboardEvent): boolean => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.repeat) return false
  return !(event.target instanceof Element && event.target.closest(typing) !== null)
}

/** Handles keys while the component is mounted. Ignores keys typed into a field, and the repeats of a held key. */
export const useKeys = (bindings: KeyBindings): void => {
  const latest = useRef(bindings)
  latest.current = bindings
  useLayoutEffect(() => {
    const handle = (event: KeyboardEvent): void => {
      const name = keyName(event)
      if (!isMeantForConsole(event) || !Object.hasOwn(latest.current, name)) return
      event.preventDefault()
      latest.current[name]?.(event)
    }
    window.addEventListener('keydown', handle)
    return () => window.removeEventListener('keydown', handle)
  }, [])
}
