import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FrozenContent } from '../../../contract/consents.ts'
import {
  supporter_attempts_max,
  supporter_code_length,
  supporter_session_minutes,
} from '../../../contract/limits.ts'
import { agreedStatuses, awaitingStatuses, type ConsentStatus } from '../../../contract/consent-states.ts'
import type { Supporter } from '../../../contract/supporters.ts'
import { hour_ms, minute_ms } from '../../platform/clock.ts'
import { toCanonicalText, sha256 } from '../audit/index.ts'
import type { SupporterRow } from './supporter-store.ts'

const readableStatuses: readonly ConsentStatus[] = [...awaitingStatuses, ...agreedStatuses]

/** Whether somebody may be let in to read along: there is something to decide, or to live by. */
export const isShareable = (status: ConsentStatus): boolean => readableStatuses.includes(status)

/**
 * Link and code of a supporter, worked out from their id with the installation's key: the patient can look at them
 * again for as long as they work, and no table holds them.
 */
export function createSupporterSecrets(key: Uint8Array) {
  const derived = (purpose: string, id: string) =>
    createHmac('sha256', key).update(`${purpose} ${id}`).digest()
  return {
    tokenOf: (id: string): string => derived('link', id).toString('base64url'),
    codeOf: (id: string): string =>
      String(derived('code', id).readUIntBE(0, 6) % 10 ** supporter_code_length).padStart(
        supporter_code_length,
        '0',
      ),
  }
}
export type SupporterSecrets = ReturnType<typeof createSupporterSecrets>

/** Compared in a time that tells nothing. */
export const isMatchingCode = (typed: string, code: string): boolean =>
  typed.length === code.length && timingSafeEqual(Buffer.from(typed), Buffer.from(code))

type InvitationTimes = { revokedAt: Date | null; lockedAt: Date | null; expiresAt: Date }

/** What became of an invitation; what the patient did counts before what time did. */
export function invitationStateOf(
  { revokedAt, lockedAt, expiresAt }: InvitationTimes,
  now: Date,
): Supporter['state'] {
  if (revokedAt) return 'revoked'
  if (expiresAt <= now) return 'expired'
  return lockedAt ? 'locked' : 'open'
}

/** What a wrong code does: the new count, and whether that locks the link. */
export const afterWrongCode = (failedAttempts: number): { failedAttempts: number; locked: boolean } => ({
  failedAttempts: failedAttempts + 1,
  locked: failedAttempts + 1 >= supporter_attempts_max,
})

/** The hash of an invitation: whom the patient let in, as they wrote it, and for how long. Where the link went is left out. */
export const supporterHash = ({
  consentId,
  number,
  name,
  relation,
  by,
  expiresAt,
  createdAt,
}: Pick<
  SupporterRow,
  'consentId' | 'number' | 'name' | 'relation' | 'by' | 'expiresAt' | 'createdAt'
>): string => sha256(toCanonicalText([consentId, number, name, relation, by, expiresAt, createdAt]))

export const supporterExpiry = (now: Date, hours: number): Date => new Date(now.getTime() + hours * hour_ms)

/** Until when a code proved now opens the view: an hour, and never longer than the patient allows. */
export const sessionExpiry = (now: Date, expiresAt: Date): Date =>
  new Date(Math.min(now.getTime() + supporter_session_minutes * minute_ms, expiresAt.getTime()))

/**
 * The text for somebody who reads along: what the treatment is, and what may come of it. Who the patient is, what is
 * known of their health beside the text itself, and what is asked and signed stay out: only what is named here is shown.
 */
export function contentForSupporter(content: FrozenContent): FrozenContent {
  const { title, treatmentType, templateId, templateVersionId, templateVersion, teeth, clinic, clinician } =
    content
  const { sections, risks, pictures, ownPictures, treatments, options, recommended, recommendedWhy } = content
  const { language, format, kind } = content
  return {
    ...{ title, treatmentType, templateId, templateVersionId, templateVersion, teeth, clinic, clinician },
    ...{ sections, risks, pictures, ownPictures, treatments, options, recommended, recommendedWhy },
    ...{ language, format, kind },
    patient: { name: '', dateOfBirth: '', nhsNumber: '' },
    diagnosis: '',
    statements: [],
  }
}
