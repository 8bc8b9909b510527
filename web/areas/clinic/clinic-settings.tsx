import { Suspense } from 'react'
import { useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { invalidateClinicRecord } from '../../features/clinics/index.ts'
import { SecurityPanel } from '../../features/clinics/security-panel.tsx'
import { SettingsScreen } from '../../features/clinics/settings-screen.tsx'
import { sectionOf, type SettingsSection } from '../../features/clinics/settings-sections.ts'
import { TemplateRulesPanel } from '../../features/clinics/template-rules-panel.tsx'
import { compliancePaths } from '../../features/compliance/compliance-paths.ts'
import { requirePermission } from '../../features/identity/guard.ts'
import { useMay } from '../../features/identity/session-user.tsx'
import { dueOrders } from '../../features/records/due-orders.ts'
import { sortIn } from '../../ui/list-orders.ts'
import { lazyPart } from '../../ui/plain/lazy-part.ts'
import { Link } from '../../ui/plain/link.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { Spinner } from '../../ui/plain/spinner.tsx'
import { pageTitle } from '../../page-meta.ts'
import type { Route } from './+types/clinic-settings.ts'
import {
  auditLogPath,
  billingPath,
  cataloguePath,
  documentsPath,
  feesPath,
  groupPath,
  openedRecordsPath,
  protectionPaths,
  recordPaths,
  settingsPath,
  templatePaths,
  treatmentsPath,
} from './clinic-paths.ts'
import { useListAddress } from './use-list-address.ts'

const ProfilePanel = lazyPart(async () => ({
  default: (await import('../../features/clinics/profile-panel.tsx')).ProfilePanel,
}))
const BrandingPanel = lazyPart(async () => ({
  default: (await import('../../features/clinics/branding-panel.tsx')).BrandingPanel,
}))
const PoliciesPanel = lazyPart(async () => ({
  default: (await import('../../features/clinics/policies-panel.tsx')).PoliciesPanel,
}))
const ReminderPolicyPanel = lazyPart(async () => ({
  default: (await import('../../features/reminders/reminder-policy-panel.tsx')).ReminderPolicyPanel,
}))
const AftercarePolicyPanel = lazyPart(async () => ({
  default: (await import('../../features/aftercare/aftercare-policy-panel.tsx')).AftercarePolicyPanel,
}))
const MessageTextsPanel = lazyPart(async () => ({
  default: (await import('../../features/messages/message-texts-panel.tsx')).MessageTextsPanel,
}))
const OwnershipPanel = lazyPart(async () => ({
  default: (await import('../../features/staff/ownership-panel.tsx')).OwnershipPanel,
}))
const DigestPanel = lazyPart(async () => ({
  default: (await import('../../features/evidence/digest-panel.tsx')).DigestPanel,
}))
const DataSection = lazyPart(async () => ({
  default: (await import('../../features/records/data-section.tsx')).DataSection,
}))

export const meta = () => pageTitle('Settings')

export const clientMiddleware = [requirePermission('accessSettings')]

const pageIn = (params: URLSearchParams, name: string) => Math.max(1, Number(params.get(name)) || 1)

/** What each section shows, fetched when it is opened. */
const loaders = {
  practice: async (signal: AbortSignal) => ({ profile: await api.clinicSettings.profile({}, { signal }) }),
  branding: async (signal: AbortSignal) => {
    const [branding, { name }] = await Promise.all([
      api.clinicSettings.branding({}, { signal }),
      api.clinics.get({}, { signal }),
    ])
    return { branding, name }
  },
  policies: async (signal: AbortSignal) => ({ policies: await api.clinicSettings.policies({}, { signal }) }),
  messages: async (signal: AbortSignal) => {
    const [policy, aftercare, texts] = await Promise.all([
      api.reminders.policy({}, { signal }),
      api.aftercare.policy({}, { signal }),
      api.messages.texts({}, { signal }),
    ])
    return { policy, aftercare, texts }
  },
  security: async (signal: AbortSignal) => {
    const [security, ownership] = await Promise.all([
      api.clinics.security({}, { signal }),
      api.staff.ownership({}, { signal }),
    ])
    return { security, ownership }
  },
  templates: async (signal: AbortSignal) => ({ rules: await api.clinics.templateRules({}, { signal }) }),
  data: async (signal: AbortSignal, params: URLSearchParams) => {
    const due = { page: pageIn(params, 'page'), sort: sortIn(params, dueOrders) }
    const [records, destructions, { name }] = await Promise.all([
      api.records.listDue(due, { signal }),
      api.destructions.list({ page: pageIn(params, 'destructions') }, { signal }),
      api.clinics.get({}, { signal }),
    ])
    return { due: records, destructions, name }
  },
}
type Loaded = {
  [S in SettingsSection]: { section: S } & Awaited<ReturnType<(typeof loaders)[S]>>
}[SettingsSection]

export async function clientLoader({ request: { url, signal } }: Route.ClientLoaderArgs) {
  const { search, searchParams } = new URL(url)
  const section = sectionOf(search)
  return { section, ...(await loaders[section](signal, searchParams)) } as Loaded
}

export default function ClinicSettings({ loaderData }: Route.ComponentProps) {
  const may = useMay()
  return (
    <div className="mx-auto max-w-page">
      <SettingsScreen
        section={loaderData.section}
        hrefOf={settingsPath}
        feesHref={feesPath}
        billingHref={billingPath}
        connectionsHref={may('canManageBilling') ? '/clinic/settings/connections' : undefined}
        practiceSystemHref={may('canManageBilling') ? '/clinic/settings/practice-system' : undefined}
        signInHref={may('canManageBilling') ? '/clinic/settings/single-sign-on' : undefined}
        groupHref={may('canManageBilling') ? groupPath : undefined}
      >
        <Suspense fallback={<Spinner size="large" message="Loading" />}>
          <Section loaded={loaderData} />
        </Suspense>
      </SettingsScreen>
    </div>
  )
}

/** Where the practice sees what was done in it, and by whom. */
const OversightPanel = () => (
  <Panel
    title="Audit and compliance"
    lead="All actions are recorded and cannot be changed."
    className="max-w-column"
  >
    <ul className="space-y-2">
      <li>
        <Link href={auditLogPath} className="text-link">
          Audit log
        </Link>
      </li>
      <li>
        <Link href={openedRecordsPath} className="text-link">
          Records opened by Candour
        </Link>
      </li>
      <li>
        <Link href={compliancePaths.overview} className="text-link">
          Evidence for inspections
        </Link>
      </li>
      <li>
        <Link href={protectionPaths.requests} className="text-link">
          Data protection: requests, breaches, processing record
        </Link>
      </li>
      <li>
        <Link href={documentsPath} className="text-link">
          Platform documents
        </Link>
      </li>
    </ul>
  </Panel>
)

/** Where the wording itself is, beside the rules for it. */
const WordingPanel = ({ mayOpen }: { mayOpen: boolean }) => (
  <Panel title="Consent wording" lead="Templates and treatments for your consents." className="max-w-column">
    <ul className="space-y-2">
      {mayOpen && (
        <li>
          <Link href={templatePaths.list} className="text-link">
            Templates
          </Link>
        </li>
      )}
      <li>
        <Link href={cataloguePath} className="text-link">
          Template catalogue
        </Link>
      </li>
      <li>
        <Link href={treatmentsPath} className="text-link">
          Treatments
        </Link>
      </li>
    </ul>
  </Panel>
)

const brandingActions = {
  changeColour: api.clinicSettings.changeColour,
  setLogo: api.clinicSettings.setLogo,
  removeLogo: () => api.clinicSettings.removeLogo({}),
}

function Section({ loaded }: { loaded: Loaded }) {
  const { revalidate } = useRevalidator()
  /** What every screen shows of the practice is asked for anew too. */
  const onChanged = () => {
    invalidateClinicRecord()
    return revalidate()
  }
  const may = useMay()
  const address = useListAddress()
  switch (loaded.section) {
    case 'practice':
      return <ProfilePanel profile={loaded.profile} onChanged={onChanged} />
    case 'branding':
      return (
        <BrandingPanel
          branding={loaded.branding}
          ownerName={loaded.name}
          removalText="The practice name is shown instead. Existing documents are unchanged."
          actions={brandingActions}
          onChanged={onChanged}
        />
      )
    case 'policies':
      return <PoliciesPanel policies={loaded.policies} onChanged={onChanged} />
    case 'messages':
      return (
        <div className="space-y-5">
          <ReminderPolicyPanel policy={loaded.policy} onChanged={onChanged} />
          <AftercarePolicyPanel
            key={JSON.stringify(loaded.aftercare)}
            policy={loaded.aftercare}
            onChanged={onChanged}
          />
          <MessageTextsPanel texts={loaded.texts} onChanged={onChanged} />
        </div>
      )
    case 'security':
      return (
        <div className="space-y-5">
          <SecurityPanel security={loaded.security} onChanged={onChanged} />
          <OwnershipPanel ownership={loaded.ownership} onChanged={onChanged} />
          <OversightPanel />
        </div>
      )
    case 'templates':
      return (
        <div className="space-y-5">
          <TemplateRulesPanel rules={loaded.rules} onChanged={onChanged} />
          <WordingPanel mayOpen={may('manageTemplates')} />
        </div>
      )
    case 'data':
      return (
        <DataSection
          due={loaded.due}
          destructions={loaded.destructions}
          clinicName={loaded.name}
          mayExport={may('canManageBilling')}
          hrefOfPatient={recordPaths.profile}
          {...address}
          onChanged={onChanged}
        >
          <DigestPanel />
        </DataSection>
      )
  }
}
