import type { Kiosk } from '../../../contract/kiosks.ts'
import { call } from '../signing/index.ts'

const path = (handoverId: string) => `/api/patient/kiosks/${encodeURIComponent(handoverId)}`

/** What was handed over with this browser. */
export const readKiosk = (handoverId: string) => call<Kiosk>({ method: 'GET', path: path(handoverId) })

/** Proves the birth date (YYYY-MM-DD); the answer's cookies open the forms that wait. */
export const verifyKiosk = (handoverId: string, dateOfBirth: string) =>
  call<Kiosk>({ method: 'POST', path: `${path(handoverId)}/verification`, body: { dateOfBirth } })

/** Closes the forms until the birth date is proved again. */
export const lockKiosk = (handoverId: string) =>
  call<{ covered: true }>({ method: 'POST', path: `${path(handoverId)}/cover`, body: {} })
