import type { FastifyRequest } from 'fastify'
import type { Audience, CallerOf } from '../../../contract/access.ts'
import type { ErrorEnvelope } from '../../../contract/errors.ts'

type AnyCaller = CallerOf[Audience]

const reasons = new WeakMap<FastifyRequest, string>()
const refusedCallers = new WeakMap<FastifyRequest, AnyCaller>()

/** Notes with which declared code a request was refused. */
export function noteRefusal(request: FastifyRequest, { details: { reason } }: ErrorEnvelope): void {
  if (typeof reason === 'string') reasons.set(request, reason)
}

/** Notes who was known and not let in. */
export const noteRefusedCaller = (request: FastifyRequest, caller: AnyCaller): void =>
  void refusedCallers.set(request, caller)

export const refusalReasonOf = (request: FastifyRequest): string | undefined => reasons.get(request)

/** The id of a member of staff, an administrator or a program's key; of nobody else is one written down. */
function askerIdOf({ actor }: AnyCaller): { staffId?: string; userId?: string; keyId?: string } {
  if (actor.kind === 'staff') return { staffId: actor.staffId }
  if (actor.kind === 'integration') return { keyId: actor.keyId }
  return actor.kind === 'admin' || actor.kind === 'member' ? { userId: actor.userId } : {}
}

/** What the process log says of a request that was refused, besides its operation and status. */
export function describeRefusal(request: FastifyRequest): { reason?: string; staffId?: string } {
  const reason = reasons.get(request)
  const caller = request.caller ?? refusedCallers.get(request)
  return { ...(reason !== undefined && { reason }), ...(caller && askerIdOf(caller)) }
}
