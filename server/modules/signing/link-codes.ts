import { link_code_attempts_max, link_code_minutes, link_codes_a_day_max } from '../../../contract/limits.ts'
import type { CodeRequired } from '../../../contract/signing.ts'
import { day_ms } from '../../platform/clock.ts'
import type { JobScope, LinkScope } from '../../platform/database/transaction.ts'
import type { RunJob } from '../../platform/jobs/job-runner.ts'
import { clinicContactOf } from '../clinics/index.ts'
import { findConsent } from '../consents/index.ts'
import { composeFixedMessage, queueMessage, textLanguageOf, type Composer } from '../messages/index.ts'
import { contactRefusal, findPatient, contactDetailsOf } from '../patients/index.ts'
import {
  codeExpiry,
  hashLinkCode,
  isCodeUsable,
  isSameHash,
  maskPhoneNumber,
  generateCode,
} from './link-code-rules.ts'
import { findCodeOfMessage, listLinkCodes, lockLinkById, insertCode, updateCode } from './link-code-store.ts'

type LinkCodeDeps = { runJob: RunJob; key: Uint8Array }

/** What became of a try: the code was right, or so many tries are left of the newest one. */
type CodeAttempt = { isRight: true } | { isRight: false; attemptsLeft: number }

/**
 * Codes to the phone on file, where the practice asks for one besides the birth date. They are sent on the practice's
 * side, which alone knows the number; whoever holds the link is told its end, after the right birth date.
 */
export function createLinkCodes({ runJob, key }: LinkCodeDeps) {
  return {
    /** Sends a code; one that still works is not sent a second time unless another is asked for. */
    send: (clinicId: string, linkId: string, another = false): Promise<CodeRequired> =>
      runJob(clinicId, (scope) => sendCode(scope, linkId, another)),

    /** Tries a code on a link whose row is locked. Used, too old, missed too often and never sent are told alike. */
    async tryCode(scope: LinkScope, linkId: string, code: string): Promise<CodeAttempt> {
      const [newest] = await listLinkCodes(scope, linkId)
      if (!newest || !isCodeUsable(newest, scope.now)) return { isRight: false, attemptsLeft: 0 }
      if (newest.codeHash !== null && isSameHash(newest.codeHash, hashLinkCode(key, linkId, code))) {
        await updateCode(scope, newest.id, { usedAt: scope.now })
        return { isRight: true }
      }
      const failedAttempts = newest.failedAttempts + 1
      await updateCode(scope, newest.id, { failedAttempts })
      return { isRight: false, attemptsLeft: link_code_attempts_max - failedAttempts }
    },

    /** Composes the message that carries a code, and makes the code with it, so that it is nowhere kept. */
    compose: (async (scope, { id, aboutId }) => {
      const carriedCode = await findCodeOfMessage(scope, id)
      if (!carriedCode || carriedCode.usedAt) return null
      const consent = await findConsent(scope, aboutId)
      const patient = consent && (await findPatient(scope, consent.patientId))
      if (!patient || contactRefusal(patient)) return null
      const code = generateCode()
      await updateCode(scope, carriedCode.id, {
        codeHash: hashLinkCode(key, carriedCode.linkId, code),
        expiresAt: codeExpiry(scope.now),
      })
      const { name } = await clinicContactOf(scope)
      return composeFixedMessage(
        { kind: 'link-code', channel: 'sms', language: textLanguageOf(patient.language) },
        { practiceName: name, code, minutes: String(link_code_minutes) },
      )
    }) satisfies Composer,
  }
}

export type LinkCodes = ReturnType<typeof createLinkCodes>

async function sendCode(scope: JobScope, linkId: string, another: boolean): Promise<CodeRequired> {
  const link = await lockLinkById(scope, linkId)
  const consent = (await findConsent(scope, link.consentId))!
  const patient = (await findPatient(scope, consent.patientId))!
  // Asked for by the patient, so it goes whatever they agree to otherwise, as a new link does.
  const mobile = contactRefusal(patient) ? '' : contactDetailsOf(patient, scope.now).mobile
  if (mobile === '') return { code: 'no-mobile', sentTo: null }
  const sentTo = maskPhoneNumber(mobile)
  const codes = await listLinkCodes(scope, linkId)
  if (!another && codes[0] && isCodeUsable(codes[0], scope.now)) return { code: 'sent', sentTo }
  const today = codes.filter(({ createdAt }) => scope.now.getTime() - createdAt.getTime() < day_ms)
  if (today.length >= link_codes_a_day_max) return { code: 'too-many', sentTo: null }
  const consentId = consent.id
  const queued = { kind: 'link-code', aboutId: consentId, recipient: mobile, channel: 'sms' } as const
  const messageId = await queueMessage(scope, queued)
  await insertCode(scope, { linkId, consentId, messageId, expiresAt: codeExpiry(scope.now) })
  return { code: 'sent', sentTo }
}
