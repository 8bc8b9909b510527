import { z } from 'zod'
import { aborted, fileRoute, id, instant, isoDate, notFound, operation, paginated, paging } from './kit.ts'
import { evidence_hashes_max } from './limits.ts'

const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'Enter a SHA-256 of 64 hexadecimal digits')

const params = z.object({ consentId: id })
const refusals = {
  'not-found': notFound('Consent'),
  'not-ready': aborted('The sealed record is being prepared. Try again in a minute.'),
}
const example = { consentId: ':signedId' }

/** Everything that proves a consent as one file, and the daily digests that a practice keeps somewhere else. */
export const evidenceFiles = {
  forClinic: fileRoute({
    path: '/api/clinic/consents/:consentId/evidence',
    summary: 'Everything that proves a consent, with a page that checks it without us, as ZIP',
    access: 'clinic',
    reads: 'replica',
    audit: { done: 'evidence.downloaded' },
    params,
    refusals,
    example,
  }),
  forPatient: fileRoute({
    path: '/api/patient/consents/:consentId/evidence',
    summary: 'The same for the patient whose consent it is',
    access: 'patient',
    reads: 'replica',
    audit: { done: 'evidence.downloaded' },
    params,
    refusals,
    example,
  }),
  digest: fileRoute({
    path: '/api/clinic/digests/:day',
    summary: 'The signed digest of a day, to be kept somewhere else, as JSON',
    access: 'clinic',
    needs: 'accessSettings',
    audit: { done: 'digest.downloaded' },
    params: z.object({ day: isoDate }),
    refusals: { 'not-found': notFound('Digest') },
    example: { day: ':digestDay' },
  }),
  digestFiles: fileRoute({
    path: '/api/clinic/digests/:day/files',
    summary:
      'The same as the files that other programs check: what was signed, its signature, its time stamp, as ZIP',
    access: 'clinic',
    needs: 'accessSettings',
    audit: { done: 'digest.downloaded' },
    params: z.object({ day: isoDate }),
    refusals: { 'not-found': notFound('Digest') },
    example: { day: ':digestDay' },
  }),
}

const DailyDigest = z.object({
  number: z.int(),
  day: isoDate,
  /** How many consents something happened to. */
  consents: z.int(),
  hash: sha256,
  /** Whether a time-stamp authority witnessed it. */
  isTimeStamped: z.boolean(),
  createdAt: instant,
})

/** What a careful reader of a record would ask about. */
const concernKinds = [
  'name-differs',
  'read-quickly',
  'parts-unopened',
  'check-unanswered',
  'not-understood',
  'question-open',
] as const

const ConsentConcern = z.object({ kind: z.enum(concernKinds), title: z.string(), text: z.string() })
export type ConsentConcern = z.infer<typeof ConsentConcern>

const RecordSummary = z.object({
  timeline: z.array(
    z.object({
      number: z.int(),
      at: instant,
      what: z.string(),
      who: z.string(),
      /** How long it took, or after what; empty where that says nothing. */
      note: z.string(),
      /** The questions that nobody had asked when it was sent; empty for all else. */
      unasked: z.array(z.string()),
    }),
  ),
  /** How long how much of the text stood on the screen; null where that was not reported. */
  reading: z.object({ seconds: z.int(), opened: z.int(), parts: z.int() }).nullable(),
  /** Questions of the form about what was read; null where it has none. */
  understanding: z.object({ questions: z.int(), answered: z.int(), right: z.int() }).nullable(),
  /** What the patient asked. */
  questions: z.object({ asked: z.int(), open: z.int() }),
  concerns: z.array(ConsentConcern),
})
export type RecordSummary = z.infer<typeof RecordSummary>

/** What the practice's server knows of sealed files, by their hashes and without a name. */
export const evidence = {
  /** Whoever asks holds the hash, and so the file; they are told when it was sealed and of nobody whose it is. */
  ask: operation({
    method: 'POST',
    path: '/api/evidence/questions',
    summary: 'Whether documents with these fingerprints were sealed here, and chains had these heads',
    access: 'anyone',
    audit: null,
    rate: { attempts: 60, seconds: 600 },
    input: z.object({
      documents: z.array(sha256).max(evidence_hashes_max),
      heads: z.array(sha256).max(evidence_hashes_max),
    }),
    output: z.object({
      documents: z.array(z.object({ sha256, sealedAt: instant.nullable() })),
      /** `isNewest` says whether anything was added to that chain since. */
      heads: z.array(z.object({ sha256, at: instant.nullable(), isNewest: z.boolean() })),
    }),
    example: { documents: ['0'.repeat(64)], heads: [] },
  }),
  summary: operation({
    method: 'GET',
    path: '/api/clinic/consents/{consentId}/summary',
    summary: 'The life of a sent consent in words, how long its steps took, and what is unusual about it',
    access: 'clinic',
    audit: null,
    input: z.object({ consentId: id }),
    output: RecordSummary,
    refusals: { 'not-found': refusals['not-found'] },
    example,
  }),
  digests: operation({
    method: 'GET',
    path: '/api/clinic/digests',
    summary: 'The daily digests of this clinic, newest first',
    access: 'clinic',
    needs: 'accessSettings',
    audit: null,
    input: z.object({ ...paging }),
    output: paginated(DailyDigest),
    example: {},
  }),
}
