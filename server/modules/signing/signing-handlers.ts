import { contract } from '../../../contract/index.ts'
import type { CosignerRole, PatientConsent } from '../../../contract/signing.ts'
import type { ConsentMove } from '../../../contract/states.ts'
import type { JobData, LinkScope, PatientScope } from '../../platform/database/transaction.ts'
import { LaterAnswer } from '../../platform/http/later-answer.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse, refuseKeeping, Refusal } from '../../platform/http/refusal.ts'
import type { RunSweep } from '../../platform/jobs/job-runner.ts'
import { capacityRefusal } from '../capacity/index.ts'
import { brandOf, clinicOf, lawOf, settingsOf, wayInOf } from '../clinics/index.ts'
import {
  attestationsOf,
  cosignerSaid,
  countersignatureOf,
  eventsOf,
  findConsent,
  insertSignedAttestations,
  lockConsent,
  lockUnproved,
  moveConsent,
  recordIntact,
  signatureView,
  validityEnd,
  withdrawalsIn,
  withdrawConsent,
  type ConsentRecord,
} from '../consents/index.ts'
import { keepSaid, matterEntriesOf } from '../matters/index.ts'
import { birthDateOf } from '../patients/index.ts'
import { signingRightsOf } from '../authority/index.ts'
import { isAnswerDue } from '../questions/index.ts'
import { wantCopy } from './copy-mail.ts'
import type { LinkCodes } from './link-codes.ts'
import { checkEntriesOf, isCheckDue, vouchForCheck } from '../understanding/index.ts'
import { besideHolds, readMarks } from '../proofs/index.ts'
import { noteReading, readingsOf } from '../readings/index.ts'
import { isVideoDue, noteViewings, viewingsOf } from '../viewings/index.ts'
import { acceptProof } from './link-proof.ts'
import type { DraftKeys } from '../../platform/keys/draft-keys.ts'
import { hashToken } from '../../platform/keys/secret-token.ts'
import { patientCookie } from './signing-openers.ts'
import {
  afterWrongBirthDate,
  confirmsAll,
  inOrder,
  isOver,
  kioskDetails,
  leavesSomething,
  markHash,
  maySign,
  otherNameDetails,
  maySignOnScreen,
  signaturesFault,
} from './signing-rules.ts'
import {
  findSignature,
  handedByOf,
  insertSignature,
  isLinkLocked,
  lockLink,
  updateLink,
  type LinkRow,
} from './signing-store.ts'

export type SigningParts = {
  /** What an interpreter and a witness sign, in the words of the record. */
  cosigning: Record<CosignerRole, string>
  runSweep: RunSweep
  secureCookies: boolean
  codes: LinkCodes
  draftKeys: DraftKeys
  documentsOf(scope: PatientScope, consentId: string): Promise<PatientConsent['documents']>
  scansOf(scope: PatientScope, consentId: string): Promise<PatientConsent['scans']>
}

/** The locked link and its consent where the birth date is right; a wrong one is counted on the link. */
async function proveBirthDate(scope: LinkScope, dateOfBirth: string) {
  const link = await lockLink(scope)
  if (link.lockedAt) return refuse('link-locked')
  const consent = (await lockUnproved(scope, link.consentId))!
  if ((await birthDateOf(scope, consent.patientId)) === dateOfBirth) return { link, consent }
  const { failedAttempts, attemptsLeft, locked } = afterWrongBirthDate(link.failedAttempts)
  await updateLink(scope, link.id, { failedAttempts, ...(locked ? { lockedAt: scope.now } : {}) })
  return locked ? refuseKeeping('link-locked') : refuseKeeping('wrong-birth-date', { attemptsLeft })
}

/** Whether the birth date alone does not open this link. */
const needsCode = async (scope: LinkScope, { withoutCode }: LinkRow): Promise<boolean> =>
  !withoutCode && (await wayInOf(scope)).proof === 'birth-date-and-code'

