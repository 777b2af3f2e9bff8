/** Deletes the stored console after a sign-out or a loss of access. */
export const deleteStoredConsole = async (): Promise<void> => {
  const registrations = await navigator.serviceWorker.getRegistrations()
  await Promise.all(registrations.map((registration) => registration.unregister()))
  const names = await caches.keys()
  await Promise.all(names.map((name) => caches.delete(name)))
}
