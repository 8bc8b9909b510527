import type { InferContractRouterOutputs } from '@orpc/contract'
import type { PatientViewing, viewings } from '../../../contract/viewings.ts'
import { deviceKind, type QueuedViewingReport } from '../viewings/index.ts'
import { call } from './signing-call.ts'

const consentPath = (consentId: string) => `/api/patient/consents/${encodeURIComponent(consentId)}`
const videoPath = (consentId: string, videoId: string) =>
  `${consentPath(consentId)}/videos/${encodeURIComponent(videoId)}`

/** The videos of a consent, and how far its patient has come with each. */
export const readViewings = (consentId: string) =>
  call<PatientViewing[]>({ method: 'GET', path: `${consentPath(consentId)}/viewings` })

/** Begins to watch: from here on the server's clock counts what can have been watched. */
export const startViewing = (consentId: string, videoId: string, showing: string) =>
  call<InferContractRouterOutputs<typeof viewings>['start']>({
    method: 'POST',
    path: `${videoPath(consentId, videoId)}/showings`,
    body: { showing, device: deviceKind() },
  })

/** Sends what was watched, or that it was read instead. A page that is being closed may still send it. */
export const sendViewing = (consentId: string, { videoId, to, body }: QueuedViewingReport) =>
  call<PatientViewing>({
    method: 'POST',
    path: `${videoPath(consentId, videoId)}/${to}`,
    body,
    keepalive: true,
  })
