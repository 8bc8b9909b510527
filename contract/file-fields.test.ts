import type { AnyContractProcedure } from '@orpc/contract'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { encodedFile, fileField, filePathsOf } from './encoded-files.ts'
import { contract, uploads, webhooks } from './index.ts'
import type { OperationMeta } from './kit.ts'

type Named = { name: string; input: z.ZodType; meta: OperationMeta }

function operationsOf(node: object, prefix = ''): Named[] {
  return Object.entries(node).flatMap(([key, value]: [string, object]) => {
    if (!('~orpc' in value)) return operationsOf(value, `${prefix}${key}.`)
    const { meta, inputSchema } = (value as AnyContractProcedure)['~orpc']
    return [{ name: prefix + key, input: inputSchema as z.ZodType, meta: meta as OperationMeta }]
  })
}

const operations = operationsOf(contract)
const written = ({ path, encoding }: { path: string[]; encoding: string }) =>
  `${path.join('.')} as ${encoding}`

/** Every field of an operation that a file comes in by. */
const doors = Object.fromEntries(
  operations
    .map(({ name, input }) => [name, filePathsOf(input).map(written)] as const)
    .filter(([, paths]) => paths.length > 0),
)

/** A schema with everything it is made of, without what is marked as a file. */
function* unmarkedStrings(schema: z.ZodType): Generator<z.ZodType> {
  if (filePathsOf(schema).some(({ path }) => path.length === 0)) return
  if (schema.def.type === 'string') yield schema
  if (schema instanceof z.ZodObject)
    for (const field of Object.values(schema.shape)) yield* unmarkedStrings(field as z.ZodType)
  if (schema instanceof z.ZodArray) yield* unmarkedStrings(schema.element as z.ZodType)
  const { innerType, in: before, out, options = [] } = schema.def as unknown as Inner
  for (const inner of [innerType, before, out, ...options]) if (inner) yield* unmarkedStrings(inner)
}
type Inner = { innerType?: z.ZodType; in?: z.ZodType; out?: z.ZodType; options?: z.ZodType[] }

/** Where zod keeps the definition of a check. */
const internals = '_zod'
type Format = { format?: string; pattern?: RegExp; checks?: { [internals]: { def: Format } }[] }

/** Formats and patterns of a string. */
const formatsOf = (def: Format): Format[] => [
  ...(def.pattern || def.format === 'base64' ? [def] : []),
  ...(def.checks ?? []).flatMap((check) => formatsOf(check[internals].def)),
]

/** Whether a field takes bytes: base64 by its format, or by patterns that all let a file with its padding in. */
function takesBytes(schema: z.ZodType): boolean {
  const formats = formatsOf(schema.def as unknown as Format)
  if (formats.some(({ format }) => format === 'base64')) return true
  const patterns = formats.flatMap(({ pattern }) => pattern ?? [])
  return patterns.length > 0 && patterns.every((pattern) => pattern.test(`${'A'.repeat(4094)}==`))
}

/** More than a form of typed text is sent, and none of it is a file. */
const largeTexts = [
  'adminTemplates.create',
  'adminTemplates.update',
  'adminTranslations.save',
  'capacity.assess',
  'capacity.decide',
  'documents.previewTemplate',
  'groupSignOn.saveSaml',
  'platformDocuments.saveDraft',
  // Strokes of signatures.
  'signing.sign',
  'singleSignOn.saveSaml',
  'templates.create',
  'templates.update',
  'translations.save',
]

it('names every field that a file comes in by', () => {
  expect(doors).toMatchInlineSnapshot(`
    {
      "account.setPhoto": [
        "image as base64",
      ],
      "adminTemplateFiles.import": [
        "files.*.text as text",
      ],
      "adminTickets.answer": [
        "files.*.content as base64",
      ],
      "adminVideos.describe": [
        "thumbnail as data-url",
      ],
      "adminVideos.finish": [
        "thumbnail as data-url",
      ],
      "adminVideos.saveCaptions": [
        "text as text",
      ],
      "clinicSettings.setLogo": [
        "image as base64",
      ],
      "clinicalReviews.importAnswers": [
        "content as base64",
      ],
      "dayLists.read": [
        "content as base64",
      ],
      "fees.import": [
        "content as base64",
      ],
      "foreignRecords.addFile": [
        "content as base64",
      ],
      "groupBranding.setLogo": [
        "image as base64",
      ],
      "groupFees.import": [
        "content as base64",
      ],
      "paper.addScan": [
        "files.* as base64",
      ],
      "paper.takeIn": [
        "files.* as base64",
      ],
      "patientImports.read": [
        "content as base64",
      ],
      "pictures.add": [
        "image as base64",
      ],
      "templateFiles.import": [
        "files.*.text as text",
      ],
      "tickets.answer": [
        "files.*.content as base64",
      ],
      "tickets.open": [
        "files.*.content as base64",
      ],
      "trainings.record": [
        "certificate as base64",
      ],
      "videos.describe": [
        "thumbnail as data-url",
      ],
      "videos.finish": [
        "thumbnail as data-url",
      ],
      "videos.saveCaptions": [
        "text as text",
      ],
    }
  `)
})

it('has no field for bytes that is not marked as a file', () => {
  const found = operations.flatMap(({ name, input }) =>
    [...unmarkedStrings(input)].filter(takesBytes).map(() => name),
  )
  expect(found).toEqual([])
})

it('would find one', () => {
  const forgotten = z.object({ list: z.array(z.object({ file: z.base64().nullable() })) })
  expect([...unmarkedStrings(forgotten)].filter(takesBytes)).toHaveLength(1)
  expect(takesBytes(z.string().base64())).toBe(true)
  const byPattern = z.object({ file: z.string().regex(/^[A-Za-z\d+/]*={0,2}$/) })
  expect([...unmarkedStrings(byPattern)].filter(takesBytes)).toHaveLength(1)
})

it('takes large bodies for files and for listed texts alone', () => {
  const large = operations.filter(({ meta }) => meta.bodyBytesMax > 64 * 1024).map(({ name }) => name)
  expect(large.filter((name) => !(name in doors)).toSorted()).toEqual(largeTexts)
})

it('declares what a scan may answer wherever a file comes in', () => {
  for (const { name, meta } of operations) {
    const declared = ['file-infected', 'file-unchecked'].filter((reason) => reason in meta.refusals)
    expect([name, declared.length]).toEqual([name, name in doors ? 2 : 0])
  }
})

/** Bodies of any kind: videos are scanned by a job, and of webhooks `mailReply` alone brings files, which its handler scans. */
it('knows every other way in', () => {
  expect(Object.keys(uploads)).toEqual(['videos'])
  expect(Object.keys(webhooks).toSorted()).toEqual(['mailNews', 'mailReply', 'smsNews', 'stripe'])
})

it('finds files in lists, and where they may be missing or are narrowed', () => {
  const schema = z.object({
    one: encodedFile(10).nullable().default(null),
    many: z.array(z.object({ text: fileField('text', z.string()).min(1) })).min(1),
    other: z.string(),
  })
  expect(filePathsOf(schema).map(written)).toEqual(['one as base64', 'many.*.text as text'])
})
