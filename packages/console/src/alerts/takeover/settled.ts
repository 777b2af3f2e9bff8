import { useEffect, useState } from 'preact/hooks'

/** Whoever taps at what was there a moment ago does not answer what they have not read. */
const settleMs = 500

/** True when the same has been there for a moment. */
export const useSettled = (mark: string | undefined): boolean => {
  const [settled, setSettled] = useState<string | undefined>(undefined)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(mark), settleMs)
    return () => clearTimeout(timer)
  }, [mark])
  return mark !== undefined && settled === mark
}
