import { z } from 'zod'
import { FrozenContent } from './consents.ts'
import {
  aborted,
  fileRoute,
  id,
  instant,
  invalidArgument,
  nameText,
  notFound,
  operation,
  personName,
  typedText,
} from './kit.ts'
import {
  supporter_attempts_max,
  supporter_code_length,
  supporter_hours,
  supporter_name_length_max,
  supporter_relation_length_max,
  supporters_max,
} from './limits.ts'
import { Question } from './questions.ts'
import { AccessToken, Brand } from './signing.ts'

/** How the link reaches them: we send it, or the patient passes it on. */
export const supporterDeliveryMethods = ['email', 'sms', 'own'] as const

const supporterStates = ['open', 'locked', 'revoked', 'expired'] as const

/** Somebody whom a patient lets read along, as the practice sees it. */
export const Supporter = z.object({
  id,
  name: z.string(),
  /** How they know the patient, in the patient's own words. */
  relation: z.string(),
  by: z.enum(supporterDeliveryMethods),
  /** An address or a number; '' where the patient passes the link on. */
  contact: z.string(),
  state: z.enum(supporterStates),
  createdAt: instant,
  expiresAt: instant,
  revokedAt: instant.nullable(),
  /** When they opened it, newest first. */
  openings: z.array(instant),
})
export type Supporter = z.infer<typeof Supporter>

/** The same for the patient, who passes the code on, and the link where they wish: null once it opens nothing. */
const OwnSupporter = Supporter.extend({ code: z.string().nullable(), url: z.string().nullable() })
export type OwnSupporter = z.infer<typeof OwnSupporter>

/**
 * What a supporter reads: the text as it was frozen, in which the patient's name, birth date and NHS number, the
 * diagnosis, the patient's own risks and what is signed are left empty.
 */
const SupporterView = z.object({
  brand: Brand,
  content: FrozenContent,
  questions: z.array(Question),
})
export type SupporterView = z.infer<typeof SupporterView>

const consentId = z.object({ consentId: id })
const missing = { 'not-found': notFound('Consent') }
const missingSupporter = { 'not-found': notFound('Supporter') }
/** Expired, revoked and unknown links alike (rulings 38). */
const deadLink = { 'not-found': notFound('Link') }
const attemptRateLimit = { attempts: 60, seconds: 300 }
const readPermissions = { anyOf: ['createConsents', 'canSendForms'] } as const

export const supporters = {
  listOwn: operation({
    method: 'GET',
    path: '/api/patient/consents/{consentId}/supporters',
    summary: 'Whom the patient lets read along, and when each has opened it',
    access: 'patient',
    audit: null,
    input: consentId,
    output: z.array(OwnSupporter),
    refusals: missing,
    example: { consentId: ':viewedId' },
  }),
  invite: operation({
    method: 'POST',
    path: '/api/patient/consents/{consentId}/supporters',
    summary: 'Let somebody read along for a while; they need a code that the patient passes on',
    access: 'patient',
    audit: { done: 'supporter.invited' },
    idempotent: true,
    input: consentId.extend({
      name: personName(supporter_name_length_max),
      relation: nameText(supporter_relation_length_max),
      hours: z.union(supporter_hours.map((hours) => z.literal(hours))),
      by: z.enum(supporterDeliveryMethods),
      contact: typedText().max(254).default(''),
    }),
    output: z.object({ supporterId: id }),
    refusals: {
      ...missing,
      'wrong-state': aborted('This consent is closed, so no one else can be invited to read it.'),
      'wrong-email': invalidArgument('Enter an e-mail address in the correct format, like name@example.com'),
      'wrong-mobile': invalidArgument('Enter a mobile number, like 07700 900123'),
      'too-many': aborted(
        `Up to ${supporters_max} people can have access at a time. End one person’s access first.`,
      ),
    },
    example: {
      consentId: ':viewedId',
      name: 'Maria Whitcombe',
      relation: 'Daughter',
      hours: 72,
      by: 'own',
    },
  }),
  revokeOwn: operation({
    method: 'POST',
    path: '/api/patient/consents/{consentId}/supporters/{supporterId}/revocation',
    summary: 'Let somebody read along no longer, from now on',
    access: 'patient',
    audit: { done: 'supporter.revoked' },
    input: consentId.extend({ supporterId: id }),
    output: z.object({ revoked: z.literal(true) }),
    refusals: missingSupporter,
    example: { consentId: ':sharedId', supporterId: ':supporterId' },
  }),
  list: operation({
    method: 'GET',
    path: '/api/clinic/consents/{consentId}/supporters',
    summary: 'Whom the patient lets read along, and when each has opened it',
    access: 'clinic',
    needs: readPermissions,
    audit: null,
    input: consentId,
    output: z.array(Supporter),
    refusals: missing,
    example: { consentId: ':sharedId' },
  }),
  revoke: operation({
    method: 'POST',
    path: '/api/clinic/consents/{consentId}/supporters/{supporterId}/revocation',
    summary: 'End what a patient lets somebody read, as when the patient asks for it by phone',
    access: 'clinic',
    needs: readPermissions,
    audit: { done: 'supporter.revoked' },
    input: consentId.extend({ supporterId: id }),
    output: z.object({ revoked: z.literal(true) }),
    refusals: missingSupporter,
    example: { consentId: ':sharedId', supporterId: ':supporterId' },
  }),
  knock: operation({
    method: 'GET',
    path: '/api/supporter/links/{accessToken}',
    summary: 'Whose practice a supporter’s link is from; nothing about the patient',
    access: 'anyone',
    audit: null,
    rate: attemptRateLimit,
    input: z.object({ accessToken: AccessToken }),
    output: z.object({
      practice: Brand.extend({ name: z.string(), phone: z.string() }),
      locked: z.boolean(),
    }),
    refusals: deadLink,
    example: { accessToken: ':supporterToken' },
  }),
  prove: operation({
    method: 'POST',
    path: '/api/supporter/links/{accessToken}/verification',
    summary: 'Prove the code that the patient passed on; sets a short-lived cookie for this view alone',
    access: 'anyone',
    audit: { done: 'supporter.opened', refused: 'supporter.refused' },
    rate: attemptRateLimit,
    input: z.object({
      accessToken: AccessToken,
      code: z.string().regex(new RegExp(String.raw`^\d{${supporter_code_length}}$`)),
    }),
    output: z.object({ supporterId: id }),
    refusals: {
      ...deadLink,
      'wrong-code': { code: 'permission-denied', message: 'The code is not correct.' },
      'link-locked': {
        code: 'resource-exhausted',
        message: `This link is locked after ${supporter_attempts_max} wrong codes. Ask the person who gave it to you for a new one.`,
      },
    },
    example: { accessToken: ':supporterToken', code: '000000' },
  }),
  read: operation({
    method: 'GET',
    path: '/api/supporter/views/{supporterId}',
    summary: 'The text, the pictures, the options and the questions of the one consent, to read',
    access: 'supporter',
    audit: null,
    input: z.object({ supporterId: id }),
    output: SupporterView,
    refusals: deadLink,
    example: { supporterId: ':supporterId' },
  }),
}

/** The pictures themselves; they are part of the view, whose opening is written down. */
export const supporterFiles = {
  picture: fileRoute({
    path: '/api/supporter/views/:supporterId/pictures/:pictureId',
    summary: 'An X-ray or photograph of the consent that a supporter reads',
    access: 'supporter',
    audit: null,
    params: z.object({ supporterId: id, pictureId: id }),
    refusals: { 'not-found': notFound('Picture') },
    example: { supporterId: ':picturedSupporterId', pictureId: ':shownPictureId' },
  }),
}
