import { link_code_attempts_max, link_code_minutes, link_codes_a_day_max } from '../../../contract/limits.ts'
import type { CodeWanted } from '../../../contract/signing.ts'
import { day_ms } from '../../platform/clock.ts'
import type { JobScope, LinkScope } from '../../platform/database/transaction.ts'
import type { RunJob } from '../../platform/jobs/job-runner.ts'
import { clinicOf } from '../clinics/index.ts'
import { findConsent } from '../consents/index.ts'
import { fixedMessage, queueMessage, textLanguageOf, type Composer } from '../messages/index.ts'
import { contactEnded, findPatient, reachOf } from '../patients/index.ts'
import { codeExpiry, codeHash, isCodeLive, isSameHash, maskedNumber, newCode } from './link-code-rules.ts'
import { codeOfMessage, codesOf, holdLink, insertCode, updateCode } from './link-code-store.ts'

type Parts = { runJob: RunJob; key: Uint8Array }

/** What became of a try: the code was right, or so many tries are left of the newest one. */
type Tried = { isRight: true } | { isRight: false; attemptsLeft: number }

/**
 * Codes to the phone on file, where the practice asks for one besides the birth date. They are sent on the practice's
 * side, which alone knows the number; whoever holds the link is told its end, after the right birth date.
 */
export function makeLinkCodes({ runJob, key }: Parts) {
  return {
    /** Sends a code; one that still works is not sent a second time unless another is asked for. */
    send: (clinicId: string, linkId: string, another = false): Promise<CodeWanted> =>
      runJob(clinicId, (scope) => sendCode(scope, linkId, another)),

    /** Tries a code on a link whose row is locked. Used, too old, missed too often and never sent are told alike. */
    async tryCode(scope: LinkScope, linkId: string, code: string): Promise<Tried> {
      const [newest] = await codesOf(scope, linkId)
      if (!newest || !isCodeLive(newest, scope.now)) return { isRight: false, attemptsLeft: 0 }
      if (newest.codeHash !== null && isSameHash(newest.codeHash, codeHash(key, linkId, code))) {
        await updateCode(scope, newest.id, { usedAt: scope.now })
        return { isRight: true }
      }
      const failedAttempts = newest.failedAttempts + 1
      await updateCode(scope, newest.id, { failedAttempts })
      return { isRight: false, attemptsLeft: link_code_attempts_max - failedAttempts }
    },

    /** Composes the message that carries a code, and makes the code with it, so that it is nowhere kept. */
    compose: (async (scope, { id, aboutId }) => {
      const wanted = await codeOfMessage(scope, id)
      if (!wanted || wanted.usedAt) return null
      const consent = await findConsent(scope, aboutId)
      const patient = consent && (await findPatient(scope, consent.patientId))
      if (!patient || contactEnded(patient)) return null
      const code = newCode()
      await updateCode(scope, wanted.id, {
        codeHash: codeHash(key, wanted.linkId, code),
        expiresAt: codeExpiry(scope.now),
      })
      const { name } = await clinicOf(scope)
      return fixedMessage(
        { kind: 'link-code', channel: 'sms', language: textLanguageOf(patient.language) },
        { practiceName: name, code, minutes: String(link_code_minutes) },
      )
    }) satisfies Composer,
  }
}

export type LinkCodes = ReturnType<typeof makeLinkCodes>

async function sendCode(scope: JobScope, linkId: string, another: boolean): Promise<CodeWanted> {
  const link = await holdLink(scope, linkId)
  const consent = (await findConsent(scope, link.consentId))!
  const patient = (await findPatient(scope, consent.patientId))!
  // Asked for by the patient, so it goes whatever they agree to otherwise, as a new link does.
  const mobile = contactEnded(patient) ? '' : reachOf(patient, scope.now).mobile
  if (mobile === '') return { code: 'no-mobile', sentTo: null }
  const sentTo = maskedNumber(mobile)
  const codes = await codesOf(scope, linkId)
  if (!another && codes[0] && isCodeLive(codes[0], scope.now)) return { code: 'sent', sentTo }
  const today = codes.filter(({ createdAt }) => scope.now.getTime() - createdAt.getTime() < day_ms)
  if (today.length >= link_codes_a_day_max) return { code: 'too-many', sentTo: null }
  const consentId = consent.id
  const queued = { kind: 'link-code', aboutId: consentId, recipient: mobile, channel: 'sms' } as const
  const messageId = await queueMessage(scope, queued)
  await insertCode(scope, { linkId, consentId, messageId, expiresAt: codeExpiry(scope.now) })
  return { code: 'sent', sentTo }
}
