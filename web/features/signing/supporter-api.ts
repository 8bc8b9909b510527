import type { InferContractRouterInputs, InferContractRouterOutputs } from '@orpc/contract'
import type { OwnSupporter, SupporterView, supporters } from '../../../contract/supporters.ts'
import { call } from './signing-call.ts'

type Inputs = InferContractRouterInputs<typeof supporters>
type Outputs = InferContractRouterOutputs<typeof supporters>

export type Invitation = Omit<Inputs['invite'], 'consentId'>

const ownPath = (consentId: string) => `/api/patient/consents/${encodeURIComponent(consentId)}/supporters`
const linkPath = (accessToken: string) => `/api/supporter/links/${encodeURIComponent(accessToken)}`

/** Whom the patient lets read along. */
export const listSupporters = (consentId: string) =>
  call<OwnSupporter[]>({ method: 'GET', path: ownPath(consentId) })

/** Lets somebody in; the same key lets one in, however often it is sent. */
export const inviteSupporter = (consentId: string, body: Invitation, idempotencyKey: string) =>
  call<Outputs['invite']>({ method: 'POST', path: ownPath(consentId), body, idempotencyKey })

/** Lets somebody read no longer. */
export const revokeSupporter = (consentId: string, supporterId: string) =>
  call<Outputs['revokeOwn']>({
    method: 'POST',
    path: `${ownPath(consentId)}/${encodeURIComponent(supporterId)}/revocation`,
    body: {},
  })

/** Whose practice a supporter's link is from, and whether it is locked. */
export const readSupporterLink = (accessToken: string) =>
  call<Outputs['knock']>({ method: 'GET', path: linkPath(accessToken) })

/** Proves the code that the patient passed on. */
export const verifySupporterCode = (accessToken: string, code: string) =>
  call<Outputs['prove']>({ method: 'POST', path: `${linkPath(accessToken)}/verification`, body: { code } })

/** What the supporter may read. */
export const readSupporterView = (supporterId: string) =>
  call<SupporterView>({ method: 'GET', path: `/api/supporter/views/${encodeURIComponent(supporterId)}` })
