import type { AnyContractProcedure } from '@orpc/contract'
import type { z } from 'zod'
import { files } from '../../contract/index.ts'
import type { OperationMeta } from '../../contract/kit.ts'
import { programs } from '../../contract/programs.ts'

/** An operation of version 1 as a client of it needs to know it. */
export type DescribedOperation = {
  name: string
  summary: string
  method: 'GET' | 'POST' | 'PUT'
  /** With its names in braces. */
  path: string
  isIdempotent: boolean
  scope: string
  example: Record<string, unknown>
  input: z.ZodType
  /** Null where it answers with a file. */
  output: z.ZodType | null
}

function operationOf(name: string, procedure: AnyContractProcedure): DescribedOperation {
  const { route, meta, inputSchema, outputSchema } = procedure['~orpc']
  const { scope, idempotent, example } = meta as OperationMeta
  return {
    ...{ name, path: route.path!, summary: route.summary! },
    method: route.method as DescribedOperation['method'],
    isIdempotent: idempotent,
    scope: scope!,
    example: example as Record<string, unknown>,
    input: inputSchema as z.ZodType,
    output: outputSchema as z.ZodType,
  }
}

/** Everything that other programs may ask of version 1, in the order of the contract. */
export const describedOperations: DescribedOperation[] = [
  ...Object.entries(programs).map(([name, operation]) => operationOf(name, operation)),
  ...Object.entries(files.programs).map(([name, route]) => ({
    ...{
      name: `get${name[0]!.toUpperCase()}${name.slice(1)}`,
      summary: route.summary,
      method: 'GET' as const,
    },
    path: route.path.replaceAll(/:(\w+)/g, '{$1}'),
    isIdempotent: false,
    scope: route.meta.scope!,
    example: route.meta.example as Record<string, unknown>,
    input: route.params,
    output: null,
  })),
]
