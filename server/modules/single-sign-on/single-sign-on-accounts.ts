import type { SignInCode } from '../../../contract/sign-in-codes.ts'
import type { Level } from '../../../contract/permissions.ts'
import type { JobScope } from '../../platform/database/transaction.ts'
import type { JobAuditEntry, RunJob } from '../../platform/jobs/job-runner.ts'
import { AccountTakenError, normalizeEmail, type IdentityDeps } from '../identity/index.ts'
import { findStaff, insertProvisioned, markRegistered, updateStaff } from '../staff/index.ts'
import { isStaffOfGroupConnection, listUsedGroupDomains } from './single-sign-on-group-store.ts'
import { groupLevelsIn, type SignInConnection } from './sign-in-connection.ts'
import {
  accountRefusal,
  addressRefusal,
  domainOf,
  levelOfGroups,
  type ProviderPerson,
} from './single-sign-on-rules.ts'
import {
  findStaffByAccount,
  findStaffByEmail,
  listVerifiedDomains,
  updateConnection,
} from './single-sign-on-store.ts'

type AccountDeps = Pick<IdentityDeps, 'accounts' | 'database'> & { runJob: RunJob }

type Provisioned = { userId: string; email: string; level: Level | null; person: ProviderPerson }
type Account = { id: string; email: string; platformRole: string }

/** Whose sign-in it is; or why they are not let in. */
export type AdmittedPerson = { userId: string; staffId: string } | { refusal: SignInCode }

/** By what the account library tells one provider from another. */
const providerIdOf = ({ id }: Pick<SignInConnection, 'id'>): string => `sso:${id}`

/** Whether an invitation is an administrator's, which no provider of a group takes up: a practice makes its own. */
const isBeyondGroup = ({ ofGroup }: SignInConnection, invited: { role: string } | null): boolean =>
  ofGroup !== null && invited !== null && invited.role !== 'clinic_staff'

/**
 * The account of somebody whom the provider of a practice or its group knows. By the provider's own name for them first;
 * then by their address, where its domain is verified and the provider has verified the address, and only where the account
 * is this practice's already, or that of another practice which uses the group's provider; else a new one of staff, at the
 * level of their groups. Through a group's provider, they become staff of each practice that their groups name.
 */
