import { ServerRouter, type EntryContext } from 'react-router'

/** What draws the pages: Preact as they are built, React as they are developed (tools/web/preact-for-react.ts). */
const render = import.meta.env.DEV
  ? (await import('react-dom/server')).renderToString
  : (await import('preact-render-to-string')).renderToStringAsync

/** Writes a page ahead, whole: what it waits for has come. */
export default async function writePage(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  const html = await render(<ServerRouter context={context} url={request.url} />)
  headers.set('Content-Type', 'text/html')
  return new Response(`<!DOCTYPE html>${html}`, { status, headers })
}
