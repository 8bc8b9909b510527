export { loginHoursRefusal } from './login-hours.ts'
export { transferOwnership } from './ownership-transfer.ts'
export { findPerson, insertAdministrator, renewInvitation } from './staff-owner-store.ts'
export { updateStaffEmail, isOnStaff, detachStaffRecord, removalRefusal } from './staff-account-store.ts'
export { insertFounder, insertProvisioned, linkStaffToAccount } from './staff-registration-store.ts'
export { markRegistered, type RegisteredPerson } from './staff-registration-store.ts'
export { insertJoiner, listProvisioned, lockProvisioned } from './staff-provisioning-store.ts'
export { updateProvisioned, type ProvisionedStaff } from './staff-provisioning-store.ts'
export { holderOf, hasAtLeastRights, wasJustInvited, staffName } from './staff-rules.ts'
export {
  listActiveStaff,
  listClinicians,
  updateStaff,
  countStaff,
  findClinician,
  findStaff,
  findOwnGdcNumber,
} from './staff-store.ts'
export {
  findStaffEmails,
  insertInvited,
  lockAdministrators,
  lockStaff,
  listStaffNames,
  recordLogin,
  type StaffRecord,
} from './staff-store.ts'
export { toMember } from './staff-view.ts'
