import { createContext } from 'preact'
import { useContext, useEffect } from 'preact/hooks'
import type { Boat } from './boat.ts'
import type { Wish } from './following.ts'

export const BoatContext = createContext<Boat | undefined>(undefined)

/** The boat that this console is of. */
export const useBoat = (): Boat => {
  const boat = useContext(BoatContext)
  if (boat === undefined) throw new TypeError('There is no boat around this part')
  return boat
}

/** Follows values for as long as the part is shown. The wish is read once. */
export const useFollow = (wish: Wish): void => {
  const boat = useBoat()
  useEffect(() => {
    const following = boat.follow(wish)
    return () => following[Symbol.dispose]()
  }, [boat])
}
