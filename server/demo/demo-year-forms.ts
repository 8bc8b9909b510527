import { contract } from '../../contract/index.ts'
import { paper_code_length } from '../../contract/limits.ts'
import { minute_ms } from '../platform/clock.ts'
import type { OutputOf } from '../../contract/operation-request.ts'
import type { DemoCaller } from './demo-caller.ts'
import { demoStrokes } from './demo-signature.ts'
import { done, reach, type YearContext } from './demo-year-context.ts'
import type { YearConsent } from './demo-year-plan.ts'

/** A consent of the year in its patient's hands. */
export type Given = {
  context: YearContext
  consent: YearConsent
  consentId: string
  /** Tells its steps from those of others. */
  key: string
  clinician: DemoCaller
  clinicianName: string
  person: { name: string; dateOfBirth: string }
}

type Read = NonNullable<OutputOf<typeof contract.signing.read>>
type Opened = { phone: DemoCaller; read: Read }

/** Above those of the people whom the demo begins with. */
const first_phone = 256

/** The patient opens a link, one that was sent or a new one, and proves the birth date. */
export async function openOnPhone(given: Given, url?: string): Promise<Opened> {
  const { context, consent, consentId, clinician, person } = given
  const address = url ?? (await clinician.call(contract.signing.createLink, { consentId }))!.url
  const phone = context.phone(first_phone + consent.number)
  const accessToken = address.split('/').pop()!
  await phone.call(contract.signing.verify, { accessToken, dateOfBirth: person.dateOfBirth })
  return { phone, read: (await phone.call(contract.signing.read, { consentId }))! }
}

/** Signs on a phone, on the practice's tablet or on paper; answers the hash of the text, null where that is yet to come. */
export async function signAnyhow(given: Given, opened: Opened | null): Promise<string | null> {
  if (given.consent.outcome === 'paper') return signOnPaper(given)
  return opened ? signOnPhone(given, opened) : signOnTablet(given)
}

async function signOnPhone(given: Given, { phone, read }: Opened): Promise<string | null> {
  const { context, consent } = given
  const { at, question } = consent
  if (question && !(await askAndWait(given, phone))) return null
  if (!reach(context, at.signed)) return null
  // A patient's session is over after an hour: the link is opened once more.
  const again = await openOnPhone(given)
  await checkUnderstanding(given, again)
  context.clock.advance()
  await sign(given, again.phone, read)
  return read.contentHash
}

/** Asks about the form; answers whether the practice has answered by now. */
async function askAndWait(given: Given, phone: DemoCaller): Promise<boolean> {
  const { context, consent, consentId, clinician, key } = given
  const { asked, answered, isBlocking, mode } = consent.question!
  if (!reach(context, consent.at.opened + 10 * minute_ms)) return false
  const words = { consentId, part: 1, text: asked, isBlocking }
  const questions = await phone.call(contract.questions.ask, words, { key: `${key}-ask`, ...done })
  await context.app.jobs.drain()
  if (!reach(context, consent.at.answered)) return false
  const questionId = questions?.[0]?.id
  if (!questionId) return true
  const answer = { consentId, questionId, mode, text: answered, seen: questionId }
  await clinician.call(contract.questions.answer, answer, { key: `${key}-answer`, ...done })
  await context.app.jobs.drain()
  return true
}

/** Goes through the questions about the treatment, now and then with a wrong answer first. */
async function checkUnderstanding(
  { consent, consentId, key }: Given,
  { phone, read }: Opened,
): Promise<void> {
  const questions = read.content.understanding?.questions ?? []
  if (!consent.checksUnderstanding || questions.length === 0) return
  for (const [place, { id, answers }] of questions.entries()) {
    const right = answers.findIndex((answer) => answer.right)
    const wrong = answers.findIndex((answer) => !answer.right)
    const tries = (consent.number + place) % 6 === 0 ? [wrong, right] : [right]
    for (const [number, answer] of tries.entries()) {
      const once = { key: `${key}-check-${place}-${number}`, ...done }
      await phone.call(contract.understanding.answer, { consentId, question: id, answer }, once)
    }
  }
  await phone.call(contract.understanding.finish, { consentId }, { key: `${key}-checked`, ...done })
}

const sign = (
  { consent, consentId, key, person }: Given,
  caller: DemoCaller,
  { contentHash, content }: Pick<Read, 'contentHash' | 'content'>,
) =>
  caller.call(
    contract.signing.sign,
    {
      ...{ consentId, contentHash, name: person.name, signerRole: 'patient' },
      confirmed: content.statements.map((_statement, place) => place),
      mark:
        consent.signs === 'drawn'
          ? { kind: 'drawn', width: 340, height: 176, strokes: demoStrokes(consent.number) }
          : { kind: 'typed', typed: person.name },
    },
    { key: `${key}-sign`, ...done },
  )

/** In the practice, on its tablet: handed over, signed and taken back. */
async function signOnTablet(given: Given): Promise<string | null> {
  const { context, consent, consentId, person } = given
  if (!reach(context, consent.at.sent + 10 * minute_ms)) return null
  const { browser, takeBack } = await context.tablet('reception')
  const handed = await browser.call(contract.kiosks.handOver, { consentIds: [consentId] }, done)
  if (!handed) return (await given.clinician.call(contract.consents.get, { consentId }))!.contentHash
  const { handoverId } = handed
  await browser.call(contract.kiosks.verify, { handoverId, dateOfBirth: person.dateOfBirth })
  const read = (await browser.call(contract.signing.read, { consentId }))!
  context.clock.advance()
  await sign(given, browser, read)
  await takeBack()
  return read.contentHash
}

/** Printed, signed by hand at the desk, and taken in as a scan. */
async function signOnPaper(given: Given): Promise<string | null> {
  const { context, consent, consentId, clinician, key, person } = given
  const printed = await clinician.call(contract.paper.print, { consentId }, done)
  if (!reach(context, consent.at.sent + 5 * minute_ms)) return null
  const givenAt = context.clock.now().toISOString()
  await clinician.call(contract.paper.giveOut, { consentId, givenAt }, { key: `${key}-paper`, ...done })
  if (!reach(context, consent.at.sent + 30 * minute_ms)) return null
  const signedOn = context.clock.now().toISOString()
  context.clock.advance()
  const { contentHash, content } = (await clinician.call(contract.consents.get, { consentId }))!
  const hash = contentHash!
  if (!printed) return hash
  const scan = {
    ...{ consentId, code: hash.slice(0, paper_code_length), complete: true, files: [printed.pdf] },
    ...{ name: person.name, signerRole: 'patient' as const, signedOn, choices: [true] },
    confirmed: content.statements.map((_statement, place) => place),
  }
  await clinician.call(contract.paper.takeIn, scan, { key: `${key}-scan`, ...done })
  return hash
}
