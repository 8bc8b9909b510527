import { randomUUID } from 'node:crypto'
import { newAddress, type TestCaller } from '../../server/testing/test-caller.ts'
import type { TestWorld } from '../../server/testing/test-world.ts'
import { makeScene, type Scene } from '../access/access-scene.ts'
import { fillExample, type Declared } from '../access/declared-operations.ts'
import { written, type TextField } from './hostile-text.ts'
import { everyId, setAnyStage, type Theatre } from './operation-stage.ts'
import { settledInputs, type Input } from './settled-inputs.ts'

/** A text that the product took: what it would be found by. */
export type Planted = { field: string; mark: string; text: string }

export type Planting = {
  planted: Planted[]
  /** Fields that took no hostile text at all, and what they said. */
  refused: Record<string, string>
  /** What the texts were written to, by what it is called in an address: `consentId`. */
  places: Record<string, string[]>
  scene: Scene
}

type Plant = (mark: string) => string

/** The most hostile first: what a field does not take as it is, it is offered more plainly. */
const plants: Plant[] = [
  (mark) =>
    `=1+1\r\nBcc: evil@evil.example\r\n\r\n{{7*7}}\${7*7}\u202E\u2066<img id=${mark} src=x onerror=alert(1)>`,
  (mark) => `=1+1{{7*7}}\${7*7}"'><script id=${mark}>alert(1)</script>`,
  (mark) => `=1+1"'><img id=${mark} src=x onerror=alert(1)>`,
  (mark) => `=<b id=${mark}>`,
]

/** Texts that name something, are a code or are compared with one: no words of anybody's choice. */
const references =
  /(^|\.)(contentHash|code|formVersion|teeth\.\d+|passkeyId|assigneeId|website|tooth|factor|chosen\.\d+|email|login|password|current|vatNumber|colour|inrValue|inrDate|reviewOn\.text|libraryIds\.\d+|response\.id)$/

/** The same, where other operations take words of this name. */
const compared = new Set([
  'account.confirmPhone phone',
  'account.sendPhoneCode phone',
  'adminTreatments.removeSubtype name',
  'adminTreatments.renameSubtype name',
  'adoptions.adopt treatmentType',
  'capacity.decide name',
  'clinicSettings.close name',
  'consents.finalise name',
  'dayLists.bringIn seen',
  'identity.checkPhoneCode phone',
  'identity.sendEmailLink to',
  'identity.sendPhoneCode phone',
  'identity.startProvider to',
  'patientHome.open firstName',
  // Takes headings, lists and links, and no markup of a page.
  'platformDocuments.saveDraft text',
  'setupChecks.run recipient',
  'setupWizard.keepMail from',
  'signing.sign mark.typed',
  'treatments.removeSubtype name',
  'treatments.renameSubtype name',
  'understanding.answer question',
  'understanding.talk question',
])

const isWriting = ({ method, input }: Declared) => method !== 'GET' && input !== null

type Attempt = { declared: Declared; caller: TestCaller; ids: Record<string, string>; theatre: Theatre }
type Field = TextField & { level: number; mark: string }

let marks = 0
const newMark = () => `hostile-${++marks}z`

/** Every text that an operation takes, as its example has them. */
function fieldsOf({ name, input, meta }: Declared): Field[] {
  const found: Field[] = []
  const note = (field: TextField) => {
    if (!references.test(field.path) && !compared.has(`${name} ${field.path}`))
      found.push({ ...field, level: 0, mark: newMark() })
    return undefined
  }
  written(input!, meta.example, { path: '', write: note })
  return found
}

const textOf = ({ level, mark, max }: Field): string | null =>
  plants
    .slice(level)
    .map((plant) => plant(mark))
    .find((text) => text.length <= max) ?? null

async function attempt({ declared, caller, ids, theatre }: Attempt, fields: readonly Field[]) {
  const byPath = new Map(fields.map((field) => [field.path, textOf(field) ?? undefined]))
  const example = written(declared.input!, fillExample(declared.meta.example, ids), {
    path: '',
    write: ({ path }) => byPath.get(path),
  }) as Input
  const { world, clinic } = theatre
  const settling = await settledInputs[declared.name]?.({ world, clinic, caller, input: example })
  const input = { ...example, ...settling }
  const answer = await caller.send(declared.request(input), {
    from: newAddress(),
    idempotencyKey: randomUUID(),
  })
  return { answer, input }
}

/** Whether what was told to be wrong with an input is this field, or part of it. */
const isMeant = (told: readonly { field: string }[] | undefined, { path }: Field) =>
  told?.some(({ field }) => path === field || path.startsWith(`${field}.`) || field.startsWith(`${path}.`))

/** Writes as hostile as each field takes; those that take nothing are told. */
async function plant(
  theatre: Theatre,
  declared: Declared,
): Promise<{ planted: Field[]; refused: [string, string][]; input?: Input; made?: string | undefined }> {
  let fields = fieldsOf(declared).filter((field) => textOf(field) !== null)
  const refused: [string, string][] = []
  const drop = (dropped: readonly Field[], why: string) => {
    for (const { path } of dropped) refused.push([`${declared.name} ${path}`, why])
    fields = fields.filter((field) => !dropped.includes(field))
  }
  let isFresh = false
  while (fields.length > 0) {
    const own = isFresh ? { ...theatre, ready: null } : theatre
    const { permitted, ids } = await setAnyStage(own, declared)
    const { answer, input } = await attempt({ declared, caller: permitted[0]!, ids, theatre: own }, fields)
    if (!answer.error)
      return { planted: fields, refused, input, made: (answer.body as { id?: string } | null)?.id }
    const told = answer.error.details.fields
    const meant = fields.filter((field) => isMeant(told, field))
    const lowered = meant.length > 0 ? meant : fields
    const last = lowered.filter((field) => field.level === plants.length - 1)
    for (const field of lowered) field.level = Math.min(field.level + 1, plants.length - 1)
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
const madeBy: Record<string, string> = {
  consents: 'consentId',
  dataProtection: 'breachId',
  dataRequests: 'requestId',
  patients: 'patientId',
  templates: 'templateId',
  tickets: 'ticketId',
  videos: 'videoId',
}

/** Puts hostile text wherever the product takes text, as whoever may write it. */
export async function plantEverywhere(world: TestWorld, order: readonly Declared[]): Promise<Planting> {
  const scene = await makeScene(world.a, everyId)
  const theatre: Theatre = { world, clinic: world.a, ready: scene }
  const all: Planted[] = []
  const told: [string, string][] = []
  const places: Record<string, string[]> = {}
  const note = (name: string, id: unknown) => {
    if (typeof id === 'string') (places[name] ??= []).push(id)
  }
  for (const declared of order.filter(isWriting)) {
    const { planted, refused, input = {}, made } = await plant(theatre, declared)
    for (const field of planted)
      all.push({ field: `${declared.name} ${field.path}`, mark: field.mark, text: textOf(field)! })
    told.push(...refused)
    for (const [name, id] of Object.entries(input)) if (name.endsWith('Id')) note(name, id)
    note(madeBy[declared.name.split('.')[0]!] ?? '', made)
  }
  return { planted: all, refused: Object.fromEntries(told), places, scene }
}
