import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { contract } from '../../contract/index.ts'
import { fetchCaller, UnavailableError, ResponseError, type FetchCaller } from './fetch-caller.ts'
import type { Acknowledged } from './invariants.ts'
import { consentDraftInput, type Retry, type Practice } from './signed-consents.ts'

type Sending = 'link' | 'email' | 'sms'

export type LoadSettings = {
  patients: number
  /** Of staff, each going round lists, counts and the day. */
  readers: number
  /** Of staff, each with a day board open, which asks again when there is news. */
  boards: number
  /** How texts are sent, in turns. */
  sendings: readonly Sending[]
  /** Where whose session has ended may prove anew who they are. */
  provesAnew?: boolean
}

export type MixedLoad = {
  acknowledged: Map<string, Acknowledged>
  /** The diagnosis of every consent that it makes, and of no other. */
  diagnosis: string
  /** How often something was acknowledged so far. */
  done(): number
  counts: { reads: number; news: number; cutOff: number; unavailable: number; signedInAnew: number }
  /** The longest that anything was waited for, from its first request to its acknowledgement, in milliseconds. */
  longest_ms: number
  /** Answers that were neither right nor a plain 'not now'. */
  wrong: string[]
  stop(): Promise<void>
}

/**
 * Patients who open, read, ask, sign, decline or leave it; staff who make consents out, answer, countersign and read
 * lists; and boards that hear news. All of them ask again while the product is away, and only then.
 */
export function startMixedLoad(practice: Practice, settings: LoadSettings): MixedLoad {
  const load = new Load(practice, settings)
  const all = [
    ...Array.from({ length: settings.patients }, (_none, place) => load.repeat(() => load.oneConsent(place))),
    ...Array.from({ length: settings.readers }, () => load.repeat(() => load.oneRound())),
    ...Array.from({ length: settings.boards }, () => load.repeat(() => load.oneBoard())),
  ]
  return {
    acknowledged: load.acknowledged,
    diagnosis: load.diagnosis,
    counts: load.counts,
    wrong: load.wrong,
    done: () => load.steps,
    get longest_ms() {
      return Math.round(load.longest_ms)
    },
    async stop() {
      load.end()
      await Promise.all(all)
    },
  }
}

const retry_delay_ms = 40
/** Of what goes wrong, so much is told at once. */
const told_max = 10
/** A patient with their page open. */
type Page = { caller: FetchCaller; insist: Retry }

const isWithProbability = (share: number): boolean => Math.random() < share

class Load {
  readonly acknowledged = new Map<string, Acknowledged>()
  readonly diagnosis = `Decay, as load ${randomUUID()} found it`
  readonly counts = { reads: 0, news: 0, cutOff: 0, unavailable: 0, signedInAnew: 0 }
  readonly wrong: string[] = []
  steps = 0
  longest_ms = 0
  #turn = 0
  readonly #stop = new AbortController()
  readonly #practice: Practice
  readonly #settings: LoadSettings

  constructor(practice: Practice, settings: LoadSettings) {
    this.#practice = practice
    this.#settings = settings
  }

  end(): void {
    this.#stop.abort()
  }

  /** Goes on until the end; what goes wrong is noted, and the next one is begun. */
  async repeat(work: () => Promise<void>): Promise<void> {
    while (!this.#stop.signal.aborted) {
      try {
        await work()
      } catch (error) {
        this.#note(error instanceof Error ? error.message : String(error))
        await sleep(retry_delay_ms)
      }
    }
  }

