import { z } from 'zod'
import { aborted, id, instant, operation, paging, paginated, text } from './kit.ts'
import { operation_reason_length_max } from './limits.ts'

/** As limits are kept: what is limited, and the fingerprint of who by. */
const lockKey = z.string().regex(/^[\w.-]{1,80}:[\w.-]{1,160}$/)

const ExhaustedLimit = z.object({
  key: lockKey,
  /** What is limited: 'sign-in.account-from'. */
  what: z.string(),
  tries: z.int(),
  until: instant,
})
export type UsedUpLimit = z.infer<typeof ExhaustedLimit>

const LockedLink = z.object({
  clinicId: id,
  clinicName: z.string(),
  linkId: id,
  lockedAt: instant,
  expiresAt: instant,
})
export type LockedLink = z.infer<typeof LockedLink>

const reason = text(operation_reason_length_max)
const notLockedRefusal = { gone: aborted('This is no longer locked. Reload the list.') }

export const locks = {
  list: operation({
    method: 'GET',
    path: '/api/admin/locks',
    summary: 'Limits that are used up, and until when; kept under fingerprints, so that nobody is named',
    access: 'admin',
    audit: null,
    input: z.object({ ...paging }),
    output: paginated(ExhaustedLimit),
    example: {},
  }),
  find: operation({
    method: 'POST',
    path: '/api/admin/locks/searches',
    summary: 'Which limits are used up for one e-mail address, username, phone number or network address',
    access: 'admin',
    audit: { done: 'lock.searched' },
    input: z.object({ typed: text(254) }),
    output: z.array(ExhaustedLimit),
    example: { typed: 'amara@example.org' },
  }),
  release: operation({
    method: 'POST',
    path: '/api/admin/locks/releases',
    summary: 'Let somebody try again before the time is over',
    access: 'admin',
    stepUp: true,
    audit: { done: 'lock.released', refused: 'lock.refused' },
    input: z.object({ key: lockKey, reason }),
    output: z.object({ released: z.literal(true) }),
    refusals: notLockedRefusal,
    example: {
      key: 'sign-in.account-from:abc',
      reason: 'They rang, and we know their voice.',
    },
  }),
  links: operation({
    method: 'GET',
    path: '/api/admin/locked-links',
    summary: 'Links that wrong birth dates have locked, by clinic, without the patient',
    access: 'admin',
    audit: null,
    input: z.object({ ...paging }),
    output: paginated(LockedLink),
    example: {},
  }),
  replaceLink: operation({
    method: 'POST',
    path: '/api/admin/locked-links/{linkId}/replacements',
    summary:
      'Have a new link sent in the place of a locked one: to the contact on file, or else the practice is asked to. A locked link itself stays locked',
    access: 'admin',
    stepUp: true,
    audit: { done: 'lock.link_replaced', refused: 'lock.refused' },
    input: z.object({ linkId: id, clinicId: id, reason }),
    output: z.object({ queued: z.literal(true) }),
    refusals: notLockedRefusal,
    example: {
      linkId: '0199f5a0-0000-7000-8000-000000000001',
      clinicId: '0199f5a0-0000-7000-8000-000000000002',
      reason: 'The practice asked for it by telephone.',
    },
  }),
}
