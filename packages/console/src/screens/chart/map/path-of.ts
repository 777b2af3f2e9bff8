/** Converts paths of x, y, x, y … to a canvas path. */
export const pathOf = (paths: readonly (readonly number[])[], isClosed: boolean): Path2D => {
  const drawn = new Path2D()
  for (const path of paths) {
    drawn.moveTo(path[0] ?? 0, path[1] ?? 0)
    for (let at = 2; at < path.length; at += 2) drawn.lineTo(path[at] ?? 0, path[at + 1] ?? 0)
    if (isClosed) drawn.closePath()
  }
  return drawn
}
