import { createHash } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { ClinicPolicies } from '../../../contract/clinic-settings.ts'
import type { Language } from '../../../contract/languages.ts'
import type { Nation } from '../../../contract/retention-rules.ts'
import type { Database } from '../../platform/database/database.ts'
import { preparedQuery, tenantPlaceholder } from '../../platform/database/prepared-query.ts'
import type {
  ClinicScope,
  LinkScope,
  PatientScope,
  StaffScope,
  TenantScope,
} from '../../platform/database/transaction.ts'
import { clinicLogos, clinics } from './clinic-schema.ts'

type ClinicRow = typeof clinics.$inferSelect
export type SettingsRow = Pick<
  ClinicRow,
  | 'name'
  | 'address'
  | 'phone'
  | 'outOfHours'
  | 'email'
  | 'website'
  | 'nation'
  | 'codeWord'
  | 'brandColour'
  | 'logo'
  | 'policies'
  | 'settingsVersion'
  | 'createdAt'
>

const settingsColumns = {
  name: clinics.name,
  address: clinics.address,
  phone: clinics.phone,
  outOfHours: clinics.outOfHours,
  email: clinics.email,
  website: clinics.website,
  nation: clinics.nation,
  codeWord: clinics.codeWord,
  brandColour: clinics.brandColour,
  logo: clinics.logo,
  policies: clinics.policies,
  settingsVersion: clinics.settingsVersion,
  createdAt: clinics.createdAt,
}

const settings = preparedQuery('clinic_settings', (tx) =>
  tx.select(settingsColumns).from(clinics).where(eq(clinics.id, tenantPlaceholder)),
)

/** What a clinic has set. */
export const readSettings = async (scope: StaffScope | PatientScope): Promise<SettingsRow> =>
  (await settings(scope))[0]!

/** The same with the row locked until the transaction ends: a save starts here. */
export async function lockSettings(scope: ClinicScope): Promise<SettingsRow> {
  const own = eq(clinics.id, scope.clinicId)
  const [found] = await scope.tx.select(settingsColumns).from(clinics).where(own).for('update')
  return found!
}

/** Saves a change and raises the version. */
export async function saveSettings(
  scope: StaffScope,
  change: Partial<Omit<SettingsRow, 'settingsVersion'>>,
): Promise<SettingsRow> {
  const [saved] = await scope.tx
    .update(clinics)
    .set({ ...change, settingsVersion: sql`${clinics.settingsVersion} + 1`, updatedAt: scope.now })
    .where(eq(clinics.id, scope.clinicId))
    .returning(settingsColumns)
  return saved!
}

export type ClinicSettings = ClinicPolicies & { nation: Nation; codeWord: string; website: string }

/** What a clinic has decided for all its consents, each part with its value whether it was ever chosen or not. */
export async function settingsOf(scope: StaffScope | PatientScope): Promise<ClinicSettings> {
  const { policies, nation, codeWord, website } = await readSettings(scope)
  return { ...ClinicPolicies.parse(policies), nation, codeWord, website }
}

const accessPolicies = preparedQuery('clinic_way_in', (tx) =>
  tx
    .select({ policies: clinics.policies, codeWord: clinics.codeWord })
    .from(clinics)
    .where(eq(clinics.id, tenantPlaceholder)),
)

/** What is asked for on the way in, and by what patients know that a link is the clinic's own. */
export async function accessPolicyOf(
  scope: LinkScope,
): Promise<ClinicPolicies['wayIn'] & Pick<ClinicRow, 'codeWord'>> {
  const { policies, codeWord } = (await accessPolicies(scope))[0]!
  return { ...ClinicPolicies.parse(policies).wayIn, codeWord }
}

/** What a practice's group gives it; the function answers only of the practice that asks, and only while it takes that. */
type GroupBrand = { colour: string | null; logo: string | null }

/**
 * How a clinic's pages, mails and documents look, nulls where neither it nor its group has chosen anything, and its pages'
 * languages. The group is asked along, and only where the clinic has not chosen both.
 */
type ClinicBrand = { colour: string | null; logo: string | null; languages: ('en' | Language)[] }

