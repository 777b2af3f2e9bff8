/** Time for the browser to start the download before its content is released. */
const downloadMs = 60_000

/** Lets the user save content as a file. */
export const saveFile = (content: Blob, fileName: string): void => {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), downloadMs)
}
