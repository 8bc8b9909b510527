/** The slope of a straight line through these points, by least squares. */
export function slopeOf(points: readonly (readonly [number, number])[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [atX, atY] = [mean(points.map(([x]) => x)), mean(points.map(([, y]) => y))]
  const rise = mean(points.map(([x, y]) => (x - atX) * (y - atY)))
  return rise / mean(points.map(([x]) => (x - atX) ** 2))
}
