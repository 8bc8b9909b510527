import type { ProviderRefusal } from './provider-refusal.ts'

/**
 * The page at the end of a provider's window tells the page that opened it. By name and not by `window.opener`,
 * which the provider's own opener policy may have cut.
 */
const channel_name = 'candour.sign-in'

/** Tells that the window is through, or why the sign-in was refused. Who it is stays with the server. */
export function notifyTicketAuthor(refusal: ProviderRefusal | null): void {
  const channel = new BroadcastChannel(channel_name)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches this origin alone
  channel.postMessage(refusal)
  channel.close()
}

/** Hears what windows tell, until the returned function is called. */
export function listenToProviderWindows(onTold: (refusal: ProviderRefusal | null) => void): () => void {
  const channel = new BroadcastChannel(channel_name)
  channel.addEventListener('message', ({ data }: MessageEvent<ProviderRefusal | null>) => onTold(data))
  return () => channel.close()
}
