import { useLayoutEffect, useRef } from 'preact/hooks'
import type { KeyName } from './key-table.ts'

/** Actions by name of the key. Only keys of the table can be bound. */
export type KeyBindings = Readonly<Partial<Record<KeyName, (event: KeyboardEvent) => void>>>

const typing = 'input, textarea, select, [contenteditable]'

/** Name of a key: `ArrowLeft`, `Shift+ArrowLeft`, ` `, `?`, `h`. Upper and lower case of a letter have the same name. */
export const keyName = ({ key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>): string => {
  if (key.length === 1) return key.toLowerCase()
  return shiftKey ? `Shift+${key}` : key
}

/** Whether a key is a command, and neither typed into a field nor the repeat of a held key. */
export const isMeantForConsole = (event: KeyboardEvent): boolean => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.repeat) return false
  return !(event.target instanceof Element && event.target.closest(typing) !== null)
}

const isBound = (bindings: KeyBindings, name: string): name is KeyName => Object.hasOwn(bindings, name)

/** Handles keys while the component is mounted. Ignores keys typed into a field, and the repeats of a held key. */
export const useKeys = (bindings: KeyBindings): void => {
  const latest = useRef(bindings)
  latest.current = bindings
  useLayoutEffect(() => {
    const handle = (event: KeyboardEvent): void => {
      const name = keyName(event)
      if (!isMeantForConsole(event) || !isBound(latest.current, name)) return
      event.preventDefault()
      latest.current[name]?.(event)
    }
    window.addEventListener('keydown', handle)
    return () => window.removeEventListener('keydown', handle)
  }, [])
}
