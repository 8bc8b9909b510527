import { Inbox } from 'lucide-react'
import { formatEmail } from '../../../contract/email-address.ts'
import type { Enquiry, EnquiryTopic } from '../../../contract/enquiries.ts'
import { enquiry_days } from '../../../contract/limits.ts'
import { api, type Api } from '../../api.ts'
import { useConfirm } from '../../ui/alert-provider.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkTabs } from '../../ui/link-tabs.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Badge, type Tone } from '../../ui/plain/badge.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { recentText } from '../../ui/plain/date-text.ts'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useTask } from '../../ui/use-task.ts'

export type EnquiryView = 'open' | 'answered'
type EnquiryPage = Awaited<ReturnType<Api['enquiries']['listForAdmin']>>

type EnquiryListScreenProps = {
  view: EnquiryView
  list: EnquiryPage
  hrefOf: (view: EnquiryView, page?: number) => string
  onChanged: () => Promise<void>
}

/** What strangers wrote through the contact page, to be answered by mail and marked as answered. */
export function EnquiryListScreen({ view, list, hrefOf, onChanged }: EnquiryListScreenProps) {
  return (
    <>
      <PageHeader
        title="Enquiries"
        lead={`Messages from the contact page. Deleted ${enquiry_days} days after receipt.`}
      />
      <LinkTabs
        label="Status"
        className="mt-5"
        tabs={[
          { href: hrefOf('open'), label: 'Open', current: view === 'open' },
          { href: hrefOf('answered'), label: 'Answered', current: view === 'answered' },
        ]}
      />
      {list.rows.length === 0 ? (
        <EmptyState icon={Inbox} title={view === 'open' ? 'No open enquiries' : 'No answered enquiries yet'}>
          {view === 'open'
            ? 'Messages from the contact page appear here.'
            : 'Enquiries marked as answered appear here.'}
        </EmptyState>
      ) : (
        <ul className="mt-5 space-y-4">
          {list.rows.map((enquiry) => (
            <EnquiryCard key={enquiry.id} enquiry={enquiry} onChanged={onChanged} />
          ))}
        </ul>
      )}
      <Pager
        page={list.page}
        pageSize={list.pageSize}
        total={list.total}
        hrefOfPage={(page) => hrefOf(view, page)}
        className="mt-4"
      />
    </>
  )
}

const topicNames: Record<EnquiryTopic, string> = {
  practice: 'Using Candour in a practice',
  account: 'An account',
  privacy: 'Data protection',
  accessibility: 'Accessibility',
  other: 'Something else',
}

const deliveryBadges: Record<Enquiry['delivery'], { tone: Tone; label: string }> = {
  queued: { tone: 'neutral', label: 'E-mail queued' },
  sending: { tone: 'neutral', label: 'Sending e-mail' },
  sent: { tone: 'ok', label: 'E-mailed' },
  failed: { tone: 'bad', label: 'Not e-mailed' },
  unconfirmed: { tone: 'warn', label: 'May have been e-mailed' },
}

type EnquiryCardProps = { enquiry: Enquiry; onChanged: () => Promise<void> }

function EnquiryCard({ enquiry, onChanged }: EnquiryCardProps) {
  const { name, email, practice, topic, message, receivedAt, delivery, answeredAt, answeredBy } = enquiry
  const { tone, label } = deliveryBadges[delivery]
  const now = new Date()
  return (
    <li className="card p-5">
      <article aria-label={`${name}, ${topicNames[topic]}`}>
        <div className="flex flex-wrap items-start justify-between gap-3">
          <div className="min-w-0">
            <h2 dir="auto">{name}</h2>
            <p className="text-muted" dir="auto">
              <a href={`mailto:${email}`} className="text-link">
                {formatEmail(email)}
              </a>
              {practice && `, ${practice}`}
            </p>
          </div>
          <p className="flex flex-wrap items-center gap-2 text-muted">
            {recentText(receivedAt, now)}
            <Badge tone={tone}>{label}</Badge>
          </p>
        </div>
        <p className="mt-3 font-medium">{topicNames[topic]}</p>
        <p className="mt-1 max-w-prose leading-relaxed whitespace-pre-line" dir="auto">
          {message}
        </p>
        {answeredAt && (
          <p className="mt-3 text-muted">
            Marked as answered by <span dir="auto">{answeredBy}</span>, {recentText(answeredAt, now)}
          </p>
        )}
        <EnquiryActions enquiry={enquiry} onChanged={onChanged} />
      </article>
    </li>
  )
}

function EnquiryActions({ enquiry: { id: enquiryId, name, answeredAt }, onChanged }: EnquiryCardProps) {
  const marking = useTask()
  const deleting = useTask()
  const confirm = useConfirm()
  const toast = useToast()
  const isAnswered = answeredAt !== null

  async function mark() {
    const isDone = await marking.run(() => api.enquiries.markAnswered({ enquiryId, isAnswered: !isAnswered }))
    if (!isDone) return
    toast(isAnswered ? 'Marked as open' : 'Marked as answered')
    await onChanged()
  }
  async function remove() {
    const agreed = await confirm({
      title: `Delete the enquiry from ${name}?`,
      text: 'This cannot be undone. The deletion is recorded in the audit log.',
      confirm: 'Delete',
      danger: true,
    })
    if (!agreed || !(await deleting.run(() => api.enquiries.delete({ enquiryId })))) return
    toast('Deleted')
    await onChanged()
  }
  return (
    <>
      <ProblemMessage problem={marking.problem ?? deleting.problem} className="mt-4" />
      <div className="mt-4 flex flex-wrap gap-2">
        <Button variant="quiet" size="small" busy={marking.busy} onClick={() => void mark()}>
          {isAnswered ? 'Mark as open' : 'Mark as answered'}
        </Button>
        <Button variant="quiet" size="small" busy={deleting.busy} onClick={() => void remove()}>
          Delete
        </Button>
      </div>
    </>
  )
}
