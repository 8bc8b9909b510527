import type { Consent } from '../../../contract/consents.ts'
import { contract } from '../../../contract/index.ts'
import { isAgreed, mayMove } from '../../../contract/states.ts'
import { canonical } from '../audit/index.ts'
import { settingsOf } from '../clinics/index.ts'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { insertAttestation, insertDiscussion } from './consent-care-store.ts'
import { partsOf } from './consent-drafting.ts'
import { freeze } from './consent-freezing.ts'
import { reassess } from './consent-reassessment.ts'
import { mayBeToldOf, supersededBySending, supersededBySigning, validityEnd } from './consent-rules.ts'
import {
  appendEvent,
  changeConsent,
  lockConsent,
  moveConsent,
  supersede,
  type ConsentRecord,
} from './consent-store.ts'
import type { ConsentParts } from './consent-view.ts'
import { needsNewConsent } from './plan-changes.ts'

type Done = (scope: ClinicScope, consent: ConsentRecord) => Promise<{ answer: Consent; subject: string }>

/** What staff record of the conversation, of consent by word of mouth, of refusal and of what changes afterwards. */
export function careHandlers(parts: ConsentParts, done: Done) {
  return {
    recordDiscussion: handle(contract.consents.recordDiscussion, async (scope, { consentId, discussion }) => {
      const consent = await lockConsent(scope, consentId)
      if (!consent) return refuse('not-found')
      if (!mayBeToldOf(consent.status)) return refuse('wrong-state')
      if (new Date(discussion.on) > scope.now) return refuse('in-future')
      await insertDiscussion(scope, consentId, discussion)
      await appendEvent(scope, consentId, 'consent.discussed', { ...discussion })
      return done(scope, consent)
    }),

    attest: handle(contract.consents.attest, async (scope, { consentId, attestation }) => {
      const consent = await lockConsent(scope, consentId)
      if (!consent) return refuse('not-found')
      if (!mayBeToldOf(consent.status)) return refuse('wrong-state')
      await insertAttestation(scope, consentId, attestation)
      await appendEvent(scope, consentId, 'consent.attested', { ...attestation })
      return done(scope, consent)
    }),

    approve: handle(contract.consents.approve, async (scope, { consentId }) => {
      const consent = await lockConsent(scope, consentId)
      if (!consent) return refuse('not-found')
      const approved = await moveConsent(scope, consent, 'approve')
      return approved ? done(scope, approved) : refuse('wrong-state')
    }),

    recordVerbal: handle(contract.consents.recordVerbal, async (scope, { consentId, ...told }) => {
      const consent = await lockConsent(scope, consentId)
      if (!consent) return refuse('not-found')
      const { additional, discussion, witnesses, wordingConfirmed } = told
      if (!mayMove(consent.status, 'agreeVerbally')) return refuse('wrong-state')
      if (new Date(discussion.on) > scope.now) return refuse('in-future')
      if (consent.kind === 'addendum' && witnesses.length < 2) return refuse('second-witness-required')
      if (await parts.isAnswerDue(scope, consentId)) return refuse('question-open')
      const incapable = await parts.capacityRefusal(scope, consentId, 'patient')
      if (incapable) return refuse(incapable)
      const frozen = await freeze(scope, consent, { ...parts, wordingConfirmed })
      if ('refusal' in frozen) return refuse(frozen.refusal, frozen.details)
      // What is changed while it is being carried out cannot wait for a pen.
      if (frozen.needsWrittenConsent && consent.kind !== 'addendum') return refuse('written-consent-required')
      await insertDiscussion(scope, consentId, discussion)
      for (const witness of witnesses)
        await insertAttestation(scope, consentId, { ...witness, role: 'witness' })
      const { contentHash, content, set } = frozen
      const { validity } = await settingsOf(scope)
      const verbal = await moveConsent(scope, consent, 'agreeVerbally', {
        details: { discussion, witnesses, contentHash },
        set: { ...set, validUntil: validityEnd(scope.now, content, validity) },
      })
      await parts.keepWritten(scope, verbal!, additional, { how: 'verbal', on: new Date(discussion.on) })
      await supersede(scope, consent, [...supersededBySending, ...supersededBySigning])
      return done(scope, verbal!)
    }),

    recordRefusal: handle(contract.consents.recordRefusal, async (scope, { consentId, ...told }) => {
      const consent = await lockConsent(scope, consentId)
      if (!consent) return refuse('not-found')
      const { reason } = told
      const declined = await moveConsent(scope, consent, 'decline', { details: told, set: { reason } })
      return declined ? done(scope, declined) : refuse('wrong-state')
    }),

    changePlan: handle(contract.consents.changePlan, async (scope, { consentId, changed }) => {
      const consent = await lockConsent(scope, consentId)
      if (!consent) return refuse('not-found')
      if (!isAgreed(consent.status) || consent.startedAt) return refuse('wrong-state')
      const found = await partsOf(scope, { ...changed, patientId: consent.patientId })
      if (typeof found === 'string') return refuse(found)
      await appendEvent(scope, consentId, 'consent.plan_changed', { ...changed })
      return done(scope, await reassess(scope, await changeConsent(scope, consent, { changedPlan: changed })))
    }),

    confirm: handle(contract.consents.confirm, async (scope, { consentId, changes, witness, note }) => {
      const locked = await lockConsent(scope, consentId)
      if (!locked) return refuse('not-found')
      if (!isAgreed(locked.status) || locked.startedAt) return refuse('wrong-state')
      const consent = await reassess(scope, locked)
      if (canonical(changes) !== canonical(consent.changes)) return refuse('stale-version')
      if (needsNewConsent(changes)) return refuse('new-consent-required')
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
