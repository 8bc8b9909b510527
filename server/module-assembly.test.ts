import { describe, expect, it } from 'vitest'
import { assembleModules } from './module-assembly.ts'
import type { Module } from './module.ts'
import { messageKinds } from './modules/messages/index.ts'

const writer: Module = { composers: Object.fromEntries(messageKinds.map((kind) => [kind, async () => null])) }
const work = async () => {}
const clinicId = 'c'

describe('what modules add', () => {
  it('is refused where two add one name', () => {
    const twice: Module = { jobs: { 'tasks.keep': work } }
    expect(() => assembleModules([writer, twice, twice])).toThrow('Two modules add tasks.keep to jobs')
  })

  it('is refused where somebody subscribes to what nobody tells', () => {
    const listener: Module = { subscribes: { 'consent.singed': ['tasks.keep'] } }
    expect(() => assembleModules([writer, listener])).toThrow('No module emits consent.singed')
  })

  it('is refused where nobody writes a kind of message', () => {
    expect(() => assembleModules([])).toThrow('No module writes messages of the kind consent-link')
  })

  it('answers operations of one part from two modules', () => {
    const [scan, print] = [{ scan: {} as never }, { print: {} as never }]
    const { handlers } = assembleModules([
      writer,
      { handlers: { paper: scan } },
      { handlers: { paper: print } },
    ])
    expect(Object.keys(handlers.paper!)).toEqual(['scan', 'print'])
  })
})

describe('the jobs after a transaction', () => {
  const { deriveJobs } = assembleModules([
    writer,
    { events: ['consent.signed', 'consent.changed'], topics: { 'consent.changed': 'consents' } },
    { subscribes: { 'consent.signed': ['tasks.keep', 'documents.seal'], 'consent.changed': ['tasks.keep'] } },
  ])

  it('are those that subscribe to its events, each once, with one piece of news for open screens', () => {
    const data = { clinicId, consentId: '1' }
    const told = ['consent.signed', 'consent.changed', 'consent.changed'].map((queue) => ({ queue, data }))
    expect(deriveJobs(told).map(({ queue }) => queue)).toEqual(['tasks.keep', 'documents.seal', 'live.tell'])
  })

  it('are what it named itself, for each consent its own', () => {
    const named = ['1', '2', '1'].map((consentId) => ({
      queue: 'signing.mail-copy',
      data: { clinicId, consentId },
    }))
    expect(deriveJobs(named)).toEqual(named.slice(0, 2))
  })
})
