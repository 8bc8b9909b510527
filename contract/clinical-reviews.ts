import { z } from 'zod'
import {
  clinicalReviewFilters,
  clinicalReviewOrders,
  clinicalReviewStates,
} from './clinical-review-states.ts'
import { CsvUpload, csvRefusals } from './csv-files.ts'
import {
  aborted,
  fileRoute,
  id,
  instant,
  invalidArgument,
  isoDate,
  notFound,
  operation,
  optionalText,
  paginated,
  paging,
  personName,
  searchText,
  typedText,
} from './kit.ts'
import { answer_sheet_bytes_max, review_remark_length_max } from './limits.ts'
import { ClinicalSignature } from './templates.ts'

/** A source that was withdrawn or superseded, as the library says it (`content/sources/`). */
const OutdatedSource = z.object({
  reference: z.string(),
  state: z.enum(['withdrawn', 'superseded']),
  on: isoDate,
  replacedBy: z.string().nullable(),
  note: z.string().nullable(),
})
export type OutdatedSource = z.infer<typeof OutdatedSource>

/** Where one template of the platform stands. */
const ReviewRow = z.object({
  templateId: id,
  name: z.string(),
  treatmentType: z.string(),
  versionId: id,
  version: z.string(),
  state: z.enum(clinicalReviewStates),
  /** Of this version. */
  signature: ClinicalSignature.nullable(),
  /** Of whichever version, with its label; null where nobody ever reviewed the template. */
  lastReview: ClinicalSignature.extend({ version: z.string() }).nullable(),
  reviewDue: isoDate.nullable(),
  /** `soon` from `clinical_review_notice_days` before the date on. */
  dueState: z.enum(['later', 'soon', 'overdue']),
  /** An earlier text was reviewed, and this one was not. */
  isChanged: z.boolean(),
  /** Claims of this version that a reviewer disagrees with. */
  disagreements: z.int(),
  outdatedSources: z.array(OutdatedSource),
})
export type ClinicalReviewRow = z.infer<typeof ReviewRow>

/** How many templates each filter of the list finds. */
const counts = z.record(z.enum(clinicalReviewFilters), z.int())

const itemKinds = ['risk', 'claim', 'statement'] as const

/** What a reviewer is asked: a risk with its band, a claim, or a statement about the whole text. */
const ReviewItem = z.object({
  /** 'R1', 'C1', 'S1': by its place in this version. */
  item: z.string(),
  kind: z.enum(itemKinds),
  text: z.string(),
  band: z.string().nullable(),
  isSerious: z.boolean(),
  source: z.string().nullable(),
  /** Certainty and rate, in words; null where nobody graded the source. */
  basis: z.string().nullable(),
  url: z.string().nullable(),
  outdated: z.enum(['withdrawn', 'superseded']).nullable(),
  /** The newest answer of each reviewer, the newest first. */
  answers: z.array(
    z.object({
      reviewerName: z.string(),
      gdcNumber: z.string(),
      agrees: z.boolean(),
      remark: z.string(),
    }),
  ),
})
export type ClinicalReviewItem = z.infer<typeof ReviewItem>

const RecordedReview = ClinicalSignature.extend({
  id,
  version: z.string(),
  isCurrentText: z.boolean(),
  remarks: z.string(),
  answers: z.int(),
  disagreements: z.int(),
  recordedByName: z.string(),
  recordedAt: instant,
})

const ReviewPage = ReviewRow.extend({
  hash: z.string(),
  items: z.array(ReviewItem),
  /** Of all versions, the newest first. */
  reviews: z.array(RecordedReview),
})
export type ClinicalReviewPage = z.infer<typeof ReviewPage>

const missing = { 'not-found': notFound('Template') }
const inFuture = { 'date-in-future': invalidArgument('The review cannot be dated in the future.') }
const audit = (done: string) => ({ done, refused: 'clinical_review.refused' })

/** The items of a refusal are named in its message, as the sheet calls them. */
const sheetRefusals = {
  ...csvRefusals,
  ...inFuture,
  'not-an-answer-sheet': invalidArgument(
    'This is not an answer sheet. Choose the CSV file that came with the reviewer’s pack.',
  ),
  'template-unknown': aborted('This answer sheet is about a template that does not exist any more.'),
  'template-other': invalidArgument('This answer sheet is about another template: {name}.'),
  'version-other': aborted(
    'These answers are about another version of {name}. Download the pack of version {version} and review that.',
  ),
  'items-unknown': invalidArgument('The answer sheet has items that this version does not have: {items}.'),
  'items-repeated': invalidArgument('The answer sheet has items more than once: {items}.'),
  'answers-missing': invalidArgument('Enter agree or disagree for every item. Missing: {items}.'),
  'remarks-missing': invalidArgument('Say what is wrong where you disagree. Missing: {items}.'),
  'remarks-unusable': invalidArgument(
    `Remarks may have ${review_remark_length_max.toLocaleString('en-GB')} characters, without signs that cannot be printed. Correct: {items}.`,
  ),
  'reviewer-missing': invalidArgument('Enter the reviewer’s full name in the answer sheet.'),
  'gdc-number-missing': invalidArgument(
    'Enter the reviewer’s GDC number of 5 to 7 digits in the answer sheet.',
  ),
  'date-missing': invalidArgument('Enter the day of the review in the answer sheet, such as 14/03/2026.'),
}

