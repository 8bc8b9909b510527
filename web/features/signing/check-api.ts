import type { UnderstandingCheck } from '../../../contract/understanding.ts'
import type { QueuedCheckAnswer } from './check-outbox.ts'
import { call } from './signing-call.ts'

const pathOf = (consentId: string) => `/api/patient/consents/${encodeURIComponent(consentId)}/understanding`

/** How the questions of a consent were answered so far. */
export const readCheck = (consentId: string) =>
  call<UnderstandingCheck>({ method: 'GET', path: pathOf(consentId) })

/** Sends one answer; the same key counts once, however often it is sent. */
export const sendCheckAnswer = (consentId: string, { to, body, key }: QueuedCheckAnswer) =>
  call<UnderstandingCheck>({
    method: 'POST',
    path: `${pathOf(consentId)}/${to}`,
    body,
    idempotencyKey: key,
  })
