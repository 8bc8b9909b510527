import {
  settableServices,
  type ServiceState,
  type SettableService,
  type WizardState,
} from '../../../contract/setup-wizard.ts'
import type { SetupScope } from '../../platform/http/operations.ts'
import type { RunJob, RunPlatformJob } from '../../platform/jobs/job-runner.ts'
import type { SavedServices } from './saved-services.ts'
import { clinicNames, readSetting, type KeptSetting } from './setup-store.ts'
import { countOffered, practiceOf, type FirstPractice } from './wizard-store.ts'

/** What belongs to the demo, told by its addresses, which nobody real can have; and how it is taken away. */
export type DemoParts = {
  clinicEmails: readonly string[]
  adminEmail: string
  /** Null where the process has no way to do it, as in tests. */
  remove: (() => Promise<void>) | null
}

export type StateParts = {
  runJob: RunJob
  runPlatformJob: RunPlatformJob
  services: SavedServices
  demo: DemoParts
}

export const wizardSetting = 'wizard'

/** The first practice of the installation that is not the demo's, whoever made it; null where there is none. */
export async function firstPractice({
  runJob,
  runPlatformJob,
  demo,
}: StateParts): Promise<FirstPractice | null> {
  const clinics = await runPlatformJob((scope) => clinicNames(scope))
  const own = clinics.find(({ email }) => !demo.clinicEmails.includes(email))
  return own ? runJob(own.id, (scope) => practiceOf(scope)) : null
}

const enteredOf = (kept: KeptSetting | undefined) =>
  (kept?.facts.entered as Record<string, string> | undefined) ?? {}

/** What the environment says of a service, as far as it is no secret. */
function environmentFacts({ configured }: SavedServices, service: SettableService): Record<string, string> {
  const { mail, objectStore } = configured
  if (service === 'mail' && !mail.off) return { Server: new URL(mail.url).host, From: mail.from }
  if (service === 'storage' && !objectStore.off)
    return { Bucket: objectStore.bucket, At: new URL(objectStore.endpoint).host }
  return { 'Secret key': 'set' }
}

/** Whether this process began before the object store was kept, so that it still writes to the disk. */
const isWaiting = (
  { configured: { objectStore } }: SavedServices,
  entered: Record<string, string>,
): boolean =>
  objectStore.off || objectStore.bucket !== entered.bucket || objectStore.endpoint !== entered.endpoint

async function stateOf(services: SavedServices, service: SettableService): Promise<ServiceState> {
  const listed = (facts: Record<string, string>) =>
    Object.entries(facts).map(([label, value]) => ({ label, value }))
  const none = { service, facts: [], entered: {}, savedAt: null, waitsForStart: false }
  if (services.isFromEnvironment(service))
    return { ...none, source: 'environment', facts: listed(environmentFacts(services, service)) }
  const kept = await services.read(service)
  if (!kept) return { ...none, source: 'open' }
  const savedAt = kept.savedAt.toISOString()
  if (!kept.secret) return { ...none, savedAt, source: 'skipped' }
  const entered = enteredOf(kept)
  const waitsForStart = service === 'storage' && isWaiting(services, entered)
  return { ...none, source: 'saved', savedAt, entered, waitsForStart }
}

/** How far the first run has come. */
export async function wizardState(parts: StateParts, { tokenHash, actor }: SetupScope): Promise<WizardState> {
  const { runPlatformJob, services, demo } = parts
  const [kept, clinics, templates] = await runPlatformJob(async (scope) => [
    await readSetting(scope, wizardSetting),
    await clinicNames(scope),
    await countOffered(scope),
  ])
  const states: ServiceState[] = []
  for (const service of settableServices) states.push(await stateOf(services, service))
  const finishedAt = kept?.facts.finishedAt
  return {
    isSignedIn: tokenHash === null,
    isDemoAdmin: 'email' in actor && actor.email === demo.adminEmail,
    practice: await firstPractice(parts),
    services: states,
    demoClinics: clinics.filter(({ email }) => demo.clinicEmails.includes(email)).map(({ name }) => name),
    templates,
    finishedAt: typeof finishedAt === 'string' ? finishedAt : null,
  }
}
