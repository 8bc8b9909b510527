import { sha256, textOf, type Bytes } from './bytes.ts'
import { eventText, paths, type ChainedEvent, type Manifest } from './bundle-format.ts'
import { canonical, readCanonical } from './canonical-text.ts'
import type { Findings } from './verdict.ts'

export type Said = Record<string, unknown>

/** The contents of a bundle by path. */
export type Contents = ReadonlyMap<string, Bytes>

/** A part that is JSON, as written; undefined where there is none or it cannot be read. */
const readPart = (contents: Contents, path: string): unknown => {
  const content = contents.get(path)
  return content && readCanonical(textOf(content))
}

const isSaid = (value: unknown): value is Said =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const readSaid = (contents: Contents, path: string): Said | undefined => {
  const value = readPart(contents, path)
  return isSaid(value) ? value : undefined
}

const readList = (contents: Contents, path: string): Said[] => {
  const value = readPart(contents, path)
  return Array.isArray(value) ? value.filter(isSaid) : []
}

const hashOf = (value: unknown): Promise<string> => sha256(canonical(value))

export const readEvents = (contents: Contents): ChainedEvent[] =>
  readList(contents, paths.events).filter(
    (event): event is Said & ChainedEvent =>
      typeof event.number === 'number' &&
      typeof event.event === 'string' &&
      typeof event.hash === 'string' &&
      isSaid(event.details),
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
      event.hash === (await hashOf(eventText(event)))
    if (isLinked) continue
    const name = `event ${place + 1} (${event.event})`
    return add(paths.events, name, 'It is not what its hash says, or does not follow the event before it.')
  }
  if (events.length !== manifest.events || events.at(-1)?.hash !== manifest.head)
    add(paths.events, 'the list of events', 'Events are missing at the end, or there are too many.')
}

const detailsOf = (events: readonly ChainedEvent[], ...names: string[]): Said | undefined =>
  events.find(({ event }) => names.includes(event))?.details

const says = (details: Said | undefined, facts: Said): boolean =>
  Object.entries(facts).every(([name, fact]) => details?.[name] === fact)

/** Whether the text is the one that was sent and signed, and its readable page shows every part of it. */
export async function checkText(contents: Contents, { add }: Findings): Promise<void> {
  const events = readEvents(contents)
  const content = readSaid(contents, paths.text)
  const contentHash = content && (await hashOf(content))
  if (!says(detailsOf(events, 'consent.sent', 'consent.verbal'), { contentHash }))
    add(paths.text, 'the text', 'It is not the text that was fixed when it was sent.')
  for (const event of ['consent.signed', 'consent.finalised']) {
    const details = detailsOf(events, event)
    if (details && !says(details, { contentHash }))
      add(paths.text, 'the text', `It is not the text that the event ${event} names.`)
  }
  const page = textOf(contents.get(paths.textPage) ?? new Uint8Array()) ?? ''
  const sections = Array.isArray(content?.sections) ? content.sections.filter(isSaid) : []
  for (const [place, section] of sections.entries())
    if (typeof section.content === 'string' && !page.includes(section.content))
      add(paths.textPage, `the readable text of part ${place + 1}`, 'It is not the text that was signed.')
}

/** Whether the signature and the countersignature are those that the chain names. */
export async function checkSignatures(contents: Contents, { add }: Findings): Promise<void> {
  const events = readEvents(contents)
  const signed = detailsOf(events, 'consent.signed')
  const signature = readSaid(contents, paths.signature)
  if (signed || signature) {
    const markHash = signature && (await hashOf(signature.mark))
    const { name, signerRole, contentHash, declined, statements } = signature ?? {}
    const holds =
      signature?.markHash === markHash &&
      says(signed, { name, signerRole, markHash, contentHash }) &&
      canonical(declined ?? []) === canonical(signed?.declined ?? []) &&
      canonical(statements) === canonical(readSaid(contents, paths.text)?.statements)
    if (!holds) add(paths.signature, 'the signature', 'It is not the signature that the chain names.')
  }
  const finalised = detailsOf(events, 'consent.finalised')
  const countersignature = readSaid(contents, paths.countersignature)
  if (!finalised && !countersignature) return
  const { name, gdcNumber, contentHash } = countersignature ?? {}
  if (!countersignature || !says(finalised, { name, gdcNumber, contentHash }))
    add(paths.countersignature, 'the countersignature', 'It is not the one that the chain names.')
}

/** Whether the questions and answers are those that the chain names, no more and no fewer. */
export async function checkQuestions(contents: Contents, { add }: Findings): Promise<void> {
  const told = readEvents(contents).filter(({ event }) => event.startsWith('question.'))
  const entries = readList(contents, paths.questions)
  const fault = 'They are not the questions and answers that the chain names.'
  if (told.length !== entries.length) return add(paths.questions, 'the questions and answers', fault)
  for (const entry of entries) {
    const { consentId, number, questionId, kind, part, partTitle, isBlocking, mode, why, text, byName } =
      entry
    const hash = await hashOf([
      ...[consentId, number, questionId, kind, part, partTitle, isBlocking, mode, why, text, byName],
    ])
    const isTold = told.some(
      ({ event, details }) => event === `question.${String(kind)}` && says(details, { entry: number, hash }),
    )
    if (!isTold) add(paths.questions, `entry ${String(number)} of the questions and answers`, fault)
  }
}

/** Whether what was told of watching videos is linked, and what the chain names of it is what was told. */
export async function checkViewings(contents: Contents, { add }: Findings): Promise<void> {
  const told = readEvents(contents).filter(({ event }) => event.startsWith('viewing.'))
  const entries = readList(contents, paths.viewings)
  const fault = 'It is not what the chain names of how the video was watched.'
  let previous = ''
  for (const [at, entry] of entries.entries()) {
    const { consentId, number, videoId, kind, showing, showingNumber, said, hash } = entry
    const own = [consentId, number, videoId, kind, showing, showingNumber, said, entry.at]
    const isLinked = number === at + 1 && hash === (await hashOf([previous, ...own]))
    if (!isLinked) return add(paths.viewings, `entry ${at + 1} of how the video was watched`, fault)
    previous = String(hash)
  }
  const isTold = told.every(({ details }) => entries[Number(details.entry) - 1]?.hash === details.hash)
  if (!isTold) add(paths.viewings, 'how the video was watched', fault)
}

/** Whether the scans of signed paper are those that the chain names, by their hashes. */
export async function checkScans(contents: Contents, { add }: Findings): Promise<void> {
  const told = readEvents(contents).flatMap(({ event, details }) => {
    if (event === 'consent.scan_added') return [details]
    return event === 'consent.signed' && details.kind === 'paper' ? [{ ...details, number: 1 }] : []
  })
  const scans = readList(contents, paths.scans)
  const fault = 'The scans are not those that were taken in.'
  if (told.length !== scans.length) return add(paths.scans, 'the list of scans', fault)
  for (const { number, files } of scans) {
    const hashes = Array.isArray(files) ? files.filter(isSaid).map((file) => file.sha256) : []
    const scan = await hashOf(hashes)
    if (!told.some((each) => says(each, { number, scan })))
      add(paths.scans, `scan ${String(number)} of the paper`, fault)
  }
}
