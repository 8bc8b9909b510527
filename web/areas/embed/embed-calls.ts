import type { EmbedView } from '../../../contract/embeds.ts'

export const incompleteAddress = 'This address is incomplete. Open the view from your practice system again.'

/** The server said no, and why. */
export class EmbedRefusal extends Error {}

/** Without any cookie: what a browser keeps of somebody who is signed in here opens nothing in a frame. */
async function post<Answer>(path: string, body: object): Promise<Answer> {
  const response = await fetch(path, {
    method: 'POST',
    credentials: 'omit',
    cache: 'no-store',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (response.ok) return (await response.json()) as Answer
  if (response.status === 400) throw new EmbedRefusal(incompleteAddress)
  if (response.status === 404) {
    const { message } = (await response.json()) as { message: string }
    throw new EmbedRefusal(message)
  }
  throw new Error(`Answered ${response.status}`)
}

export const openEmbed = (asked: { frameId: string; token: string }) =>
  post<{ viewToken: string; view: EmbedView }>('/api/embed/openings', asked)

export const readEmbed = (asked: { frameId: string; viewToken: string }) =>
  post<EmbedView>('/api/embed/readings', asked)
