import type { AnyContractProcedure } from '@orpc/contract'
import type { ErrorEnvelope } from '../../contract/errors.ts'
import { operationRequest, type InputOf, type OutputOf } from '../../contract/operation-request.ts'
import type { App } from '../app.ts'

export type CallOptions = { key?: string; tolerate?: number[] }

export type DemoCaller = {
  call<C extends AnyContractProcedure>(
    operation: C,
    input: InputOf<C>,
    options?: CallOptions,
  ): Promise<OutputOf<C> | undefined>
}

/** Why a request was refused, where it says so. */
function reasonOf(body: string): string {
  try {
    return (JSON.parse(body) as ErrorEnvelope).details?.reason ?? ''
  } catch {
    return ''
  }
}

/** Asks the product itself, as a browser at this address would, keeping its cookies. */
export function demoCaller(
  http: App['http'],
  { ip, userAgent, origin }: { ip: string; userAgent: string; origin: string },
): DemoCaller {
  const cookies = new Map<string, string>()
  const cookie = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')

  return {
    async call(operation, input, { key, tolerate = [] } = {}) {
      const { method, url, rest, named } = operationRequest(operation, input)
      const answer = await http.inject({
        method: method as 'POST',
        url,
        remoteAddress: ip,
        headers: {
          origin,
          'user-agent': userAgent,
          'accept-language': 'en-GB',
          'x-time-zone': 'Europe/London',
          cookie: cookie(),
          ...(key ? { 'idempotency-key': key } : {}),
        },
        ...(method === 'GET' ? { query: rest as Record<string, string> } : { payload: rest }),
      })
      for (const { name, value } of answer.cookies) cookies.set(name, encodeURIComponent(value))
      if (tolerate.includes(answer.statusCode)) return undefined
      if (answer.statusCode !== 200)
        throw new Error(
          `The demo could not be made: ${named} answered ${answer.statusCode} ${reasonOf(answer.body)}`,
        )
      return answer.json()
    },
  }
}
