import { sha256, textOf, type Bytes } from './bytes.ts'
import { eventHashInput, bundlePaths, type ChainedEvent, type Manifest, type Part } from './bundle-format.ts'
import { toCanonicalText, parseCanonicalText } from './canonical-text.ts'
import type { Findings } from './check-result.ts'

export type JsonObject = Record<string, unknown>

/** The contents of a bundle by path. */
export type Contents = ReadonlyMap<string, Bytes>

/** A part that is JSON, as written; undefined where there is none or it cannot be read. */
const readJsonPart = (contents: Contents, path: string): unknown => {
  const content = contents.get(path)
  return content && parseCanonicalText(textOf(content))
}

const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const readJsonObject = (contents: Contents, path: string): JsonObject | undefined => {
  const value = readJsonPart(contents, path)
  return isJsonObject(value) ? value : undefined
}

const readList = (contents: Contents, path: string): JsonObject[] => {
  const value = readJsonPart(contents, path)
  return Array.isArray(value) ? value.filter(isJsonObject) : []
}

const hashOf = (value: unknown): Promise<string> => sha256(toCanonicalText(value))

export const readEvents = (contents: Contents): ChainedEvent[] =>
  readList(contents, bundlePaths.events).filter(
    (event): event is JsonObject & ChainedEvent =>
      typeof event.number === 'number' &&
      typeof event.event === 'string' &&
      typeof event.hash === 'string' &&
      isJsonObject(event.details),
  )

/** Whether the events are linked, from the first to the head that the manifest names. */
export async function checkChain(contents: Contents, manifest: Manifest, { add }: Findings): Promise<void> {
  const events = readEvents(contents)
  for (const [place, event] of events.entries()) {
    const isLinked =
      event.number === place + 1 &&
      event.previousHash === (events[place - 1]?.hash ?? '') &&
      event.clinicId === manifest.clinicId &&
      event.consentId === manifest.consentId &&
      event.hash === (await hashOf(eventHashInput(event)))
    if (isLinked) continue
    const name = `event ${place + 1} (${event.event})`
    return add(
      bundlePaths.events,
      name,
      'It is not what its hash says, or does not follow the event before it.',
    )
  }
  if (events.length !== manifest.events || events.at(-1)?.hash !== manifest.head)
    add(bundlePaths.events, 'the list of events', 'Events are missing at the end, or there are too many.')
}

const detailsOf = (events: readonly ChainedEvent[], ...names: string[]): JsonObject | undefined =>
  events.find(({ event }) => names.includes(event))?.details

const matchesFacts = (details: JsonObject | undefined, facts: JsonObject): boolean =>
  Object.entries(facts).every(([name, fact]) => details?.[name] === fact)

/** Whether the text is the one that was sent and signed, and its readable page shows every part of it. */
export async function checkConsentText(contents: Contents, { add }: Findings): Promise<void> {
  const events = readEvents(contents)
  const content = readJsonObject(contents, bundlePaths.text)
  const contentHash = content && (await hashOf(content))
  if (!matchesFacts(detailsOf(events, 'consent.sent', 'consent.verbal'), { contentHash }))
    add(bundlePaths.text, 'the text', 'It is not the text that was fixed when it was sent.')
  for (const event of ['consent.signed', 'consent.finalised']) {
    const details = detailsOf(events, event)
    if (details && !matchesFacts(details, { contentHash }))
      add(bundlePaths.text, 'the text', `It is not the text that the event ${event} names.`)
  }
  const page = textOf(contents.get(bundlePaths.textPage) ?? new Uint8Array()) ?? ''
  const sections = Array.isArray(content?.sections) ? content.sections.filter(isJsonObject) : []
  for (const [place, section] of sections.entries())
    if (typeof section.content === 'string' && !page.includes(section.content))
      add(
        bundlePaths.textPage,
        `the readable text of part ${place + 1}`,
        'It is not the text that was signed.',
      )
}

