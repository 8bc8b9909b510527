/**
 * The page at the end of a provider's window tells the page that opened it. By name and not by `window.opener`,
 * which the provider's own opener policy may have cut.
 */
const channel_name = 'candour.sign-in'

/** Tells that the window is through; a code when the sign-in was refused. Who it is stays with the server. */
export function tellOpener(code: string | null): void {
  const channel = new BroadcastChannel(channel_name)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches this origin alone
  channel.postMessage({ code })
  channel.close()
}

/** Hears what windows tell, until the returned function is called. */
export function hearWindows(onTold: (code: string | null) => void): () => void {
  const channel = new BroadcastChannel(channel_name)
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => onTold(codeIn(data)))
  return () => channel.close()
}

const codeIn = (data: unknown): string | null => {
  const code = typeof data === 'object' && data !== null && 'code' in data ? data.code : null
  return typeof code === 'string' ? code : null
}
