import type { StaffSide } from '../../platform/database/transaction.ts'
import { canonical } from '../audit/index.ts'
import { isAgreed } from '../../../contract/states.ts'
import { findTemplateWithVersion, materialChange } from '../templates/index.ts'
import { clinicianName } from './consent-drafting.ts'
import { healthRisks } from './consent-health.ts'
import { appendEvent, changeConsent, itemsOf, type ConsentRecord } from './consent-store.ts'
import { changesSince, treatmentsOf, type FactsNow, type TreatmentNow } from './plan-changes.ts'

/** What is planned now: what was agreed to, unless the practice said otherwise since. */
async function treatmentsNow(scope: StaffSide, consent: ConsentRecord): Promise<TreatmentNow[]> {
  if (!consent.changedPlan)
    return treatmentsOf(consent.content!).map(({ templateId, title, teeth, area, pricePence }) => ({
      ...{ templateId, title, area, pricePence },
      teeth: teeth.map(({ fdi }) => fdi),
    }))
  const treatments: TreatmentNow[] = []
  for (const { templateId, teeth, area, pricePence } of consent.changedPlan.items) {
    const template = await findTemplateWithVersion(scope, templateId)
    treatments.push({ templateId, teeth, area, pricePence, title: template?.name ?? '' })
  }
  return treatments
}

async function factsNow(scope: StaffSide, consent: ConsentRecord, day?: string): Promise<FactsNow> {
  const wording: FactsNow['wording'][number][] = []
  for (const { templateVersionId } of await itemsOf(scope, consent.id)) {
    const changed = await materialChange(scope, templateVersionId)
    if (changed) wording.push(changed)
  }
  const { changedPlan, content, validUntil } = consent
  const treatments = await treatmentsNow(scope, consent)
  return {
    treatments,
    clinician: changedPlan ? await clinicianName(scope, changedPlan.clinicianId) : content!.clinician.name,
    risks: await healthRisks(scope, consent.patientId, treatments, day),
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
export async function reassess(
  scope: StaffSide,
  consent: ConsentRecord,
  day?: string,
): Promise<ConsentRecord> {
  if (!consent.content || !isAgreed(consent.status) || consent.startedAt) return consent
  const leftOut = consent.plan.personalRisks
    .filter(({ decision }) => decision === 'left-out')
    .map(({ ruleId }) => ruleId)
  const kept = { agreed: consent.agreedChanges, leftOut }
  const changes = changesSince(consent.content, await factsNow(scope, consent, day), kept)
  if (canonical(changes) === canonical(consent.changes)) return consent
  const reconfirmSince = changes.length > 0 ? (consent.reconfirmSince ?? scope.now) : null
  if (changes.length > 0) {
    await appendEvent(scope, consent.id, 'consent.reconfirm_needed', { changes })
    scope.enqueue('consent.reconfirm_needed', { clinicId: scope.clinicId, consentId: consent.id })
  }
  return changeConsent(scope, consent, { changes, reconfirmSince })
}
