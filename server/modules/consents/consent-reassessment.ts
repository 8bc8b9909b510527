import type { StaffScope } from '../../platform/database/transaction.ts'
import { toCanonicalText } from '../audit/index.ts'
import type { PlanChange } from '../../../contract/consent-plan.ts'
import { isAgreed } from '../../../contract/consent-states.ts'
import { todayOf } from '../clinics/index.ts'
import { findTemplateWithVersion, findMaterialChange } from '../templates/index.ts'
import { clinicianName } from './consent-drafting.ts'
import { reviewHealth } from './consent-health.ts'
import { appendEvent, changeConsent, itemsOf, type ConsentRecord } from './consent-store.ts'
import {
  planChangesSince,
  frozenTreatmentsOf,
  type CurrentFacts,
  type CurrentTreatment,
} from './plan-changes.ts'

/** What is planned now: what was agreed to, unless the practice said otherwise since. */
async function currentTreatments(scope: StaffScope, consent: ConsentRecord): Promise<CurrentTreatment[]> {
  if (!consent.changedPlan)
    return frozenTreatmentsOf(consent.content!).map(({ templateId, title, teeth, area, pricePence }) => ({
      ...{ templateId, title, area, pricePence },
      teeth: teeth.map(({ fdi }) => fdi),
    }))
  const treatments: CurrentTreatment[] = []
  for (const { templateId, teeth, area, pricePence } of consent.changedPlan.items) {
    const template = await findTemplateWithVersion(scope, templateId)
    treatments.push({ templateId, teeth, area, pricePence, title: template?.name ?? '' })
  }
  return treatments
}

async function currentFacts(
  scope: StaffScope,
  consent: ConsentRecord,
  plannedDay?: string,
): Promise<CurrentFacts> {
  const wording: PlanChange[] = []
  for (const { templateVersionId } of await itemsOf(scope, consent.id)) {
    const found = await findMaterialChange(scope, templateVersionId)
    if (!found) continue
    const [before, after] = [`${found.title} ${found.before}`, `${found.title} ${found.after}`]
    // What was to be confirmed when the practice left the group that shares the wording is to be confirmed still.
    const known = consent.changes.find((change) => change.kind === 'wording' && change.before === before)
    if (found.isFollowed) wording.push({ kind: 'wording', before, after })
    else if (known) wording.push(known)
  }
  const { changedPlan, content, validUntil } = consent
  const treatments = await currentTreatments(scope, consent)
  return {
    treatments,
    clinician: changedPlan ? await clinicianName(scope, changedPlan.clinicianId) : content!.clinician.name,
    risks: (await reviewHealth(scope, consent.patientId, treatments, plannedDay ?? (await todayOf(scope))))
      .findings,
    wording,
    validUntil,
    now: scope.now,
  }
}

/**
 * Looks at what has changed since a locked consent was agreed to, and says in its chain that it has to be confirmed
 * again as soon as something has. Before treatment begins alone: afterwards there is nothing left to prevent. Ages and
 * blood tests are judged for the day of treatment where it is known, otherwise for today.
 */
export async function reassessChanges(
  scope: StaffScope,
  consent: ConsentRecord,
  day?: string,
): Promise<ConsentRecord> {
  if (!consent.content || !isAgreed(consent.status) || consent.startedAt) return consent
  const leftOut = consent.plan.personalRisks
    .filter(({ decision }) => decision === 'left-out')
    .map(({ ruleId }) => ruleId)
  const acknowledged = { agreed: consent.agreedChanges, leftOut }
  const changes = planChangesSince(consent.content, await currentFacts(scope, consent, day), acknowledged)
  if (toCanonicalText(changes) === toCanonicalText(consent.changes)) return consent
  const reconfirmSince = changes.length > 0 ? (consent.reconfirmSince ?? scope.now) : null
  if (changes.length > 0) {
    await appendEvent(scope, consent.id, 'consent.reconfirm_needed', { changes })
    scope.enqueue('consent.reconfirm_needed', { clinicId: scope.clinicId, consentId: consent.id })
  }
  return changeConsent(scope, consent, { changes, reconfirmSince })
}
