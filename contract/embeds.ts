import { z } from 'zod'
import { consentStatuses } from './consent-states.ts'
import { isFrameOrigin } from './frame-origin.ts'
import { actionToken } from './identity.ts'
import { aborted, id, instant, notFound, operation } from './kit.ts'
import { embed_origins_max } from './limits.ts'

/** Connections to other programs reach records: whoever administers them decides (rulings 34). */
const needs = 'canManageBilling'

/** Which pages may show Candour in a frame: scheme, host and port, as browsers compare them. */
const FrameOrigin = z
  .string()
  .trim()
  .max(300)
  .refine(isFrameOrigin, 'Enter an origin such as https://app.example.com, without a path')

const EmbedOrigin = z.object({
  id,
  origin: z.string(),
  addedBy: z.string(),
  addedAt: instant,
})

/** A consent as a frame shows it: how it stands, and nothing that was said in confidence. */
const EmbeddedConsent = z.object({
  id,
  status: z.enum(consentStatuses),
  treatment: z.string(),
  teeth: z.array(z.string()),
  clinician: z.string(),
  createdAt: instant,
  sentAt: instant.nullable(),
  viewedAt: instant.nullable(),
  signedAt: instant.nullable(),
  expiresAt: instant.nullable(),
  /** Since when it has to be confirmed again. */
  reconfirmSince: instant.nullable(),
  questions: z.object({ open: z.int(), all: z.int() }),
})

const EmbedView = z.object({
  /** The only origin that the page tells anything. */
  origin: z.string(),
  patientName: z.string(),
  shows: z.enum(['consent', 'patient']),
  consents: z.array(EmbeddedConsent),
})
export type EmbedView = z.infer<typeof EmbedView>

const embedOver = {
  code: 'not-found',
  message: 'This view has ended or was opened before. Open it from your practice system again.',
} as const

/** Views of consents in the frame of another program: who may show them, and what the page in the frame asks. */
export const embeds = {
  listOrigins: operation({
    method: 'GET',
    path: '/api/clinic/embed-origins',
    summary: 'The origins that may show this practice’s consents in a frame, newest first',
    access: 'clinic',
    needs,
    audit: null,
    input: z.object({}),
    output: z.array(EmbedOrigin),
    example: {},
  }),
  addOrigin: operation({
    method: 'POST',
    path: '/api/clinic/embed-origins',
    summary: 'Let the pages of an origin show this practice’s consents in a frame',
    access: 'clinic',
    needs,
    stepUp: true,
    audit: { done: 'embed_origin.added' },
    idempotent: true,
    feature: 'new-connections',
    input: z.object({ origin: FrameOrigin }),
    output: EmbedOrigin,
    refusals: {
      'not-in-plan': aborted(
        'Your plan does not include connections to other programs. Upgrade to add them.',
      ),
      'already-there': aborted('This origin is on the list already.'),
      'too-many': aborted(
        `A practice may have ${embed_origins_max} origins. Remove one that you do not need.`,
      ),
    },
    example: { origin: 'https://app.example.org' },
  }),
  removeOrigin: operation({
    method: 'DELETE',
    path: '/api/clinic/embed-origins/{originId}',
    summary: 'Remove an origin: views that are open in its frames end at once',
    access: 'clinic',
    needs,
    stepUp: true,
    audit: { done: 'embed_origin.removed' },
    input: z.object({ originId: id }),
    output: z.object({}),
    refusals: { 'not-found': notFound('Origin') },
    example: { originId: ':embedOriginId' },
  }),
  /** By POST, so that no token stands in an address. Not idempotent: an address opens once. */
  open: operation({
    method: 'POST',
    path: '/api/embed/openings',
    summary: 'Open the view of an address made by `POST /api/v1/embeds`, once',
    access: 'anyone',
    audit: { done: 'embed.opened', refused: 'embed.refused' },
    // Tokens cannot be guessed; each refusal is written down all the same.
    rate: { attempts: 600, seconds: 300 },
    input: z.object({ frameId: id, token: actionToken }),
    output: z.object({ viewToken: z.string(), view: EmbedView }),
    refusals: { 'embed-over': embedOver },
    example: { frameId: ':embedOriginId', token: 'x'.repeat(43) },
  }),
  read: operation({
    method: 'POST',
    path: '/api/embed/readings',
    summary: 'Read a view again that was opened, while it lasts',
    access: 'anyone',
    audit: null,
    input: z.object({ frameId: id, viewToken: actionToken }),
    output: EmbedView,
    refusals: { 'embed-over': embedOver },
    example: { frameId: ':embedOriginId', viewToken: 'x'.repeat(43) },
  }),
}
