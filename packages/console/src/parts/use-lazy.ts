import { useEffect, useState } from 'preact/hooks'

/** Loads a part when needed; undefined until loaded. If loading fails, its surroundings work without it. */
export const useLazy = <Part>(isNeeded: boolean, load: () => Promise<Part>): Part | undefined => {
  const [part, setPart] = useState<{ readonly loaded: Part } | undefined>(undefined)
  const isMissing = isNeeded && part === undefined
  useEffect(() => {
    if (isMissing)
      load().then(
        (loaded) => setPart({ loaded }),
        () => undefined,
      )
  }, [isMissing])
  return part?.loaded
}
