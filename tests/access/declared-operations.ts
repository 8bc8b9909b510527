import type { AnyContractProcedure } from '@orpc/contract'
import type { InjectOptions } from 'fastify'
import { permissionsAccepted, type Audience } from '../../contract/access.ts'
import { contract, files, streams, uploads, webhooks } from '../../contract/index.ts'
import type { OperationMeta, Route, RouteKind, UploadRoute } from '../../contract/kit.ts'
import type { z } from 'zod'
import { buildRequest } from '../../server/testing/test-caller.ts'
import { videoBytes } from '../../server/testing/test-upload.ts'

type Input = Record<string, unknown>

/** One thing the product answers, whether operation or file, as the access test needs to know it. */
export type DeclaredOperation = {
  name: string
  method: string
  /** As the HTTP server writes it: `/api/clinic/patients/:patientId`. */
  path: string
  kind: 'operation' | 'webhook' | 'upload' | RouteKind
  access: Audience
  /** Permissions one of which is needed; none when being signed in is enough. */
  anyOf: readonly string[]
  meta: OperationMeta
  /** Names of the fixture's ids in its example. */
  ids: string[]
  /** What is taken; null where a body is no JSON of ours. */
  input: z.core.$ZodType | null
  request(input: Input): InjectOptions
}

/** A name of an id in quotes, alone or as a FHIR reference: `:patientId`, `Patient/:patientId`. */
const namedId = /"([A-Z]\w*\/)?:(\w+)"/g

const idsIn = (example: unknown): string[] => [
  ...new Set(Array.from(JSON.stringify(example).matchAll(namedId), ([, , name]) => name!)),
]

const describe = (meta: OperationMeta) => ({
  meta,
  access: meta.access,
  anyOf: meta.needs ? permissionsAccepted(meta.needs) : [],
  ids: idsIn(meta.example),
  input: null,
})

function operationsOf(node: object, prefix = ''): DeclaredOperation[] {
  return Object.entries(node).flatMap(([key, value]: [string, object]) => {
    if (!('~orpc' in value)) return operationsOf(value, `${prefix}${key}.`)
    const operation = value as AnyContractProcedure
    const { method, path } = operation['~orpc'].route
    const declared = describe(operation['~orpc'].meta as OperationMeta)
    const name = prefix + key
    const request = (input: Input) => buildRequest(operation, input)
    return [
      {
        ...declared,
        name,
        kind: 'operation',
        method: method!,
        input: (operation['~orpc'].inputSchema as z.core.$ZodType | undefined) ?? null,
        path: path!.replaceAll(/\{(\w+)\}/g, ':$1'),
        request,
      },
    ]
  })
}

/** What is posted as text is a form. */
const formHeaders = { 'content-type': 'application/x-www-form-urlencoded' }

function filesOf(node: object, prefix: string): DeclaredOperation[] {
  return Object.entries(node).flatMap(([key, value]: [string, object]) => {
    if (!('kind' in value)) return filesOf(value, `${prefix}${key}.`)
    const { kind, method, path, params, meta } = value as Route<Audience, z.ZodType>
    const inPath = new Set(Array.from(path.matchAll(/:(\w+)/g), ([, name]) => name!))
    const request = (input: Input): InjectOptions => ({
      method,
      // What stays open is never answered to its end.
      ...(kind === 'stream' ? { payloadAsStream: true } : {}),
      url: path.replaceAll(/:(\w+)/g, (_whole, name: string) => encodeURIComponent(String(input[name]))),
      query: Object.fromEntries(
        Object.entries(input).flatMap(([name, given]) =>
          inPath.has(name) || name === 'body' ? [] : [[name, String(given)]],
        ),
      ),
      ...('body' in input ? { payload: input['body'] as object } : {}),
      ...(typeof input['body'] === 'string' ? { headers: formHeaders } : {}),
    })
    return [{ ...describe(meta), name: prefix + key, kind, method, path, input: params, request }]
  })
}

const webhooksOf = (): DeclaredOperation[] =>
  Object.entries(webhooks).map(([key, { kind, method, path, meta }]) => ({
    ...describe(meta),
    ...{ name: `webhooks.${key}`, kind, method, path },
    request: () => ({
      method,
      url: path,
      headers: { 'content-type': 'application/json' },
      payload: String(meta.example),
    }),
  }))

const tus = { 'tus-resumable': '1.0.0' }
/** `filename a.mp4,filetype video/mp4`. */
const tusMetadata = 'filename YS5tcDQ=,filetype dmlkZW8vbXA0'

/** Beginning an upload, sending it on and cancelling it: each is admitted in its own right. */
const uploadsOf = ([key, { kind, path, meta }]: [string, UploadRoute]): DeclaredOperation[] => {
  const one = `${path}/:uploadId`
  const url = ({ uploadId }: Input) => `${path}/${String(uploadId)}`
  const offset = { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }
  const begun = { ...tus, 'upload-length': '500', 'upload-metadata': tusMetadata }
  return [
    {
      ...describe({ ...meta, example: {} }),
      ...{ name: `uploads.${key}.begin`, kind, method: 'POST', path },
      request: () => ({ method: 'POST', url: path, headers: begun }),
    },
    {
      ...describe(meta),
      ...{ name: `uploads.${key}.sendOn`, kind, method: 'PATCH', path: one },
      request: (input) => ({
        method: 'PATCH',
        url: url(input),
        headers: { ...tus, ...offset },
        payload: videoBytes(),
      }),
    },
    {
      ...describe(meta),
      ...{ name: `uploads.${key}.cancel`, kind, method: 'DELETE', path: one },
      request: (input) => ({ method: 'DELETE', url: url(input), headers: tus }),
    },
  ]
}

/** Everything that is declared: whatever is added to the contract is here the day it is added. */
export const declaredOperations: DeclaredOperation[] = [
  ...operationsOf(contract),
  ...filesOf(files, 'files.'),
  ...webhooksOf(),
  ...filesOf(streams, 'streams.'),
  ...Object.entries<UploadRoute>(uploads.videos).flatMap(uploadsOf),
]

/** The example with the fixture's ids in place of their names. */
export function fillExample(example: unknown, ids: Record<string, string>): Input {
  const text = JSON.stringify(example).replaceAll(
    namedId,
    (_whole, type: string | undefined, name: string) => {
      const id = ids[name]
      if (id === undefined) throw new Error(`The access fixture has no '${name}'`)
      return JSON.stringify((type ?? '') + id)
    },
  )
  return JSON.parse(text) as Input
}
