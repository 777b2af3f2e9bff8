import { useEffect, useState } from 'preact/hooks'

/** Buttons react only after this time, so that a tap aimed at the previous content answers nothing unread. */
const settleMs = 500

/** True once the same content has been shown for a moment. */
export const useSettled = (mark: string | undefined): boolean => {
  const [settled, setSettled] = useState<string | undefined>(undefined)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(mark), settleMs)
    return () => clearTimeout(timer)
  }, [mark])
  return mark !== undefined && settled === mark
}
