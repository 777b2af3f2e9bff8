/**
 * Plays a silent one-pixel video.
 * @returns stops it
 */
export const playSilentVideo = async (page: Document): Promise<() => void> => {
  const canvas = page.createElement('canvas')
  canvas.width = canvas.height = 2
  canvas.getContext('2d')?.fillRect(0, 0, 2, 2)
  const video = page.createElement('video')
  video.className = 'silent-video'
  video.muted = true
  video.playsInline = true
  video.ariaHidden = 'true'
  video.srcObject = canvas.captureStream()
  page.body.append(video)
  await video.play()
  return () => {
    video.srcObject = null
    video.remove()
  }
}
