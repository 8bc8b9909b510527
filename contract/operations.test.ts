import type { AnyContractProcedure } from '@orpc/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { maxBase64Length } from './encoded-files.ts'
import { permissionsAccepted } from './access.ts'
import { contract, files } from './index.ts'
import type { FileRoute, OperationMeta } from './kit.ts'
import type { Audience } from './access.ts'
import { httpStatusByCode } from './errors.ts'
import { foreign_file_bytes_max } from './limits.ts'
import { extraFlags, permissions } from './permissions.ts'

type Named = { name: string; method: string; path: string; input: z.ZodType; meta: OperationMeta }

function operationsOf(node: object, prefix = ''): Named[] {
  return Object.entries(node).flatMap(([key, value]: [string, object]) => {
    const name = prefix + key
    if ('kind' in value) {
      const { method, path, params, meta } = value as FileRoute<Audience, z.ZodType>
      return [{ name, method, path, input: params, meta }]
    }
    if (!('~orpc' in value)) return operationsOf(value, `${name}.`)
    const { route, meta, inputSchema } = (value as AnyContractProcedure)['~orpc']
    return [
      {
        name,
        method: route.method!,
        path: route.path!,
        input: inputSchema as z.ZodType,
        meta: meta as OperationMeta,
      },
    ]
  })
}

