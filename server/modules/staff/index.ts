export { loginHoursRefusal } from './login-hours.ts'
export { handOver } from './owner-handover.ts'
export { findPerson, insertAdministrator, renewInvitation } from './staff-owner-store.ts'
export { changeStaffEmail, isOnStaff, leaveStaff, whyNeeded } from './staff-account-store.ts'
export { insertFounder, linkStaff, markRegistered, type Registered } from './staff-registration-store.ts'
export { holderOf, holdsAsMuch, isInvitedJustNow, staffName } from './staff-rules.ts'
export { activeStaff, changeStaff, countStaff, findClinician, findStaff } from './staff-store.ts'
export {
  emailsOfStaff,
  insertInvited,
  lockAdministrators,
  lockStaff,
  namesOfStaff,
  recordLogin,
  type StaffRecord,
} from './staff-store.ts'
export { memberOf } from './staff-view.ts'
