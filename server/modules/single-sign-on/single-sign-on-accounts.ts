import type { SignInCode } from '../../../contract/sign-in-codes.ts'
import type { RunJob } from '../../platform/jobs/job-runner.ts'
import { AccountTakenError, normalizeEmail, type IdentityDeps } from '../identity/index.ts'
import { findStaff, insertProvisioned, markRegistered, updateStaff } from '../staff/index.ts'
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
  type Connection,
} from './single-sign-on-store.ts'

type AccountDeps = Pick<IdentityDeps, 'accounts'> & { runJob: RunJob }

/** Whose sign-in it is; or why they are not let in. */
export type AdmittedPerson = { userId: string; staffId: string } | { refusal: SignInCode }

/** By what the account library tells the provider of one practice from that of another. */
const providerIdOf = ({ id }: Pick<Connection, 'id'>): string => `sso:${id}`

/**
 * The account of somebody whom the provider of a practice knows. By the provider's own name for them first; then by
 * their address, where the practice has verified its domain and the provider has verified the address, and only where the
 * account is this practice's already; else a new one of staff, at the level of their groups.
 */
export function createAdmission({ accounts, runJob }: AccountDeps) {
  /** The level that their groups give now, for those whom they give one. Administrators are made by people. */
  async function applyGroups(connection: Connection, staffId: string, person: ProviderPerson): Promise<void> {
    const level = levelOfGroups(person.groups, { ...connection, defaultLevel: null })
    await runJob(connection.clinicId, async (scope, note) => {
      const record = await findStaff(scope, staffId)
      if (level === null || record?.role !== 'clinic_staff' || record.permissionLevel === level) return
      await updateStaff(scope, staffId, { permissionLevel: level })
      const details = { by: 'single-sign-on', before: record.permissionLevel, after: level }
      note({ action: 'staff.level_mapped', subject: staffId, details })
    })
  }

  async function admitKnown(
    connection: Connection,
    account: { id: string; email: string; platformRole: string },
    verifiedDomains: readonly string[],
  ): Promise<AdmittedPerson> {
    if (account.platformRole === 'super_admin') return { refusal: 'sso-account-elsewhere' }
    if (!verifiedDomains.includes(domainOf(account.email))) return { refusal: 'sso-other-domain' }
    const staff = await runJob(connection.clinicId, (scope) => findStaffByAccount(scope, account.id))
    return staff ? { userId: account.id, staffId: staff.id } : { refusal: 'account-deactivated' }
  }

  /** Makes an account and, where nobody had invited them, a staff record. */
  async function admitNew(
    connection: Connection,
    email: string,
    person: ProviderPerson,
    at: { providerId: string; accountId: string },
  ): Promise<AdmittedPerson> {
    const { clinicId } = connection
    const invited = await runJob(clinicId, (scope) => findStaffByEmail(scope, email))
    if (invited && (invited.status !== 'active' || invited.userId)) return { refusal: 'account-deactivated' }
    const level = levelOfGroups(person.groups, connection)
    if (!invited && level === null) return { refusal: 'sso-no-level' }
    const names = invited ?? { firstName: person.firstName || email, lastName: person.lastName }
    const { firstName, lastName } = names
    const name = `${firstName} ${lastName}`.trim()
    const userId = await accounts.insertLinked({ email, name, clinicId }, at)
    const staffId = await runJob(clinicId, async (scope, note) => {
      const registered = { userId, firstName, lastName }
      if (invited) return (await markRegistered(scope, invited.id, registered)) ? invited.id : null
      const id = await insertProvisioned(scope, { ...registered, email, level: level! })
      if (id) note({ action: 'staff.provisioned', subject: id, details: { by: 'single-sign-on', level } })
      return id
    })
    return staffId ? { userId, staffId } : { refusal: 'sso-failed' }
  }

  async function admit(connection: Connection, person: ProviderPerson): Promise<AdmittedPerson> {
    const at = { providerId: providerIdOf(connection), accountId: person.subject }
    const verifiedDomains = await runJob(connection.clinicId, listVerifiedDomains)
    const joined = await accounts.ofIdentity(at)
    if (joined) return admitKnown(connection, joined, verifiedDomains)

    const email = person.email ? normalizeEmail(person.email) : null
    const refused = addressRefusal({ ...person, email }, { ...connection, verifiedDomains })
    if (refused || !email) return { refusal: refused ?? 'sso-address-missing' }
    const account = await accounts.ofEmail(email)
    if (!account) return admitNew(connection, email, person, at)

    const staff = await runJob(connection.clinicId, (scope) => findStaffByAccount(scope, account.id))
    const isSuperAdmin = account.platformRole === 'super_admin'
    const isTaken = accountRefusal({ isSuperAdmin, isOnStaffHere: staff !== null })
    if (isTaken || !staff) return { refusal: isTaken ?? 'sso-account-elsewhere' }
    await accounts.link(account.id, at)
    return { userId: account.id, staffId: staff.id }
  }

  return async (connection: Connection, person: ProviderPerson): Promise<AdmittedPerson> => {
    try {
      const admitted = await admit(connection, person)
      if ('staffId' in admitted) await applyGroups(connection, admitted.staffId, person)
      return admitted
    } catch (error) {
      // Two sign-ins of one new person at the same moment: the other one made the account.
      if (error instanceof AccountTakenError) return { refusal: 'sso-failed' }
      throw error
    }
  }
}

/** Notes that somebody came in through the provider. */
export const noteSignIn = (runJob: RunJob, { clinicId }: Connection): Promise<void> =>
  runJob(clinicId, (scope) => updateConnection(scope, { lastSignInAt: scope.now }))
