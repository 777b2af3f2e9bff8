/** The slope of the least-squares line through the points, in units of y per unit of x. */
export const slopeOf = (points: readonly (readonly [x: number, y: number])[]): number => {
  const mean = (of: (point: readonly [number, number]) => number): number =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length
  const x = mean(([each]) => each)
  const y = mean(([, each]) => each)
  const spread = points.reduce((sum, [each]) => sum + (each - x) ** 2, 0)
  return points.reduce((sum, [eachX, eachY]) => sum + (eachX - x) * (eachY - y), 0) / spread
}
