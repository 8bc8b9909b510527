import { z } from 'zod'
import { aborted, id, instant, invalidArgument, notFound, operation, optionalText, text } from './kit.ts'
import { platform_document_length_max } from './limits.ts'

/** What whoever runs the platform says in writing to practices about it, and keeps about its safety. */
const documentKinds = ['terms', 'privacy', 'data-processing', 'safety-case', 'hazard-log', 'dpia'] as const
export type PlatformDocumentKind = (typeof documentKinds)[number]
const kind = z.enum(documentKinds)

const Version = z.object({
  id,
  number: z.int(),
  status: z.enum(['draft', 'published']),
  title: z.string(),
  /** Whether practices have to accept the document. */
  needsAcceptance: z.boolean(),
  /** Whether those who accepted an earlier version have to accept this one too. */
  asksAgain: z.boolean(),
  /** What changed, in a sentence or two. */
  change: z.string(),
  by: z.string(),
  at: instant,
  publishedBy: z.string().nullable(),
  publishedAt: instant.nullable(),
})
export type PlatformDocumentVersion = z.infer<typeof Version>

/** The text as it was written, and as it is shown. */
const VersionText = Version.extend({ kind, text: z.string(), html: z.string() })
export type PlatformDocumentText = z.infer<typeof VersionText>

const Acceptance = z.object({
  clinicName: z.string(),
  number: z.int(),
  by: z.string(),
  role: z.string(),
  at: instant,
})

/** A document as a practice sees it. */
const ClinicDocument = z.object({
  kind,
  versionId: id,
  number: z.int(),
  title: z.string(),
  publishedAt: instant,
  change: z.string(),
  /** What there is to accept: nothing, it was accepted, or it waits. */
  acceptance: z.enum(['not-needed', 'accepted', 'waiting']),
  /** The newest acceptance of this practice, of whichever version. */
  accepted: z.object({ number: z.int(), by: z.string(), at: instant }).nullable(),
})
export type ClinicDocument = z.infer<typeof ClinicDocument>

const noVersion = { 'not-found': notFound('Document') }
const title = text(120)

/** Documents of the platform: drafted, published and compared by super administrators, read and accepted by practices. */
export const platformDocuments = {
  listForAdmin: operation({
    method: 'GET',
    path: '/api/admin/platform-documents',
    summary: 'Every document with its versions, and which practices have yet to accept it',
    access: 'admin',
    audit: null,
    input: z.object({}),
    output: z.array(
      z.object({
        kind,
        /** The newest first. */
        versions: z.array(Version),
        /** Active practices that have to accept it, and how many have. */
        acceptance: z.object({ accepted: z.int(), clinics: z.int() }).nullable(),
      }),
    ),
    example: {},
  }),
  getForAdmin: operation({
    method: 'GET',
    path: '/api/admin/platform-documents/{versionId}',
    summary: 'One version with its text, and who accepted it',
    access: 'admin',
    audit: null,
    input: z.object({ versionId: id }),
    output: z.object({ version: VersionText, acceptances: z.array(Acceptance) }),
    refusals: noVersion,
    example: { versionId: ':platformVersionId' },
  }),
  saveDraft: operation({
    method: 'PUT',
    path: '/api/admin/platform-document-drafts/{kind}',
    summary: 'Write the draft of the next version; nobody else sees it before it is published',
    access: 'admin',
    audit: { done: 'platform_document.drafted', refused: 'platform_document.refused' },
    validatesOnlyChanges: true,
    bodyBytesMax: platform_document_length_max * 4,
    input: z.object({ kind, title, text: text(platform_document_length_max), change: optionalText(500) }),
    output: VersionText,
    refusals: {
      'text-refused': invalidArgument(
        'Use headings with ###, lists, bold, italics and links that begin with https://. The text contains other formatting.',
      ),
    },
    example: { kind: 'dpia', title: 'DPIA', text: 'What is planned.', change: 'Shorter' },
  }),
  publish: operation({
    method: 'POST',
    path: '/api/admin/platform-documents/{versionId}/publication',
    summary: 'Publish a draft: practices see it from now on, and its text never changes again',
    access: 'admin',
    stepUp: true,
    audit: { done: 'platform_document.published', refused: 'platform_document.refused' },
    input: z.object({ versionId: id, needsAcceptance: z.boolean(), asksAgain: z.boolean() }),
    output: VersionText,
    refusals: {
      ...noVersion,
      'already-published': aborted('This version is already published.'),
      'change-needed': invalidArgument('Enter what changed first. Practices will see it.'),
    },
    example: { versionId: ':platformDraftId', needsAcceptance: false, asksAgain: false },
  }),
  list: operation({
    method: 'GET',
    path: '/api/clinic/platform-documents',
    summary: 'The documents of the platform as they are now, and which of them the practice has to accept',
    access: 'clinic',
    audit: null,
    input: z.object({}),
    output: z.array(ClinicDocument),
    example: {},
  }),
  get: operation({
    method: 'GET',
    path: '/api/clinic/platform-documents/{versionId}',
    summary: 'One published version with its text',
    access: 'clinic',
    audit: null,
    input: z.object({ versionId: id }),
    output: VersionText,
    refusals: noVersion,
    example: { versionId: ':platformVersionId' },
  }),
  accept: operation({
    method: 'POST',
    path: '/api/clinic/platform-documents/{versionId}/acceptance',
    summary: 'Accept the current version of a document for the practice',
    access: 'clinic',
    needs: 'accessSettings',
    audit: { done: 'platform_document.accepted', refused: 'platform_document.acceptance_refused' },
    input: z.object({ versionId: id }),
    output: z.array(ClinicDocument),
    refusals: {
      ...noVersion,
      'not-current': aborted('There is a newer version. Reload the page to read and accept it.'),
      'not-needed': aborted('This document does not require acceptance.'),
    },
    example: { versionId: ':acceptableVersionId' },
  }),
}
