import { contract } from '../../../contract/index.ts'
import type { PatientConsent } from '../../../contract/signing.ts'
import type { ConsentMove } from '../../../contract/states.ts'
import type { JobData, PatientScope } from '../../platform/database/transaction.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse, refuseKeeping } from '../../platform/http/refusal.ts'
import type { RunSweep } from '../../platform/jobs/job-runner.ts'
import { isSameName } from '../../platform/name-comparison.ts'
import { capacityRefusal } from '../capacity/index.ts'
import { brandOf, clinicOf, settingsOf } from '../clinics/index.ts'
import {
  countersignatureOf,
  eventsOf,
  holdConsent,
  lockConsent,
  lockUnproved,
  moveConsent,
  recordIntact,
  signatureView,
  validityEnd,
  type ConsentRecord,
} from '../consents/index.ts'
import { birthDateOf, findPatient } from '../patients/index.ts'
import { entriesOf, isAnswerDue, threadHolds } from '../questions/index.ts'
import { acceptProof } from './link-proof.ts'
import { hashToken } from '../../platform/keys/secret-token.ts'
import { patientCookie } from './signing-openers.ts'
import {
  afterWrongBirthDate,
  confirmsAll,
  guardianOf,
  isEmptyMark,
  isOver,
  kioskDetails,
  leavesSomething,
  markHash,
  maySign,
  maySignOnScreen,
} from './signing-rules.ts'
import { findSignature, handedByOf, insertSignature, lockLink, updateLink } from './signing-store.ts'

export type SigningParts = {
  runSweep: RunSweep
  secureCookies: boolean
  documentsOf(scope: PatientScope, consentId: string): Promise<PatientConsent['documents']>
  scansOf(scope: PatientScope, consentId: string): Promise<PatientConsent['scans']>
}

