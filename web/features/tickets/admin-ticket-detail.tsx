import { useState } from 'react'
import {
  manualTransitions,
  canTransitionTicket,
  statusesAwaitingUs,
  ticketPriorities,
  type ManualTransition,
} from '../../../contract/ticket-states.ts'
import type { AdminThread, CannedAnswer } from '../../../contract/tickets.ts'
import { api, type Api } from '../../api.ts'
import { DescriptionList } from '../../ui/description-list.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { BackLink } from '../../ui/plain/back-link.tsx'
import { Badge } from '../../ui/plain/badge.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { momentText } from '../../ui/plain/date-text.ts'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { Select } from '../../ui/select.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useTask } from '../../ui/use-task.ts'
import { TicketAnswerForm } from './ticket-answer-form.tsx'
import { TicketBadge } from './ticket-badge.tsx'
import { TicketThread } from './ticket-thread.tsx'
import { kindNames, transitionNames, priorityNames } from './ticket-words.ts'

type Admins = Awaited<ReturnType<Api['adminTickets']['choices']>>['admins']

type AdminTicketDetailProps = {
  ticket: AdminThread
  admins: Admins
  canned: readonly CannedAnswer[]
  onChanged: () => Promise<void>
}

/** One ticket as those who run the platform see it. */
export function AdminTicketDetail({ ticket, admins, canned, onChanged }: AdminTicketDetailProps) {
  const { id, number, subject, status, isOverdue, posts } = ticket
  return (
    <>
      <PageHeader
        back={<BackLink href="/admin/support">Support Tickets</BackLink>}
        title={subject}
        badge={
          <>
            <TicketBadge status={status} side="platform" />
            {isOverdue && <Badge tone="bad">Overdue</Badge>}
          </>
        }
        lead={`#${number}, ${kindNames[ticket.kind].toLowerCase()}`}
      />
      <div className="mt-6 grid gap-6 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="min-w-0 space-y-6">
          <TicketThread posts={posts} hrefOfFile={(file) => `/api/admin/tickets/${id}/files/${file}`} />
          <ReplyPanel ticket={ticket} canned={canned} onChanged={onChanged} />
        </div>
        <div className="space-y-6">
          <Facts ticket={ticket} />
          <AssignmentPanel ticket={ticket} admins={admins} onChanged={onChanged} />
        </div>
      </div>
    </>
  )
}

function Facts({ ticket }: { ticket: AdminThread }) {
  const { clinic, openedBy, openedByEmail, createdAt, firstAnsweredAt, firstAnswerDueAt, solutionDueAt } =
    ticket
  const first = firstAnsweredAt ? `Sent ${momentText(firstAnsweredAt)}` : `By ${momentText(firstAnswerDueAt)}`
  const isPaused = ticket.status === 'waiting-for-practice'
  const solution = statusesAwaitingUs.includes(ticket.status)
    ? `By ${momentText(solutionDueAt)}`
    : isPaused
      ? 'Paused while we wait'
      : 'Done'
  return (
    <Panel title="Ticket">
      <DescriptionList
        items={[
          { term: 'Practice', detail: <span dir="auto">{clinic.name}</span> },
          {
            term: 'Opened by',
            detail: (
              <span dir="auto" className="wrap-anywhere">
                {openedBy}, {openedByEmail}
              </span>
            ),
          },
          { term: 'Opened', detail: momentText(createdAt) },
          { term: 'First answer', detail: first },
          { term: 'Solution', detail: solution },
        ]}
      />
    </Panel>
  )
}

function AssignmentPanel({ ticket, admins, onChanged }: Omit<AdminTicketDetailProps, 'canned'>) {
  const { id: ticketId, status, priority, assignee } = ticket
  const { busy, problem, run } = useTask()
  const toast = useToast()

  async function saveAssignment(change: Partial<{ priority: typeof priority; assigneeId: string | null }>) {
    const update = { ticketId, priority, assigneeId: assignee?.id ?? null, ...change }
    if (!(await run(() => api.adminTickets.assign(update)))) return
    toast('Saved')
    await onChanged()
  }
  async function transitionTicket(by: ManualTransition) {
    if (!(await run(() => api.adminTickets.move({ ticketId, move: by })))) return
    toast('Saved')
    await onChanged()
  }
  const isGone = assignee !== null && !admins.some(({ id }) => id === assignee.id)
  return (
    <Panel title="Handling">
      <div className="space-y-4">
        <Select
          label="Priority"
          value={priority}
          options={ticketPriorities.map((value) => ({ value, label: priorityNames[value] }))}
          onChange={(chosen) =>
            void saveAssignment({ priority: ticketPriorities.find((one) => one === chosen)! })
          }
        />
        <Select
          label="Assigned to"
          value={assignee?.id ?? ''}
          options={[
            { value: '', label: 'Unassigned' },
            ...admins.map(({ id, name }) => ({ value: id, label: name })),
            ...(isGone ? [{ value: assignee.id, label: assignee.name, disabled: true }] : []),
          ]}
          onChange={(chosen) => void saveAssignment({ assigneeId: chosen || null })}
        />
        <div className="flex flex-wrap gap-2">
          {manualTransitions
            .filter((by) => canTransitionTicket(status, by))
            .map((by) => (
              <Button
                key={by}
                variant="quiet"
                size="small"
                busy={busy}
                onClick={() => void transitionTicket(by)}
              >
                {transitionNames[by]}
              </Button>
            ))}
        </div>
        <ProblemMessage problem={problem} />
      </div>
    </Panel>
  )
}

function ReplyPanel({
  ticket: { id: ticketId, status },
  canned,
  onChanged,
}: Omit<AdminTicketDetailProps, 'admins'>) {
  const [what, setWhat] = useState<'answer' | 'note'>('answer')
  const [words, setWords] = useState('')
  const toast = useToast()
  const isNote = what === 'note'
  const isClosed = status === 'closed'
  return (
    <Panel title="Write">
      <div className="mb-4 grid gap-4 sm:grid-cols-2">
        <Select
          label="What"
          value={what}
          options={[
            { value: 'answer', label: 'Reply to the practice' },
            { value: 'note', label: 'Internal note' },
          ]}
          onChange={(chosen) => setWhat(chosen === 'note' ? 'note' : 'answer')}
        />
        {canned.length > 0 && !isNote && (
          <Select
            label="Start from a saved reply"
            value=""
            options={[
              { value: '', label: 'None' },
              ...canned.map(({ id, title }) => ({ value: id, label: title })),
            ]}
            onChange={(chosen) => {
              const kept = canned.find(({ id }) => id === chosen)
              if (kept) setWords(words.trim() ? `${words.trimEnd()}\n\n${kept.words}` : kept.words)
            }}
          />
        )}
      </div>
      {isClosed && !isNote ? (
        <InlineMessage>This ticket is closed. Reopen it to answer.</InlineMessage>
      ) : (
        <TicketAnswerForm
          key={what}
          label={isNote ? 'Note' : 'Answer'}
          hint={isNote ? 'Not visible to the practice.' : 'E-mailed to the person who opened the ticket.'}
          submit={isNote ? 'Save note' : 'Send answer'}
          takesFiles={!isNote}
          words={words}
          onWords={setWords}
          onSend={async (written, idempotencyKey) => {
            const { words: said, files } = written
            const context = { idempotencyKey }
            if (isNote) await api.adminTickets.addNote({ ticketId, words: said }, { context })
            else await api.adminTickets.answer({ ticketId, words: said, files }, { context })
            toast(isNote ? 'Note saved' : 'Answer sent')
            await onChanged()
          }}
        />
      )}
    </Panel>
  )
}
