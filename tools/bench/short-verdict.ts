/** One figure of the short bench, with the goal that issue and docs/performance.md name and the one that was recorded. */
export type ShortFigure = {
  name: string
  value: number
  goal: number | null
  /** Whether more is better, as of a rate, or less. */
  better: 'more' | 'less'
  /** Rates and times say little on a machine that is busy with other things; the processors' time and counts do. */
  isJudgedWhenBusy: boolean
}

/** How much worse a figure may be than the recorded one. */
const worse_max = 0.2

/** How good a value is beside another, above 1 where it is better. */
const timesAsGood = ({ value, better }: ShortFigure, other: number): number =>
  better === 'more' ? value / other : other / value

export type ShortVerdict = {
  rows: {
    figure: string
    value: number
    goal: number | null
    'of goal': number | null
    recorded: number | null
    'of recorded': number | null
  }[]
  /** Figures that fell a fifth below the recorded one. */
  fallen: string[]
}

const rounded = (value: number): number => Number(value.toPrecision(3))

/** Sets each figure beside its goal and beside what was recorded. */
export function judgeShort(
  figures: readonly ShortFigure[],
  recorded: Readonly<Record<string, number>>,
  isBusy: boolean,
): ShortVerdict {
  const rows = figures.map((figure) => {
    const { name, value, goal } = figure
    const before = recorded[name]
    return {
      figure: name,
      value: rounded(value),
      goal,
      'of goal': goal === null ? null : rounded(timesAsGood(figure, goal)),
      recorded: before ?? null,
      'of recorded': before === undefined ? null : rounded(timesAsGood(figure, before)),
    }
  })
  const fallen = figures
    .filter(({ isJudgedWhenBusy }) => isJudgedWhenBusy || !isBusy)
    .filter((figure) => {
      const before = recorded[figure.name]
      return before !== undefined && timesAsGood(figure, before) < 1 - worse_max
    })
    .map(({ name }) => name)
  return { rows, fallen }
}