const brands = preparedQuery('clinic_brand', (tx) =>
  tx
    .select({
      ...{ colour: clinics.brandColour, logo: clinics.logo, policies: clinics.policies },
      // Decoded as another column of JSON is, so that it can be asked along with other selects.
      group: sql`case when ${clinics.brandColour} is null or ${clinics.logo} is null
        then (select to_jsonb(g) from group_brand_of(${clinics.id}) g) end`.mapWith(clinics.policies),
    })
    .from(clinics)
    .where(eq(clinics.id, tenantPlaceholder)),
)

export async function brandOf(scope: TenantScope): Promise<ClinicBrand> {
  const { colour, logo, policies, ...found } = (await brands(scope))[0]!
  const group = found.group as GroupBrand | null
  const brand = { colour: colour ?? group?.colour ?? null, logo: logo ?? group?.logo ?? null }
  return { ...brand, languages: ['en', ...ClinicPolicies.parse(policies).languages] }
}

/** What the practice's group gives it, by the group's name; null where it takes none. */
export async function findGroupBranding({
  tx,
  clinicId,
}: ClinicScope): Promise<(GroupBrand & { name: string }) | null> {
  const { rows } = await tx.execute<GroupBrand & { name: string }>(sql`
    select g.name, b.colour, b.logo
    from practice_group_members m join practice_groups g on g.id = m.group_id
    cross join lateral group_brand_of(m.clinic_id) b where m.clinic_id = ${clinicId}`)
  return rows[0] ?? null
}

/** The logo that the clinic shows now, its own or its group's, as a PNG; none while malware is known to be in it. */
export async function logoImageOf(scope: StaffScope, logo: string): Promise<Buffer | undefined> {
  const isClean = sql`not is_quarantined(${logoFileName(logo)})`
  const own = and(eq(clinicLogos.clinicId, scope.clinicId), eq(clinicLogos.sha256, logo), isClean)
  const [found] = await scope.tx.select({ content: clinicLogos.content }).from(clinicLogos).where(own)
  const ofGroup = sql`select content from practice_group_logos where sha256 = ${logo} and ${isClean} limit 1`
  const content = found?.content ?? (await scope.tx.execute<{ content: string }>(ofGroup)).rows[0]?.content
  return content === undefined ? undefined : Buffer.from(content, 'base64')
}

/** By which name a logo is blocked, should malware be found in it. */
export const logoFileName = (sha256: string): string => `logos/${sha256}`

/** Logos as files that are scanned. */
export const scannedLogos = {
  table: 'clinic_logos',
  columns: 'id, sha256',
  bytes: `decode(content, 'base64')`,
  fileOf: ({ sha256 }: Record<string, unknown>) => ({ storedAs: logoFileName(String(sha256)) }),
}

/** The same of groups of practices, each under its group. */
export const scannedGroupLogos = {
  table: 'practice_group_logos',
  columns: 'id, group_id, sha256',
  bytes: `decode(content, 'base64')`,
  fileOf: ({ group_id, sha256 }: Record<string, unknown>) => ({
    ...{ storedAs: logoFileName(String(sha256)), subject: String(group_id) },
  }),
}

/** Keeps a logo and answers its name; one that was there before is not kept twice. */
export async function saveLogo(scope: ClinicScope, image: Buffer): Promise<string> {
  const sha256 = createHash('sha256').update(image).digest('hex')
  await scope.tx
    .insert(clinicLogos)
    .values({ clinicId: scope.clinicId, sha256, content: image.toString('base64'), createdAt: scope.now })
    .onConflictDoNothing()
  return sha256
}

/** Any clinic's or group's logo by its name, for whoever was shown that name. */
export async function findLogo(database: Database, logo: string): Promise<Buffer | null> {
  const open = async (name: 'open_logo' | 'open_group_logo'): Promise<string | null | undefined> => {
    const query = { name, text: `select ${name}($1) as content`, values: [logo] }
    const { rows } = await database.borrow((client) => client.query<{ content: string | null }>(query))
    return rows[0]?.content
  }
  const content = (await open('open_logo')) ?? (await open('open_group_logo'))
  return content ? Buffer.from(content, 'base64') : null
}

/** Ends the account of the caller's own clinic. */
export async function closeClinic(scope: ClinicScope): Promise<void> {
  const closed = { status: 'inactive' as const, closedAt: scope.now, updatedAt: scope.now }
  await scope.tx.update(clinics).set(closed).where(eq(clinics.id, scope.clinicId))
}
