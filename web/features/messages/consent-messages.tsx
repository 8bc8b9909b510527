import { BellRing, Printer } from 'lucide-react'
import { useState } from 'react'
import { api, type Api } from '../../api.ts'
import { Badge } from '../../ui/plain/badge.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { momentText } from '../../ui/plain/date-text.ts'
import { Panel } from '../../ui/plain/panel.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useIdempotencyKey } from '../../ui/use-idempotency-key.ts'
import { useTask } from '../../ui/use-task.ts'
import { messageTitle } from './message-title.ts'
import {
  deliveryBadges,
  messageTimeline,
  formatTimeInSentence,
  type ConsentMessage,
} from './message-words.ts'

type Reminder = Awaited<ReturnType<Api['reminders']['list']>>[number]

export type ConsentMessagesProps = {
  consentId: string
  patientName: string
  messages: readonly ConsentMessage[]
  /** When the patient was reminded and will be; null where nothing is known of it. */
  reminder: Reminder | null
  /** Whether the consent waits for the patient and the reader may do so. */
  mayRemind: boolean
  mayPrint: boolean
  onChanged: () => Promise<void>
}

const channelPhrases = { email: 'e-mail', sms: 'text message' } as const

/** The messages about a consent and what became of each, reminders, and the ways that are left to reach the patient. */
export function ConsentMessages(props: ConsentMessagesProps) {
  const { consentId, patientName, messages, reminder, mayRemind, mayPrint, onChanged } = props
  const toast = useToast()
  const keyOf = useIdempotencyKey()
  // One task for both, so that what went wrong with one is not said of the other.
  const { busy, problem, run } = useTask()
  const [letter, setLetter] = useState<string | null>(null)

  async function remind() {
    const context = { idempotencyKey: keyOf([consentId, messages.length]) }
    let by: keyof typeof channelPhrases = 'email'
    const done = await run(async () => {
      ;({ by } = await api.reminders.remindNow({ consentId }, { context }))
      await onChanged()
    })
    if (done) toast(`A reminder is on its way to ${patientName} by ${channelPhrases[by]}.`)
  }
  async function print() {
    await run(async () => {
      const { pdf } = await api.documents.printLetter({ consentId })
      const bytes = Uint8Array.from(atob(pdf), (sign) => sign.charCodeAt(0))
      if (letter) URL.revokeObjectURL(letter)
      setLetter(URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' })))
      await onChanged()
    })
  }
  return (
    <Panel title="Messages" lead="Delivery status of each message.">
      {(mayRemind || mayPrint) && (
        <div className="mb-4 flex flex-wrap gap-2">
          {mayRemind && (
            <Button variant="quiet" size="small" icon={BellRing} busy={busy} onClick={() => void remind()}>
              Remind now
            </Button>
          )}
          {mayPrint && (
            <Button variant="quiet" size="small" icon={Printer} busy={busy} onClick={() => void print()}>
              {letter ? 'Create another letter' : 'Create letter'}
            </Button>
          )}
        </div>
      )}
      <ProblemMessage problem={problem} className="mb-3" />
      {letter && <LetterCreatedNotice address={letter} />}
      {reminder && <ReminderItem reminder={reminder} />}
      {messages.length === 0 ? (
        <p className="text-muted">No message has been sent yet.</p>
      ) : (
        <ul className="divide-y divide-line">
          {messages.map((message) => (
            <MessageItem key={message.id} message={message} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

const LetterCreatedNotice = ({ address }: { address: string }) => (
  <p className="mb-3" role="status">
    <a className="text-link" href={address} target="_blank" rel="noreferrer">
      Open the letter to print it
    </a>
    <span className="block text-small text-muted">
      It is not stored. Creating another letter cancels this one, unless the patient has used it.
    </span>
  </p>
)

function ReminderItem({ reminder: { sent, lastAt, nextAt } }: { reminder: Reminder }) {
  const told = [
    lastAt && `${sent === 1 ? 'Reminded once' : `Reminded ${sent} times`}, last ${momentText(lastAt)}`,
    nextAt && `Next reminder ${momentText(nextAt)}`,
  ].filter(Boolean)
  return told.length > 0 ? <p className="mb-3 text-small text-muted">{told.join(' · ')}</p> : null
}

function MessageItem({ message }: { message: ConsentMessage }) {
  const { label, tone } = deliveryBadges[message.state]
  const now = new Date()
  const story = messageTimeline(message, (moment) => formatTimeInSentence(moment, now))
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-64">
        <p className="break-words">{messageTitle(message)}</p>
        {story && <p className="text-small text-muted first-letter:uppercase">{story}</p>}
        {message.failure && <p className="text-small text-bad">{message.failure}</p>}
      </div>
      <Badge tone={tone}>{label}</Badge>
    </li>
  )
}
