import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isContractProcedure } from '@orpc/contract'
import type { Audience } from '../../contract/access.ts'
import { contract } from '../../contract/index.ts'
import type { OperationMeta } from '../../contract/kit.ts'

/**
 * Who asks from which pages. What only those ask who run the platform stands apart: the pages of practices never load it.
 */
const audiencesOf = {
  app: ['anyone', 'account', 'clinic'],
  platform: ['admin', 'setup'],
} as const satisfies Record<string, readonly Audience[]>
export type ContractPart = keyof typeof audiencesOf

type Minified = { '~orpc': { errorMap: object; meta: object; route: { method: string; path: string } } }

/**
 * What a browser needs in order to call the operations of these audiences: method and path in oRPC's
 * shape, without schemas, examples or refusals, so that no validator travels with it.
 */
export function minifyContract(part: ContractPart): Record<string, Record<string, Minified>> {
  const audiences = audiencesOf[part]
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

/** Writes the minified contracts that `web/api.ts` imports, one file for each part. */
export async function emitContract(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const part of Object.keys(audiencesOf) as ContractPart[])
    await writeFile(join(folder, `${part}.json`), JSON.stringify(minifyContract(part)))
}
