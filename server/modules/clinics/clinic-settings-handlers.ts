import { Readable } from 'node:stream'
import type { z } from 'zod'
import { isReadableColour } from '../../../contract/brand-colour.ts'
import {
  ClinicPolicies,
  clinicLogoFiles,
  clinicSettings,
  type ClinicBranding,
  type ClinicProfile,
} from '../../../contract/clinic-settings.ts'
import { logo_bytes_max, nation_choice_days } from '../../../contract/limits.ts'
import {
  child_of_17_until_age,
  retentionYears,
  type Nation,
  type RetentionPolicy,
} from '../../../contract/retention-rules.ts'
import { day_ms } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import { findPictureProblem } from '../../platform/files/picture-problem.ts'
import { handle, handleFile } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { findCodeWordProblem, type CodeWordProblem } from './clinic-code-word.ts'
import { entitlements } from './clinic-plan-store.ts'
import {
  closeClinic,
  saveLogo,
  lockSettings,
  logoFileName,
  findGroupBranding,
  findLogo,
  readSettings,
  saveSettings,
  type SettingsRow,
} from './clinic-settings-store.ts'

/** What modules below know, injected. */
export type SettingsDeps = {
  /** What a picture is by its own bytes. */
  pictureTypeOf(bytes: Uint8Array): string | null
  /** What the people of the clinic are called. */
  listStaffNames(scope: ClinicScope): Promise<string[]>
  /** Whether a card goes on being charged for the clinic. */
  isCharged(scope: ClinicScope): Promise<boolean>
  /** Takes the clinic out of its group and off its bill: which group, for the log. Null where it belongs to none. */
  leaveGroup(scope: ClinicScope): Promise<{ subject: string; details: Record<string, unknown> } | null>
}

const profileOf = (row: SettingsRow): ClinicProfile => {
  const { name, address, phone, outOfHours, email, website, nation, codeWord, settingsVersion } = row
  return { name, address, phone, outOfHours, email, website, nation, codeWord, version: settingsVersion }
}

const brandingOf = async (
  scope: ClinicScope,
  { brandColour, logo, settingsVersion }: SettingsRow,
): Promise<ClinicBranding> => ({
  colour: brandColour,
  logo,
  group: await findGroupBranding(scope),
  version: settingsVersion,
})

const policiesOf = ({ policies, nation, settingsVersion }: SettingsRow) => ({
  ...ClinicPolicies.parse(policies),
  nation,
  version: settingsVersion,
})

const codeWordReasons: Record<CodeWordProblem, string> = {
  'code-word-on-health': 'Enter a code word that does not mention health or treatment',
  'code-word-names-somebody': 'Enter a code word that is not the name of your staff or practice',
}

/** Which fields a save changed: the audit log names them and holds no value. */
const changedNames = (before: object, after: object): string[] =>
  Object.entries(after)
    .filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof typeof before]))
    .map(([name]) => name)
    .filter((name) => name !== 'version')

/** Whether a practice's own choice keeps less than the nation asks for. */
const isShorterThanLaw = (nation: Nation, { years, childUntilAge }: RetentionPolicy): boolean =>
  (years !== null && years < retentionYears[nation]) ||
  (childUntilAge !== null && childUntilAge < child_of_17_until_age)

/**
 * Whether a practice that has stood for a while would keep its records for less time in another nation: whoever may end
 * a record by its time may not shorten that time as well.
 */
const isNationShorter = (before: SettingsRow, nation: Nation, now: Date): boolean =>
  retentionYears[nation] < retentionYears[before.nation] &&
  now.getTime() - before.createdAt.getTime() > nation_choice_days * day_ms

