import type { SessionUser } from '../../../contract/identity.ts'
import { session_idle_minutes_default } from '../../../contract/limits.ts'

/**
 * Who is shown where the server could not say who is signed in (specification section 8): a member of staff of no
 * clinic, who may do nothing by this. What a page asks is decided by the server, by the session it finds then.
 */
export const fallbackProfile: SessionUser = {
  uid: '00000000-0000-0000-0000-000000000000',
  email: '',
  displayName: 'Staff member',
  role: 'clinic_staff',
  clinicId: null,
  clinicName: null,
  isActive: true,
  permissions: [],
  permissionLevel: 1,
  loginHoursRestricted: false,
  loginHours: {},
  photo: null,
  clinics: [],
  idleMinutes: session_idle_minutes_default,
  secondFactorBy: null,
}
