import texts from '../../../build/content/messages.json' with { type: 'json' }
import { ticket_solved_days } from '../../../contract/limits.ts'
import { workingDay, type TicketStatus } from '../../../contract/ticket-states.ts'
import { escapeHtml } from '../../platform/escape-html.ts'
import { wallAt } from '../../platform/zoned-time.ts'
import { composeMail, dayText, type Composed } from '../messages/index.ts'
import { replyMarker } from './mail-words.ts'
import type { ClinicTicket } from './ticket-admin-store.ts'
import type { PostRow } from './ticket-store.ts'

const statusNames: Record<TicketStatus, string> = {
  open: 'open',
  'waiting-for-practice': 'waiting for the practice',
  'waiting-for-us': 'waiting for us',
  solved: 'solved',
  closed: 'closed',
}

/** '4 March 2026, 10:00', by the clock of our working hours. */
const momentText = (at: Date): string =>
  `${dayText('en', at, workingDay.zone)}, ${wallAt(at, workingDay.zone).time}`

/** What somebody wrote, below the mail that tells of it. */
function withWords(mail: Composed, words: string): Composed {
  if (!words) return mail
  const quoted = `<blockquote>${escapeHtml(words).replaceAll('\n', '<br>')}</blockquote>`
  return {
    subject: mail.subject,
    text: `${mail.text.trimEnd()}\n\n${words}\n`,
    html: mail.html.replace('</body>', () => `${quoted}</body>`),
  }
}

/** The line above which an answer by mail is written. */
const withMarker = ({ subject, text, html }: Composed): Composed => ({
  subject,
  text: `${replyMarker}\n\n${text}`,
  html: html.replace('<body>', () => `<body><p>${replyMarker}</p>`),
})

type Told = { ticket: ClinicTicket; post: PostRow; address: string; canReply: boolean }

/** The mail that tells who opened a ticket of an entry of ours: an answer, that it arrived, or that it is solved. */
export function practiceMail({ ticket, post, address, canReply }: Told): Composed {
  const values = {
    number: String(ticket.number),
    subject: ticket.subject,
    greetingName: ticket.openedBy,
    link: `${address}/clinic/account/tickets/${ticket.id}`,
    author: post.name,
    due: momentText(ticket.firstAnswerDueAt),
    days: String(ticket_solved_days),
  }
  const kind =
    post.kind === 'message'
      ? 'ticket-answer'
      : post.words === 'received'
        ? 'ticket-received'
        : 'ticket-solved'
  const mail = withWords(composeMail(texts.en[kind], values), post.kind === 'message' ? post.words : '')
  return canReply ? withMarker(mail) : mail
}

/** The mail that tells those who run the platform of an entry of a practice. */
export function platformMail({ ticket, post, address }: Omit<Told, 'canReply'>): Composed {
  const values = {
    number: String(ticket.number),
    subject: ticket.subject,
    practice: ticket.clinicName,
    author: post.name,
    state: statusNames[ticket.status],
    link: `${address}/admin/support/${ticket.id}`,
  }
  return withWords(composeMail(texts.en['ticket-news'], values), post.kind === 'message' ? post.words : '')
}