  /** Asks until there is an answer. Who is not known any more proves anew who they are, where that may happen. */
  async #insist<T>(ask: () => Promise<T>, prove: () => Promise<unknown>): Promise<T> {
    const begun = performance.now()
    for (;;) {
      try {
        const answer = await ask()
        this.longest_ms = Math.max(this.longest_ms, performance.now() - begun)
        return answer
      } catch (error) {
        if (error instanceof UnavailableError) this.#noteAbsence(error)
        else if (this.#settings.provesAnew && error instanceof ResponseError && error.status === 401) {
          this.counts.signedInAnew++
          await this.#insist(prove, () => Promise.reject(error))
        } else throw error
        await sleep(retry_delay_ms)
      }
    }
  }

  #note(what: string): void {
    if (this.wrong.push(what) <= told_max) console.error(what)
  }

  #noteAbsence({ status, retryAfter }: UnavailableError): void {
    this.counts[status === 503 ? 'unavailable' : 'cutOff']++
    if (status === 503 && retryAfter === null) this.#note('503 did not say when to ask again')
  }

  #asStaff: Retry = (ask) => this.#insist(ask, () => this.#practice.signIn())

  #acknowledge(consentId: string, change: (known: Acknowledged) => void): void {
    const known = this.acknowledged.get(consentId)!
    change(known)
    this.steps++
  }

  /** One consent from its draft to whatever becomes of it. */
  async oneConsent(place: number): Promise<void> {
    const { staff } = this.#practice
    const { sendings } = this.#settings
    const by = sendings[(this.#turn++ + place) % sendings.length]!
    const [key, draft] = [randomUUID(), { ...consentDraftInput(this.#practice), diagnosis: this.diagnosis }]
    const { id: consentId } = await this.#asStaff(() =>
      staff.call(contract.consents.create, draft, `${key}-create`),
    )
    const nothingYet = {
      outcome: 'open',
      sentBy: null,
      isCountersigned: false,
      questions: 0,
      answers: 0,
    } as const
    this.acknowledged.set(consentId, { ...nothingYet })
    this.steps++
    await this.#asStaff(() =>
      staff.call(contract.consents.send, { consentId, by, unaskedAcknowledged: true }, `${key}-send`),
    )
    this.#acknowledge(consentId, (known) => (known.sentBy = by))
    const patient = await this.#openPage(consentId)
    if (isWithProbability(0.5)) await this.#ask(consentId, patient, key)
    if (isWithProbability(0.1)) return
    if (isWithProbability(0.15)) return this.#decline(consentId, patient)
    await this.#sign(consentId, patient, key)
    if (isWithProbability(0.2)) await this.#countersign(consentId, key)
  }

  async #openPage(consentId: string): Promise<Page> {
    const { staff, address, dateOfBirth } = this.#practice
    const { url } = await this.#asStaff(() => staff.call(contract.signing.createLink, { consentId }))
    const accessToken = url.split('/').pop()!
    const caller = fetchCaller(address)
    const prove = () => caller.call(contract.signing.verify, { accessToken, dateOfBirth })
    const insist: Retry = (ask) => this.#insist(ask, prove)
    await insist(prove)
    return { caller, insist }
  }

  async #ask(consentId: string, { caller, insist }: Page, key: string): Promise<void> {
    const { staff } = this.#practice
    const question = { consentId, part: null, text: 'Will it hurt?', isBlocking: false }
    const [asked] = await insist(() => caller.call(contract.questions.ask, question, `${key}-ask`))
    this.#acknowledge(consentId, (known) => known.questions++)
    if (!asked || isWithProbability(0.5)) return
    const answer = {
      ...{ consentId, questionId: asked.id, mode: 'visit' as const },
      ...{ text: 'A little, on the first day.', seen: asked.entries.at(-1)!.id },
    }
    await this.#asStaff(() => staff.call(contract.questions.answer, answer, `${key}-answer`))
    this.#acknowledge(consentId, (known) => known.answers++)
  }

  async #sign(consentId: string, { caller, insist }: Page, key: string): Promise<void> {
    const { content, contentHash } = await insist(() => caller.call(contract.signing.read, { consentId }))
    const signature = {
      ...{ consentId, contentHash, name: 'Eleanor Whitcombe', signerRole: 'patient' as const },
      confirmed: content.statements.map((_statement, place) => place),
      mark: { kind: 'typed' as const, typed: 'Eleanor Whitcombe' },
    }
    await insist(() => caller.call(contract.signing.sign, signature, `${key}-sign`))
    this.#acknowledge(consentId, (known) => (known.outcome = 'signed'))
  }

  /** Saying no bears no key: who was cut off looks whether it has been heard. */
  async #decline(consentId: string, { caller, insist }: Page): Promise<void> {
    const reason = 'I want to think about it'
    await insist(() => caller.call(contract.signing.read, { consentId }))
    await insist(async () => {
      try {
        await caller.call(contract.signing.decline, { consentId, reason })
      } catch (error) {
        if (!(error instanceof ResponseError) || error.reason !== 'wrong-state') throw error
        const { status } = await caller.call(contract.signing.read, { consentId })
        if (status !== 'declined') throw error
      }
    })
    this.#acknowledge(consentId, (known) => (known.outcome = 'declined'))
  }

  async #countersign(consentId: string, key: string): Promise<void> {
    const { staff, ownName } = this.#practice
    const discussion = {
      // Past also by a clock that was set back by a day.
      on: new Date(Date.now() - 2 * 86_400_000).toISOString(),
      ...{ mode: 'in-person' as const, understanding: 'explained-back' as const },
      note: 'Went through the treatment and its risks.',
    }
    const { contentHash } = await this.#asStaff(() =>
      staff.call(contract.consents.recordDiscussion, { consentId, discussion }, `${key}-talk`),
    )
    const countersignature = { consentId, contentHash: contentHash!, name: ownName }
    await this.#asStaff(() => staff.call(contract.consents.finalise, countersignature, `${key}-final`))
    this.#acknowledge(consentId, (known) => (known.isCountersigned = true))
  }

  async oneRound(): Promise<void> {
    const { staff, patientId } = this.#practice
    await this.#asStaff(() => staff.call(contract.appointments.day, {}))
    await this.#asStaff(() => staff.call(contract.consents.list, {}))
    await this.#asStaff(() => staff.call(contract.consents.counts, {}))
    await this.#asStaff(() => staff.call(contract.patients.list, { search: 'Whit' }))
    await this.#asStaff(() => staff.call(contract.consents.listOfPatient, { patientId }))
    this.counts.reads += 5
    await sleep(100)
  }

  /** A stream from its opening until it is cut; each news makes the board ask for the day again. */
  async oneBoard(): Promise<void> {
    const { staff, address } = this.#practice
    try {
      const answer = await fetch(`${address}/api/clinic/live`, {
        headers: { cookie: staff.cookie() },
        signal: this.#stop.signal,
      })
      if (!answer.ok) throw new Error(`The stream was answered ${answer.status}`)
      for await (const text of answer.body!.pipeThrough(new TextDecoderStream())) {
        if (!text.includes('event: ')) continue
        this.counts.news++
        await this.#asStaff(() => staff.call(contract.appointments.day, {}))
        this.counts.reads++
      }
    } catch {
      // Cut off, or not opened: the browser opens it again.
    }
    if (!this.#stop.signal.aborted) await sleep(500)
  }
}
