import { contract } from '../../../contract/index.ts'
import type { PatientCaller } from '../../../contract/access.ts'
import type { CosignerRole, OpenedConsent, PatientConsent } from '../../../contract/signing.ts'
import type { ConsentTransition } from '../../../contract/consent-states.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import {
  transact,
  type JobData,
  type LinkScope,
  type PatientScope,
} from '../../platform/database/transaction.ts'
import { DeferredResponse } from '../../platform/http/deferred-response.ts'
import { handle, type HttpContext } from '../../platform/http/operations.ts'
import { refuse, refuseAndCommit, Refusal } from '../../platform/http/refusal.ts'
import type { RunSweep } from '../../platform/jobs/job-runner.ts'
import { capacityRefusal } from '../capacity/index.ts'
import { brandOf, clinicContactOf, jurisdictionOf, settingsOf, accessPolicyOf } from '../clinics/index.ts'
import {
  isExpired,
  attestationsOf,
  cosignerDetails,
  countersignatureOf,
  eventsOf,
  findConsent,
  findOpenedConsent,
  hashMark,
  lockConsent,
  lockOpenedConsent,
  lockedEventsOf,
  lockUnauthenticated,
  readLastEvent,
  transitionConsent,
  isRecordIntact,
  signatureView,
  validityEnd,
  withdrawalsIn,
  withdrawConsent,
  type ChainEvent,
  type ConsentEvidence,
  type ConsentRecord,
} from '../consents/index.ts'
import { listMatterEntries, saveSignedStatements } from '../matters/index.ts'
import { birthDateOf } from '../patients/index.ts'
import { findSigningRights } from '../authority/index.ts'
import { isAnswerRequired } from '../questions/index.ts'
import { requestCopy } from './copy-mail.ts'
import type { LinkCodes } from './link-codes.ts'
import { listCheckEntries, isCheckRequired, anchorUnderstandingCheck } from '../understanding/index.ts'
import { relatedRecordsIntact, readRecordFingerprints } from '../proofs/index.ts'
import { appendReadingEvent, readingsOf } from '../readings/index.ts'
import { isVideoRequired, patientViewingsOf, recordPendingViewings, listViewings } from '../viewings/index.ts'
import { completeVerification } from './link-verification.ts'
import type { DraftKeys } from '../../platform/keys/draft-keys.ts'
import { hashToken } from '../../platform/keys/secret-token.ts'
import { buildPatientCookie, expireOldestCookies } from './signing-authenticators.ts'
import {
  afterWrongBirthDate,
  confirmsAll,
  sortCosigners,
  kioskDetails,
  agreesToAny,
  maySign,
  otherNameDetails,
  maySignOnScreen,
  validateSignatures,
} from './signing-rules.ts'
import {
  findSignature,
  findKioskStaff,
  isLinkLocked,
  lockLink,
  signatureInserts,
  updateLink,
} from './signing-store.ts'

export type SigningDeps = {
  database: Database
  clock: Clock
  /** What an interpreter and a witness sign, in the words of the record. */
  cosigning: Record<CosignerRole, string>
  runSweep: RunSweep
  secureCookies: boolean
  codes: LinkCodes
  draftKeys: DraftKeys
  listDocuments(scope: PatientScope, consentId: string): Promise<PatientConsent['documents']>
  scansOf(scope: PatientScope, consentId: string): Promise<PatientConsent['scans']>
}

type ProvedConsent = { id: string; patientId: string }

/** The locked link and its consent where the birth date is right; a wrong one is counted on the link. */
async function verifyBirthDate(scope: LinkScope, dateOfBirth: string) {
  const link = await lockLink(scope)
  if (link.lockedAt) return refuse('link-locked')
  const consent = (await lockUnauthenticated(scope, link.consentId))!
  const [known, { proof }] = await Promise.all([
    birthDateOf(scope, consent.patientId),
    accessPolicyOf(scope),
    readLastEvent(scope, consent.id),
  ])
  // Whether the birth date alone does not open this link.
  const needsCode = !link.withoutCode && proof === 'birth-date-and-code'
  if (known === dateOfBirth) return { link, consent, needsCode }
  const { failedAttempts, attemptsLeft, locked } = afterWrongBirthDate(link.failedAttempts)
  await updateLink(scope, link.id, { failedAttempts, ...(locked ? { lockedAt: scope.now } : {}) })
  return locked ? refuseAndCommit('link-locked') : refuseAndCommit('wrong-birth-date', { attemptsLeft })
}

