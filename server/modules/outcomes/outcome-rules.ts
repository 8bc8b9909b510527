import { dateInTimeZone } from '../../../contract/calendar-day.ts'
import type { FrozenContent } from '../../../contract/consents.ts'
import {
  outcome_follow_up_days,
  own_figure_window_months,
  type RiskCount,
} from '../../../contract/own-figures.ts'
import { addMonths } from '../../../contract/working-days.ts'
import { day_ms } from '../../platform/clock.ts'
import type { Opened } from '../../platform/database/sealed-column.ts'
import type { CountedFigure } from '../own-figures/index.ts'
import type { treatmentOutcomes } from './outcome-schema.ts'

export type OutcomeRow = Opened<typeof treatmentOutcomes.$inferSelect>
type Assessment = Pick<OutcomeRow, 'result' | 'listed' | 'occurred' | 'assessedAt'>

/** One treatment that was carried out, with the newest of its outcomes. */
export type OutcomeCase = {
  templateId: string
  patientId: string
  doneAt: Date
  outcome: Assessment | null
}

/** Which treatments are counted at a moment: no older than that, and long enough ago to have been followed up. */
export const countedWindow = (now: Date): { from: Date; until: Date } => ({
  from: new Date(`${addMonths(dateInTimeZone(now), -own_figure_window_months)}T00:00:00Z`),
  until: new Date(now.getTime() - outcome_follow_up_days * day_ms),
})

/** From when on a treatment has been followed up for long enough. */
export const followUpFrom = (doneAt: Date): Date =>
  new Date(doneAt.getTime() + outcome_follow_up_days * day_ms)

/** Whether the result of a treatment is known for the whole time: somebody looked at its end, or later. */
export const isFollowedUp = (
  doneAt: Date,
  outcome: Pick<Assessment, 'result' | 'assessedAt'> | null,
): boolean => outcome?.result === 'known' && outcome.assessedAt >= followUpFrom(doneAt)

/** The risks that the patient of a text was told of for one of its treatments. */
export const risksOfTreatment = (
  { risks }: Pick<FrozenContent, 'risks'>,
  place: number,
): { label: string; serious: boolean }[] =>
  risks
    .filter(({ treatments }) => !treatments || treatments.includes(place))
    .map(({ label, serious }) => ({ label, serious }))

/** Of which template a treatment of a text was made. */
export const templateOfTreatment = (
  { treatments, templateId }: Pick<FrozenContent, 'treatments' | 'templateId'>,
  place: number,
): string => treatments?.[place]?.templateId ?? templateId

/** The one in the middle, by size. */
const medianOf = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** Treatments since the first that was followed up at all, whatever came of it: a consecutive series. */
function seriesOf(cases: readonly OutcomeCase[]): OutcomeCase[] {
  const inOrder = cases.toSorted((a, b) => a.doneAt.getTime() - b.doneAt.getTime())
  const start = inOrder.findIndex(({ outcome }) => outcome !== null)
  return start < 0 ? [] : inOrder.slice(start)
}

/** The first treatment of each person: two of one person are no two people. */
const firstOfEach = (inOrder: readonly OutcomeCase[]): OutcomeCase[] =>
  [...Map.groupBy(inOrder, ({ patientId }) => patientId).values()].map(([first]) => first!)

type FollowedCase = OutcomeCase & { outcome: Assessment }

function countRisks(followed: readonly FollowedCase[]): RiskCount[] {
  const counts = new Map<string, RiskCount>()
  for (const { outcome } of followed)
    for (const label of new Set(outcome.listed)) {
      const { known, occurred } = counts.get(label) ?? { known: 0, occurred: 0 }
      const happened = outcome.occurred.includes(label) ? 1 : 0
      counts.set(label, { label, known: known + 1, occurred: occurred + happened })
    }
  return [...counts.values()]
}

/** What came of the treatments of a practice, template by template; of one that was never followed up, nothing. */
export function countOutcomes(cases: readonly OutcomeCase[]): CountedFigure[] {
  return [...Map.groupBy(cases, ({ templateId }) => templateId)].flatMap(([templateId, ofTemplate]) => {
    const people = firstOfEach(seriesOf(ofTemplate))
    const [first] = people
    if (!first) return []
    const followed = people.filter((each): each is FollowedCase => isFollowedUp(each.doneAt, each.outcome))
    const days = followed.map(
      ({ doneAt, outcome }) => (outcome.assessedAt.getTime() - doneAt.getTime()) / day_ms,
    )
    return {
      ...{ templateId, treated: people.length, followed: followed.length },
      followUpDays: Math.floor(medianOf(days)),
      risks: countRisks(followed),
      countedFrom: first.doneAt,
    }
  })
}