/** The patient's side of `contract/signing.ts`. */
export function signingHandlers(parts: SigningParts) {
  const { cosigning, runSweep, secureCookies, codes, draftKeys, documentsOf, scansOf } = parts

  /** What stands beside a consent's text; asked together, it is sent together. */
  const besideOf = (scope: PatientScope, consentId: string) =>
    Promise.all([
      signingRightsOf(scope, { id: consentId, patientId: scope.patientId }),
      brandOf(scope),
      lawOf(scope),
      findSignature(scope, consentId),
      countersignatureOf(scope, consentId),
      documentsOf(scope, consentId),
      scansOf(scope, consentId),
      eventsOf(scope, consentId),
      attestationsOf(scope, consentId),
      readMarks(scope, [consentId]),
    ])

  /** A consent as its patient sees it, once it is proved. */
  function shown(
    { now }: PatientScope,
    consent: ConsentRecord,
    beside: Awaited<ReturnType<typeof besideOf>>,
  ): PatientConsent {
    const [rights, brand, { nation }, signature, countersignature, ...kept] = beside
    const [documents, scans, events, attestations, marksOf] = kept
    const { signers, asked } = rights
    return {
      id: consent.id,
      // Over from its moment on, also before the sweep that says so has come by.
      status: isOver(consent, now) ? 'expired' : consent.status,
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
        recordIntact(consent, { events, signature, countersignature, documents, attestations, scans }) &&
        besideHolds(marksOf(consent.id), events),
      signers,
      cosignersAsked: asked,
      expiresAt: consent.expiresAt?.toISOString() ?? null,
      chainHead: events.at(-1)?.hash ?? '',
    }
  }

  const view = async (scope: PatientScope, consent: ConsentRecord): Promise<PatientConsent> =>
    shown(scope, consent, await besideOf(scope, consent.id))

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
      const [{ name, phone }, brand, { codeWord, callBack }, locked] = await Promise.all([
        clinicOf(scope),
        brandOf(scope),
        wayInOf(scope),
        isLinkLocked(scope),
      ])
      const trust = { codeWord, callBack: callBack || phone }
      return { answer: { practice: { name, phone, ...brand }, trust, locked } }
    }),

    verify: handle(contract.signing.verify, async (scope, { dateOfBirth }, answering) => {
      const proved = await proveBirthDate(scope, dateOfBirth)
      if (proved instanceof Refusal) return proved
      const { link, consent } = proved
      const about = { subject: consent.id, details: { linkId: link.id } }
      if (await needsCode(scope, link)) {
        const answer = new LaterAnswer(() => codes.send(scope.clinicId, link.id))
        return { answer, as: 'partly' as const, ...about }
      }
      const token = await acceptProof(scope, { link, consent, proof: 'date of birth' })
      answering.setCookie(patientCookie(consent.id, token, secureCookies))
      return { answer: { consentId: consent.id }, ...about }
    }),

    sendCode: handle(contract.signing.sendCode, async (scope, { dateOfBirth }) => {
      const proved = await proveBirthDate(scope, dateOfBirth)
      if (proved instanceof Refusal) return proved
      const { link, consent } = proved
      const about = { subject: consent.id, details: { linkId: link.id } }
      if (!(await needsCode(scope, link)))
        return { answer: { code: 'not-needed' as const, sentTo: null }, as: 'nothing' as const }
      return { answer: new LaterAnswer(() => codes.send(scope.clinicId, link.id, true)), ...about }
    }),

    proveCode: handle(contract.signing.proveCode, async (scope, { dateOfBirth, code }, answering) => {
      const proved = await proveBirthDate(scope, dateOfBirth)
      if (proved instanceof Refusal) return proved
      const { link, consent } = proved
      const isNeeded = await needsCode(scope, link)
      if (isNeeded) {
        const tried = await codes.tryCode(scope, link.id, code)
        if (!tried.isRight) return refuseKeeping('wrong-code', { attemptsLeft: tried.attemptsLeft })
      }
      const proof = isNeeded ? 'date of birth and code' : 'date of birth'
      const token = await acceptProof(scope, { link, consent, proof })
      answering.setCookie(patientCookie(consent.id, token, secureCookies))
      return { answer: { consentId: consent.id }, subject: consent.id, details: { linkId: link.id } }
    }),

    requestLink: handle(contract.signing.requestLink, async (_scope, wanted) => {
      const data: JobData = 'accessToken' in wanted ? { tokenHash: hashToken(wanted.accessToken) } : wanted
      await runSweep(async (sweep) => sweep.enqueue('signing.answer-link-request', data))
      return { answer: { accepted: true as const } }
    }),

    read: handle(contract.signing.read, async (scope, { consentId }) => {
      const [consent, beside] = await Promise.all([findConsent(scope, consentId), besideOf(scope, consentId)])
      return consent?.content ? { answer: shown(scope, consent, beside) } : refuse('not-found')
    }),

    draftKey: handle(contract.signing.draftKey, async ({ clinicId, patientId }) => ({
      answer: draftKeys(`patient/${clinicId}/${patientId}`),
    })),

    sign: handle(contract.signing.sign, async (scope, input, { idempotencyKey }) => {
      const { consentId, contentHash, name, signerRole, confirmed, declined, mark, help, said } = input
      const consent = await lockConsent(scope, consentId)
      if (!consent?.content) return refuse('not-found')
      if (consent.status === 'signed' || consent.status === 'finalised') return refuse('already-signed')
      if (!maySignOnScreen(consent.status) || isOver(consent, scope.now)) return refuse('wrong-state')
      if (consent.contentHash !== contentHash) return refuse('stale-version')
      const [events, readings, matters, answerDue, viewings, checked, incapable, rights, settings, handedBy] =
        await Promise.all([
          eventsOf(scope, consentId),
          readingsOf(scope, consentId),
          matterEntriesOf(scope, consentId),
          isAnswerDue(scope, consentId),
          viewingsOf(scope, consentId),
          checkEntriesOf(scope, consentId),
          capacityRefusal(scope, consentId, signerRole),
          signingRightsOf(scope, consent),
          settingsOf(scope),
          handedByOf(scope),
        ])
      const { signers, asked } = rights
      if (answerDue) return refuse('question-open')
      if (isVideoDue(consent.content, viewings)) return refuse('video-not-watched')
      if (isCheckDue(consent.content.understanding, checked)) return refuse('check-open')
      if (incapable) return refuse(incapable)
      const { statements } = consent.content
      if (!confirmsAll(statements, confirmed)) return refuse('statement-unconfirmed')
      const treatments = consent.content.treatments?.length ?? 1
      if (!leavesSomething(treatments, declined)) return refuse('nothing-accepted')
      const fault = signaturesFault(input, asked)
      if (fault) return refuse(fault)
      if (!maySign(signerRole, signers)) return refuse('not-authorised')
      const unsaid = await keepSaid(scope, consent, said, matters)
      if (unsaid) return refuse(unsaid)
      const cosigners = inOrder(input.cosigners).map((one) => ({
        ...one,
        ...{ statement: cosigning[one.role], markHash: markHash(one.mark), contentHash },
      }))
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
        help,
      }
      await insertSignature(scope, signature)
      await insertSignedAttestations(scope, consentId, cosigners)
      await vouchForCheck(scope, consent, checked)
      const given = { name, signerRole, kind: mark.kind, contentHash, markHash: hash }
      const handed = kioskDetails(handedBy)
      const details = {
        ...given,
        ...(declined.length > 0 ? { declined } : {}),
        ...(help ? { help } : {}),
        ...(cosigners.length > 0 ? { cosigners: cosigners.map(cosignerSaid) } : {}),
        ...otherNameDetails(input, signers),
        ...handed,
      }
      await noteReading(scope, consent, readings)
      await noteViewings(scope, viewings, events)
      const signed = await moveConsent(scope, consent, 'sign', {
        details,
        set: { validUntil: validityEnd(scope.now, consent.content, settings.validity) },
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

    mailCopy: handle(contract.signing.mailCopy, async (scope, { consentId }) => {
      const wanted = await wantCopy(scope, consentId)
      if (typeof wanted === 'string') return refuse(wanted)
      return { answer: { queued: true as const, ...wanted }, subject: consentId }
    }),

    withdraw: handle(contract.signing.withdraw, async (scope, { consentId, reason, treatments: places }) => {
      const consent = await lockConsent(scope, consentId)
      if (!consent) return refuse('not-found')
      const declined = (await findSignature(scope, consentId))?.declined ?? []
      const details = kioskDetails(await handedByOf(scope))
      const taken = await withdrawConsent(scope, consent, { places, reason, declined, details })
      if (typeof taken === 'string') return refuse(taken)
      const answer = { answer: await view(scope, taken.after), subject: consentId }
      return taken.isPart ? { ...answer, as: 'partly' as const } : answer
    }),
  }
}