/** The operations of `contract/clinic-settings.ts`. */
export const clinicSettingsHandlers = ({
  pictureTypeOf,
  listStaffNames,
  isCharged,
  leaveGroup,
}: SettingsDeps) => ({
  profile: handle(clinicSettings.profile, async (scope) => ({
    answer: profileOf(await readSettings(scope)),
  })),

  changeProfile: handle(clinicSettings.changeProfile, async (scope, { version, ...wanted }) => {
    const before = await lockSettings(scope)
    if (before.settingsVersion !== version) return refuse('changed-meanwhile')
    // One that stood before is the practice's to change; nothing else waits for it.
    const isNew = wanted.codeWord !== before.codeWord
    const problem =
      isNew && findCodeWordProblem(wanted.codeWord, [wanted.name, ...(await listStaffNames(scope))])
    if (problem)
      return refuse(problem, { fields: [{ field: 'codeWord', message: codeWordReasons[problem] }] })
    if (isNationShorter(before, wanted.nation, scope.now)) return refuse('nation-keeps-longer')
    const after = profileOf(await saveSettings(scope, wanted))
    return { ...changeResult(scope, after, changedNames(profileOf(before), after)), before }
  }),

  branding: handle(clinicSettings.branding, async (scope) => ({
    answer: await brandingOf(scope, await readSettings(scope)),
  })),

  changeColour: handle(clinicSettings.changeColour, async (scope, { colour, version }) => {
    if (colour !== null && !isReadableColour(colour)) return refuse('hard-to-read')
    // What the practice shows already stays, and it may go back to none.
    if (colour !== null && !(await entitlements(scope)).hasBranding) return refuse('not-in-plan')
    const before = await lockSettings(scope)
    if (before.settingsVersion !== version) return refuse('changed-meanwhile')
    return changeResult(scope, await brandingOf(scope, await saveSettings(scope, { brandColour: colour })), [
      'colour',
    ])
  }),

  setLogo: handle(clinicSettings.setLogo, async (scope, { image, version }) => {
    const bytes = Buffer.from(image, 'base64')
    if (bytes.byteLength > logo_bytes_max || pictureTypeOf(bytes) !== 'image/png')
      return refuse(findPictureProblem(bytes) ?? 'logo-refused')
    if (!(await entitlements(scope)).hasBranding) return refuse('not-in-plan')
    const before = await lockSettings(scope)
    if (before.settingsVersion !== version) return refuse('changed-meanwhile')
    const logo = await saveLogo(scope, bytes)
    return changeResult(scope, await brandingOf(scope, await saveSettings(scope, { logo })), ['logo'])
  }),

  removeLogo: handle(clinicSettings.removeLogo, async (scope) =>
    changeResult(scope, await brandingOf(scope, await saveSettings(scope, { logo: null })), ['logo']),
  ),

  policies: handle(clinicSettings.policies, async (scope) => ({
    answer: policiesOf(await readSettings(scope)),
  })),

  changePolicies: handle(clinicSettings.changePolicies, async (scope, { version, ...wanted }) => {
    const before = await lockSettings(scope)
    if (before.settingsVersion !== version) return refuse('changed-meanwhile')
    if (isShorterThanLaw(before.nation, wanted.retention)) return refuse('shorter-than-law')
    const after = policiesOf(await saveSettings(scope, { policies: wanted }))
    return changeResult(scope, after, changedNames(policiesOf(before), wanted))
  }),

  close: handle(clinicSettings.close, async (scope, { name }) => {
    const clinic = await lockSettings(scope)
    if (clinic.name.trim() !== name) return refuse('name-differs')
    if (await isCharged(scope)) return refuse('still-charged')
    await closeClinic(scope)
    const left = await leaveGroup(scope)
    const { clinicId } = scope
    const alsoTold = left && { clinicId, action: 'group.practice_left', ...left }
    return { answer: { closed: true as const }, subject: clinicId, ...(alsoTold && { alsoTold }) }
  }),
})

const changeResult = <T extends z.infer<z.ZodObject>>(scope: ClinicScope, answer: T, fields: string[]) => ({
  answer,
  subject: scope.clinicId,
  details: { fields },
})

type LogoFileDeps = { database: Database; quarantine: { assertReadable(name: string): Promise<void> } }

/** Logos as files: whoever knows the name of one has been shown it. */
export const clinicLogoHandler = ({ database, quarantine }: LogoFileDeps) =>
  handleFile(clinicLogoFiles.logo, async (_scope, { logo }) => {
    const image = await findLogo(database, logo)
    if (!image) return refuse('logo-not-found')
    const open = async () => {
      await quarantine.assertReadable(logoFileName(logo))
      return { stream: Readable.from([image]), bytes: image.byteLength }
    }
    return { answer: { open, type: 'image/png', name: 'logo.png', etag: logo } }
  })
