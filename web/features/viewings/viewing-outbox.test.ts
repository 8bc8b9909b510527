import { beforeEach, describe, expect, it } from 'vitest'
import type { PatientViewing } from '../../../contract/viewings.ts'
import { createViewingOutbox, type ViewingAnswer, type QueuedViewingReport } from './viewing-outbox.ts'

const own: PatientViewing = {
  ...{ videoId: 'v', part: 1, isRequired: true, standing: 'begun', ranges: [], resumeMs: 0 },
}
const playedSegment = (fromMs: number, toMs: number, more = {}) => ({
  ...{ ranges: [{ fromMs, toMs }], speed: 1, withCaptions: true, transcriptMs: 100 },
  ...more,
})

let storedItems: Map<string, string>
let sent: QueuedViewingReport[]
let answers: ViewingAnswer[]
const store = () => ({
  getItem: (key: string) => storedItems.get(key) ?? null,
  setItem: (key: string, value: string) => void storedItems.set(key, value),
  removeItem: (key: string) => void storedItems.delete(key),
})
const open = () =>
  createViewingOutbox(store(), async (_consent, posting) => {
    sent.push(posting)
    return answers.shift() ?? own
  })
const learn = () => undefined

beforeEach(() => {
  storedItems = new Map()
  sent = []
  answers = []
})

describe('reports of watching', () => {
  it('are put together while nothing was sent, and numbered in their showing', async () => {
    const outbox = open()
    outbox.addReport('c', 'v', 's', playedSegment(0, 1000))
    outbox.addReport('c', 'v', 's', playedSegment(1000, 2000))
    outbox.addReport('c', 'v', 's', playedSegment(2000, 3000, { speed: 0.5 }))
    outbox.addReport('c', 'v', 't', playedSegment(0, 10))
    await outbox.deliver('c', learn)
    expect(sent.map(({ body }) => body)).toEqual([
      {
        ...playedSegment(0, 1000),
        ...{
          ranges: [
            { fromMs: 0, toMs: 1000 },
            { fromMs: 1000, toMs: 2000 },
          ],
          transcriptMs: 200,
        },
        ...{ showing: 's', number: 1 },
      },
      { ...playedSegment(2000, 3000, { speed: 0.5 }), showing: 's', number: 2 },
      { ...playedSegment(0, 10), showing: 't', number: 1 },
    ])
    expect(storedItems.size).toBe(0)
  })

  it('wait for a connection, also in another load of the page; one that may have arrived stays as it is', async () => {
    const outbox = open()
    answers = ['later']
    outbox.addReport('c', 'v', 's', playedSegment(0, 1000))
    await outbox.deliver('c', learn)
    outbox.addReport('c', 'v', 's', playedSegment(1000, 2000))
    outbox.addReport('c', 'v', 's', playedSegment(2000, 3000))
    expect(outbox.waiting('c')).toHaveLength(2)
    const learned: PatientViewing[] = []
    await open().deliver('c', (viewing) => void learned.push(viewing))
    expect(sent.map(({ body }) => 'number' in body && body.number)).toEqual([1, 1, 2])
    expect(sent[1]!.body).toEqual(sent[0]!.body)
    expect(learned).toEqual([own, own])
  })

  it('that are refused are dropped, and it is told', async () => {
    const outbox = open()
    answers = ['refused', own]
    outbox.addReport('c', 'v', 's', playedSegment(0, 1000))
    outbox.addReading('c', 'v', 'deaf')
    expect(await outbox.deliver('c', learn)).toBe(true)
    expect(sent.map(({ to }) => to)).toEqual(['reports', 'readings-instead'])
    expect(outbox.waiting('c')).toEqual([])
    expect(await outbox.deliver('c', learn)).toBe(false)
  })

  it('go out once where they are asked for twice at the same time', async () => {
    const outbox = open()
    outbox.addReport('c', 'v', 's', playedSegment(0, 1000))
    await Promise.all([outbox.deliver('c', learn), outbox.deliver('c', learn)])
    expect(sent).toHaveLength(1)
  })

  it('are held by the page where the device keeps nothing', async () => {
    const broken = { ...store(), setItem: () => expect.fail('full'), getItem: () => 'not json' }
    const outbox = createViewingOutbox(broken, async () => own)
    outbox.addReport('c', 'v', 's', playedSegment(0, 1000))
    expect(outbox.waiting('c')).toHaveLength(1)
  })
})
