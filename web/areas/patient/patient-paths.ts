import type { Goal } from '../../features/signing/index.ts'

/** What an address of the patient pages opens. `verify` only asks for the birth date, then becomes the form. */
export type PatientPath =
  | { kind: 'link'; goal: Goal; verify: boolean; accessToken: string }
  | { kind: 'address'; goal: Goal; consentId: string }
  | { kind: 'supporter'; accessToken: string }
  | { kind: 'home' }
  | { kind: 'kiosk'; handoverId: string }
  /** The form that anybody may try. */
  | { kind: 'trial' }

type Start =
  | { kind: 'link'; goal: Goal; verify: boolean }
  | { kind: 'address'; goal: Goal }
  | { kind: 'kiosk' }
  | { kind: 'supporter' }

const starts: Record<string, Start> = {
  'sign-consent': { kind: 'link', goal: 'sign', verify: false },
  'verify-dob': { kind: 'link', goal: 'sign', verify: true },
  'view-consent': { kind: 'link', goal: 'document', verify: false },
  'after-visit': { kind: 'link', goal: 'aftercare', verify: false },
  'your-visit': { kind: 'address', goal: 'aftercare' },
  'ai-consent': { kind: 'address', goal: 'sign' },
  consent: { kind: 'address', goal: 'read' },
  'consent-pdf': { kind: 'address', goal: 'document' },
  kiosk: { kind: 'kiosk' },
  supporter: { kind: 'supporter' },
}

/** Reads a path like `/sign-consent/{accessToken}`, `/patient` or `/try-consent`; undefined for any other. */
export function readPatientPath(pathname: string): PatientPath | undefined {
  const [, first = '', id = '', ...rest] = pathname.replace(/\/$/, '').split('/')
  if (first === 'patient' && id === '') return { kind: 'home' }
  if (first === 'try-consent' && id === '') return { kind: 'trial' }
  const start = Object.hasOwn(starts, first) ? starts[first] : undefined
  if (!start || id === '' || rest.length > 0) return undefined
  if (start.kind === 'kiosk') return { kind: 'kiosk', handoverId: id }
  if (start.kind === 'supporter') return { kind: 'supporter', accessToken: id }
  return start.kind === 'link' ? { ...start, accessToken: id } : { ...start, consentId: id }
}
