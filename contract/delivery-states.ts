/**
 * What may become of a message, and by what (docs/states.md prints this table).
 * Import-free, so that browsers may use it as a value.
 */
export const messageChannels = ['email', 'sms', 'letter'] as const
export type MessageChannel = (typeof messageChannels)[number]

/** How a link may be sent; letters are printed and posted by people. */
export const sendingChannels = ['email', 'sms'] as const
export type SendingChannel = (typeof sendingChannels)[number]

export const messageStatuses = [
  'queued',
  'sending',
  'sent',
  'delivered',
  'bounced',
  'failed',
  'unconfirmed',
  'printed',
] as const
export type MessageStatus = (typeof messageStatuses)[number]

/** What people are shown: a message whose link was opened has arrived, whatever the provider says of it. */
export const deliveryStates = [...messageStatuses, 'opened'] as const
export type DeliveryState = (typeof deliveryStates)[number]

export type DeliveryTransition = {
  from: readonly MessageStatus[]
  to: MessageStatus
  /** Who says so: ourselves, the answer of the provider, or what it reports later. */
  who: readonly ('system' | 'provider')[]
}

/**
 * Later news never goes backwards. A bounce counts after a delivery, since mail servers take what they then cannot
 * hand on; a delivery does not count after a bounce.
 */
export const deliveryTransitions = {
  take: { from: ['queued'], to: 'sending', who: ['system'] },
  'put back': { from: ['sending'], to: 'queued', who: ['system'] },
  accept: { from: ['sending', 'unconfirmed'], to: 'sent', who: ['provider'] },
  deliver: { from: ['sending', 'sent', 'unconfirmed'], to: 'delivered', who: ['provider'] },
  bounce: { from: ['sending', 'sent', 'delivered', 'unconfirmed'], to: 'bounced', who: ['provider'] },
  fail: { from: ['queued', 'sending', 'sent', 'unconfirmed'], to: 'failed', who: ['system', 'provider'] },
  lose: { from: ['sending'], to: 'unconfirmed', who: ['system'] },
} as const satisfies Record<string, DeliveryTransition>
export type DeliveryEvent = keyof typeof deliveryTransitions

/** What a message is after some news of it; null where the news changes nothing. */
export function nextMessageStatus(status: MessageStatus, news: DeliveryEvent): MessageStatus | null {
  const { from, to } = deliveryTransitions[news]
  return (from as readonly MessageStatus[]).includes(status) ? to : null
}

/** What is shown of a message: that its link was opened proves more than any answer of a provider. */
export const deliveryStateOf = (status: MessageStatus, isOpened: boolean): DeliveryState =>
  isOpened ? 'opened' : status

/** Whether a message certainly did not arrive. */
export const isUndelivered = (status: MessageStatus): boolean => status === 'bounced' || status === 'failed'
