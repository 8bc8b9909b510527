/**
 * When a practice's own outcome figures may stand beside published ones, and how sure they are
 * (docs/decisions/2026-11-29-own-outcome-figures.md). Import-free, so that browsers may use it as values.
 */

/** People whose result is known before a figure is shown. */
export const own_figure_people_min = 100
/** Of those treated, how many in 100 must have been followed up. */
export const own_figure_followed_percent_min = 80
/** Treatments counted are at most so old. */
export const own_figure_window_months = 36
/** A follow-up is complete when somebody looked no earlier than so many days after treatment. */
export const outcome_follow_up_days = 30

/** How a clinician found out what came of a treatment. */
export const outcomeMethods = ['examined', 'contacted', 'records'] as const
export type OutcomeMethod = (typeof outcomeMethods)[number]

/** Of one listed risk: people whose result is known for it, and to how many of them it happened. */
export type RiskCount = { label: string; known: number; occurred: number }

/** What was counted of one template, each person once. */
export type OutcomeCount = {
  /** Treated within the window and long enough ago to be followed up. */
  treated: number
  /** Of these, followed up for as long as it takes. */
  followed: number
  risks: readonly RiskCount[]
}

/** Why figures are shown or not. */
export const ownFigureStates = ['enough', 'too-few', 'follow-up-low'] as const
export type OwnFigureState = (typeof ownFigureStates)[number]

/** Whether so many were treated and followed up that their figures may be shown. */
export function ownFigureStateOf({
  treated,
  followed,
}: Pick<OutcomeCount, 'treated' | 'followed'>): OwnFigureState {
  if (followed < own_figure_people_min) return 'too-few'
  // In whole numbers, so that 80 % is 80 %.
  return followed * 100 < treated * own_figure_followed_percent_min ? 'follow-up-low' : 'enough'
}

/** Those risks of which enough is known to show them; none where the treatment as a whole lacks it. */
export const showableRisks = (count: OutcomeCount): RiskCount[] =>
  ownFigureStateOf(count) === 'enough'
    ? count.risks.filter(({ known }) => known >= own_figure_people_min)
    : []

/** Of the normal distribution, for 95 in 100. */
const z = 1.959964

/** The 95 % interval of a proportion by Wilson's score method: it holds near 0 and 1, where rare complications are. */
export function wilsonInterval(occurred: number, known: number): { low: number; high: number } {
  if (known === 0) return { low: 0, high: 1 }
  const share = occurred / known
  const spread = (z * z) / known
  const centre = (share + spread / 2) / (1 + spread)
  const half = (z * Math.sqrt((share * (1 - share)) / known + spread / (4 * known))) / (1 + spread)
  return {
    low: occurred === 0 ? 0 : Math.max(0, centre - half),
    high: occurred === known ? 1 : Math.min(1, centre + half),
  }
}

export type ChanceRange = { from: number; to: number; of: number }

/**
 * What chance alone leaves open, in whole people: the interval rounded outwards, all out of the same number. Out of 1,000
 * where 100 would make none of what has happened.
 */
export function chanceRangesOf(counts: readonly Pick<RiskCount, 'known' | 'occurred'>[]): ChanceRange[] {
  const intervals = counts.map(({ known, occurred }) => ({ occurred, ...wilsonInterval(occurred, known) }))
  const of = intervals.some(({ occurred, low }) => occurred > 0 && low * 100 < 1) ? 1000 : 100
  return intervals.map(({ low, high }) => ({ from: Math.floor(low * of), to: Math.ceil(high * of), of }))
}
