/** How often a value of `one` is above a value of `other`: Mann and Whitney's statistic as a share, 0.5 for a mere guess. */
function areaUnderCurve(one: readonly number[], other: readonly number[]): number {
  const sum = one.reduce(
    (all, a) => all + other.reduce((wins, b) => wins + (a > b ? 1 : a === b ? 0.5 : 0), 0),
    0,
  )
  return sum / (one.length * other.length)
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

const auc_min = 0.45
const auc_max = 0.55

export type TimingComparison = {
  ofEach: number
  medianMs: Record<string, string>
  auc: number
  isAlike: boolean
}

/** Whether two kinds of answers can be told apart by how long they took. */
export function compareTimes(times: Readonly<Record<string, readonly number[]>>): TimingComparison {
  const [one, other] = Object.values(times) as [readonly number[], readonly number[]]
  const auc = Number(areaUnderCurve(one, other).toFixed(3))
  const medianMs = Object.fromEntries(
    Object.entries(times).map(([kind, values]) => [kind, median(values).toFixed(2)]),
  )
  return { ofEach: one.length, medianMs, auc, isAlike: auc >= auc_min && auc <= auc_max }
}
