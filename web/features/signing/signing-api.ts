import type { InferContractRouterInputs, InferContractRouterOutputs } from '@orpc/contract'
import type { OpenedConsent, PatientConsent, signing } from '../../../contract/signing.ts'
import { call } from './signing-call.ts'

type Inputs = InferContractRouterInputs<typeof signing>
type Outputs = InferContractRouterOutputs<typeof signing>

export type Practice = Outputs['open']['practice']
export type Trust = Outputs['open']['trust']
export type SignatureInput = Omit<Inputs['sign'], 'consentId'>
export type CapturedSignature = SignatureInput['mark']
export type SignerRole = SignatureInput['signerRole']
export type LinkRequest = Inputs['requestLink']

/** Who reads: the patient behind a link, a member of the practice or whom the patient lets read along, who may only look. */
export type Reader = 'patient' | 'staff' | 'supporter'

const linkPath = (accessToken: string) => `/api/patient/links/${encodeURIComponent(accessToken)}`
const consentPath = (consentId: string) => `/api/patient/consents/${encodeURIComponent(consentId)}`
const post = <T>(path: string, body: unknown) => call<T>({ method: 'POST', path, body })

/** Whose practice a link is from, and whether it is locked. */
export const readLink = (accessToken: string) =>
  call<Outputs['open']>({ method: 'GET', path: linkPath(accessToken) })

/** Proves the birth date (YYYY-MM-DD): the consent, and a cookie that opens it again. */
export const verifyLink = (accessToken: string, dateOfBirth: string) =>
  post<Outputs['verify']>(`${linkPath(accessToken)}/verification`, { dateOfBirth })

/** Asks for another code to the mobile on file. */
export const sendCode = (accessToken: string, dateOfBirth: string) =>
  post<Outputs['sendCode']>(`${linkPath(accessToken)}/codes`, { dateOfBirth })

/** Proves birth date and code, likewise. */
export const verifyCode = (accessToken: string, dateOfBirth: string, code: string) =>
  post<Outputs['proveCode']>(`${linkPath(accessToken)}/code-verification`, { dateOfBirth, code })

/** Asks for a new link; it goes to the contact on file. */
export const requestLink = (about: LinkRequest) =>
  post<Outputs['requestLink']>('/api/patient/link-requests', about)

/** The consent that this browser's cookie opens. */
export const readConsent = (consentId: string) =>
  call<OpenedConsent>({ method: 'GET', path: consentPath(consentId) })

/** What seals what this patient types and has not sent. */
export const readDraftKey = (consentId: string) =>
  call<Outputs['draftKey']>({ method: 'GET', path: `${consentPath(consentId)}/draft-key` })

/** The same key gives one signature however often it is sent. */
export const signConsent = (consentId: string, body: SignatureInput, idempotencyKey: string) =>
  call<PatientConsent>({ method: 'POST', path: `${consentPath(consentId)}/signature`, body, idempotencyKey })

/** Says no, with the reason in the person's own words. */
export const declineConsent = (consentId: string, reason: string) =>
  post<PatientConsent>(`${consentPath(consentId)}/refusal`, { reason })

/** Takes a consent back, or these of its treatments; the reason may be empty. */
export const withdrawConsent = (consentId: string, withdrawal: { reason: string; treatments?: number[] }) =>
  post<PatientConsent>(`${consentPath(consentId)}/withdrawal`, withdrawal)

/** Has the link to the signed copy sent by e-mail. */
export const emailCopy = (consentId: string, idempotencyKey: string) =>
  call<Outputs['mailCopy']>({
    method: 'POST',
    path: `${consentPath(consentId)}/copy-messages`,
    body: {},
    idempotencyKey,
  })

/** Where a picture of a consent is fetched; its bytes never change. Whoever reads along knows no id of the consent, but their own. */
export function pictureHref(reader: Reader, id: string, pictureId: string): string {
  const picture = encodeURIComponent(pictureId)
  if (reader === 'supporter') return `/api/supporter/views/${encodeURIComponent(id)}/pictures/${picture}`
  const audience = reader === 'staff' ? 'clinic' : 'patient'
  return `/api/${audience}/consents/${encodeURIComponent(id)}/pictures/${picture}`
}

/** Where one version of the sealed record is fetched; its bytes never change. */
export function documentHref(reader: Reader, consentId: string, documentId: string): string {
  const audience = reader === 'staff' ? 'clinic' : 'patient'
  return `/api/${audience}/consents/${encodeURIComponent(consentId)}/documents/${encodeURIComponent(documentId)}`
}

/** Where everything that proves a consent is fetched as one file. */
export function evidenceHref(reader: Reader, consentId: string): string {
  const audience = reader === 'staff' ? 'clinic' : 'patient'
  return `/api/${audience}/consents/${encodeURIComponent(consentId)}/evidence`
}
