import { contract } from '../../../contract/index.ts'
import { outcomes_listed_max } from '../../../contract/limits.ts'
import { outcome_follow_up_days } from '../../../contract/own-figures.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { treatmentsDoneOn } from '../aftercare/index.ts'
import { settingsOf } from '../clinics/index.ts'
import { findConsent, lockConsent } from '../consents/index.ts'
import { listOwnFigures, ownFigureView } from '../own-figures/index.ts'
import { listDue } from './outcome-count-store.ts'
import { countedWindow, risksOfTreatment, templateOfTreatment } from './outcome-rules.ts'
import { insertOutcome } from './outcome-store.ts'
import { consentOutcomesView } from './outcome-view.ts'

/** The operations of `contract/outcomes.ts`. */
export const outcomeHandlers = {
  ofConsent: handle(contract.outcomes.ofConsent, async (scope, { consentId }) => {
    const consent = await findConsent(scope, consentId)
    if (!consent) return refuse('not-found')
    return { answer: await consentOutcomesView(scope, consent) }
  }),

  record: handle(contract.outcomes.record, async (scope, { consentId, doneId, place, ...input }) => {
    const consent = await lockConsent(scope, consentId)
    const done = (await treatmentsDoneOn(scope, [consentId])).find(({ id }) => id === doneId)
    if (!consent?.content || !done?.treatments.some((treatment) => treatment.place === place))
      return refuse('not-found')
    if (done.takenBackAt) return refuse('taken-back')
    const { result, note, method } = input
    const listed = risksOfTreatment(consent.content, place).map(({ label }) => label)
    const occurred = [...new Set(input.occurred)]
    if (result === 'not-known' && occurred.length > 0) return refuse('nothing-known')
    if (occurred.some((label) => !listed.includes(label))) return refuse('not-listed')
    const assessedAt = input.assessedAt ? new Date(input.assessedAt) : scope.now
    if (assessedAt > scope.now) return refuse('in-future')
    if (assessedAt < done.doneAt) return refuse('before-treatment')
    const templateId = templateOfTreatment(consent.content, place)
    await insertOutcome(scope, {
      ...{ consentId, doneId, place, templateId, result, listed, occurred, note, method, assessedAt },
    })
    return {
      answer: await consentOutcomesView(scope, consent),
      subject: consentId,
      // Which risks they were stands in the record alone.
      details: { doneId, place, result, occurred: occurred.length },
    }
  }),

  due: handle(contract.outcomes.due, async (scope) => ({
    answer: await listDue(scope, {
      ...{
        window: countedWindow(scope.now),
        followUpDays: outcome_follow_up_days,
        limit: outcomes_listed_max,
      },
    }),
  })),

  figures: handle(contract.outcomes.figures, async (scope) => {
    const { ownFigures: isOn } = await settingsOf(scope)
    const listed = await listOwnFigures(scope)
    return {
      answer: {
        isOn,
        countedAt: listed[0]?.figure.countedAt.toISOString() ?? null,
        figures: listed.map(({ name, figure }) => ownFigureView(name, figure)),
      },
    }
  }),
}
