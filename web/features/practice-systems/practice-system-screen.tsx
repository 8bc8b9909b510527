import { LinkTabs } from '../../ui/link-tabs.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { BackLink } from '../../ui/plain/back-link.tsx'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { queryWith } from '../../ui/query-string.ts'
import type { Problem } from '../../ui/use-task.ts'
import { HeldPatientList } from './held-patient-list.tsx'
import { ConnectPanel } from './practice-system-connect.tsx'
import { OverviewPanel } from './practice-system-overview.tsx'
import { parsePracticeSystemQuery, type PracticeSystemTab } from './practice-system-query.ts'
import type {
  DeliveryPage,
  HeldPage,
  Overview,
  Practitioner,
  TreatmentPage,
} from './practice-system-words.ts'
import { PractitionerMatching, type Clinician } from './practitioner-matching.tsx'
import { SystemDeliveryList } from './system-delivery-list.tsx'
import { TreatmentMappingList } from './treatment-mapping-list.tsx'

/** What the open tab shows; nothing while no system is connected. */
export type PracticeSystemLists =
  | { tab: 'overview' }
  | { tab: 'held'; held: HeldPage }
  | { tab: 'practitioners'; practitioners: readonly Practitioner[]; clinicians: readonly Clinician[] }
  | { tab: 'treatments'; treatments: TreatmentPage }
  | { tab: 'deliveries'; deliveries: DeliveryPage }

type PracticeSystemScreenProps = {
  overview: Overview
  lists: PracticeSystemLists
  params: URLSearchParams
  onQuery: (query: string) => void
  busy: boolean
  /** Why an answer of the practice system’s sign-in page connected nothing. */
  accessProblem: Problem | null
  settingsHref: string
  patientHref: (patientId: string) => string
  consentHref: (consentId: string) => string
  onChanged: () => Promise<void>
}

const tabsOf = (
  overview: Overview,
): { name: PracticeSystemTab; label: string; count?: number | undefined }[] => [
  { name: 'overview', label: 'Connection' },
  { name: 'held', label: 'Held patients', count: overview.held || undefined },
  { name: 'practitioners', label: 'Practitioners', count: overview.unmatchedPractitioners || undefined },
  { name: 'treatments', label: 'Treatments', count: overview.unmappedTreatments || undefined },
  {
    name: 'deliveries',
    label: overview.failedDeliveries > 0 ? 'Written back, failed' : 'Written back',
    count: overview.failedDeliveries || overview.queuedDeliveries || undefined,
  },
]

/** The practice system: its connection, what was synchronised, and what waits for somebody. */
export function PracticeSystemScreen(props: PracticeSystemScreenProps) {
  const { overview, lists, settingsHref, accessProblem, onChanged } = props
  const { connection } = overview
  return (
    <>
      <PageHeader
        title="Practice system"
        lead="Patients and appointments from your practice system."
        back={<BackLink href={settingsHref}>Settings</BackLink>}
      />
      <ProblemMessage problem={accessProblem} className="mt-5" />
      {connection === null ? (
        <div className="mt-6">
          <ConnectPanel granting={overview.granting} onChanged={onChanged} />
        </div>
      ) : (
        <>
          <LinkTabs
            label="Practice system"
            className="mt-5 mb-5"
            tabs={tabsOf(overview).map(({ name, label, count }) => ({
              href: queryWith(new URLSearchParams(), { tab: name === 'overview' ? undefined : name }),
              ...{ label, count, current: name === lists.tab },
            }))}
          />
          {overview.waiting > 0 && (
            <InlineMessage tone="warn" className="mb-5" title={waitingText(overview.waiting)}>
              Match their practitioners, and answer who held patients are.
            </InlineMessage>
          )}
          <OpenTab {...props} connection={connection} />
        </>
      )}
    </>
  )
}

const waitingText = (count: number): string =>
  count === 1 ? '1 appointment is not on the board yet' : `${count} appointments are not on the board yet`

function OpenTab(props: PracticeSystemScreenProps & { connection: NonNullable<Overview['connection']> }) {
  const { overview, lists, connection, params, onQuery, busy, patientHref, consentHref, onChanged } = props
  const { status, decision } = parsePracticeSystemQuery(params)
  const hrefOfPage = (page: number) => queryWith(params, { page: page > 1 ? page : undefined })
  const narrow = (name: string) => (value: string) =>
    onQuery(queryWith(params, { [name]: value || undefined, page: undefined }))
  switch (lists.tab) {
    case 'overview':
      return <OverviewPanel connection={connection} granting={overview.granting} onChanged={onChanged} />
    case 'held':
      return <HeldPatientList page={lists.held} {...{ hrefOfPage, patientHref, onChanged }} />
    case 'practitioners':
      return <PractitionerMatching {...lists} onChanged={onChanged} />
    case 'treatments':
      return (
        <TreatmentMappingList
          page={lists.treatments}
          {...{ decision, hrefOfPage, onChanged }}
          onDecision={narrow('decision')}
        />
      )
    case 'deliveries':
      return (
        <SystemDeliveryList
          page={lists.deliveries}
          {...{ status, hrefOfPage, busy, onChanged }}
          onStatus={narrow('status')}
          hrefOfConsent={consentHref}
        />
      )
  }
}
