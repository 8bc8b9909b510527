import type { AnyContractProcedure } from '@orpc/contract'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { permissionsAccepted } from './access.ts'
import { contract, files, streams, uploads, webhooks } from './index.ts'
import type { OperationMeta } from './kit.ts'

type Declared = { name: string; place: string; meta: OperationMeta }

/** Everything that is answered, however it is declared. */
function declaredIn(node: object, prefix: string): Declared[] {
  return Object.entries(node).flatMap(([key, value]: [string, object]) => {
    const name = prefix + key
    if ('~orpc' in value) {
      const { route, meta } = (value as AnyContractProcedure)['~orpc']
      return [{ name, place: `${route.method} ${route.path}`, meta: meta as OperationMeta }]
    }
    if (!('kind' in value)) return declaredIn(value, `${name}.`)
    const { kind, method, path, meta } = value as { kind: string; method: string; path: string } & Declared
    return [{ name, place: `${method} ${path} (${kind})`, meta }]
  })
}

const declared = [
  ...declaredIn(contract, ''),
  ...declaredIn(files, 'files.'),
  ...declaredIn(webhooks, 'webhooks.'),
  ...declaredIn(streams, 'streams.'),
  ...declaredIn(uploads, 'uploads.'),
]

/** What stands between a stranger and the handler, in words: whoever changes one of these changes this list too. */
function demandsOf({
  access,
  needs,
  scope,
  audit,
  rate,
  feature,
  filePaths,
  ...meta
}: OperationMeta): string[] {
  return [
    `${access}${needs ? ` with ${[...permissionsAccepted(needs)].join(' or ')}` : ''}`,
    scope ? `scope ${JSON.stringify(scope)}` : '',
    audit ? `audit ${Object.values(audit).join(', ')}` : meta.isRead ? 'reads' : 'audits nothing',
    meta.reads === 'replica' ? 'may read a replica' : '',
    rate ? `${rate.attempts} in ${rate.seconds} s` : '',
    meta.stepUp ? 'step-up' : '',
    meta.captcha ? 'captcha' : '',
    meta.idempotent ? 'once by its key' : '',
    feature ? `feature ${feature}` : '',
    `${meta.bodyBytesMax} bytes`,
    filePaths.length > 0 ? `files ${filePaths.map(({ path }) => path.join('.')).join(', ')}` : '',
  ].filter(Boolean)
}

it('asks of each caller what is written down in operation-demands.txt', async () => {
  const lines = declared.map(
    ({ name, place, meta }) => `${name}\n  ${[place, ...demandsOf(meta)].join(' · ')}`,
  )
  expect(lines.length).toBeGreaterThan(300)
  await expect(`${lines.toSorted().join('\n')}\n`).toMatchFileSnapshot(
    join(import.meta.dirname, 'operation-demands.txt'),
  )
})
