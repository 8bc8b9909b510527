import type { ConsentOutcomes, Outcome, TreatmentOutcome } from '../../../contract/outcomes.ts'
import type { StaffScope } from '../../platform/database/transaction.ts'
import { treatmentsDoneOn } from '../aftercare/index.ts'
import type { ConsentRecord } from '../consents/index.ts'
import { followUpFrom, isFollowedUp, risksOfTreatment, type OutcomeRow } from './outcome-rules.ts'
import { outcomesOf } from './outcome-store.ts'

const outcomeView = ({
  id,
  result,
  occurred,
  note,
  method,
  assessedAt,
  byName,
  at,
}: OutcomeRow): Outcome => ({
  ...{ id, result, occurred, note, method },
  assessedAt: assessedAt.toISOString(),
  by: byName,
  at: at.toISOString(),
})

/** What came of the treatments of a consent that were carried out and not taken back. */
export async function consentOutcomesView(
  scope: StaffScope,
  { id, content }: ConsentRecord,
): Promise<ConsentOutcomes> {
  if (!content) return { treatments: [] }
  const done = await treatmentsDoneOn(scope, [id])
  const outcomes = await outcomesOf(scope, id)
  const treatments = done
    .filter(({ takenBackAt }) => takenBackAt === null)
    .flatMap(({ id: doneId, doneAt, treatments: carriedOut }) =>
      carriedOut.map(({ place, title }): TreatmentOutcome => {
        const own = outcomes.filter((each) => each.doneId === doneId && each.place === place)
        return {
          ...{ doneId, place, title },
          doneAt: doneAt.toISOString(),
          followUpFrom: followUpFrom(doneAt).toISOString(),
          risks: risksOfTreatment(content, place),
          outcomes: own.map(outcomeView),
          isFollowedUp: isFollowedUp(doneAt, own[0] ?? null),
        }
      }),
    )
  return { treatments }
}
