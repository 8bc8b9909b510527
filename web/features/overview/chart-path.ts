type Size = { width: number; height: number; highest: number }

/** The highest of these, and never nothing: a month without anything is a line at the bottom. */
export const maxValue = (values: readonly number[]): number => Math.max(1, ...values)

/** A line from value to value, as SVG draws it: the highest at the top, nothing at the bottom. */
export function buildLinePath(values: readonly number[], { width, height, highest }: Size): string {
  const step = values.length > 1 ? width / (values.length - 1) : 0
  const points = values.map(
    (value, n) => `${Math.round(n * step * 10) / 10} ${Math.round((1 - value / highest) * height * 10) / 10}`,
  )
  return points.length > 0 ? `M${points.join('L')}` : ''
}
