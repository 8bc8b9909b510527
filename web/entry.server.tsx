import type { ReactElement } from 'react'
import { ServerRouter, type EntryContext } from 'react-router'

/** A page whole, with what it waits for: by Preact as it is built, by React as it is developed (preact-for-react.ts). */
const writeHtml = import.meta.env.DEV
  ? async (page: ReactElement) => (await (await import('react-dom/static')).prerender(page)).prelude
  : async (page: ReactElement) =>
      `<!DOCTYPE html>${await (await import('preact-render-to-string')).renderToStringAsync(page)}`

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  headers.set('Content-Type', 'text/html')
  const html = await writeHtml(<ServerRouter context={context} url={request.url} />)
  return new Response(html, { status, headers })
}