/** The patient's side of `contract/signing.ts`. */
export function signingHandlers(deps: SigningDeps) {
  const { database, clock, cosigning, runSweep, secureCookies, codes, draftKeys } = deps
  const { listDocuments, scansOf } = deps

  function setPatientCookie(answering: HttpContext, consentId: string, token: string): void {
    for (const cookie of expireOldestCookies(answering.cookie, secureCookies)) answering.setCookie(cookie)
    answering.setCookie(buildPatientCookie(consentId, token, secureCookies))
  }

  /** What a consent is shown with besides its own row and its chain; asked together, it is sent together. */
  async function relatedOf(scope: PatientScope, consentId: string) {
    const [
      rights,
      brand,
      jurisdiction,
      signature,
      countersignature,
      documents,
      scans,
      attestations,
      records,
    ] = await Promise.all([
      findSigningRights(scope, { id: consentId, patientId: scope.patientId }),
      brandOf(scope),
      jurisdictionOf(scope),
      findSignature(scope, consentId) as Promise<ConsentEvidence['signature']>,
      countersignatureOf(scope, consentId),
      listDocuments(scope, consentId),
      scansOf(scope, consentId),
      attestationsOf(scope, consentId) as Promise<ConsentEvidence['attestations']>,
      readRecordFingerprints(scope, [consentId]),
    ])
    const { nation } = jurisdiction
    const fingerprints = records(consentId)
    return {
      ...{ rights, brand, nation, signature, countersignature, documents, scans, attestations, fingerprints },
    }
  }

  /** A consent as its patient sees it, once it is proved. */
  function shown(
    { now }: PatientScope,
    consent: ConsentRecord,
    events: readonly ChainEvent[],
    related: Awaited<ReturnType<typeof relatedOf>>,
  ): PatientConsent {
    const { rights, brand, nation, signature, countersignature, documents, scans } = related
    const { attestations, fingerprints } = related
    const { signers, asked } = rights
    return {
      id: consent.id,
      // Over from its moment on, also before the sweep that says so has come by.
      status: isExpired(consent, now) ? 'expired' : consent.status,
      brand,
      hasNhs111: nation !== 'northern-ireland',
      content: consent.content!,
      contentHash: consent.contentHash!,
      signature: signature ? signatureView(signature) : null,
      withdrawals: withdrawalsIn(events),
      countersigned: countersignature !== undefined,
      documents,
      scans,
      chainIntact:
        isRecordIntact(consent, { events, signature, countersignature, documents, attestations, scans }) &&
        relatedRecordsIntact(fingerprints, events),
      signers,
      cosignersAsked: asked,
      expiresAt: consent.expiresAt?.toISOString() ?? null,
      chainHead: events.at(-1)?.hash ?? '',
    }
  }

  const view = async (scope: PatientScope, consent: ConsentRecord): Promise<PatientConsent> =>
    shown(scope, consent, ...(await Promise.all([eventsOf(scope, consent.id), relatedOf(scope, consent.id)])))

  /** All that the page opens a form with; null where there is no text that the patient may read. */
  async function opened(scope: PatientScope, consentId: string): Promise<OpenedConsent | null> {
    const [consent, events, related, viewings] = await Promise.all([
      findOpenedConsent(scope, consentId),
      eventsOf(scope, consentId),
      relatedOf(scope, consentId),
      listViewings(scope, consentId),
    ])
    if (!consent?.content) return null
    const { clinicId, patientId } = scope
    return {
      ...shown(scope, consent, events, related),
      viewings: patientViewingsOf(consent.content, viewings),
      draftKey: draftKeys(`patient/${clinicId}/${patientId}`),
    }
  }

  /**
   * Who has proved the birth date reads the form at once, as the patient that they now are: it waits until the link's
   * transaction has ended, whose role may read none of it.
   */
  const verified = ({ clinicId, linkId, visit }: LinkScope, { id: consentId, patientId }: ProvedConsent) =>
    new DeferredResponse(async () => {
      const caller: PatientCaller = {
        ...{ audience: 'patient', clinicId, patientId, linkId, consentIds: [consentId], visit },
        actor: { kind: 'patient', role: 'patient' },
      }
      const consent = await transact(database, caller, {
        now: clock.now(),
        readsOnce: true,
        work: (scope) => opened(scope, consentId),
        beforeCommit: () => null,
      })
      return consent ? { consentId, consent } : refuse('not-found')
    })

  /** The frozen text is in the consent for ever; an answer that is kept repeats none of it. */
  const storage = {
    toStored: ({ content: _frozen, ...rest }: PatientConsent) => rest,
    fromStored: async (scope: PatientScope, { consentId }: { consentId: string }, rest: unknown) => ({
      ...(rest as Omit<PatientConsent, 'content'>),
      content: (await findConsent(scope, consentId))!.content!,
    }),
  }

  async function moved(scope: PatientScope, consentId: string, move: ConsentTransition, reason: string) {
    const consent = await lockConsent(scope, consentId)
    if (!consent) return refuse('not-found')
    if (isExpired(consent, scope.now)) return refuse('wrong-state')
    const details = { reason, ...kioskDetails(await findKioskStaff(scope)) }
    const after = await transitionConsent(scope, consent, move, { details, set: { reason } })
    return after ? { answer: await view(scope, after), subject: consentId } : refuse('wrong-state')
  }

  return {
    open: handle(contract.signing.open, async (scope) => {
      const [{ name, phone }, brand, { codeWord, callBack }, locked] = await Promise.all([
        clinicContactOf(scope),
        brandOf(scope),
        accessPolicyOf(scope),
        isLinkLocked(scope),
      ])
      const trust = { codeWord, callBack: callBack || phone }
      return { answer: { practice: { name, phone, ...brand }, trust, locked } }
    }),

    verify: handle(contract.signing.verify, async (scope, { dateOfBirth }, answering) => {
      const proved = await verifyBirthDate(scope, dateOfBirth)
      if (proved instanceof Refusal) return proved
      const { link, consent, needsCode } = proved
      const about = { subject: consent.id, details: { linkId: link.id } }
      if (needsCode) {
        const answer = new DeferredResponse(() => codes.send(scope.clinicId, link.id))
        return { answer, as: 'partly' as const, ...about }
      }
      const token = await completeVerification(scope, { link, consent, proof: 'date of birth' })
      setPatientCookie(answering, consent.id, token)
      return { answer: verified(scope, consent), ...about }
    }),

    sendCode: handle(contract.signing.sendCode, async (scope, { dateOfBirth }) => {
      const proved = await verifyBirthDate(scope, dateOfBirth)
      if (proved instanceof Refusal) return proved
      const { link, consent, needsCode } = proved
      const about = { subject: consent.id, details: { linkId: link.id } }
      if (!needsCode) return { answer: { code: 'not-needed' as const, sentTo: null }, as: 'nothing' as const }
      return { answer: new DeferredResponse(() => codes.send(scope.clinicId, link.id, true)), ...about }
    }),

    proveCode: handle(contract.signing.proveCode, async (scope, { dateOfBirth, code }, answering) => {
      const proved = await verifyBirthDate(scope, dateOfBirth)
      if (proved instanceof Refusal) return proved
      const { link, consent, needsCode } = proved
      if (needsCode) {
        const tried = await codes.tryCode(scope, link.id, code)
        if (!tried.isRight) return refuseAndCommit('wrong-code', { attemptsLeft: tried.attemptsLeft })
      }
      const proof = needsCode ? 'date of birth and code' : 'date of birth'
      const token = await completeVerification(scope, { link, consent, proof })
      setPatientCookie(answering, consent.id, token)
      return { answer: verified(scope, consent), subject: consent.id, details: { linkId: link.id } }
    }),

    requestLink: handle(contract.signing.requestLink, async (_scope, wanted) => {
      const data: JobData = 'accessToken' in wanted ? { tokenHash: hashToken(wanted.accessToken) } : wanted
      await runSweep(async (sweep) => sweep.enqueue('signing.answer-link-request', data))
      return { answer: { accepted: true as const } }
    }),

    read: handle(contract.signing.read, async (scope, { consentId }) => {
      const answer = await opened(scope, consentId)
      return answer ? { answer } : refuse('not-found')
    }),

    draftKey: handle(contract.signing.draftKey, async ({ clinicId, patientId }) => ({
      answer: draftKeys(`patient/${clinicId}/${patientId}`),
    })),

    sign: handle(
      contract.signing.sign,
      async (scope, input, { idempotencyKey }) => {
        const { consentId, contentHash, name, signerRole, confirmed, declined, mark, help, said } = input
        const consent = await lockOpenedConsent(scope, consentId)
        if (!consent?.content) return refuse('not-found')
        if (consent.status === 'signed' || consent.status === 'finalised') return refuse('already-signed')
        if (!maySignOnScreen(consent.status) || isExpired(consent, scope.now)) return refuse('wrong-state')
        if (consent.contentHash !== contentHash) return refuse('stale-version')
        const [
          events,
          related,
          readings,
          stated,
          answerDue,
          viewings,
          checked,
          incapable,
          settings,
          handedBy,
        ] = await Promise.all([
          lockedEventsOf(scope, consentId),
          relatedOf(scope, consentId),
          readingsOf(scope, consentId),
          listMatterEntries(scope, consentId),
          isAnswerRequired(scope, consentId),
          listViewings(scope, consentId),
          listCheckEntries(scope, consentId),
          capacityRefusal(scope, consentId, signerRole),
          settingsOf(scope),
          findKioskStaff(scope),
        ])
        const { signers, asked } = related.rights
        if (answerDue) return refuse('question-open')
        if (isVideoRequired(consent.content, viewings)) return refuse('video-not-watched')
        if (isCheckRequired(consent.content.understanding, checked)) return refuse('check-open')
        if (incapable) return refuse(incapable)
        const { statements } = consent.content
        if (!confirmsAll(statements, confirmed)) return refuse('statement-unconfirmed')
        const treatments = consent.content.treatments?.length ?? 1
        if (!agreesToAny(treatments, declined)) return refuse('nothing-accepted')
        const signatureError = validateSignatures(input, asked)
        if (signatureError) return refuse(signatureError)
        if (!maySign(signerRole, signers)) return refuse('not-authorised')
        const matters = await saveSignedStatements(scope, consent, said, stated)
        if (matters === 'option-not-found') return refuse(matters)
        const cosigners = sortCosigners(input.cosigners).map((one) => ({
          ...one,
          ...{ statement: cosigning[one.role], markHash: hashMark(one.mark), contentHash },
        }))
        const hash = hashMark(mark)
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
          help,
        }
        await anchorUnderstandingCheck(scope, consent, checked)
        const given = { name, signerRole, kind: mark.kind, contentHash, markHash: hash }
        const handed = kioskDetails(handedBy)
        const details = {
          ...given,
          ...(declined.length > 0 ? { declined } : {}),
          ...(help ? { help } : {}),
          ...(cosigners.length > 0 ? { cosigners: cosigners.map(cosignerDetails) } : {}),
          ...otherNameDetails(input, signers),
          ...handed,
        }
        await appendReadingEvent(scope, consent, readings)
        await recordPendingViewings(scope, viewings, events)
        const signed = await transitionConsent(scope, consent, 'sign', {
          details,
          set: { validUntil: validityEnd(scope.now, consent.content, settings.validity) },
          inserts: signatureInserts(scope, signature, cosigners),
        })
        // Nobody else changes a locked consent: it is what was read before, and what was written since.
        const after = {
          ...related,
          signature: { ...signature, at: scope.now },
          attestations: [...related.attestations, ...cosigners],
          fingerprints: { ...related.fingerprints, matters },
        }
        return {
          answer: shown(scope, signed!, events, after),
          subject: consentId,
          details: { contentHash, markHash: hash },
        }
      },
      storage,
    ),

    decline: handle(
      contract.signing.decline,
      (scope, { consentId, reason }) => moved(scope, consentId, 'decline', reason),
      storage,
    ),

    mailCopy: handle(contract.signing.mailCopy, async (scope, { consentId }) => {
      const linkRequest = await requestCopy(scope, consentId)
      if (typeof linkRequest === 'string') return refuse(linkRequest)
      return { answer: { queued: true as const, ...linkRequest }, subject: consentId }
    }),

    withdraw: handle(
      contract.signing.withdraw,
      async (scope, { consentId, reason, treatments: places }) => {
        const consent = await lockConsent(scope, consentId)
        if (!consent) return refuse('not-found')
        const declined = (await findSignature(scope, consentId))?.declined ?? []
        const details = kioskDetails(await findKioskStaff(scope))
        const taken = await withdrawConsent(scope, consent, { places, reason, declined, details })
        if (typeof taken === 'string') return refuse(taken)
        const answer = { answer: await view(scope, taken.after), subject: consentId }
        return taken.isPart ? { ...answer, as: 'partly' as const } : answer
      },
      storage,
    ),
  }
}
