/**
 * Plays a silent one-pixel video.
 * @returns stops it
 */
export const playSilentVideo = async (page: Document): Promise<() => void> => {
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
