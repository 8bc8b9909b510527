import { z } from 'zod'
import { maxBase64Length, encodedFile } from './encoded-files.ts'
import { fileProblems } from './file-problems.ts'
import { capacityRefusals } from './capacity.ts'
import { PaperScan } from './consents.ts'
import {
  aborted,
  fileRoute,
  id,
  instant,
  invalidArgument,
  notFound,
  operation,
  personName,
  text,
} from './kit.ts'
import {
  paper_code_length,
  scan_bytes_max,
  scan_pages_max,
  signer_name_length_max,
  treatments_max,
} from './limits.ts'
import { PaperAdditionalConsents } from './matters.ts'
import { signerRoles } from './signing.ts'

/** Consents on paper: printed, given out, signed by hand and taken in as a scan. */

const consentId = z.object({ consentId: id })
const missingConsent = notFound('Consent')
const wrongState = aborted(
  'This consent is no longer in a state that allows this. Reload to see its current status.',
)
const futureTimeRefusal = invalidArgument('Enter a time that has passed.')
const signedBeforeSentRefusal = aborted('The text was frozen after that time. Enter a later time.')
/** Handling a paper is like handing over a link: what it says is the patient's own (rulings 34). */
const handlePaperPermissions = { anyOf: ['createConsents', 'canSendForms'] } as const

const base64_length_max = maxBase64Length(scan_bytes_max)
const megabytes = scan_bytes_max / 1024 / 1024

/** What comes with every scan, and why one is not taken. */
const scanInput = {
  /** The characters printed on every page: the beginning of the hash of the text. */
  code: text(40),
  /** Whoever scans has seen that no page is missing. */
  complete: z.boolean(),
  /** PDFs and photos in the order of the pages, as base64. */
  files: z.array(encodedFile(scan_bytes_max)).min(1).max(scan_pages_max),
}
const scanRefusals = {
  ...fileProblems,
  'wrong-code': aborted(
    'This code does not match this text. The paper is from another version or consent. Check its pages.',
  ),
  'pages-missing': invalidArgument('Scan every page of the paper.'),
  'scan-refused': invalidArgument(
    'One of these files is not a readable PDF, JPEG or PNG. Scan or photograph the paper again.',
  ),
  'scan-too-long': invalidArgument(`Scan at most ${scan_pages_max} pages.`),
  'scan-too-large': invalidArgument(
    `The files may be ${megabytes} MB in total. Scan with a lower resolution.`,
  ),
} as const

/** A valid PNG of one pixel. */
const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const code = 'a'.repeat(paper_code_length)

