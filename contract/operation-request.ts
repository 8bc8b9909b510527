import type {
  AnyContractProcedure,
  InferContractRouterInputs,
  InferContractRouterOutputs,
} from '@orpc/contract'

/** What an operation takes, as a caller writes it. */
export type InputOf<C extends AnyContractProcedure> = InferContractRouterInputs<{ c: C }>['c']
/** What an operation answers. */
export type OutputOf<C extends AnyContractProcedure> = InferContractRouterOutputs<{ c: C }>['c']

/** An operation's request without a client: its method, its path filled in, and what is left for query or body. */
export function operationRequest(operation: AnyContractProcedure, input: unknown) {
  const { method, path } = operation['~orpc'].route
  if (!method || !path) throw new Error('An operation has no method or path')
  const rest = { ...(input as Record<string, unknown>) }
  const url = path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = String(rest[name])
    delete rest[name]
    return encodeURIComponent(value)
  })
  return { method, url, rest, named: `${method} ${path}` }
}
