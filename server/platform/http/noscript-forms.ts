import type { FastifyInstance } from 'fastify'

const body_bytes_max = 64 * 1024

const noScriptPage = (page: string) => `<!doctype html>
<html lang="en-GB">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>The form was not sent</title>
<main>
<h1>The form was not sent</h1>
<p>The page had not finished loading, or this browser blocks JavaScript. Nothing was sent or saved.</p>
<p>Allow JavaScript for this site if it is blocked, then <a href="${page}">open the page again</a> and wait until it has loaded.</p>
</main>
</html>
`

/**
 * Pages whose forms need a script: one that a browser posts by itself, before the script has come or without it, is
 * answered in words. What was filled in is neither read nor kept.
 */
export function addNoScriptResponses(app: FastifyInstance, pages: readonly `/${string}`[]): void {
  for (const page of pages)
    app.post(page, { config: { open: 'page' }, bodyLimit: body_bytes_max }, async (_request, reply) =>
      reply
        .code(400)
        .headers({
          'cache-control': 'no-store',
          'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
          'referrer-policy': 'no-referrer',
          'x-content-type-options': 'nosniff',
        })
        .type('text/html; charset=utf-8')
        .send(noScriptPage(page)),
    )
}