export const paper = {
  print: operation({
    method: 'POST',
    path: '/api/clinic/consents/{consentId}/paper-forms',
    summary: 'The fixed text as a PDF to sign by hand; kept nowhere',
    access: 'clinic',
    needs: handlePaperPermissions,
    audit: { done: 'paper.printed' },
    input: consentId,
    output: z.object({ pdf: z.base64() }),
    refusals: {
      'not-found': missingConsent,
      'wrong-state': wrongState,
      'cannot-draw': aborted('The paper form could not be created. Try again in a moment.'),
    },
    example: { consentId: ':consentId' },
  }),
  giveOut: operation({
    method: 'POST',
    path: '/api/clinic/consents/{consentId}/paper-copies',
    summary: 'Record when the patient was handed the text on paper: the time to think counts from then',
    access: 'clinic',
    needs: handlePaperPermissions,
    audit: { done: 'paper.given_out' },
    idempotent: true,
    input: consentId.extend({ givenAt: instant }),
    output: z.object({ givenAt: instant }),
    refusals: {
      'not-found': missingConsent,
      'wrong-state': wrongState,
      'already-given': aborted('The paper handover is already recorded.'),
      'in-future': futureTimeRefusal,
      'before-sent': signedBeforeSentRefusal,
    },
    example: { consentId: ':consentId', givenAt: '2026-01-05T10:00:00.000Z' },
  }),
  takeIn: operation({
    method: 'POST',
    path: '/api/clinic/consents/{consentId}/paper-signatures',
    summary: 'Take in the scan of a paper that was signed by hand: the consent is signed with it',
    access: 'clinic',
    needs: handlePaperPermissions,
    audit: { done: 'consent.signed', refused: 'consent.sign_refused' },
    idempotent: true,
    bodyBytesMax: base64_length_max + 64 * 1024,
    input: consentId.extend({
      ...scanInput,
      name: personName(signer_name_length_max),
      signerRole: z.enum(signerRoles),
      /** The day and time written beside the signature. */
      signedOn: instant,
      /** The statements whose boxes are ticked on the paper, by their places. */
      confirmed: z.array(z.int().min(0)).max(20),
      /** For each treatment in order, whether yes is ticked. */
      choices: z.array(z.boolean()).max(treatments_max),
      /** For each question asked besides the treatment, which box is ticked, or that both were left empty. */
      additional: PaperAdditionalConsents.default([]),
    }),
    output: PaperScan,
    refusals: {
      'not-found': missingConsent,
      'already-signed': aborted('This consent is already signed.'),
      'wrong-state': wrongState,
      'in-future': futureTimeRefusal,
      'before-sent': signedBeforeSentRefusal,
      'statement-unconfirmed': invalidArgument(
        'Every statement must be ticked on the paper. Go through it with the patient again.',
      ),
      'choice-missing': invalidArgument('For each treatment, choose whether yes or no is ticked.'),
      'additional-missing': invalidArgument(
        'For each other question, choose whether yes, no or nothing is ticked.',
      ),
      'nothing-accepted': invalidArgument('Record refusal instead: no treatment was agreed to.'),
      'not-authorised': invalidArgument(
        'This person’s authority to sign is not recorded. Add them to the patient’s record first.',
      ),
      ...capacityRefusals,
      ...scanRefusals,
    },
    example: {
      consentId: ':consentId',
      code,
      complete: true,
      files: [pixel],
      name: 'Eleanor Whitcombe',
      signerRole: 'patient',
      signedOn: '2026-01-05T10:00:00.000Z',
      confirmed: [0, 1, 2, 3],
      choices: [true],
    },
  }),
  addScan: operation({
    method: 'POST',
    path: '/api/clinic/consents/{consentId}/scans',
    summary: 'Add a better scan of the paper with the reason; the ones before stay',
    access: 'clinic',
    needs: handlePaperPermissions,
    audit: { done: 'paper.scan_added', refused: 'paper.scan_refused' },
    idempotent: true,
    bodyBytesMax: base64_length_max + 64 * 1024,
    input: consentId.extend({ ...scanInput, reason: text(500) }),
    output: PaperScan,
    refusals: {
      'not-found': missingConsent,
      'wrong-state': wrongState,
      'not-on-paper': aborted('This consent was not signed on paper.'),
      ...scanRefusals,
    },
    example: {
      consentId: ':paperId',
      code,
      complete: true,
      files: [pixel],
      reason: 'The second page was cut off',
    },
  }),
}

const params = z.object({ consentId: id, fileId: id })
const refusals = { 'not-found': notFound('Scan') }
const example = { consentId: ':paperId', fileId: ':scanFileId' }

/** Scans as they were taken in: an id always answers the same bytes. */
export const paperFiles = {
  forClinic: fileRoute({
    path: '/api/clinic/consents/:consentId/scans/:fileId',
    summary: 'A file of the scan of a signed paper',
    access: 'clinic',
    audit: { done: 'paper.scan_downloaded' },
    params,
    refusals,
    example,
  }),
  forPatient: fileRoute({
    path: '/api/patient/consents/:consentId/scans/:fileId',
    summary: 'The same for the patient',
    access: 'patient',
    audit: { done: 'paper.scan_downloaded' },
    params,
    refusals,
    example,
  }),
}
