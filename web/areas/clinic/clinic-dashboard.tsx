import { FilePenLine, Plus, UserPlus } from 'lucide-react'
import { useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { ConsentOverview } from '../../features/consents/consent-overview.tsx'
import { ConsentTable } from '../../features/consents/consent-table.tsx'
import { sessionUserContext } from '../../features/identity/guard.ts'
import { useMay } from '../../features/identity/session-user.tsx'
import { TaskList } from '../../features/tasks/task-list.tsx'
import { pageTitle } from '../../page-meta.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { ButtonLink } from '../../ui/plain/button.tsx'
import { greetingAt } from '../../ui/plain/greeting.ts'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { Link } from '../../ui/plain/link.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import type { Route } from './+types/clinic-dashboard.ts'
import {
  cataloguePath,
  consentPaths,
  consentView,
  recordPaths,
  waitingTemplatesPath,
} from './clinic-paths.ts'

const recent_max = 6
const tasks_max = 10

export const meta = () => pageTitle('Dashboard')

export async function clientLoader({ request: { signal }, context }: Route.ClientLoaderArgs) {
  const user = context.get(sessionUserContext)
  const mayList = user.permissions.includes('createConsents')
  const mayWork = ['createConsents', 'canSendForms', 'sendReminders'] as const
  const [counts, recent, waiting, tasks] = await Promise.all([
    api.consents.counts({}, { signal }),
    mayList ? api.consents.list({ pageSize: recent_max }, { signal }) : null,
    user.permissions.includes('manageTemplates')
      ? api.templates.list({ attention: 'approval', status: 'all', pageSize: 1 }, { signal })
      : null,
    mayWork.some((flag) => user.permissions.includes(flag))
      ? api.tasks.list({ pageSize: tasks_max }, { signal })
      : null,
  ])
  return {
    name: user.displayName,
    counts,
    recent: recent?.rows ?? null,
    tasks,
    waitingTemplates: waiting?.total ?? 0,
  }
}

export default function ClinicDashboard({ loaderData }: Route.ComponentProps) {
  const { name, counts, recent, tasks, waitingTemplates } = loaderData
  const { revalidate } = useRevalidator()
  const may = useMay()
  return (
    <div className="mx-auto max-w-page">
      <PageHeader
        title={`${greetingAt(new Date())}, ${name}`}
        lead="What waits for you and for your patients."
        actions={may('createConsents') && <NewConsent />}
      />
      <div className="mt-6">
        <ConsentOverview counts={counts} hrefOfView={recent ? consentView : undefined} />
      </div>
      {tasks && tasks.total > 0 && (
        <TaskList
          tasks={tasks.rows}
          total={tasks.total}
          hrefOfConsent={consentPaths.detail}
          onChanged={revalidate}
          className="mt-6"
        />
      )}
      {waitingTemplates > 0 && <WaitingTemplates count={waitingTemplates} />}
      <p className="mt-6 text-muted">
        Wording your practice can use, and who has adopted it:{' '}
        <Link href={cataloguePath} className="text-link">
          Template catalogue
        </Link>
      </p>
      {recent && (
        <Panel
          title="Recent consents"
          className="mt-6"
          flush
          actions={
            <Link href={consentPaths.list} className="text-link">
              All consents
            </Link>
          }
        >
          <ConsentTable
            caption="Recent consents"
            rows={recent}
            hrefOf={({ id }) => consentPaths.detail(id)}
            className="rounded-t-none border-x-0 border-b-0"
            empty={<NewClinic />}
          />
        </Panel>
      )}
    </div>
  )
}

const WaitingTemplates = ({ count }: { count: number }) => (
  <InlineMessage className="mt-6">
    <Link href={waitingTemplatesPath} className="text-link">
      {count === 1
        ? 'One template waits for approval'
        : `${count.toLocaleString('en-GB')} templates wait for approval`}
    </Link>
  </InlineMessage>
)

const NewConsent = () => (
  <ButtonLink href={consentPaths.create()} icon={Plus}>
    New consent
  </ButtonLink>
)

const NewClinic = () => (
  <EmptyState
    icon={FilePenLine}
    title="Nothing here yet"
    action={
      <ButtonLink href={recordPaths.create} icon={UserPlus}>
        Add a patient
      </ButtonLink>
    }
  >
    Add your first patient, then make a consent out to them. It shows here as it moves on.
  </EmptyState>
)
