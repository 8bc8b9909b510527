import type { AnyContractProcedure, InferContractRouterInputs, InferContractRouterOutputs } from '@orpc/contract'
import type { App } from '../app.ts'

type InputOf<C extends AnyContractProcedure> = InferContractRouterInputs<{ c: C }>['c']
type OutputOf<C extends AnyContractProcedure> = InferContractRouterOutputs<{ c: C }>['c']
export type CallOptions = { key?: string; tolerate?: number[] }

export type DemoCaller = {
  call<C extends AnyContractProcedure>(operation: C, input: InputOf<C>, options?: CallOptions): Promise<OutputOf<C> | undefined>
}

/** Asks the product itself, as a browser at this address would, keeping its cookies. */
export function demoCaller(http: App['http'], { ip, userAgent, origin }: { ip: string; userAgent: string; origin: string }): DemoCaller {
  const cookies = new Map<string, string>()
  return {
    async call(operation, input, { key, tolerate = [] } = {}) {
      const { method, path } = operation['~orpc'].route
      const rest = { ...(input as Record<string, unknown>) }
      const url = path!.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
        const value = String(rest[name])
        delete rest[name]
        return encodeURIComponent(value)
      })
      const answer = await http.inject({
        method: method as 'POST',
        url,
        remoteAddress: ip,
        headers: {
          origin,
          'user-agent': userAgent,
          'accept-language': 'en-GB',
          'x-time-zone': 'Europe/London',
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          ...(key ? { 'idempotency-key': key } : {}),
        },
        ...(method === 'GET' ? { query: rest as Record<string, string> } : { payload: rest }),
      })
      for (const { name, value } of answer.cookies) cookies.set(name, encodeURIComponent(value))
      if (tolerate.includes(answer.statusCode)) return undefined
      if (answer.statusCode !== 200) throw new Error(`The demo could not be made: ${method} ${path} answered ${answer.statusCode}`)
      return answer.json()
    },
  }
}
