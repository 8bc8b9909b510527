import {
  configurableServices,
  type ServiceState,
  type ConfigurableService,
  type WizardState,
} from '../../../contract/setup-wizard.ts'
import type { SetupScope } from '../../platform/http/operations.ts'
import type { RunJob, RunPlatformJob } from '../../platform/jobs/job-runner.ts'
import type { SavedServices } from './saved-services.ts'
import { listClinicNames, readSetting, type StoredSetting } from './setup-store.ts'
import { countOfferedTemplates, findPractice, type FirstPractice } from './wizard-store.ts'

/** What belongs to the demo, told by its addresses, which nobody real can have; and how it is taken away. */
export type DemoData = {
  clinicEmails: readonly string[]
  adminEmail: string
  /** Null where the process has no way to do it, as in tests. */
  remove: (() => Promise<void>) | null
}

export type WizardStateDeps = {
  runJob: RunJob
  runPlatformJob: RunPlatformJob
  services: SavedServices
  demo: DemoData
}

export const wizardSetting = 'wizard'

/** The first practice of the installation that is not the demo's, whoever made it; null where there is none. */
export async function findFirstPractice({
  runJob,
  runPlatformJob,
  demo,
}: WizardStateDeps): Promise<FirstPractice | null> {
  const clinics = await runPlatformJob((scope) => listClinicNames(scope))
  const own = clinics.find(({ email }) => !demo.clinicEmails.includes(email))
  return own ? runJob(own.id, (scope) => findPractice(scope)) : null
}

const enteredSettingsOf = (kept: StoredSetting | undefined) =>
  (kept?.facts.entered as Record<string, string> | undefined) ?? {}

/** What the environment says of a service, as far as it is no secret. */
function environmentFacts(
  { configured }: SavedServices,
  service: ConfigurableService,
): Record<string, string> {
  const { mail, objectStore } = configured
  if (service === 'mail' && !mail.off) return { Server: new URL(mail.url).host, From: mail.from }
  if (service === 'storage' && !objectStore.off)
    return { Bucket: objectStore.bucket, At: new URL(objectStore.endpoint).host }
  return { 'Secret key': 'set' }
}

/** Whether this process began before the object store was kept, so that it still writes to the disk. */
const needsRestart = (
  { configured: { objectStore } }: SavedServices,
  entered: Record<string, string>,
): boolean =>
  objectStore.off || objectStore.bucket !== entered.bucket || objectStore.endpoint !== entered.endpoint

async function serviceStateOf(services: SavedServices, service: ConfigurableService): Promise<ServiceState> {
  const listed = (facts: Record<string, string>) =>
    Object.entries(facts).map(([label, value]) => ({ label, value }))
  const none = { service, facts: [], entered: {}, savedAt: null, waitsForStart: false }
  if (services.isFromEnvironment(service))
    return { ...none, source: 'environment', facts: listed(environmentFacts(services, service)) }
  const kept = await services.read(service)
  if (!kept) return { ...none, source: 'open' }
  const savedAt = kept.savedAt.toISOString()
  if (!kept.secret) return { ...none, savedAt, source: 'skipped' }
  const entered = enteredSettingsOf(kept)
  const waitsForStart = service === 'storage' && needsRestart(services, entered)
  return { ...none, source: 'saved', savedAt, entered, waitsForStart }
}

/** How far the first run has come. */
export async function buildWizardState(
  deps: WizardStateDeps,
  { tokenHash, actor }: SetupScope,
): Promise<WizardState> {
  const { runPlatformJob, services, demo } = deps
  const [kept, clinics, templates] = await runPlatformJob(async (scope) => [
    await readSetting(scope, wizardSetting),
    await listClinicNames(scope),
    await countOfferedTemplates(scope),
  ])
  const states: ServiceState[] = []
  for (const service of configurableServices) states.push(await serviceStateOf(services, service))
  const finishedAt = kept?.facts.finishedAt
  return {
    isSignedIn: tokenHash === null,
    isDemoAdmin: 'email' in actor && actor.email === demo.adminEmail,
    practice: await findFirstPractice(deps),
    services: states,
    demoClinics: clinics.filter(({ email }) => demo.clinicEmails.includes(email)).map(({ name }) => name),
    templates,
    finishedAt: typeof finishedAt === 'string' ? finishedAt : null,
  }
}