/** Whether the signature and the countersignature are those that the chain names. */
export async function checkSignatures(contents: Contents, { add }: Findings): Promise<void> {
  const events = readEvents(contents)
  const signed = detailsOf(events, 'consent.signed')
  const signature = readJsonObject(contents, bundlePaths.signature)
  if (signed || signature) {
    const markHash = signature && (await hashOf(signature.mark))
    const { name, signerRole, contentHash, declined, statements } = signature ?? {}
    const holds =
      signature?.markHash === markHash &&
      matchesFacts(signed, { name, signerRole, markHash, contentHash }) &&
      toCanonicalText(declined ?? []) === toCanonicalText(signed?.declined ?? []) &&
      toCanonicalText(statements) === toCanonicalText(readJsonObject(contents, bundlePaths.text)?.statements)
    if (!holds) add(bundlePaths.signature, 'the signature', 'It is not the signature that the chain names.')
  }
  const finalised = detailsOf(events, 'consent.finalised')
  const countersignature = readJsonObject(contents, bundlePaths.countersignature)
  if (!finalised && !countersignature) return
  const { name, gdcNumber, contentHash } = countersignature ?? {}
  if (!countersignature || !matchesFacts(finalised, { name, gdcNumber, contentHash }))
    add(bundlePaths.countersignature, 'the countersignature', 'It is not the one that the chain names.')
}

/** Whether the questions and answers are those that the chain names, no more and no fewer. */
export async function checkQuestions(contents: Contents, { add }: Findings): Promise<void> {
  const told = readEvents(contents).filter(({ event }) => event.startsWith('question.'))
  const entries = readList(contents, bundlePaths.questions)
  const fault = 'They are not the questions and answers that the chain names.'
  if (told.length !== entries.length) return add(bundlePaths.questions, 'the questions and answers', fault)
  for (const entry of entries) {
    const { consentId, number, questionId, kind, part, partTitle, isBlocking, mode, why, text, byName } =
      entry
    const hash = await hashOf([
      ...[consentId, number, questionId, kind, part, partTitle, isBlocking, mode, why, text, byName],
    ])
    const isTold = told.some(
      ({ event, details }) =>
        event === `question.${String(kind)}` && matchesFacts(details, { entry: number, hash }),
    )
    if (!isTold) add(bundlePaths.questions, `entry ${String(number)} of the questions and answers`, fault)
  }
}

/** Whether what the chain names by its hash stands in this part. */
export function checkHashedPart(contents: Contents, { path, title, tells }: Part, { add }: Findings): void {
  const hashes = new Set(readList(contents, path).map(({ hash }) => hash))
  const told = readEvents(contents).filter(({ event }) => tells?.includes(event))
  const isWhole = told.every(({ details: { hash } }) => hash === undefined || hashes.has(hash))
  if (!isWhole) add(path, title, 'It is not what the chain names.')
}

/** Whether the scans of signed paper are those that the chain names, by their hashes. */
export async function checkScans(contents: Contents, { add }: Findings): Promise<void> {
  const told = readEvents(contents).flatMap(({ event, details }) => {
    if (event === 'consent.scan_added') return [details]
    return event === 'consent.signed' && details.kind === 'paper' ? [{ ...details, number: 1 }] : []
  })
  const scans = readList(contents, bundlePaths.scans)
  const fault = 'The scans are not those that were taken in.'
  if (told.length !== scans.length) return add(bundlePaths.scans, 'the list of scans', fault)
  for (const { number, files } of scans) {
    const hashes = Array.isArray(files) ? files.filter(isJsonObject).map((file) => file.sha256) : []
    const scan = await hashOf(hashes)
    if (!told.some((each) => matchesFacts(each, { number, scan })))
      add(bundlePaths.scans, `scan ${String(number)} of the paper`, fault)
    for (const file of Array.isArray(files) ? files.filter(isJsonObject) : []) {
      const path = bundlePaths.scan(String(file.sha256), String(file.type))
      const bytes = contents.get(path)
      if (!bytes) add(path, `a file of scan ${String(number)} of the paper`, 'It is missing.')
      else if ((await sha256(bytes)) !== file.sha256)
        add(path, `a file of scan ${String(number)} of the paper`, 'It is not what was sealed.')
    }
  }
}
