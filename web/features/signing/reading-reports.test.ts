import { describe, expect, it } from 'vitest'
import { createReadingReports, type Report } from './reading-reports.ts'
import { RequestFailedError, RequestRefusedError } from './signing-call.ts'

const spell = (part: number, ms = 1000) => ({ part, ms, listenedMs: 0 })
const refused = (code: 'unauthenticated' | 'aborted' | 'not-found') =>
  new RequestRefusedError({ code, message: '', details: {} } as ConstructorParameters<
    typeof RequestRefusedError
  >[0])

/** A device with its storage, and a server that counts each report once and fails as it is told. */
function createTestDevice() {
  const storedItems = new Map<string, string>()
  const store = {
    getItem: (slot: string) => storedItems.get(slot) ?? null,
    setItem: (slot: string, value: string) => void storedItems.set(slot, value),
    removeItem: (slot: string) => void storedItems.delete(slot),
  }
  const counted = new Map<string, Report>()
  const failing: { before?: Error | undefined; after?: Error | undefined } = {}
  const sent: Report[] = []
  const send = async (_consentId: string, report: Report) => {
    sent.push(report)
    if (failing.before) throw failing.before
    const key = `${report.visit} ${report.number}`
    if (!counted.has(key)) counted.set(key, report)
    if (failing.after) throw failing.after
  }
  let visits = 0
  const load = () => createReadingReports(store, send, () => `visit-${++visits}`)
  const total = () =>
    [...counted.values()].flatMap(({ spells }) => spells).reduce((all, { ms }) => all + ms, 0)
  return { kept: storedItems, failing, sent, load, total }
}

describe('reports of reading', () => {
  it('are sent in order and let go', async () => {
    const device = createTestDevice()
    const reports = device.load()
    reports.add('c', [spell(1)])
    await reports.flush('c')
    reports.add('c', [spell(2)])
    await reports.flush('c')
    await reports.flush('c')
    expect(device.sent.map(({ visit, number }) => [visit, number])).toEqual([
      ['visit-1', 1],
      ['visit-1', 2],
    ])
    expect(device.kept.size).toBe(0)
  })

  it('wait without a connection, become one, and are counted once when it is back', async () => {
    const device = createTestDevice()
    const reports = device.load()
    device.failing.before = new RequestFailedError('unavailable')
    reports.add('c', [spell(1)])
    reports.add('c', [spell(2)])
    await reports.flush('c')
    reports.add('c', [spell(3)])
    device.failing.before = undefined
    await reports.flush('c')
    expect(device.sent.at(-1)).toEqual({ visit: 'visit-1', number: 2, spells: [spell(3)] })
    expect(device.total()).toBe(3000)
  })

  it('whose answer is lost are sent again as they were, and counted once', async () => {
    const device = createTestDevice()
    const reports = device.load()
    device.failing.after = new RequestFailedError('unavailable')
    reports.add('c', [spell(1)])
    await reports.flush('c')
    device.failing.after = undefined
    reports.add('c', [spell(2)])
    await reports.flush('c')
    expect(device.sent).toHaveLength(3)
    expect(device.total()).toBe(2000)
  })

  it('outlive the tab, and another load is another visit', async () => {
    const device = createTestDevice()
    device.failing.before = new RequestFailedError('unavailable')
    const first = device.load()
    first.add('c', [spell(1)])
    await first.flush('c')
    device.failing.before = undefined
    const second = device.load()
    second.add('c', [spell(2)])
    await second.flush('c')
    expect(device.sent.slice(1).map(({ visit, number }) => [visit, number])).toEqual([
      ['visit-1', 1],
      ['visit-2', 1],
    ])
    expect(device.total()).toBe(2000)
  })

  it('sent twice at a time are sent once', async () => {
    const device = createTestDevice()
    const reports = device.load()
    reports.add('c', [spell(1)])
    await Promise.all([reports.flush('c'), reports.flush('c')])
    expect(device.sent).toHaveLength(1)
  })

  it.each([
    ['unauthenticated', 1],
    ['not-found', 1],
    ['aborted', 0],
  ] as const)('that are refused as %s: %i waits', async (code, waiting) => {
    const device = createTestDevice()
    const reports = device.load()
    device.failing.before = refused(code)
    reports.add('c', [spell(1)])
    await reports.flush('c')
    expect(device.kept.size).toBe(waiting)
  })

  it('are tried once more where the connection comes back while an attempt is failing', async () => {
    const device = createTestDevice()
    const reports = device.load()
    device.failing.before = new RequestFailedError('unavailable')
    reports.add('c', [spell(1)])
    const failing = reports.flush('c')
    device.failing.before = undefined
    await Promise.all([failing, reports.flush('c')])
    expect(device.sent).toHaveLength(2)
    expect(device.total()).toBe(1000)
    expect(device.kept.size).toBe(0)
  })

  it('of nothing are none', () => {
    const device = createTestDevice()
    device.load().add('c', [])
    expect(device.kept.size).toBe(0)
  })
})
