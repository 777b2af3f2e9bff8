import { createContext } from 'preact'
import { useContext, useEffect } from 'preact/hooks'
import type { Boat } from './boat.ts'
import type { Subscription } from './subscriptions.ts'

export const BoatContext = createContext<Boat | undefined>(undefined)

/** The boat of this console. */
export const useBoat = (): Boat => {
  const boat = useContext(BoatContext)
  if (boat === undefined) throw new TypeError('There is no boat around this part')
  return boat
}

/** Subscribes while the component is mounted. The subscription is read once. */
export const useSubscription = (subscription: Subscription): void => {
  const boat = useBoat()
  useEffect(() => {
    const following = boat.follow(subscription)
    return () => following[Symbol.dispose]()
  }, [boat])
}
