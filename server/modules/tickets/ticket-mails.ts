import texts from '../../../build/content/messages.json' with { type: 'json' }
import { ticket_solved_days } from '../../../contract/limits.ts'
import { workingHours, type TicketStatus } from '../../../contract/ticket-states.ts'
import { escapeHtml } from '../../platform/escape-html.ts'
import { momentFormat } from '../../platform/moment-format.ts'
import { composeMail, type ComposedMessage } from '../messages/index.ts'
import { replyMarker } from './mail-text.ts'
import type { ClinicTicket } from './ticket-admin-store.ts'
import type { PostRow } from './ticket-store.ts'

const statusNames: Record<TicketStatus, string> = {
  open: 'open',
  'waiting-for-practice': 'waiting for the practice',
  'waiting-for-us': 'waiting for us',
  solved: 'solved',
  closed: 'closed',
}

/** By the clock of our working hours. */
const formatMoment = (at: Date): string => momentFormat({ timeZone: workingHours.zone }).format(at)

/** What somebody wrote, below the mail that tells of it. */
function appendText(mail: ComposedMessage, words: string): ComposedMessage {
  if (!words) return mail
  const quoted = `<blockquote>${escapeHtml(words).replaceAll('\n', '<br>')}</blockquote>`
  return {
    subject: mail.subject,
    text: `${mail.text.trimEnd()}\n\n${words}\n`,
    html: mail.html.replace('</body>', () => `${quoted}</body>`),
  }
}

/** The line above which an answer by mail is written. */
const withMarker = ({ subject, text, html }: ComposedMessage): ComposedMessage => ({
  subject,
  text: `${replyMarker}\n\n${text}`,
  html: html.replace('<body>', () => `<body><p>${replyMarker}</p>`),
})

type TicketMailData = { ticket: ClinicTicket; post: PostRow; address: string; canReply: boolean }

/** The mail that tells who opened a ticket of an entry of ours: an answer, that it arrived, or that it is solved. */
export function buildPracticeMail({ ticket, post, address, canReply }: TicketMailData): ComposedMessage {
  const values = {
    number: String(ticket.number),
    subject: ticket.subject,
    greetingName: ticket.openedBy,
    link: `${address}/clinic/account/tickets/${ticket.id}`,
    author: post.name,
    due: formatMoment(ticket.firstAnswerDueAt),
    days: String(ticket_solved_days),
  }
  const kind =
    post.kind === 'message'
      ? 'ticket-answer'
      : post.words === 'received'
        ? 'ticket-received'
        : 'ticket-solved'
  const mail = appendText(composeMail(texts.en[kind], values), post.kind === 'message' ? post.words : '')
  return canReply ? withMarker(mail) : mail
}

/** The mail that tells those who run the platform of an entry of a practice. */
export function buildPlatformMail({
  ticket,
  post,
  address,
}: Omit<TicketMailData, 'canReply'>): ComposedMessage {
  const values = {
    number: String(ticket.number),
    subject: ticket.subject,
    practice: ticket.clinicName,
    author: post.name,
    state: statusNames[ticket.status],
    link: `${address}/admin/support/${ticket.id}`,
  }
  return appendText(composeMail(texts.en['ticket-news'], values), post.kind === 'message' ? post.words : '')
}