/** The patient's side of `contract/signing.ts`. */
export function signingHandlers({ runSweep, secureCookies, documentsOf, scansOf }: SigningParts) {
  async function view(scope: PatientScope, consent: ConsentRecord): Promise<PatientConsent> {
    const patient = await findPatient(scope, consent.patientId)
    const brand = await brandOf(scope)
    const signature = await findSignature(scope, consent.id)
    const countersignature = await countersignatureOf(scope, consent.id)
    const documents = await documentsOf(scope, consent.id)
    const scans = await scansOf(scope, consent.id)
    const events = await eventsOf(scope, consent.id)
    return {
      id: consent.id,
      status: consent.status,
      brand,
      content: consent.content!,
      contentHash: consent.contentHash!,
      signature: signature ? signatureView(signature) : null,
      countersigned: countersignature !== undefined,
      documents,
      scans,
      chainIntact:
        recordIntact(consent, { events, signature, countersignature, documents, scans }) &&
        threadHolds(await entriesOf(scope, consent.id), events),
      guardian: guardianOf(patient!.guardians, scope.now),
      expiresAt: consent.expiresAt?.toISOString() ?? null,
      chainHead: events.at(-1)?.hash ?? '',
    }
  }

  async function moved(scope: PatientScope, consentId: string, move: ConsentMove, reason: string) {
    const consent = await lockConsent(scope, consentId)
    if (!consent) return refuse('not-found')
    if (isOver(consent, scope.now)) return refuse('wrong-state')
    const details = { reason, ...kioskDetails(await handedByOf(scope)) }
    const after = await moveConsent(scope, consent, move, { details, set: { reason } })
    return after ? { answer: await view(scope, after), subject: consentId } : refuse('wrong-state')
  }

  return {
    open: handle(contract.signing.open, async (scope) => {
      const { name, phone } = await clinicOf(scope)
      const practice = { name, phone, ...(await brandOf(scope)) }
      const link = await lockLink(scope)
      return { answer: { practice, locked: link.lockedAt !== null } }
    }),

    verify: handle(contract.signing.verify, async (scope, { dateOfBirth }, answering) => {
      const link = await lockLink(scope)
      if (link.lockedAt) return refuse('link-locked')
      const consent = (await lockUnproved(scope, link.consentId))!
      if ((await birthDateOf(scope, consent.patientId)) !== dateOfBirth) {
        const { failedAttempts, attemptsLeft, locked } = afterWrongBirthDate(link.failedAttempts)
        await updateLink(scope, link.id, { failedAttempts, ...(locked ? { lockedAt: scope.now } : {}) })
        return locked ? refuseKeeping('link-locked') : refuseKeeping('wrong-birth-date', { attemptsLeft })
      }
      const token = await acceptProof(scope, { link, consent, proof: 'date of birth' })
      answering.setCookie(patientCookie(consent.id, token, secureCookies))
      return { answer: { consentId: consent.id }, subject: consent.id, details: { linkId: link.id } }
    }),

    requestLink: handle(contract.signing.requestLink, async (_scope, wanted) => {
      const data: JobData = 'accessToken' in wanted ? { tokenHash: hashToken(wanted.accessToken) } : wanted
      await runSweep(async (sweep) => sweep.enqueue('signing.answer-link-request', data))
      return { answer: { accepted: true as const } }
    }),

    read: handle(contract.signing.read, async (scope, { consentId }) => {
      const consent = await holdConsent(scope, consentId)
      return consent?.content ? { answer: await view(scope, consent) } : refuse('not-found')
    }),

    sign: handle(contract.signing.sign, async (scope, input, { idempotencyKey }) => {
      const { consentId, contentHash, name, signerRole, confirmed, declined, mark } = input
      const consent = await lockConsent(scope, consentId)
      if (!consent?.content) return refuse('not-found')
      if (consent.status === 'signed' || consent.status === 'finalised') return refuse('already-signed')
      if (!maySignOnScreen(consent.status) || isOver(consent, scope.now)) return refuse('wrong-state')
      if (consent.contentHash !== contentHash) return refuse('stale-version')
      if (await isAnswerDue(scope, consentId)) return refuse('question-open')
      const incapable = await capacityRefusal(scope, consentId, signerRole)
      if (incapable) return refuse(incapable)
      const { statements } = consent.content
      if (!confirmsAll(statements, confirmed)) return refuse('statement-unconfirmed')
      const treatments = consent.content.treatments?.length ?? 1
      if (!leavesSomething(treatments, declined)) return refuse('nothing-accepted')
      if (isEmptyMark(mark)) return refuse('empty-signature')
      if (mark.kind === 'typed' && !isSameName(mark.typed, name)) return refuse('name-differs')
      const patient = await findPatient(scope, consent.patientId)
      if (!maySign(signerRole, patient!.guardians, scope.now)) return refuse('not-authorised')
      const hash = markHash(mark)
      const signature = {
        consentId,
        idempotencyKey: idempotencyKey!,
        name,
        signerRole,
        mark,
        markHash: hash,
        statements,
        contentHash,
        declined,
      }
      await insertSignature(scope, signature)
      const given = { name, signerRole, kind: mark.kind, contentHash, markHash: hash }
      const { validity } = await settingsOf(scope)
      const handed = kioskDetails(await handedByOf(scope))
      const details = { ...given, ...(declined.length > 0 ? { declined } : {}), ...handed }
      const signed = await moveConsent(scope, consent, 'sign', {
        details,
        set: { validUntil: validityEnd(scope.now, consent.content, validity) },
      })
      return {
        answer: await view(scope, signed!),
        subject: consentId,
        details: { contentHash, markHash: hash },
      }
    }),

    decline: handle(contract.signing.decline, (scope, { consentId, reason }) =>
      moved(scope, consentId, 'decline', reason),
    ),

    withdraw: handle(contract.signing.withdraw, (scope, { consentId, reason }) =>
      moved(scope, consentId, 'withdraw', reason),
    ),
  }
}
