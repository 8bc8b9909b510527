import { z } from 'zod'
import { ConsentDocument } from './consents.ts'
import { aborted, fileRoute, id, invalidArgument, notFound, operation } from './kit.ts'
import { TemplateInput } from './templates.ts'

const params = z.object({ consentId: id, documentId: z.union([z.literal('latest'), id]) })
const refusals = { 'not-found': notFound('Document') }
const example = { consentId: ':signedId', documentId: 'latest' }

/** Sealed documents: an id names one version and always answers the same bytes; `latest` redirects to the newest. */
export const documentFiles = {
  forClinic: fileRoute({
    path: '/api/clinic/consents/:consentId/documents/:documentId',
    summary: 'The sealed record of a consent as PDF',
    access: 'clinic',
    audit: { done: 'document.downloaded' },
    params,
    refusals,
    example,
  }),
  forPatient: fileRoute({
    path: '/api/patient/consents/:consentId/documents/:documentId',
    summary: "The patient's copy of the sealed record as PDF",
    access: 'patient',
    audit: { done: 'document.downloaded' },
    params,
    refusals,
    example,
  }),
}

const preview_bytes_max = 280 * 1024

/** The records that were sealed; and previews, drawn without being kept from what was sent and nothing else. */
export const documents = {
  ofPatient: operation({
    method: 'GET',
    path: '/api/clinic/patients/{patientId}/documents',
    summary: 'The sealed records of all consents of a patient, newest first',
    access: 'clinic',
    audit: null,
    input: z.object({ patientId: id }),
    output: z.array(ConsentDocument.extend({ consentId: id, title: z.string() })),
    refusals: { 'not-found': notFound('Patient') },
    example: { patientId: ':patientId' },
  }),
  printLetter: operation({
    method: 'POST',
    path: '/api/clinic/consents/{consentId}/letters',
    summary:
      'A letter to the patient with a new link as a QR code, to print and post; the one printed before stops working unless it was opened',
    access: 'clinic',
    needs: { anyOf: ['createConsents', 'canSendForms'] },
    audit: { done: 'letter.printed' },
    input: z.object({ consentId: id }),
    output: z.object({ pdf: z.base64() }),
    refusals: {
      'not-found': notFound('Consent'),
      'wrong-state': aborted(
        'This consent is no longer awaiting the patient. Reload to see its current status.',
      ),
      'not-contactable': aborted('This patient must not be contacted. See the patient’s record.'),
      'no-address': invalidArgument('This patient has no address. Add it to the patient’s record first.'),
      'cannot-draw': aborted('The letter could not be created. Try again in a moment.'),
    },
    example: { consentId: ':addressedId' },
  }),
  /** Nothing is proved and nothing read: only what was sent is drawn. */
  previewTemplate: operation({
    method: 'POST',
    path: '/api/template-previews',
    summary:
      'The record that a template would give, as PDF, with blanks where a patient’s details would stand',
    access: 'anyone',
    audit: null,
    rate: { attempts: 60, seconds: 600 },
    bodyBytesMax: preview_bytes_max,
    input: TemplateInput.pick({
      name: true,
      treatmentType: true,
      treatmentSubtype: true,
      sections: true,
    }).extend({
      pictures: TemplateInput.shape.pictures,
      risks: TemplateInput.shape.risks,
    }),
    output: z.object({ pdf: z.base64() }),
    refusals: {
      'cannot-draw': aborted('The preview could not be created. Try again in a moment.'),
    },
    example: {
      name: 'Snoring splint',
      treatmentType: 'Other',
      sections: [
        { id: 1, title: 'Treatment Description', content: '<p>A splint that you wear at night.</p>' },
      ],
    },
  }),
}
