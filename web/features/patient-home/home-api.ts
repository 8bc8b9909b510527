import type { InferContractRouterInputs, InferContractRouterOutputs } from '@orpc/contract'
import type { patientHome } from '../../../contract/patient-home.ts'
import { call } from '../signing/index.ts'
import { solvedCaptcha } from './home-captcha.ts'

type Inputs = InferContractRouterInputs<typeof patientHome>
type Outputs = InferContractRouterOutputs<typeof patientHome>

export type Home = Outputs['get']
export type HomeConsent = Home['consents'][number]

const post = <T>(path: string, body: object) => call<T>({ method: 'POST', path, body })

/** Asks for a link; the answer is the same for every address. */
export async function requestHomeLink(email: string): Promise<void> {
  const captcha = await solvedCaptcha()
  await call({ method: 'POST', path: '/api/patient/home-links', body: { email }, captcha })
}

/** Proves whose page a link opens, and uses the link up; the answer's cookie opens the page. */
export const openHome = (proof: Inputs['open']) => post<Outputs['open']>('/api/patient/home-sessions', proof)

/** The page that this browser's cookie opens. */
export const readHome = () => call<Home>({ method: 'GET', path: '/api/patient/home' })

/** Lets this browser open one of the consents at its own address. */
export const openConsent = (consentId: string) =>
  post<Outputs['openConsent']>('/api/patient/home/openings', { consentId })

/** Closes the page and whatever was opened from it. */
export const leaveHome = () => post<Outputs['leave']>('/api/patient/home/departure', {})
