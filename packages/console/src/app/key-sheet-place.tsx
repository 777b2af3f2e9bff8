import type { FunctionComponent, JSX } from 'preact'
import { useState } from 'preact/hooks'
import { useConsole } from '#page/console-context.ts'
import { useKeys } from '#page/keys.ts'

interface Loaded {
  readonly KeySheet: FunctionComponent<{ readonly onClose: () => void }>
}

/** `?` lists the keys on every screen. The list is loaded when it is asked for. */
export const KeySheetPlace = (): JSX.Element | null => {
  const { openSheets, urgent } = useConsole()
  const [loaded, setLoaded] = useState<Loaded | undefined>(undefined)
  useKeys({
    '?': () => {
      if (openSheets.value > 0 || urgent.value !== undefined) return
      // Without a connection the list is not loaded; it is also part of the settings.
      import('#screens/settings/key-sheet.tsx').then(setLoaded, () => undefined)
    },
  })
  return loaded === undefined ? null : <loaded.KeySheet onClose={() => setLoaded(undefined)} />
}
