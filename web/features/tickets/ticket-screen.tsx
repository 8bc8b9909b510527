import { useState } from 'react'
import { canTransitionTicket } from '../../../contract/ticket-states.ts'
import type { TicketThread as Thread } from '../../../contract/tickets.ts'
import { api } from '../../api.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { BackLink } from '../../ui/plain/back-link.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { momentText } from '../../ui/plain/date-text.ts'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useTask } from '../../ui/use-task.ts'
import { TicketAnswerForm } from './ticket-answer-form.tsx'
import { TicketBadge } from './ticket-badge.tsx'
import { TicketThread } from './ticket-thread.tsx'
import { kindNames } from './ticket-words.ts'

type TicketScreenProps = { ticket: Thread; listHref: string; onChanged: () => Promise<void> }

/** One ticket as the practice sees it: the thread, an answer, and its end. */
export function TicketScreen({ ticket, listHref, onChanged }: TicketScreenProps) {
  const { id: ticketId, number, subject, kind, status, openedBy, createdAt, firstAnswerDueAt, posts } = ticket
  const [words, setWords] = useState('')
  const moving = useTask()
  const toast = useToast()

  async function transitionTicket(by: 'close' | 'reopen') {
    if (!(await moving.run(() => api.tickets[by]({ ticketId })))) return
    toast(by === 'close' ? 'Ticket closed' : 'Ticket reopened')
    await onChanged()
  }
  return (
    <>
      <PageHeader
        back={<BackLink href={listHref}>Support tickets</BackLink>}
        title={subject}
        badge={<TicketBadge status={status} side="practice" />}
        lead={`#${number}, ${kindNames[kind].toLowerCase()}. Opened by ${openedBy}, ${momentText(createdAt)}.`}
        actions={
          <>
            {canTransitionTicket(status, 'reopen') && (
              <Button variant="quiet" busy={moving.busy} onClick={() => void transitionTicket('reopen')}>
                Reopen
              </Button>
            )}
            {canTransitionTicket(status, 'close') && (
              <Button variant="quiet" busy={moving.busy} onClick={() => void transitionTicket('close')}>
                Close ticket
              </Button>
            )}
          </>
        }
      />
      <ProblemMessage problem={moving.problem} className="mt-4" />
      <div className="mt-6 max-w-3xl space-y-6">
        {firstAnswerDueAt && status === 'open' && (
          <InlineMessage>We aim to reply by {momentText(firstAnswerDueAt)}.</InlineMessage>
        )}
        <TicketThread posts={posts} hrefOfFile={(file) => `/api/clinic/tickets/${ticketId}/files/${file}`} />
        {status === 'closed' ? (
          <InlineMessage>This ticket is closed. Reopen it to write more.</InlineMessage>
        ) : (
          <Panel title="Write to support">
            <TicketAnswerForm
              label="Your message"
              hint="Do not include names or health details."
              submit="Send"
              words={words}
              onWords={setWords}
              onSend={async (written, idempotencyKey) => {
                await api.tickets.answer({ ticketId, ...written }, { context: { idempotencyKey } })
                toast('Sent')
                await onChanged()
              }}
            />
          </Panel>
        )}
      </div>
    </>
  )
}