/** In base64. */
const content_length_max = Math.ceil(answer_sheet_bytes_max / 3) * 4

/** Reviews of the platform's templates by registered clinicians: recorded by super administrators, shown to practices with the template. */
export const clinicalReviews = {
  list: operation({
    method: 'GET',
    path: '/api/admin/clinical-reviews',
    summary:
      'Where the clinical review of each template of the platform stands, and how many there are of each kind',
    access: 'admin',
    audit: null,
    input: z.object({
      ...paging,
      search: searchText(200),
      show: z.enum(clinicalReviewFilters).default('all'),
      sort: z.enum(clinicalReviewOrders).default('due'),
    }),
    output: paginated(ReviewRow).extend({
      counts,
      /** Sources that were withdrawn or superseded and that templates still rest on. */
      outdatedSources: z.array(
        OutdatedSource.extend({ templates: z.array(z.object({ templateId: id, name: z.string() })) }),
      ),
    }),
    example: {},
  }),
  get: operation({
    method: 'GET',
    path: '/api/admin/clinical-reviews/{templateId}',
    summary: 'What a reviewer is asked about a template, each answer, and every review of it',
    access: 'admin',
    audit: null,
    input: z.object({ templateId: id }),
    output: ReviewPage,
    refusals: missing,
    example: { templateId: ':templateId' },
  }),
  sign: operation({
    method: 'POST',
    path: '/api/admin/clinical-reviews/{templateId}/signature',
    summary:
      'Record that a registered clinician signed a version of a template; a later version awaits review again',
    access: 'admin',
    stepUp: true,
    audit: audit('clinical_review.signed'),
    input: z.object({
      templateId: id,
      /** The version that was reviewed. */
      versionId: id,
      reviewerName: personName(120).min(1, 'Enter the reviewer’s full name'),
      gdcNumber: typedText().regex(/^\d{5,7}$/, 'Enter the 5 to 7 digits of the GDC number'),
      reviewedOn: isoDate,
      remarks: optionalText(review_remark_length_max),
    }),
    output: ReviewPage,
    refusals: {
      ...missing,
      ...inFuture,
      'version-other': aborted('The template has changed since. Reload the page and review the new version.'),
      'claims-disputed': aborted(
        'A reviewer disagrees with claims of this version. Change the wording, or import a new answer sheet from that reviewer.',
      ),
    },
    example: {
      ...{ templateId: ':templateId', versionId: ':versionId', reviewerName: 'Dr Amara Okafor' },
      ...{ gdcNumber: '123456', reviewedOn: '2026-11-20', remarks: '' },
    },
  }),
  importAnswers: operation({
    method: 'POST',
    path: '/api/admin/clinical-review-answers',
    summary: 'Import the answer sheet of a reviewer’s pack: all of it, or nothing',
    access: 'admin',
    stepUp: true,
    audit: audit('clinical_review.answers_imported'),
    bodyBytesMax: content_length_max + 16 * 1024,
    input: z.object({
      /** The CSV file in base64. */
      content: CsvUpload.shape.content.max(
        content_length_max,
        `Choose a file of at most ${answer_sheet_bytes_max / 1024} KB`,
      ),
      /** The template whose answers are expected; any without. */
      templateId: id.optional(),
    }),
    output: ReviewPage,
    refusals: sheetRefusals,
    example: {
      // 'Item,Answer,Remark' with a template that is not there.
      content: 'SXRlbSxBbnN3ZXIsUmVtYXJrCnRlbXBsYXRlLGFtYWxnYW0tZmlsbGluZywK',
    },
  }),
}

export const clinicalReviewFiles = {
  signed: fileRoute({
    path: '/api/admin/signed-clinical-reviews.yaml',
    summary:
      'The signatures of texts of the shipped library, as the library ships them: `content/clinical-reviews.yaml`',
    access: 'admin',
    audit: null,
    params: z.object({}),
    example: {},
  }),
  pack: fileRoute({
    path: '/api/admin/clinical-reviews/:templateId/pack/:format',
    summary: 'The reviewer’s pack of a template: the document as PDF, or the answer sheet as CSV',
    access: 'admin',
    audit: null,
    params: z.object({ templateId: id, format: z.enum(['pdf', 'csv']) }),
    refusals: {
      ...missing,
      'cannot-draw': aborted('The PDF could not be made. Try again.'),
    },
    example: { templateId: ':templateId', format: 'csv' },
  }),
}
