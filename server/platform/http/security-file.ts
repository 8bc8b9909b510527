import type { FastifyInstance } from 'fastify'
import { day_ms, type Clock } from '../clock.ts'

/** Half a year: RFC 9116 recommends less than a year, and every answer is made anew. */
const valid_days = 182

type Contact = {
  clock: Clock
  /** The origin that browsers use. */
  origin: string
  /** An e-mail address that takes reports of security problems. */
  email: string
  /** The page that says how reports are dealt with. */
  policyPage: `/${string}`
}

/** Where to report a security problem, as RFC 9116 has it: `/.well-known/security.txt`. */
export function addSecurityFile(app: FastifyInstance, { clock, origin, email, policyPage }: Contact): void {
  app.get('/.well-known/security.txt', { config: { open: 'description' } }, async (_request, reply) => {
    const expires = new Date(clock.now().getTime() + valid_days * day_ms)
    const lines = [
      `Contact: mailto:${email}`,
      `Expires: ${expires.toISOString()}`,
      'Preferred-Languages: en',
      `Canonical: ${origin}/.well-known/security.txt`,
      `Policy: ${origin}${policyPage}`,
    ]
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`)
  })
}
