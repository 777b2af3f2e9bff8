import { useEffect, useState } from 'preact/hooks'

/** A part that comes when it is needed; undefined until it is there. When it cannot come, whatever is around it does without. */
export const useLater = <Part>(isNeeded: boolean, load: () => Promise<Part>): Part | undefined => {
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
