import texts from '../../../build/content/messages.json' with { type: 'json' }
import {
  email_verification_minutes,
  email_link_minutes,
  phone_code_minutes,
  reset_minutes,
} from '../../../contract/limits.ts'
import { composeMail, fillTemplate, type ComposedMessage } from '../messages/index.ts'
import { safeRedirectPath } from './safe-redirect-path.ts'

/** Mails with a link that proves the address: where it leads, and for how many minutes. */
const links = {
  'email-link': { path: '/login/link', minutes: email_link_minutes },
  reset: { path: '/reset-password', minutes: reset_minutes },
  registration: { path: '/register', minutes: email_verification_minutes },
  'email-change': { path: '/verify-email', minutes: email_verification_minutes },
} as const

/** What a security notice says has happened; `details.change` of the message names it. */
export const accountChangeTexts = {
  password: 'The password of your account was changed, and all other devices were signed out.',
  email: 'The e-mail address you sign in with was changed.',
  phone: 'The phone number you sign in with was changed.',
  'second-factor-on': 'A second factor was set up for your account.',
  'second-factor-off': 'The second factor of your account was turned off.',
  'second-factor-guessed':
    'Too many wrong codes were entered for the second step of signing in to your account.',
  'recovery-codes': 'New recovery codes were created for your account; the old ones no longer work.',
  username: 'The username of your account was changed.',
  pin: 'Your PIN for shared computers was changed.',
  'passkey-added': 'A passkey was added to your account.',
  'passkey-removed': 'A passkey was removed from your account.',
  'identity-linked': 'Another way to sign in was linked to your account.',
  'identity-unlinked': 'A way to sign in was removed from your account.',
  deleted: 'Your account was deleted.',
} as const
export type AccountChange = keyof typeof accountChangeTexts

export type LinkKind = keyof typeof links
export type CodeKind = 'phone-code' | 'phone-change'
export type AccountMessageKind = LinkKind | CodeKind | 'account-changed'

export const isLinkKind = (kind: AccountMessageKind): kind is LinkKind => Object.hasOwn(links, kind)
export const isCodeKind = (kind: AccountMessageKind): kind is CodeKind =>
  kind === 'phone-code' || kind === 'phone-change'

/**
 * The link of a message. The token stands behind '#', so that no server and no log along the way sees it; where to go on
 * to stands before it, if it is a path of ours.
 */
export function buildMessageLink(
  kind: LinkKind,
  { address, token, to }: { address: string; token: string; to?: string },
) {
  const onwards = safeRedirectPath(to)
  const query = onwards ? `?to=${encodeURIComponent(onwards)}` : ''
  return `${address}${links[kind].path}${query}#${token}`
}

/** A mail with its link; an empty greeting name greets nobody by name. */
export const composeLinkMail = (
  kind: LinkKind,
  values: { link: string; greetingName: string },
): ComposedMessage => composeMail(texts.en[kind], { ...values, minutes: String(links[kind].minutes) })

/** A notice that something about an account was changed. It holds no link to follow: those teach people to be deceived. */
export function composeAccountNotice(
  change: string,
  { address, greetingName }: { address: string; greetingName: string },
) {
  if (!Object.hasOwn(accountChangeTexts, change))
    throw new Error(`There is no notice of the change ${change}`)
  const said = accountChangeTexts[change as AccountChange]
  return composeMail(texts.en['account-changed'], { change: said, site: address, greetingName })
}

/** A text with its code; its last line lets phones fill the code in on our pages and on no others. */
export const composeCodeText = (
  kind: CodeKind,
  { code, address }: { code: string; address: string },
): string =>
  fillTemplate(texts.en[kind].text, {
    code,
    minutes: String(phone_code_minutes),
    domain: new URL(address).hostname,
  })
