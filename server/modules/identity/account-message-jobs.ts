import { day_ms, minute_ms, type Clock } from '../../platform/clock.ts'
import type { JobData } from '../../platform/database/transaction.ts'
import { DeliveryFault } from '../../platform/delivery-fault.ts'
import type { Mailer } from '../../platform/mail/mailer.ts'
import type { SmsSender } from '../../platform/sms/sms.ts'
import { afterFault } from '../messages/index.ts'
import {
  codeText,
  isCodeKind,
  isLinkKind,
  linkMail,
  linkOf,
  noticeMail,
  type CodeKind,
} from './account-message-rules.ts'
import {
  accountMessageQueue,
  forgetAccountMessages,
  forgetDeadLinks,
  markAccountMessage,
  markInterrupted,
  overdueMessages,
  takeAccountMessage,
  type AccountMessage,
  type AccountMessageOutcome,
} from './account-message-store.ts'
import { secretOf, type Auth } from './auth.ts'
import type { Accounts } from './identity-accounts.ts'
import { userOfPhone } from './identity-store.ts'
import { makePhoneCode } from './phone-proof.ts'

/** The token of a message's link; null when there is nobody to send it to. */
export type TokenMaker = (message: AccountMessage) => Promise<string | null>

export type AccountMessageParts = {
  auth: Auth
  accounts: Accounts
  clock: Clock
  address: string
  mailer: Mailer
  sms: SmsSender
  /** Made by the modules below that know what these links are for. */
  tokenMakers: Record<'registration' | 'email-change', TokenMaker>
}

/** Hands a message to whoever delivers it. */
type Send = () => Promise<unknown>

const pointless: AccountMessageOutcome = { status: 'pointless', failure: null }

/**
 * Sends one queued message about an account. It is marked `sending` before the provider hears of it; if we die there, the
 * sweep finds the mark and nobody sends it again by itself (rulings 19).
 */
export async function sendAccountMessage(parts: AccountMessageParts, { messageId }: JobData): Promise<void> {
  const { auth, clock } = parts
  const message = await takeAccountMessage(auth.db, messageId!, clock.now())
  if (!message) return
  const result = await attempt(parts, message)
  const now = clock.now()
  const outcome = result instanceof DeliveryFault ? outcomeOf(result, message, now) : result
  await markAccountMessage(auth.db, message.id, outcome, now)
  if (outcome.status === 'queued') throw result as DeliveryFault
}

function outcomeOf(
  fault: DeliveryFault,
  { kind, createdAt }: AccountMessage,
  now: Date,
): AccountMessageOutcome {
  const minutes = (now.getTime() - createdAt.getTime()) / minute_ms
  const taker = isCodeKind(kind) ? 'The SMS provider' : 'The mail server'
  return afterFault(fault.fate, minutes, taker)
}

async function attempt(
  parts: AccountMessageParts,
  message: AccountMessage,
): Promise<AccountMessageOutcome | DeliveryFault> {
  let send: Send | null
  try {
    send = await prepare(parts, message)
  } catch (error) {
    // Nothing has left our hands: the next run begins anew.
    await markAccountMessage(
      parts.auth.db,
      message.id,
      { status: 'queued', failure: null },
      parts.clock.now(),
    )
    throw error
  }
  if (!send) return pointless
  try {
    await send()
    return { status: 'sent', failure: null }
  } catch (error) {
    if (error instanceof DeliveryFault) return error
    throw error
  }
}

/** Finds out whether there is anybody, and makes what they are sent; null when there is nobody. */
async function prepare(parts: AccountMessageParts, message: AccountMessage): Promise<Send | null> {
  const { accounts, address, mailer, sms } = parts
  const { id, kind, recipient: to, details } = message
  if (isCodeKind(kind)) {
    const code = await codeFor(parts, kind, to)
    return code === null ? null : () => sms.send({ id, to, text: codeText(kind, { code, address }) })
  }
  const account = await accounts.ofEmail(to)
  const greetingName = account?.name ?? ''
  if (!isLinkKind(kind)) {
    const notice = noticeMail(details['change'] ?? '', { address, greetingName })
    return () => mailer.send({ ...notice, id, to })
  }
  const token = await tokenFor(parts, message, account !== undefined)
  if (!token) return null
  const link = linkOf(kind, { address, token, ...(details['to'] ? { to: details['to'] } : {}) })
  return () => mailer.send({ ...linkMail(kind, { link, greetingName }), id, to })
}

/** The token of a link: the library's where it knows the link, otherwise made by the module that does. */
function tokenFor({ auth, tokenMakers }: AccountMessageParts, message: AccountMessage, isKnown: boolean) {
  const { kind, recipient: email } = message
  const { api } = auth.auth
  if (kind === 'registration' || kind === 'email-change') return tokenMakers[kind](message)
  if (!isKnown) return null
  return kind === 'reset'
    ? secretOf(() => api.requestPasswordReset({ body: { email } }))
    : secretOf(() => api.signInMagicLink({ body: { email }, headers: new Headers() }))
}

/**
 * The code of a text; null when nobody signs in with the number. One is made for unknown numbers too, so that trying a
 * code takes as long and ends as soon whether somebody has the number or not.
 */
async function codeFor({ auth }: AccountMessageParts, purpose: CodeKind, phone: string) {
  const code = await makePhoneCode(auth, { purpose, phone })
  if (purpose === 'phone-change') return code
  return (await userOfPhone(auth.db, phone)) ? code : null
}

/** Waiting longer than this, the job of a message got lost. */
const overdue_ms = minute_ms
/** A job has at most two minutes; after that its run is over, whatever became of it. */
const interrupted_ms = 3 * minute_ms
const kept_days = 30
const dead_links_kept_days = 7

type SweepParts = {
  auth: Auth
  clock: Clock
  enqueue(queue: string, data: JobData): Promise<void>
}

/** Looks after messages that got stuck, and forgets old ones with the links and codes that have ended. */
export async function sweepAccountMessages({ auth: { db }, clock, enqueue }: SweepParts): Promise<void> {
  const now = clock.now()
  const ago = (ms: number) => new Date(now.getTime() - ms)
  await markInterrupted(db, ago(interrupted_ms), now)
  for (const messageId of await overdueMessages(db, ago(overdue_ms), now))
    await enqueue(accountMessageQueue, { messageId })
  await forgetAccountMessages(db, ago(kept_days * day_ms))
  await forgetDeadLinks(db, ago(dead_links_kept_days * day_ms))
}
