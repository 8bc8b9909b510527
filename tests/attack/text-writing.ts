import { randomUUID } from 'node:crypto'
import { newAddress, type TestCaller } from '../../server/testing/test-caller.ts'
import type { TestWorld } from '../../server/testing/test-world.ts'
import { makeScene, type Scene } from '../access/access-scene.ts'
import { fillExample, type Declared } from '../access/declared-operations.ts'
import { written, type TextField } from './hostile-text.ts'
import { everyId, setAnyStage, type Theatre } from './operation-stage.ts'

/** A text that the product took: what it would be found by. */
export type Planted = { field: string; mark: string; text: string }

export type Planting = {
  planted: Planted[]
  /** Fields that took no hostile text at all, and what they said. */
  refused: Record<string, string>
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
  /(^|\.)(contentHash|code|formVersion|teeth\.\d+|passkeyId|assigneeId|website|tooth|factor|chosen\.\d+)$/

const isWriting = ({ method, input }: Declared) => method !== 'GET' && input !== null

type Attempt = { declared: Declared; caller: TestCaller; ids: Record<string, string>; world: TestWorld }
type Field = TextField & { level: number; mark: string }

let marks = 0
const newMark = () => `hostile-${++marks}z`

/** Every text that an operation takes, as its example has them. */
function fieldsOf({ input, meta }: Declared): Field[] {
  const found: Field[] = []
  const note = (field: TextField) => {
    if (!references.test(field.path)) found.push({ ...field, level: 0, mark: newMark() })
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

async function attempt({ declared, caller, ids, world }: Attempt, fields: readonly Field[]) {
  const byPath = new Map(fields.map((field) => [field.path, textOf(field) ?? undefined]))
  const input = written(declared.input!, fillExample(declared.meta.example, ids), {
    path: '',
    write: ({ path }) => byPath.get(path),
  }) as Input
  const settling = await settled[declared.name]?.(world, input)
  return caller.send(declared.request({ ...input, ...settling }), {
    from: newAddress(),
    idempotencyKey: randomUUID(),
  })
}

/** Whether what was told to be wrong with an input is this field, or part of it. */
const isMeant = (told: readonly { field: string }[] | undefined, { path }: Field) =>
  told?.some(({ field }) => path === field || path.startsWith(`${field}.`) || field.startsWith(`${path}.`))

type Input = Record<string, unknown>

async function settingsVersion({ owner, a }: TestWorld): Promise<{ version: number }> {
  const { rows } = await owner.query<{ version: number }>(
    'select settings_version as version from clinics where id = $1',
    [a.id],
  )
  return rows[0]!
}

/** What cannot be taken from an example, since it depends on what is there or has to be part of a text. */
const settled: Record<string, (world: TestWorld, input: Input) => Promise<Input>> = {
  'clinicSettings.changeProfile': settingsVersion,
  'directory.changeFacts': settingsVersion,
  'messages.changeText': async (_world, { text }) => ({ text: `${String(text)} {link}` }),
}

/** Writes as hostile as each field takes; those that take nothing are told. */
async function plant(
  theatre: Theatre,
  declared: Declared,
): Promise<{ planted: Field[]; refused: [string, string][] }> {
  let fields = fieldsOf(declared).filter((field) => textOf(field) !== null)
  const refused: [string, string][] = []
  const drop = (dropped: readonly Field[], why: string) => {
    for (const { path } of dropped) refused.push([`${declared.name} ${path}`, why])
    fields = fields.filter((field) => !dropped.includes(field))
  }
  let isFresh = false
  while (fields.length > 0) {
    const { permitted, ids } = await setAnyStage(isFresh ? { ...theatre, ready: null } : theatre, declared)
    const answer = await attempt({ declared, caller: permitted[0]!, ids, world: theatre.world }, fields)
    if (!answer.error) return { planted: fields, refused }
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

/** Puts hostile text wherever the product takes text, as whoever may write it. */
export async function plantEverywhere(world: TestWorld, order: readonly Declared[]): Promise<Planting> {
  const scene = await makeScene(world.a, everyId)
  const theatre: Theatre = { world, clinic: world.a, ready: scene }
  const all: Planted[] = []
  const told: [string, string][] = []
  for (const declared of order.filter(isWriting)) {
    const { planted, refused } = await plant(theatre, declared)
    for (const field of planted)
      all.push({ field: `${declared.name} ${field.path}`, mark: field.mark, text: textOf(field)! })
    told.push(...refused)
  }
  return { planted: all, refused: Object.fromEntries(told), scene }
}