export function createAdmission({ accounts, database, runJob }: AccountDeps) {
  /** The level that their groups give now, for those whom they give one. Administrators are made by people. */
  async function applyGroups(
    connection: SignInConnection,
    staffId: string,
    person: ProviderPerson,
  ): Promise<void> {
    const level = levelOfGroups(person.groups, { ...connection, defaultLevel: null })
    await runJob(connection.clinicId, async (scope, note) => {
      const record = await findStaff(scope, staffId)
      if (level === null || record?.role !== 'clinic_staff' || record.permissionLevel === level) return
      await updateStaff(scope, staffId, { permissionLevel: level })
      const details = { by: 'single-sign-on', before: record.permissionLevel, after: level }
      note({ action: 'staff.level_mapped', subject: staffId, details })
    })
  }

  const staffOf = (clinicId: string, account: Account) =>
    runJob(clinicId, (scope) => findStaffByAccount(scope, account.id))

  async function admitKnown(
    connection: SignInConnection,
    account: Account,
    { person, verifiedDomains }: { person: ProviderPerson; verifiedDomains: readonly string[] },
  ): Promise<AdmittedPerson> {
    if (account.platformRole === 'super_admin') return { refusal: 'sso-account-elsewhere' }
    if (!verifiedDomains.includes(domainOf(account.email))) return { refusal: 'sso-other-domain' }
    const staff = await staffOf(connection.clinicId, account)
    if (staff) return { userId: account.id, staffId: staff.id }
    return (await isStaffOfGroup(connection, account))
      ? join(connection, account, person)
      : { refusal: 'account-deactivated' }
  }

  /** Whether somebody is active staff of a practice that uses the group's provider: only then are they made staff of another. */
  const isStaffOfGroup = async ({ id, ofGroup }: SignInConnection, account: Account): Promise<boolean> =>
    ofGroup !== null && isStaffOfGroupConnection(database, id, account.id)

  /** Makes an account of a group's staff one of another of its practices, at the level of their groups there. */
  async function join(
    connection: SignInConnection,
    { id: userId, email }: Account,
    person: ProviderPerson,
  ): Promise<AdmittedPerson> {
    const level = levelOfGroups(person.groups, connection)
    const invited = await runJob(connection.clinicId, (scope) => findStaffByEmail(scope, email))
    if (level === null || isBeyondGroup(connection, invited)) return { refusal: 'sso-no-level' }
    const staffId = await runJob(connection.clinicId, (scope, note) =>
      provision(scope, note, { userId, email, level, person }),
    )
    return staffId ? { userId, staffId } : { refusal: 'account-deactivated' }
  }

  /** Makes a staff record for an account, or takes the one that waits for its address; null where that is somebody else's. */
  async function provision(
    scope: JobScope,
    note: (entry: JobAuditEntry) => void,
    provisioned: Provisioned,
  ): Promise<string | null> {
    const invited = await findStaffByEmail(scope, provisioned.email)
    if (!invited) return insertMapped(scope, note, provisioned)
    const { id, firstName, lastName } = invited
    const { userId } = provisioned
    return (await markRegistered(scope, id, { userId, firstName, lastName })) ? id : null
  }

  /** Makes a staff record at the level that somebody's groups give. */
  async function insertMapped(
    scope: JobScope,
    note: (entry: JobAuditEntry) => void,
    { userId, email, level, person }: Provisioned,
  ): Promise<string | null> {
    if (level === null) return null
    const names = { firstName: person.firstName || email, lastName: person.lastName }
    const id = await insertProvisioned(scope, { userId, ...names, email, level })
    if (id) note({ action: 'staff.provisioned', subject: id, details: { by: 'single-sign-on', level } })
    return id
  }

  /**
   * The other practices of a group whose groups somebody is in: a staff record in each, at its level there. Where they were
   * invited, they take that up by signing in there.
   */
  async function admitElsewhere(
    connection: SignInConnection,
    userId: string,
    person: ProviderPerson,
  ): Promise<void> {
    const { ofGroup } = connection
    if (!ofGroup) return
    const account = (await accounts.ofIdentity({
      providerId: providerIdOf(connection),
      accountId: person.subject,
    }))!
    for (const clinicId of ofGroup.practices.filter((id) => id !== connection.clinicId)) {
      const there = { ...connection, clinicId, groupLevels: groupLevelsIn(ofGroup.practiceLevels, clinicId) }
      const level = levelOfGroups(person.groups, there)
      if (level === null) continue
      const staff = await staffOf(clinicId, account)
      if (staff?.status === 'active') await applyGroups(there, staff.id, person)
      if (staff) continue
      const { email } = account
      await runJob(clinicId, async (scope, note) => {
        if (await findStaffByEmail(scope, email)) return
        await insertMapped(scope, note, { userId, email, level, person })
      })
    }
  }

  /** Makes an account and, where nobody had invited them, a staff record. */
  async function admitNew(
    connection: SignInConnection,
    email: string,
    person: ProviderPerson,
    at: { providerId: string; accountId: string },
  ): Promise<AdmittedPerson> {
    const { clinicId } = connection
    const invited = await runJob(clinicId, (scope) => findStaffByEmail(scope, email))
    if (invited && (invited.status !== 'active' || invited.userId)) return { refusal: 'account-deactivated' }
    const level = levelOfGroups(person.groups, connection)
    if ((!invited && level === null) || isBeyondGroup(connection, invited)) return { refusal: 'sso-no-level' }
    const names = invited ?? { firstName: person.firstName || email, lastName: person.lastName }
    const { firstName, lastName } = names
    const name = `${firstName} ${lastName}`.trim()
    const userId = await accounts.insertLinked({ email, name, clinicId }, at)
    const staffId = await runJob(clinicId, (scope, note) =>
      provision(scope, note, { userId, email, level, person }),
    )
    return staffId ? { userId, staffId } : { refusal: 'sso-failed' }
  }

  async function admit(connection: SignInConnection, person: ProviderPerson): Promise<AdmittedPerson> {
    const at = { providerId: providerIdOf(connection), accountId: person.subject }
    const verifiedDomains = await runJob(
      connection.clinicId,
      connection.ofGroup ? listUsedGroupDomains : listVerifiedDomains,
    )
    const joined = await accounts.ofIdentity(at)
    if (joined) return admitKnown(connection, joined, { person, verifiedDomains })

    const email = person.email ? normalizeEmail(person.email) : null
    const refused = addressRefusal({ ...person, email }, { ...connection, verifiedDomains })
    if (refused || !email) return { refusal: refused ?? 'sso-address-missing' }
    const account = await accounts.ofEmail(email)
    if (!account) return admitNew(connection, email, person, at)

    const staff = await staffOf(connection.clinicId, account)
    const isSuperAdmin = account.platformRole === 'super_admin'
    const isOnStaffHere = staff !== null || (await isStaffOfGroup(connection, account))
    const isTaken = accountRefusal({ isSuperAdmin, isOnStaffHere })
    if (isTaken) return { refusal: isTaken }
    // Before the provider's name is kept for the account, which is not asked about its address again.
    if (staff && staff.status !== 'active') return { refusal: 'account-deactivated' }
    const admitted = staff
      ? { userId: account.id, staffId: staff.id }
      : await join(connection, account, person)
    if ('staffId' in admitted) await accounts.link(account.id, at)
    return admitted
  }

  async function admitOnce(connection: SignInConnection, person: ProviderPerson): Promise<AdmittedPerson> {
    try {
      const admitted = await admit(connection, person)
      if ('refusal' in admitted) return admitted
      await applyGroups(connection, admitted.staffId, person)
      return admitted
    } catch (error) {
      // Two sign-ins of one new person at the same moment: the other one made the account.
      if (error instanceof AccountTakenError) return { refusal: 'sso-failed' }
      throw error
    }
  }

  return { admit: admitOnce, admitElsewhere }
}

/** Notes that somebody came in through a practice's own provider; of a group's, each practice's log tells. */
export async function noteSignIn(runJob: RunJob, { clinicId, ofGroup }: SignInConnection): Promise<void> {
  if (!ofGroup) await runJob(clinicId, (scope) => updateConnection(scope, { lastSignInAt: scope.now }))
}
