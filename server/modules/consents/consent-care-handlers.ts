import type { Consent } from '../../../contract/consents.ts'
import { contract } from '../../../contract/index.ts'
import { isAgreed } from '../../../contract/consent-states.ts'
import { toCanonicalText } from '../audit/index.ts'
import { settingsOf } from '../clinics/index.ts'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { actionRules } from './consent-action-rules.ts'
import { insertAttestation, insertDiscussion } from './consent-care-store.ts'
import { resolveDraft } from './consent-drafting.ts'
import { freezeContent } from './consent-freezing.ts'
import { reassessChanges } from './consent-reassessment.ts'
import { supersededBySending, supersededBySigning, validityEnd } from './consent-rules.ts'
import {
  appendEvent,
  changeConsent,
  lockConsent,
  transitionConsent,
  supersede,
  type ConsentRecord,
} from './consent-store.ts'
import type { ConsentDeps } from './consent-view.ts'

export type BuildResult = (
  scope: ClinicScope,
  consent: ConsentRecord,
) => Promise<{ answer: Consent; subject: string }>

/** What staff record of the conversation, of consent by word of mouth, of refusal and of what changes afterwards. */
export function careHandlers(deps: ConsentDeps, done: BuildResult) {
  return {
    recordDiscussion: handle(contract.consents.recordDiscussion, async (scope, { consentId, discussion }) => {
      const consent = await lockConsent(scope, consentId)
      if (!consent) return refuse('not-found')
      const closed = actionRules.discuss(consent)
      if (closed) return refuse(closed)
      if (new Date(discussion.on) > scope.now) return refuse('in-future')
      await insertDiscussion(scope, consentId, discussion)
      await appendEvent(scope, consentId, 'consent.discussed', { ...discussion })
      return done(scope, consent)
    }),

    attest: handle(contract.consents.attest, async (scope, { consentId, attestation }) => {
      const consent = await lockConsent(scope, consentId)
      if (!consent) return refuse('not-found')
      const closed = actionRules.discuss(consent)
      if (closed) return refuse(closed)
      await insertAttestation(scope, consentId, attestation)
      await appendEvent(scope, consentId, 'consent.attested', { ...attestation })
      return done(scope, consent)
    }),

    approve: handle(contract.consents.approve, async (scope, { consentId }) => {
      const consent = await lockConsent(scope, consentId)
      if (!consent) return refuse('not-found')
      const approved = await transitionConsent(scope, consent, 'approve')
      return approved ? done(scope, approved) : refuse('wrong-state')
    }),

    recordVerbal: handle(contract.consents.recordVerbal, async (scope, { consentId, ...told }) => {
      const consent = await lockConsent(scope, consentId)
      if (!consent) return refuse('not-found')
      const { additional, discussion, witnesses, wordingConfirmed } = told
      const unaskable = actionRules.agreeVerbally(consent)
      if (unaskable) return refuse(unaskable)
      if (new Date(discussion.on) > scope.now) return refuse('in-future')
      if (await deps.isAnswerRequired(scope, consentId)) return refuse('question-open')
      const incapable = await deps.capacityRefusal(scope, consentId, 'patient')
      if (incapable) return refuse(incapable)
      const frozen = await freezeContent(scope, consent, { ...deps, wordingConfirmed })
      if ('refusal' in frozen) return refuse(frozen.refusal, frozen.details)
      if (frozen.needsWrittenConsent) return refuse('written-consent-required')
      await insertDiscussion(scope, consentId, discussion)
      for (const witness of witnesses)
        await insertAttestation(scope, consentId, { ...witness, role: 'witness' })
      const { contentHash, content, set } = frozen
      const { validity } = await settingsOf(scope)
      const verbal = await transitionConsent(scope, consent, 'agreeVerbally', {
        details: { discussion, witnesses, contentHash },
        set: { ...set, validUntil: validityEnd(scope.now, content, validity) },
      })
      await deps.saveRecordedAnswers(scope, verbal!, additional, {
        how: 'verbal',
        on: new Date(discussion.on),
      })
      await supersede(scope, consent, [...supersededBySending, ...supersededBySigning])
      return done(scope, verbal!)
    }),

    recordRefusal: handle(contract.consents.recordRefusal, async (scope, { consentId, ...details }) => {
      const consent = await lockConsent(scope, consentId)
      if (!consent) return refuse('not-found')
      const { reason } = details
      const declined = await transitionConsent(scope, consent, 'decline', { details, set: { reason } })
      return declined ? done(scope, declined) : refuse('wrong-state')
    }),

    changePlan: handle(contract.consents.changePlan, async (scope, { consentId, changed }) => {
      const consent = await lockConsent(scope, consentId)
      if (!consent) return refuse('not-found')
      if (!isAgreed(consent.status) || consent.startedAt) return refuse('wrong-state')
      const found = await resolveDraft(scope, { ...changed, patientId: consent.patientId })
      if (typeof found === 'string') return refuse(found)
      await appendEvent(scope, consentId, 'consent.plan_changed', { ...changed })
      return done(
        scope,
        await reassessChanges(scope, await changeConsent(scope, consent, { changedPlan: changed })),
      )
    }),

    confirm: handle(contract.consents.confirm, async (scope, { consentId, changes, witness, note }) => {
      const locked = await lockConsent(scope, consentId)
      if (!locked) return refuse('not-found')
      if (actionRules.confirm({ ...locked, changes: [] })) return refuse('wrong-state')
      const consent = await reassessChanges(scope, locked)
      if (toCanonicalText(changes) !== toCanonicalText(consent.changes)) return refuse('stale-version')
      const unconfirmable = actionRules.confirm(consent)
      if (unconfirmable) return refuse(unconfirmable)
      if (changes.length > 0 && !witness) return refuse('witness-required')
      if (witness) await insertAttestation(scope, consentId, { ...witness, role: 'witness' })
      await appendEvent(scope, consentId, 'consent.confirmed', { changes, witness, note })
      scope.enqueue('consent.confirmed', { clinicId: scope.clinicId, consentId })
      const confirmed = await changeConsent(scope, consent, {
        confirmedAt: scope.now,
        reconfirmSince: null,
        changes: [],
        agreedChanges: [...consent.agreedChanges, ...changes],
      })
      return done(scope, confirmed)
    }),
  }
}
