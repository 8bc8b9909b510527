import { expect, test } from 'vitest'
import {
  createStatementNamer,
  custom_plan_hint,
  prepareFrequentStatements,
  prepared_max,
  uses_min,
} from './prepared-statements.ts'

const sentOften = (nameOf: (text: string) => string | undefined, text: string) => {
  for (let use = 1; use < uses_min; use++) expect(nameOf(text)).toBeUndefined()
  return nameOf(text)
}

test('a text has a name once it was sent often, the same from then on, and another than every other text', () => {
  const nameOf = createStatementNamer()
  const one = sentOften(nameOf, 'select 1')
  const other = sentOften(nameOf, 'select 2')
  expect(one).toBeDefined()
  expect(other).toBeDefined()
  expect(other).not.toBe(one)
  expect(nameOf('select 1')).toBe(one)
})

test('no more have a name than a connection may keep; those that have one keep it', () => {
  const nameOf = createStatementNamer()
  const names = Array.from({ length: prepared_max }, (_, at) => sentOften(nameOf, `select ${at}`))
  expect(new Set(names).size).toBe(prepared_max)
  for (let use = 0; use < uses_min * 2; use++) expect(nameOf('one too many')).toBeUndefined()
  expect(nameOf('select 0')).toBe(names[0])
})

/** A connection that keeps what it is sent. */
function fakeConnection() {
  const sent: unknown[][] = []
  const corks: string[] = []
  const stream = { cork: () => corks.push('cork'), uncork: () => corks.push('uncork') }
  const client = { connection: { stream }, query: (...asked: unknown[]) => void sent.push(asked) }
  return { client, sent, corks }
}

test('only statements with values are prepared, and those that have a name keep it', () => {
  const { client, sent } = fakeConnection()
  prepareFrequentStatements(client as never, () => 'often')
  const ask = client.query as (...asked: unknown[]) => void
  const stream = { submit() {} }
  ask('begin; select 1')
  ask('select 1', [])
  ask(stream)
  ask({ text: 'select $1', name: 'own', values: [1] })
  ask({ text: 'select $1', rowMode: 'array' }, [1])
  ask('select $1', [2])
  expect(sent).toEqual([
    ['begin; select 1', undefined],
    ['select 1', []],
    [stream, undefined],
    [{ text: 'select $1', name: 'own', values: [1] }, undefined],
    [{ text: 'select $1', rowMode: 'array', name: 'often' }, [1]],
    [{ text: 'select $1', name: 'often' }, [2]],
  ])
})

test('what is asked in one turn is sent in one piece', async () => {
  const { client, corks } = fakeConnection()
  prepareFrequentStatements(client as never, () => undefined)
  const ask = client.query as (...asked: unknown[]) => void
  ask('begin')
  await Promise.resolve()
  ask('select 1')
  expect(corks).toEqual(['cork'])
  await new Promise((resolve) => setImmediate(resolve))
  ask('commit')
  await new Promise((resolve) => setImmediate(resolve))
  expect(corks).toEqual(['cork', 'uncork', 'cork', 'uncork'])
})

test('what is planned for its values each time never has a name', () => {
  expect(sentOften(createStatementNamer(), `select 1 ${custom_plan_hint}`)).toBeUndefined()
})
