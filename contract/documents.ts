import { z } from 'zod'
import { fileRoute, id, notFound } from './kit.ts'

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
