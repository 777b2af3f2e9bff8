/** Shows a film of one dark point, in which nothing ever happens. @returns ends it */
export const playFilm = async (page: Document): Promise<() => void> => {
  const canvas = page.createElement('canvas')
  canvas.width = canvas.height = 2
  canvas.getContext('2d')?.fillRect(0, 0, 2, 2)
  const film = page.createElement('video')
  film.className = 'film'
  film.muted = true
  film.playsInline = true
  film.ariaHidden = 'true'
  film.srcObject = canvas.captureStream()
  page.body.append(film)
  await film.play()
  return () => {
    film.srcObject = null
    film.remove()
  }
}
