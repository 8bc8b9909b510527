import { contract } from '../../../contract/index.ts'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { settingsOf } from '../clinics/index.ts'
import { findClinician, findStaff, staffName } from '../staff/index.ts'
import type { BuildResult } from './consent-care-handlers.ts'
import { insertAttestation, insertDiscussion } from './consent-care-store.ts'
import { createDraft, resolveDraft } from './consent-drafting.ts'
import { freezeContent } from './consent-freezing.ts'
import { actionRules } from './consent-action-rules.ts'
import { validityEnd } from './consent-rules.ts'
import { lockConsent, recordTreatmentStart, transitionConsent, type ConsentRecord } from './consent-store.ts'
import type { ConsentDeps } from './consent-view.ts'

/** What each of the two attests. */
const statement = 'I heard the patient agree to what is written here.'

type Attestor = { staffId: string; name: string; capacity: string; by: 'session' | 'pin' | 'password' }

async function attestorOf(
  scope: ClinicScope,
  { staffId, by }: Pick<Attestor, 'staffId' | 'by'>,
): Promise<Attestor | undefined> {
  const person = await findStaff(scope, staffId)
  return person && { staffId, by, name: staffName(person), capacity: person.jobTitle }
}

/** A draft of the change: for the same patient, in their language and format, by whoever records it where they treat. */
async function detailsFor(
  scope: ClinicScope,
  { patientId, clinicianId, plan: { language, format, linkDays } }: ConsentRecord,
) {
  const isClinician = (await findClinician(scope, scope.staffId)) !== undefined
  return {
    ...{ patientId, language, format, linkDays },
    clinicianId: isClinician ? scope.staffId : clinicianId,
    ...{ options: [], recommended: null, recommendedWhy: '', noPersonalRisks: '', reflectionWaived: '' },
  }
}

/** A change of the plan while treatment runs: agreed to by word of mouth, put on record by two. */
export function addendumHandlers(deps: ConsentDeps, done: BuildResult) {
  /** Who attests besides the signed-in person: proved for this very request, by somebody else of this practice. */
  async function colleagueFrom(
    scope: ClinicScope,
    token: string,
    requestKey: string | null,
  ): Promise<Attestor | undefined> {
    const proved = deps.colleagueAttestations.read(token, scope.now)
    const isForThis =
      proved?.clinicId === scope.clinicId &&
      proved.requestedBy === scope.staffId &&
      proved.staffId !== scope.staffId &&
      proved.requestKey === requestKey
    return isForThis ? attestorOf(scope, proved) : undefined
  }

  return {
    recordAddendum: handle(
      contract.consents.recordAddendum,
      async (scope, { consentId: parentId, found, wordingConfirmed, ...given }, { idempotencyKey }) => {
        const parent = await lockConsent(scope, parentId)
        if (!parent) return refuse('not-found')
        const { items, personalRisks, note, understanding } = given
        const details = {
          ...(await detailsFor(scope, parent)),
          ...{ items, personalRisks, diagnosis: found },
        }
        const resolved = await resolveDraft(scope, details)
        if (typeof resolved === 'string') return refuse(resolved)
        const refusal = actionRules.addendum(parent)
        if (refusal) return refuse(refusal)
        const colleague = await colleagueFrom(scope, given.attestation, idempotencyKey)
        const own = await attestorOf(scope, { staffId: scope.staffId, by: 'session' })
        if (!colleague || !own) return refuse('attestation-missing')
        const related = { kind: 'addendum', parentId, replacesId: null } as const
        const draft = await createDraft(scope, details, related, resolved.templates)
        const incapable = await deps.capacityRefusal(scope, draft.id, 'patient')
        if (incapable) return refuse(incapable)
        const frozen = await freezeContent(scope, draft, { ...deps, wordingConfirmed })
        if ('refusal' in frozen) return refuse(frozen.refusal, frozen.details)
        const discussion = {
          ...{ on: scope.now.toISOString(), note, whatMatters: '', understanding },
          mode: 'in-person' as const,
        }
        await insertDiscussion(scope, draft.id, discussion)
        const witnesses = [own, colleague].map((person) => ({ ...person, statement }))
        for (const { staffId, name, capacity } of witnesses)
          await insertAttestation(
            scope,
            draft.id,
            { role: 'witness', name, capacity, statement },
            { staffId, name },
          )
        const { contentHash, content, set } = frozen
        const { validity } = await settingsOf(scope)
        const verbal = await transitionConsent(scope, draft, 'agreeVerbally', {
          details: { discussion, witnesses, contentHash },
          set: { ...set, validUntil: validityEnd(scope.now, content, validity) },
        })
        // What it adds to is under way, and so is what it adds.
        if (parent.startedAt) await recordTreatmentStart(scope, draft.id, { missing: [] })
        return { ...(await done(scope, verbal!)), details: { addsTo: parentId } }
      },
    ),
  }
}
