export { invitationComposer } from './invitation-composer.ts'
export { loginHoursRefusal } from './login-hours.ts'
export { staffHandlers } from './staff-handlers.ts'
export { changeStaffEmail, isLastAdministrator, isOnStaff, leaveStaff } from './staff-account-store.ts'
export { insertFounder, linkStaff, markRegistered, type Registered } from './staff-registration-store.ts'
export { holderOf, holdsAsMuch, staffName } from './staff-rules.ts'
export {
  activeStaff,
  changeStaff,
  countStaff,
  findClinician,
  findStaff,
  lockAdministrators,
  lockStaff,
  recordLogin,
  type StaffRecord,
} from './staff-store.ts'
export { memberOf } from './staff-view.ts'
