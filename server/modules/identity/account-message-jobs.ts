import { day_ms, minute_ms, type Clock } from '../../platform/clock.ts'
import type { JobData } from '../../platform/database/transaction.ts'
import { DeliveryError } from '../../platform/delivery-error.ts'
import type { Mailer } from '../../platform/mail/mailer.ts'
import type { SmsSender } from '../../platform/sms/sms.ts'
import { statusAfterDeliveryError } from '../messages/index.ts'
import {
  composeCodeText,
  isCodeKind,
  isLinkKind,
  composeLinkMail,
  buildMessageLink,
  composeAccountNotice,
  type CodeKind,
} from './account-message-rules.ts'
import {
  accountMessageQueue,
  deleteOldAccountMessages,
  deleteExpiredLinks,
  saveAccountMessageOutcome,
  failInterruptedMessages,
  findOverdueMessages,
  claimAccountMessage,
  type AccountMessage,
  type AccountMessageOutcome,
} from './account-message-store.ts'
import { captureSecretOf, type Auth } from './auth.ts'
import type { Accounts } from './identity-accounts.ts'
import { findUserIdByPhone } from './identity-store.ts'
import { issuePhoneCode } from './phone-verification.ts'

/** The token of a message's link; null when there is nobody to send it to. */
export type TokenIssuer = (message: AccountMessage) => Promise<string | null>

export type AccountMessageDeps = {
  auth: Auth
  accounts: Accounts
  clock: Clock
  address: string
  mailer: Mailer
  sms: SmsSender
  /** Made by the modules below that know what these links are for. */
  tokenIssuers: Record<'registration' | 'email-change', TokenIssuer>
}

/** Hands a message to whoever delivers it. */
type Send = () => Promise<unknown>

const obsolete: AccountMessageOutcome = { status: 'pointless', failure: null }

/**
 * Sends one queued message about an account. It is marked `sending` before the provider hears of it; if we die there, the
 * sweep finds the mark and nobody sends it again by itself (rulings 19).
 */
export async function sendAccountMessage(deps: AccountMessageDeps, { messageId }: JobData): Promise<void> {
  const { auth, clock } = deps
  const message = await claimAccountMessage(auth.db, messageId!, clock.now())
  if (!message) return
  const result = await attemptSend(deps, message)
  const now = clock.now()
  const outcome = result instanceof DeliveryError ? outcomeOf(result, message, now) : result
  await saveAccountMessageOutcome(auth.db, message.id, outcome, now)
  if (outcome.status === 'queued') throw result as DeliveryError
}

function outcomeOf(
  error: DeliveryError,
  { kind, createdAt }: AccountMessage,
  now: Date,
): AccountMessageOutcome {
  const minutes = (now.getTime() - createdAt.getTime()) / minute_ms
  const taker = isCodeKind(kind) ? 'The SMS provider' : 'The mail server'
  return statusAfterDeliveryError(error.outcome, minutes, taker)
}

async function attemptSend(
  deps: AccountMessageDeps,
  message: AccountMessage,
): Promise<AccountMessageOutcome | DeliveryError> {
  let send: Send | null
  try {
    send = await prepareSend(deps, message)
  } catch (error) {
    // Nothing has left our hands: the next run begins anew.
    await saveAccountMessageOutcome(
      deps.auth.db,
      message.id,
      { status: 'queued', failure: null },
      deps.clock.now(),
    )
    throw error
  }
  if (!send) return obsolete
  try {
    await send()
    return { status: 'sent', failure: null }
  } catch (error) {
    if (error instanceof DeliveryError) return error
    throw error
  }
}

/** Finds out whether there is anybody, and makes what they are sent; null when there is nobody. */
async function prepareSend(deps: AccountMessageDeps, message: AccountMessage): Promise<Send | null> {
  const { accounts, address, mailer, sms } = deps
  const { id, kind, recipient: to, details } = message
  if (isCodeKind(kind)) {
    const code = await issueCode(deps, kind, to, details['requester'] ?? '')
    return code === null ? null : () => sms.send({ id, to, text: composeCodeText(kind, { code, address }) })
  }
  const account = await accounts.ofEmail(to)
  const greetingName = account?.name ?? ''
  if (!isLinkKind(kind)) {
    const notice = composeAccountNotice(details['change'] ?? '', { address, greetingName })
    return () => mailer.send({ ...notice, id, to })
  }
  const token = await issueToken(deps, message, account !== undefined)
  if (!token) return null
  const link = buildMessageLink(kind, { address, token, ...(details['to'] ? { to: details['to'] } : {}) })
  return () => mailer.send({ ...composeLinkMail(kind, { link, greetingName }), id, to })
}

/** The token of a link: the library's where it knows the link, otherwise made by the module that does. */
function issueToken({ auth, tokenIssuers }: AccountMessageDeps, message: AccountMessage, isKnown: boolean) {
  const { kind, recipient: email } = message
  const { api } = auth.auth
  if (kind === 'registration' || kind === 'email-change') return tokenIssuers[kind](message)
  if (!isKnown) return null
  return kind === 'reset'
    ? captureSecretOf(() => api.requestPasswordReset({ body: { email } }))
    : captureSecretOf(() => api.signInMagicLink({ body: { email }, headers: new Headers() }))
}

/**
 * The code of a text; null when nobody signs in with the number. One is made for unknown numbers too, so that trying a
 * code takes as long and ends as soon whether somebody has the number or not.
 */
async function issueCode({ auth }: AccountMessageDeps, purpose: CodeKind, phone: string, requester: string) {
  const code = await issuePhoneCode(auth, { purpose, phone, requester })
  if (purpose === 'phone-change') return code
  return (await findUserIdByPhone(auth.db, phone)) ? code : null
}

/** Waiting longer than this, the job of a message got lost. */
const overdue_ms = minute_ms
/** A job has at most two minutes; after that its run is over, whatever became of it. */
const interrupted_ms = 3 * minute_ms
const retention_days = 30
const dead_links_retention_days = 7

type SweepDeps = {
  auth: Auth
  clock: Clock
  enqueue(queue: string, data: JobData): Promise<void>
}

/** Looks after messages that got stuck, and forgets old ones with the links and codes that have ended. */
export async function sweepAccountMessages({ auth: { db }, clock, enqueue }: SweepDeps): Promise<void> {
  const now = clock.now()
  const ago = (ms: number) => new Date(now.getTime() - ms)
  await failInterruptedMessages(db, ago(interrupted_ms), now)
  for (const messageId of await findOverdueMessages(db, ago(overdue_ms), now))
    await enqueue(accountMessageQueue, { messageId })
  await deleteOldAccountMessages(db, ago(retention_days * day_ms))
  await deleteExpiredLinks(db, ago(dead_links_retention_days * day_ms))
}
