import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isContractProcedure } from '@orpc/contract'
import type { Audience } from '../../contract/access.ts'
import { contract } from '../../contract/index.ts'
import type { OperationMeta } from '../../contract/kit.ts'

/**
 * Who asks from which pages. What only those ask who run the platform stands apart: the pages of practices never load it.
 * What is asked on a few pages alone stands apart too, so that every other page does without.
 */
const contractParts = ['app', 'seldom', 'platform'] as const
export type ContractPart = (typeof contractParts)[number]
const rarelyAskedModules = new Set([
  'audit',
  'cleanup',
  'clinicFigures',
  'compliance',
  'dataProtection',
  'dataRequests',
  'dayLists',
  'destructions',
  'embeds',
  'evidence',
  'foreignRecords',
  'improvementActions',
  'inspectionPacks',
  'integrations',
  'patientImports',
  'platformDocuments',
  'policies',
  'practiceGroups',
  'groupBilling',
  'groupBranding',
  'groupEvidence',
  'groupFees',
  'groupPhrases',
  'groupPolicies',
  'groupSignOn',
  'groupTemplates',
  'registration',
  'sampleAudits',
  'search',
  'templateFiles',
  'tickets',
  'trainings',
  'translations',
])

function contractPartOf(module: string, access: Audience): ContractPart | null {
  const isOfPlatform = access === 'admin' || access === 'setup'
  const isOfPages = isOfPlatform || ['anyone', 'account', 'clinic', 'group'].includes(access)
  if (isOfPages && rarelyAskedModules.has(module)) return 'seldom'
  if (isOfPlatform) return 'platform'
  return isOfPages ? 'app' : null
}

type Minified = { '~orpc': { errorMap: object; meta: object; route: { method: string; path: string } } }

/**
 * What a browser needs in order to call the operations of these audiences: method and path in oRPC's
 * shape, without schemas, examples or refusals, so that no validator travels with it.
 */
export function minifyContract(part: ContractPart): Record<string, Record<string, Minified>> {
  const modules = Object.entries(contract).map(
    ([name, operations]) => [name, minifyModule(name, operations, part)] as const,
  )
  return Object.fromEntries(modules.filter(([, operations]) => Object.keys(operations).length > 0))
}

function minifyModule(module: string, operations: object, part: ContractPart): Record<string, Minified> {
  const minified: Record<string, Minified> = {}
  for (const [name, operation] of Object.entries(operations)) {
    if (!isContractProcedure(operation)) throw new Error(`'${name}' is not an operation`)
    const { meta, route } = operation['~orpc']
    const { method, path } = route
    if (contractPartOf(module, (meta as OperationMeta).access) !== part) continue
    if (!method || !path) throw new Error(`'${name}' has no method or path`)
    minified[name] = { '~orpc': { errorMap: {}, meta: {}, route: { method, path } } }
  }
  return minified
}

/** Writes the minified contracts that `web/api.ts` imports, one file for each part. */
export async function emitContract(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const part of contractParts)
    await writeFile(join(folder, `${part}.json`), JSON.stringify(minifyContract(part)))
}
