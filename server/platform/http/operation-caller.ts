import type { AnyContractProcedure, InferSchemaInput, InferSchemaOutput } from '@orpc/contract'
import type { z } from 'zod'
import type { Audience } from '../../../contract/access.ts'
import type { FileRoute } from '../../../contract/kit.ts'
import { DeferredResponse } from './deferred-response.ts'
import type {
  FileResponse,
  HandledFile,
  HandledOperation,
  Handler,
  HandlerResult,
  HttpContext,
  OperationTree,
  ScopeOfAudience,
} from './operations.ts'
import { RefusedError, type Refusal } from './refusal.ts'

type InputOf<C> = C extends { '~orpc': { inputSchema?: infer I } }
  ? InferSchemaInput<Extract<I, z.ZodType>>
  : never
type OutputOf<C> = C extends { '~orpc': { outputSchema?: infer O } }
  ? InferSchemaOutput<Extract<O, z.ZodType>>
  : never

/**
 * Does what another operation does, within the transaction of this one: its input is parsed as from outside, its handler
 * decides. Who may is decided by the operation that asks, and so is what is written down of it.
 */
export type CallOperation = <C extends AnyContractProcedure>(
  contract: C,
  scope: Parameters<Handler<C>>[0],
  input: InputOf<C>,
) => Promise<HandlerResult<OutputOf<C>> | Refusal>

/** The same of an endpoint that answers with a file. */
export type CallFile = <A extends Audience, I extends z.ZodType>(
  route: FileRoute<A, I>,
  scope: ScopeOfAudience[A],
  params: z.input<I>,
) => Promise<HandlerResult<FileResponse> | Refusal>

/** What is asked from inside has no cookies, and is told no headers. */
const internalContext: HttpContext = {
  setCookie() {},
  ...{ cookie: '', idempotencyKey: null, accept: '', ifMatch: '', ifNoneExist: '' },
}

const isHandled = (node: HandledOperation | OperationTree): node is HandledOperation =>
  typeof node.handler === 'function'

const handledIn = (tree: OperationTree): HandledOperation[] =>
  Object.values(tree).flatMap((node) => (isHandled(node) ? [node] : handledIn(node)))

/** What of the input cannot be taken, as the operation itself would say it. */
function parseInput(schema: z.ZodType, input: unknown): unknown {
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data
  const fields = parsed.error.issues.map(({ path, message }) => ({ field: path.join('.'), message }))
  throw new RefusedError('invalid-argument', fields.map(({ message }) => message).join('; '), {
    reason: 'invalid-input',
    fields,
  })
}

/** Finds handlers by what they answer; `assembled` is there once every module has been opened. */
export function createOperationCaller(assembled: () => { handlers: OperationTree; files: HandledFile[] }): {
  callOperation: CallOperation
  callFile: CallFile
} {
  let byContract: Map<unknown, HandledOperation> | undefined
  const handlerOf = (contract: AnyContractProcedure) => {
    byContract ??= new Map(handledIn(assembled().handlers).map((handled) => [handled.contract, handled]))
    return byContract.get(contract)!.handler as unknown as (
      scope: unknown,
      input: unknown,
      context: HttpContext,
    ) => Promise<HandlerResult<never> | Refusal>
  }
  return {
    async callOperation(contract, scope, input) {
      const schema = contract['~orpc'].inputSchema as z.ZodType
      const result = await handlerOf(contract)(scope, parseInput(schema, input), internalContext)
      if ('answer' in result && (result.answer as unknown) instanceof DeferredResponse)
        throw new Error('What is answered after the transaction cannot be asked within another one')
      return result
    },
    async callFile(route, scope, params) {
      const handled = assembled().files.find((each) => each.route === (route as unknown))!
      return handled.handler(scope as never, parseInput(route.params, params), internalContext)
    },
  }
}