const operations = [...operationsOf(contract), ...operationsOf(files, 'files.')]
const pathPatternByAudience: Record<Audience, RegExp> = {
  anyone:
    /^\/api\/(logos|videos|template-previews|template-file\.schema\.json|sign-in|sign-out|session|password-reset|registration|patient\/(link-requests|home-links|home-sessions|home\/(openings|departure)|kiosks)|supporter\/links|evidence\/questions|enquiries|status|fhir\/metadata|fhir\/\.well-known|smart\/token|embed)(\/|$)/,
  link: /^\/api\/patient\/links\/\{accessToken\}/,
  patient: /^\/api\/patient\/(consents\/(\{|:)consentId|home$)/,
  supporter: /^\/api\/supporter\/views\//,
  account: /^\/api\/account(\/|$)/,
  clinic: /^\/api\/clinic\//,
  group: /^\/api\/group\//,
  admin: /^\/api\/admin\//,
  setup: /^\/api\/setup(\/|$)/,
  provider: /^\/api\/provider\//,
  integration: /^\/api\/(fhir|scim\/v2)\//,
  program: /^\/api\/(v1|fhir\/(?:Patient|Appointment|Subscription))(\/|$)/,
}

/** What stands where a library's own words would: its messages are asked for last of all. */
const defaultZodWording = 'library words'
const wrongValues = [
  ...[undefined, null, true, '', ' ', 'x', '\u0007', 'x'.repeat(100_000), Number.NaN, -1, 1.5, 1e15],
  ...[[], [null], [[]], {}, { x: 1 }, Array.from({ length: 300 }, () => ({})), Array(600).fill('x')],
]

/** The same with another value at one place, for each place: those of the example, and the schema's own fields. */
function* invalidVariants(value: unknown, names: string[] = []): Generator {
  yield* wrongValues
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield { ...value, unknown: 1 }
  for (const name of new Set([...Object.keys(value), ...names])) {
    for (const wrong of invalidVariants((value as Record<string, unknown>)[name]))
      yield Array.isArray(value) ? value.with(Number(name), wrong) : { ...value, [name]: wrong }
  }
}

/** Whole sets of templates, and a template beside its English: only for those who may change templates. */
const bodyLimitOverrides: Record<string, number> = {
  'adminTemplateFiles.import': 12 * 1024 * 1024,
  'templateFiles.import': 12 * 1024 * 1024,
  'adminTranslations.save': 560 * 1024,
  'translations.save': 560 * 1024,
  // A list of patients as a file, in base64.
  'patientImports.read': 11_250_348,
  'dayLists.read': 11_250_348,
  // The pages of a signed paper, in base64.
  'paper.takeIn': 27 * 1024 * 1024,
  'paper.addScan': 27 * 1024 * 1024,
  // A record of another system as a PDF, in base64: from whoever administers a practice.
  'foreignRecords.addFile': maxBase64Length(foreign_file_bytes_max) + 64 * 1024,
  // The certificate of a training, in base64.
  'trainings.record': 2_800_303,
  // Files of a support ticket, in base64.
  'adminTickets.answer': 15.5 * 1024 * 1024,
  'tickets.open': 15.5 * 1024 * 1024,
  'tickets.answer': 15.5 * 1024 * 1024,
  // Three signatures, stroke by stroke.
  'signing.sign': 512 * 1024,
  // An X-ray or photograph, in base64.
  'pictures.add': 5.5 * 1024 * 1024,
}
/** Asked with more than an address holds, a text or a plan; nothing is kept. */
const readsByPost = [
  'embeds.read',
  'smartApps.review',
  'documents.previewTemplate',
  'histories.risks',
  'messages.checkText',
  'clinicalNotes.read',
  'singleSignOn.find',
  'evidence.ask',
  'patients.similar',
  'search.find',
  'search.recent',
]

it('has one operation for each method and path', () => {
  const places = operations.map(({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}|:\w+/g, '*')}`)
  expect(new Set(places).size).toBe(places.length)
})

const { localeError } = z.config()
beforeAll(() => void z.config({ localeError: () => defaultZodWording }))
afterAll(() => void z.config(localeError ? { localeError } : {}))

describe.each(operations.map((operation) => [operation.name, operation] as const))(
  '%s',
  (name, { method, path, input, meta }) => {
    it('lies where its audience looks', () => {
      expect(path).toMatch(pathPatternByAudience[meta.access])
    })

    it('writes down what it changes, and reads by GET', () => {
      if (readsByPost.includes(name)) return expect(meta.audit).toBeNull()
      const action = method === 'GET' ? 'nothing.needed' : meta.audit?.done
      expect(action).toMatch(/^[a-z]+(_[a-z]+)*\.[a-z_]+$/)
      expect(meta.idempotent && method === 'GET').toBe(false)
    })

    it('can be undone where it judges what changed once it is done', () => {
      expect(!meta.validatesOnlyChanges || ['clinic', 'admin'].includes(meta.access)).toBe(true)
    })

    it('has an example that its own input accepts', () => {
      const filled = JSON.stringify(meta.example)
        .replaceAll(/":(accessToken|supporterToken)"/g, `"${'t'.repeat(43)}"`)
        .replaceAll(/":(photo|logo)"/g, `"${'a'.repeat(64)}"`)
        .replaceAll('":digestDay"', '"2026-03-02"')
        .replaceAll('":endedQuarter"', '"2026-01-01"')
        .replaceAll(/":\w+"/g, '"0199d6f2-7c1e-7b3a-9a52-4f1de8a0c311"')
      expect(input.safeParse(JSON.parse(filled)).error).toBeUndefined()
    })

    it('refuses in our own words', () => {
      const names = input instanceof z.ZodObject ? Object.keys(input.shape) : []
      for (const wrong of invalidVariants(meta.example, names)) {
        for (const { path, message } of input.safeParse(wrong).error?.issues ?? [])
          expect.soft(message, path.join('.')).not.toMatch(/^library words$|^Invalid|^Too |expected/)
      }
    })

    it('needs permissions that exist, and refuses with codes that exist', () => {
      const known: readonly string[] = [...permissions, ...extraFlags]
      expect(known).toEqual(expect.arrayContaining(meta.needs ? [...permissionsAccepted(meta.needs)] : []))
      for (const { code, message } of Object.values(meta.refusals)) {
        expect(Object.keys(httpStatusByCode)).toContain(code)
        expect(message).not.toBe('')
      }
    })

    it('limits its body', () => {
      expect(meta.bodyBytesMax).toBeLessThanOrEqual(bodyLimitOverrides[name] ?? 280 * 1024)
    })
  },
)

describe('what can be guessed or flooded', () => {
  it.each([
    'identity.signIn',
    'signing.open',
    'signing.verify',
    'signing.requestLink',
    'patientHome.requestLink',
    'patientHome.open',
  ])('%s is limited', (name) => {
    expect(operations.find((operation) => operation.name === name)!.meta.rate).not.toBeNull()
  })
})

describe('actions need what the rulings say', () => {
  const needsOf = (name: string) => {
    const { needs } = operations.find((operation) => operation.name === name)!.meta
    return needs ? [...permissionsAccepted(needs)] : []
  }
  it.each([
    ['patients.create', ['createConsents', 'canEditPatients']],
    ['patients.update', ['createConsents', 'canEditPatients']],
    ['patients.archive', ['createConsents', 'canEditPatients']],
    ['patients.restore', ['createConsents', 'canEditPatients']],
    ['consents.create', ['createConsents']],
    ['consents.update', ['createConsents']],
    ['consents.discard', ['createConsents']],
    ['consents.send', ['createConsents', 'canSendForms']],
    ['consents.finalise', ['finaliseConsents']],
    ['consents.void', ['overrideConsents']],
    ['signing.createLink', ['createConsents', 'canSendForms']],
    ['signing.revokeLink', ['createConsents', 'canSendForms']],
    ['audit.verify', ['accessSettings']],
    ['integrations.createKey', ['canManageBilling']],
    ['integrations.createWebhook', ['canManageBilling']],
    ['integrations.retryWriteBack', ['canManageBilling', 'accessSettings']],
    ['patients.list', []],
    ['templates.list', []],
  ])('%s', (name, needs) => {
    expect(needsOf(name)).toEqual(needs)
  })
})
