import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { isContractProcedure } from '@orpc/contract'
import type { Audience } from '../../contract/access.ts'
import { contract } from '../../contract/index.ts'
import type { OperationMeta } from '../../contract/kit.ts'

const appAudiences: readonly Audience[] = ['anyone', 'account', 'clinic', 'admin', 'setup']

type Minified = { '~orpc': { errorMap: object; meta: object; route: { method: string; path: string } } }

/**
 * What a browser needs in order to call the operations of these audiences: method and path in oRPC's
 * shape, without schemas, examples or refusals, so that no validator travels with it.
 */
export function minifyContract(audiences = appAudiences): Record<string, Record<string, Minified>> {
  const modules = Object.entries(contract).map(
    ([name, operations]) => [name, minifyModule(operations, audiences)] as const,
  )
  return Object.fromEntries(modules.filter(([, operations]) => Object.keys(operations).length > 0))
}

function minifyModule(operations: object, audiences: readonly Audience[]): Record<string, Minified> {
  const minified: Record<string, Minified> = {}
  for (const [name, operation] of Object.entries(operations)) {
    if (!isContractProcedure(operation)) throw new Error(`'${name}' is not an operation`)
    const { meta, route } = operation['~orpc']
    const { method, path } = route
    if (!audiences.includes((meta as OperationMeta).access)) continue
    if (!method || !path) throw new Error(`'${name}' has no method or path`)
    minified[name] = { '~orpc': { errorMap: {}, meta: {}, route: { method, path } } }
  }
  return minified
}

/** Writes the minified contract that `web/api.ts` imports. */
export async function emitContract(file: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, JSON.stringify(minifyContract()))
}
